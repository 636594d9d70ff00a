import { roles as demoRoles } from '../../mocks/demo-plant/roles.ts';
import { fieldRightsOf } from '../../server/access/permission/field-access.ts';
import { EVERYONE, rightsOf } from '../../server/access/permission/rights.ts';
import { rowAccessOf } from '../../server/access/permission/row-access.ts';
import { bindOperations } from '../../server/metadata/bound-operations.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { buildModelSet } from '../../server/metadata/model-set.ts';
import type { MetadataSnapshot, RoleGrants } from '../../server/metadata/snapshot.ts';
import { ROW_SCOPES } from '../../server/metadata/tenant-records.ts';
import type { RowAccess } from '../../src/compile/sql/access-conditions.ts';
import type { Actor } from '../../src/core/dialect/entity.generated.ts';
import { hasErrors } from '../../src/core/dialect/problem.ts';
import { printExpression } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldAccess, TransitionModel } from '../../src/core/model/entity-model.ts';
import { printProblems, schemas } from './report.ts';

/** Tenant whose roles are meant; those of all demo tenants are the same. */
const TENANT = '645967';

/** Right on a field that is not `write` everywhere: by state and step, `*` for an entity without states. */
interface MatrixField {
  readonly field: string;
  readonly title: string;
  /** State to right, where no step counts. */
  readonly access: Readonly<Record<string, FieldAccess>>;
  /** Approval step to right by state, where a step gives another one. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, FieldAccess>>>>;
  /** Whether filters, sorting and figures may use it. */
  readonly open: boolean;
}

/** Whether a role may fire a transition: by itself, only as someone the record names, or never. */
type MatrixFire = 'role' | 'record' | 'never';

/** What a role may do with an entity. */
export interface MatrixEntry {
  readonly role: string;
  readonly roleName: string;
  readonly entity: string;
  readonly title: string;
  /** Page code to granted actions, sorted; pages without any are left out. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** Granted actions over all pages. */
  readonly actions: readonly string[];
  /** Rows that the role sees, in words. */
  readonly rows: string;
  readonly fields: readonly MatrixField[];
  readonly transitions: Readonly<
    Record<string, { readonly title: string; readonly who: string; readonly may: MatrixFire }>
  >;
}

/** Metadata as a tenant with the demo plant's roles has it, read from files. Throws where a file is not sound. */
export async function shippedSnapshot(folder = schemas): Promise<MetadataSnapshot> {
  const { entities, dictionaries, menu, settings, problems } = parseFiles(readMetadataFiles(folder));
  const set = buildModelSet(entities, dictionaries, menu, settings);
  if (hasErrors([...problems, ...set.problems])) {
    printProblems([...problems, ...set.problems].filter(({ severity }) => severity === 'error'));
    throw new Error('元数据有错误，请先运行 npm run metadata -- lint');
  }
  const models = [...set.models.values()];
  const roles = demoRoles
    .filter(({ tenantId }) => tenantId === TENANT)
    .map((role): [string, RoleGrants] => [
      role.roleCode,
      {
        code: role.roleCode,
        scope: ROW_SCOPES[role.dataScope] ?? 'own',
        pages: new Map((role.permissions ?? []).map((entry) => [entry.permissionId, entry.actionList])),
      },
    ]);
  return {
    tenantId: TENANT,
    revision: 'files',
    entities: set.models,
    pages: new Map(
      models.flatMap((entity) => Object.values(entity.pages).map((page) => [page.code, { entity, page }] as const)),
    ),
    operations: bindOperations(models, 'anlan'),
    dictionaries: new Map(),
    menu: [],
    roles: new Map(roles),
    settings,
    timeZone: 'Asia/Shanghai',
  };
}

/** Role × entity, from the functions by which the server decides. */
export function buildMatrix(snapshot: MetadataSnapshot): readonly MatrixEntry[] {
  const names = new Map(demoRoles.map((role) => [role.roleCode as string, role.roleName]));
  return [...snapshot.roles.keys()].flatMap((role) =>
    [...snapshot.entities.values()].map((model) => entryOf(snapshot, model, role, names.get(role) ?? role)),
  );
}

