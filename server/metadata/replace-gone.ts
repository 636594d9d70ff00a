import { TOP_TENANT, tableName } from '../../src/compile/sql/plan-tables.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';
import { readTenantCodes } from '../ground/database/tenants.ts';
import { AUDIT_ENTITY } from './audit-entity.ts';

/** A state or option that is gone, and the one that takes its place in records. */
interface Replacement {
  readonly model: EntityModel;
  readonly field: FieldModel;
  readonly gone: string;
  readonly heir: string;
  /** As people read them. */
  readonly goneTitle: string;
  readonly heirTitle: string;
}

/** A record whose value was replaced. */
interface Moved {
  readonly id: string;
  readonly title: string;
}

/** What replacing needs besides a connection. */
interface ReplaceOptions {
  /** Entities as they serve from now on, of those whose files changed. */
  readonly changed: readonly EntityModel[];
  /** Entities as they served until now, by permanent id, for the titles of what went. */
  readonly before: ReadonlyMap<string, Entity>;
  /** Whether the log is there to be written. */
  readonly logs: boolean;
  readonly nextId: () => string;
  readonly now: Date;
}

/** Whether an entity names states or options that took the place of others. */
export function replaces({ source, fields }: EntityModel): boolean {
  return source.removedStates !== undefined || fields.some(({ property }) => property.removedOptions !== undefined);
}

/** Log rows written by one statement. */
const BATCH = 1_000;

/**
 * Puts what `removedStates` and `removedOptions` name in the place of what went, in the records of all tenants, each
 * change logged, in the caller's transaction.
 * @returns what was done, in words, for each that records held.
 */
export async function replaceGone(connection: Connection, options: ReplaceOptions): Promise<readonly string[]> {
  const replacements = options.changed.flatMap((model) => replacementsOf(model, options.before.get(model.id)));
  const counts = replacements.map(() => 0);
  for (const tenantId of await tenantsOf(connection)) {
    await enter(connection, tenantId);
    for (const [index, replacement] of replacements.entries()) {
      const moved = await replace(connection, tenantId, replacement, options.now);
      counts[index] = (counts[index] ?? 0) + moved.length;
      if (options.logs) await log(connection, tenantId, replacement, moved, options);
    }
  }
  await enter(connection, connection.tenantId);
  return replacements.flatMap(({ model, field, goneTitle, heirTitle }, index) =>
    counts[index] === 0
      ? []
      : [`${model.title}（${model.key}）的${field.title}“${goneTitle}”换成“${heirTitle}”：${counts[index]} 条记录`],
  );
}

/** Shows the rows of a tenant until the transaction ends or another is entered. */
async function enter(connection: Connection, tenantId: string): Promise<void> {
  await connection.query(`select set_config('anlan.tenant', $1, true)`, [tenantId]);
}

async function tenantsOf(connection: Connection): Promise<ReadonlySet<string>> {
  await enter(connection, TOP_TENANT);
  const [made] = await connection.query<{ ready: boolean }>(`select to_regclass('data.tenant') is not null as ready`);
  if (made?.ready !== true) return new Set([TOP_TENANT]);
  return new Set([TOP_TENANT, ...(await readTenantCodes(connection, 'all'))]);
}

type Choices = Readonly<Record<string, { readonly id?: string; readonly title: string }>> | undefined;

const titleOf = (choices: Choices, held: string): string =>
  Object.entries(choices ?? {}).find(([key, { id }]) => (id ?? key) === held)?.[1].title ?? held;

function replacementsOf(model: EntityModel, before: Entity | undefined): readonly Replacement[] {
  const { source } = model;
  const of = (field: FieldModel | undefined, map: Readonly<Record<string, string>> = {}, was: Choices, is: Choices) =>
    field?.column === undefined
      ? []
      : Object.entries(map).map(([gone, heir]) => ({
          model,
          field,
          gone,
          heir,
          goneTitle: titleOf(was, gone),
          heirTitle: titleOf(is, heir),
        }));
  const former = new Map(
    Object.entries(before?.record.properties ?? {}).map(([key, property]) => [property.id ?? key, property]),
  );
  return [
    ...of(model.field.get('status'), source.removedStates, before?.states, source.states),
    ...model.fields.flatMap((field) =>
      of(field, field.property.removedOptions, former.get(field.id)?.options, field.property.options),
    ),
  ];
}

function replace(
  connection: Connection,
  tenantId: string,
  { model, field, gone, heir }: Replacement,
  now: Date,
): Promise<readonly Moved[]> {
  const column = quoteIdentifier(field.id);
  const label = model.field.get(model.label);
  const title = label?.column?.kind === 'text' ? `coalesce(${quoteIdentifier(label.id)}, id)` : 'id';
  const many = field.column?.kind === 'text[]';
  // A list that holds both keeps the one that stays.
  const value = many
    ? `case when $3 = any(${column}) then array_remove(${column}, $2) else array_replace(${column}, $2, $3) end`
    : '$3';
  return connection.query<Moved>(
    `update ${tableName(model.id)} set ${column} = ${value}, version = version + 1, "updateTime" = $4
     where "tenantId" = $1 and ${many ? `$2 = any(${column})` : `${column} = $2`}
     returning id, ${title} as title`,
    [tenantId, gone, heir, now.toISOString()],
  );
}

async function log(
  connection: Connection,
  tenantId: string,
  { model, field, gone, heir, goneTitle, heirTitle }: Replacement,
  moved: readonly Moved[],
  { nextId, now }: ReplaceOptions,
): Promise<void> {
  const many = field.column?.kind === 'text[]';
  const change = {
    id: field.id,
    key: field.key,
    title: field.title,
    from: many ? [gone] : gone,
    to: many ? [heir] : heir,
    fromText: goneTitle,
    toText: heirTitle,
  };
  for (let start = 0; start < moved.length; start += BATCH) {
    const rows = moved.slice(start, start + BATCH).map(({ id, title }) => ({ id: nextId(), record: id, title }));
    await connection.execute(
      `insert into ${tableName(AUDIT_ENTITY)} (id, "tenantId", "createTime", time, "entityKey", "entityTitle",
         "recordId", "recordTitle", action, "actionTitle", summary, cause, changes)
       select r.id, $1, $2::timestamptz, $2::timestamptz, $3, $4, r.record, left(r.title, 255), 'update', '修改', $5, $6, $7::jsonb
       from jsonb_to_recordset($8::jsonb) as r(id text, record text, title text)`,
      [
        tenantId,
        now.toISOString(),
        model.key,
        model.title,
        `${field.title}：${goneTitle} → ${heirTitle}`,
        `元数据已删除“${goneTitle}”`,
        JSON.stringify([change]),
        JSON.stringify(rows),
      ],
    );
  }
}
