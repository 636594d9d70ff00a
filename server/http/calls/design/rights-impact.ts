import type { EntityModel, FieldAccess, FieldModel } from '../../../../src/core/model/entity-model.ts';
import { say, spoken } from '../../../../src/core/text/say.ts';
import { sameJson } from '../../../../src/core/validation/same-value.ts';
import type { RightsItem } from '../../../../src/core/wire/design.ts';
import { ENABLED_ACCOUNTS } from '../../../access/permission/enabled-accounts.ts';
import { fieldRightsOf } from '../../../access/permission/field-access.ts';
import { EVERYONE, rightsOf } from '../../../access/permission/rights.ts';
import type { Connection } from '../../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';

/** People who have the same roles. */
interface Crowd {
  readonly roles: readonly string[];
  readonly people: number;
}

/** An entity as it serves, undefined for a new one, and as it would. */
interface RightsChange {
  readonly before: EntityModel | undefined;
  readonly after: EntityModel;
}

const ACCESSES: Readonly<Record<FieldAccess, string>> = spoken({
  hidden: '看不到',
  masked: '只看到掩码',
  read: '只能看',
  write: '可以填',
});
const RANK: readonly FieldAccess[] = ['hidden', 'masked', 'read', 'write'];
const ACTIONS: Readonly<Record<string, string>> = spoken({
  view: '查看',
  add: '新增',
  edit: '修改',
  delete: '删除',
  export: '导出',
  import: '导入',
  print: '打印',
});

/**
 * How many people gain or lose what by changed entities, and by which of their roles: asked of the rights themselves, once
 * for all people who have the same roles.
 */
export async function rightsImpact(
  connection: Connection,
  snapshot: MetadataSnapshot,
  changes: readonly RightsChange[],
): Promise<readonly RightsItem[]> {
  if (changes.length === 0) return [];
  const crowds = await connection.query<Crowd>(
    `select roles, count(*)::int as people from (
       select array(select r."roleCode" from data.role r
         where r."tenantId" = $1 and r.id = any(u.role) and r."isDeleted" = 0 order by r."roleCode") as roles
       from data."user" u where ${ENABLED_ACCOUNTS}) held group by roles order by roles`,
    [connection.tenantId],
  );
  const then = withModels(snapshot, changes);
  return changes.flatMap((change) => {
    const found = new Map<string, { item: Omit<RightsItem, 'people' | 'roles'>; people: number; roles: Set<string> }>();
    for (const { roles, people } of crowds) {
      for (const item of differences(change, roles, snapshot, then)) {
        const known = found.get(`${item.change} ${item.what}`) ?? { item, people: 0, roles: new Set<string>() };
        found.set(`${item.change} ${item.what}`, known);
        known.people += people;
        for (const role of roles.length === 0 ? [EVERYONE] : roles) {
          const alone = differences(change, [role], snapshot, then);
          if (alone.some((other) => sameJson(other, item))) known.roles.add(role);
        }
      }
    }
    return [...found.values()].map(({ item, people, roles }) => ({ ...item, people, roles: [...roles].sort() }));
  });
}

/** The company's entities with those that change, as its people would find them. */
function withModels(snapshot: MetadataSnapshot, changes: readonly RightsChange[]): MetadataSnapshot {
  const entities = new Map([...snapshot.entities, ...changes.map(({ after }) => [after.key, after] as const)]);
  const changed = new Set(changes.map(({ after }) => after.key));
  const kept = [...snapshot.pages].filter(([, { entity }]) => !changed.has(entity.key));
  const made = changes.flatMap(({ after }) =>
    Object.values(after.pages).map((page) => [page.code, { entity: after, page }] as const),
  );
  return { ...snapshot, entities, pages: new Map([...kept, ...made]) };
}

type Difference = Omit<RightsItem, 'people' | 'roles'>;

/** What people of some roles would gain and lose. */
function differences(
  { before, after }: RightsChange,
  roleCodes: readonly string[],
  now: MetadataSnapshot,
  then: MetadataSnapshot,
): readonly Difference[] {
  const [was, is] = [rightsOf({ roleCodes }, now), rightsOf({ roleCodes }, then)];
  const told = (change: Difference['change'], what: string): Difference => ({
    ...{ entity: after.key, entityTitle: after.title, change, what },
  });
  const pages = Object.values({ ...before?.pages, ...after.pages }).flatMap(({ code, title }): Difference[] => {
    const [had, has] = [was.page(code), is.page(code)];
    const named = (action: string) => `${title}·${actionTitle(after, action, now)}`;
    return [
      ...[...has].filter((action) => !had.has(action)).map((action) => told('gains', named(action))),
      ...[...had].filter((action) => !has.has(action)).map((action) => told('loses', named(action))),
    ];
  });
  // Of what they do not see nobody gains or loses a field.
  if (before === undefined || is.entity(after).size === 0) return pages;
  const rights = { was: fieldRightsOf(before, roleCodes), is: fieldRightsOf(after, roleCodes) };
  const fields = after.fields.flatMap((field): Difference[] => {
    const former = before.fields.find(({ id }) => id === field.id);
    if (field.base || former === undefined) return [];
    return fieldDifferences({ before, after }, { field, former }, (state) => ({
      had: rights.was.access(former, state),
      has: rights.is.access(field, state),
    })).map(({ change, what }) => told(change, what));
  });
  const [seen, sees] = [before, after].map(({ permissions: { scope } }) =>
    [...roleCodes, EVERYONE].map((role) => Reflect.get(scope ?? {}, role) ?? null),
  );
  return [...pages, ...fields, ...(sameJson(seen, sees) ? [] : [told('changes', say('能看到哪些记录'))])];
}

/** Changes of the right on one field, those of several states together. */
function fieldDifferences(
  { before, after }: { readonly before: EntityModel; readonly after: EntityModel },
  { field }: { readonly field: FieldModel; readonly former: FieldModel },
  access: (state: string | undefined) => { readonly had: FieldAccess; readonly has: FieldAccess },
): readonly Pick<Difference, 'change' | 'what'>[] {
  const all = Object.values(after.states).filter(({ key }) => Object.hasOwn(before.states, key));
  const states = all.length === 0 ? [undefined] : all;
  const byChange = Map.groupBy(states, (state) => {
    const { had, has } = access(state?.key);
    return had === has ? '' : `${had} ${has}`;
  });
  return [...byChange].flatMap(([change, within]) => {
    if (change === '') return [];
    const [had, has] = change.split(' ') as [FieldAccess, FieldAccess];
    const titles = within.flatMap((state) => (state === undefined ? [] : [state.title]));
    const names = { field: field.title, had: ACCESSES[had], has: ACCESSES[has] };
    const what =
      titles.length === 0 || titles.length === all.length
        ? say('字段“{field}”由{had}变为{has}', names)
        : say('字段“{field}”在“{states}”由{had}变为{has}', { ...names, states: titles.join('、') });
    return [{ change: RANK.indexOf(has) > RANK.indexOf(had) ? 'gains' : 'loses', what } as const];
  });
}

function actionTitle(model: EntityModel, action: string, { buttonTitles }: MetadataSnapshot): string {
  return model.transitions[action]?.title ?? ACTIONS[action] ?? buttonTitles?.get(action) ?? action;
}