function entryOf(snapshot: MetadataSnapshot, model: EntityModel, role: string, roleName: string): MatrixEntry {
  const caller = { roleCodes: [role], scope: snapshot.roles.get(role)?.scope ?? 'own' } as const;
  const rights = rightsOf(caller, snapshot);
  const pages = Object.keys(model.pages)
    .map((code) => [code, [...rights.page(code)].sort()] as const)
    .filter(([, actions]) => actions.length > 0);
  const actions = grantedActions(snapshot, model, role);
  return {
    role,
    roleName,
    entity: model.key,
    title: model.title,
    pages: Object.fromEntries(pages),
    actions: [...actions].sort(),
    rows: actions.has('view') ? rowsInWords(rowAccessOf(model, caller, snapshot)) : '无',
    fields: fieldsOf(model, role),
    transitions: Object.fromEntries(
      Object.values(model.transitions).map((transition) => [
        transition.key,
        {
          title: transition.title,
          who: transition.who.map(actorInWords).join('、'),
          may: mayFire(transition, role, actions),
        },
      ]),
    ),
  };
}

/** Actions over all pages; records that belong to another one may be seen by whoever sees that. */
function grantedActions(snapshot: MetadataSnapshot, model: EntityModel, role: string): ReadonlySet<string> {
  const own = rightsOf({ roleCodes: [role] }, snapshot).entity(model);
  const above = model.parent === undefined ? undefined : snapshot.entities.get(model.parent.entity);
  if (above === undefined || own.has('view') || !grantedActions(snapshot, above, role).has('view')) return own;
  return new Set([...own, 'view']);
}

function fieldsOf(model: EntityModel, role: string): MatrixField[] {
  const rights = fieldRightsOf(model, [role]);
  const states = Object.keys(model.states).length === 0 ? ['*'] : Object.keys(model.states);
  return model.fields.flatMap((field) => {
    const entries = model.permissions.fields?.[field.key];
    if (entries === undefined) return [];
    const by = (steps: ReadonlySet<string>) =>
      Object.fromEntries(
        states.map((state) => [state, rights.access(field, state === '*' ? undefined : state, steps)]),
      );
    const access = by(new Set());
    const steps = [...new Set(entries.flatMap((entry) => entry.steps ?? []))]
      .map((step) => [step, by(new Set([step]))] as const)
      .filter(([, other]) => JSON.stringify(other) !== JSON.stringify(access));
    if (steps.length === 0 && Object.values(access).every((right) => right === 'write')) return [];
    return [
      { field: field.key, title: field.title, access, steps: Object.fromEntries(steps), open: rights.isOpen(field) },
    ];
  });
}

function mayFire(transition: TransitionModel, role: string, actions: ReadonlySet<string>): MatrixFire {
  const fires = transition.who.map((actor): MatrixFire => {
    if (actor === 'system') return 'never';
    if (actor === 'everyone') return 'role';
    if (typeof actor === 'object' && 'role' in actor) {
      return actor.role === role && actions.has(transition.button) ? 'role' : 'never';
    }
    return 'record';
  });
  return fires.includes('role') ? 'role' : fires.includes('record') ? 'record' : 'never';
}

function actorInWords(actor: Actor): string {
  if (actor === 'creator') return '创建人';
  if (actor === 'everyone') return '所有人';
  if (actor === 'system') return '系统';
  if ('role' in actor) return `角色 ${actor.role}`;
  if ('post' in actor) return `岗位 ${actor.post}`;
  if ('superior' in actor) return `${actor.superior} 的上级${upInWords(actor.up)}`;
  if ('head' in actor) return `${actor.head} 的负责人${upInWords(actor.up)}`;
  if ('field' in actor) return `字段 ${actor.field} 中的人`;
  if ('row' in actor) return `所写的行的 ${actor.row}，即本人`;
  if ('proposal' in actor) return `所填 ${actor.proposal} 中的人`;
  return `满足 ${actor.expression}`;
}

function upInWords(up: number | 'times' | undefined): string {
  if (up === undefined) return '';
  return up === 'times' ? '（每次重复再上一级）' : `（再上 ${up} 级）`;
}

const OWNERS = { departmentTree: '本部门及以下', department: '本部门', own: '本人' } as const;

function rowsInWords(access: RowAccess): string {
  if (access === 'all') return '全部';
  if (access === 'none') return '无';
  if ('parent' in access) return `随所属${access.parent.title}（${rowsInWords(access.access)}）`;
  const parts = [
    ...(access.owners === undefined ? [] : [OWNERS[access.owners]]),
    ...access.where.map((node) => `满足 ${printExpression(node)}`),
    ...(access.tasks === true ? ['有过待办或抄送'] : []),
  ];
  return parts.length === 0 ? '无' : parts.join('，或');
}

const ACCESS: Readonly<Record<FieldAccess, string>> = { hidden: '隐藏', masked: '掩码', read: '只读', write: '可写' };
const FIRES: Readonly<Record<MatrixFire, string>> = { role: '可', record: '看记录', never: '不可' };

function statesInWords(access: Readonly<Record<string, FieldAccess>>): string {
  const rights = [...new Set(Object.values(access))];
  const [only] = rights;
  if (rights.length === 1 && only !== undefined) return ACCESS[only];
  return Object.entries(access)
    .map(([state, right]) => `${state} ${ACCESS[right]}`)
    .join('，');
}

/** The matrix for people: an entity, and under it a line for each role that has any right on it. */
export function printMatrix(matrix: readonly MatrixEntry[]): string {
  const lines: string[] = [];
  for (const [entity, entries] of Map.groupBy(matrix, ({ entity }) => entity)) {
    lines.push(`${entries[0]?.title ?? ''}（${entity}）`);
    const none = entries.filter(({ actions }) => actions.length === 0);
    for (const entry of entries.filter((candidate) => candidate.actions.length > 0)) {
      lines.push(`  ${entry.roleName}（${entry.role}）`);
      for (const [page, actions] of Object.entries(entry.pages)) lines.push(`    页面 ${page}：${actions.join('、')}`);
      if (Object.keys(entry.pages).length === 0) lines.push('    随所属记录可看');
      lines.push(`    数据：${entry.rows}`);
      for (const field of entry.fields) {
        const steps = Object.entries(field.steps).map(([step, access]) => `审批 ${step} 时${statesInWords(access)}`);
        lines.push(`    字段 ${field.title}：${[statesInWords(field.access), ...steps].join('；')}`);
      }
      const fires = Object.values(entry.transitions).filter(({ may }) => may !== 'never');
      for (const { title, who, may } of fires) lines.push(`    流转 ${title}：${FIRES[may]}（${who}）`);
    }
    if (none.length > 0) lines.push(`  没有权限：${none.map(({ roleName }) => roleName).join('、')}`);
    lines.push('');
  }
  return lines.join('\n');
}

/** `matrix [entity] [--role x] [--json]`: what each role may do, from the shipped files and the demo plant's roles. */
export async function run(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const at = args.indexOf('--role');
  const role = at === -1 ? undefined : args[at + 1];
  const entity = args.find((arg, index) => !arg.startsWith('--') && (at === -1 || index !== at + 1));
  const snapshot = await shippedSnapshot();
  if (entity !== undefined && !snapshot.entities.has(entity)) return unknown(`没有名为“${entity}”的实体`);
  if (at !== -1 && (role === undefined || (role !== EVERYONE && !snapshot.roles.has(role)))) {
    return unknown(`没有名为“${role ?? ''}”的角色`);
  }
  const wanted = buildMatrix(snapshot).filter(
    (entry) => (entity === undefined || entry.entity === entity) && (role === undefined || entry.role === role),
  );
  console.log(json ? JSON.stringify(wanted, null, 2) : printMatrix(wanted));
  return 0;
}

function unknown(message: string): number {
  console.error(message);
  return 1;
}
