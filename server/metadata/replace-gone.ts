import { TOP_TENANT, tableName } from '../../src/compile/sql/plan-tables.ts';
import { holdsChoice, inAnyRow, replacedChoice, rowsWith } from '../../src/compile/sql/row-cells.ts';
import { storedPlaces } from '../../src/compile/sql/stored-places.ts';
import { quoteIdentifier, quoteText } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../ground/database/database.ts';
import { readTenantCodes } from '../ground/database/tenants.ts';
import { AUDIT_ENTITY } from './audit-entity.ts';
import { convertRows } from './convert-rows.ts';

/** A state or option that is gone, and the one that takes its place in records. */
interface Replacement {
  readonly model: EntityModel;
  readonly field: FieldModel;
  /** The sub-table whose rows hold it; undefined for a field of the record. */
  readonly table: FieldModel | undefined;
  readonly gone: string;
  readonly heir: string;
  /** As people read them. */
  readonly goneTitle: string;
  readonly heirTitle: string;
  /** Why, in the log. Default that the metadata no longer has it. */
  readonly cause?: string;
}

/** A record whose value was replaced. */
export interface Moved {
  readonly id: string;
  readonly title: string;
}

/** What replacing needs besides a connection. */
interface ReplaceOptions {
  /** Entities as they serve from now on, of those whose files changed. */
  readonly changed: readonly EntityModel[];
  /** Entities as they served until now, by permanent id. */
  readonly before: ReadonlyMap<string, EntityModel>;
  /** Whether the log is there to be written. */
  readonly logs: boolean;
  readonly nextId: () => string;
  readonly now: Date;
}

/** Log rows written by one statement. */
const BATCH = 1_000;

/**
 * Puts what `removedStates` and `removedOptions` name in the place of what went, in the records of all tenants, each
 * change logged, and converts rows of sub-tables, in the caller's transaction.
 * @returns what was done, in words, for each that records held.
 */
export async function replaceGone(connection: Connection, options: ReplaceOptions): Promise<readonly string[]> {
  const replacements = options.changed.flatMap((model) => replacementsOf(model, options.before.get(model.id)));
  const counts = replacements.map(() => 0);
  for (const tenantId of await tenantsOf(connection)) {
    await enter(connection, tenantId);
    for (const model of options.changed) {
      const before = options.before.get(model.id);
      if (before !== undefined) await convertRows(connection, tenantId, before, model);
    }
    for (const [index, replacement] of replacements.entries()) {
      const moved = await replaceChoice(connection, tenantId, replacement, options.now);
      counts[index] = (counts[index] ?? 0) + moved.length;
      if (options.logs) await logReplaced(connection, replacement, moved, { ...options, tenantId });
    }
  }
  await enter(connection, connection.tenantId);
  return replacements.flatMap(({ model, field, table, goneTitle, heirTitle }, index) =>
    counts[index] === 0
      ? []
      : [
          `${model.title}（${model.key}）的${titleIn({ field, table })}“${goneTitle}”换成“${heirTitle}”：${counts[index]} 条记录`,
        ],
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

const titleIn = ({ field, table }: Pick<Replacement, 'field' | 'table'>): string =>
  table === undefined ? field.title : `${table.title}的${field.title}`;

type Choices = Readonly<Record<string, { readonly id?: string; readonly title: string }>> | undefined;

const titleOf = (choices: Choices, held: string): string =>
  Object.entries(choices ?? {}).find(([key, { id }]) => (id ?? key) === held)?.[1].title ?? held;

function replacementsOf(model: EntityModel, before: EntityModel | undefined): readonly Replacement[] {
  const of = (
    { field, table }: { readonly field: FieldModel; readonly table?: FieldModel | undefined },
    map: Readonly<Record<string, string>> = {},
    was: Choices,
    is: Choices,
  ): readonly Replacement[] =>
    Object.entries(map).map(([gone, heir]) => ({
      model,
      field,
      table,
      gone,
      heir,
      goneTitle: titleOf(was, gone),
      heirTitle: titleOf(is, heir),
    }));
  const status = model.field.get('status');
  const former = new Map(before === undefined ? [] : storedPlaces(before).map((place) => [place.id, place.field]));
  return [
    ...(status === undefined
      ? []
      : of({ field: status }, model.source.removedStates, before?.source.states, model.source.states)),
    ...storedPlaces(model).flatMap((place) => {
      const { removedOptions, options } = place.field.property;
      return of(place, removedOptions, former.get(place.id)?.property.options, options);
    }),
  ];
}

/** The condition for records that hold what is gone, and what their column becomes. */
function swapOf({ field, table, gone, heir }: Replacement): { readonly held: string; readonly value: string } {
  if (table !== undefined) {
    return {
      held: inAnyRow(table.id, holdsChoice(field.id, gone)),
      value: rowsWith(table.id, new Map([[field.id, replacedChoice(field.id, gone, heir)]])),
    };
  }
  const column = quoteIdentifier(field.id);
  if (field.column?.kind !== 'text[]') return { held: `${column} = ${quoteText(gone)}`, value: quoteText(heir) };
  const [from, to] = [quoteText(gone), quoteText(heir)];
  // A list that holds both keeps the one that stays.
  return {
    held: `${from} = any(${column})`,
    value: `case when ${to} = any(${column}) then array_remove(${column}, ${from}) else array_replace(${column}, ${from}, ${to}) end`,
  };
}

/** What a record is called in the log, as SQL. */
export function loggedName(model: EntityModel, alias?: string): string {
  const label = model.field.get(model.label);
  const of = alias === undefined ? '' : `${alias}.`;
  return label?.column?.kind === 'text' ? `coalesce(${of}${quoteIdentifier(label.id)}, ${of}id)` : `${of}id`;
}

/** Puts a choice or state in the place of another, in the records of a tenant; gives those that held it. */
export function replaceChoice(
  connection: Connection,
  tenantId: string,
  replacement: Replacement,
  now: Date,
): Promise<readonly Moved[]> {
  const { model, field, table } = replacement;
  const title = loggedName(model);
  const { held, value } = swapOf(replacement);
  return connection.query<Moved>(
    `update ${tableName(model.id)} set ${quoteIdentifier((table ?? field).id)} = ${value}, version = version + 1, "updateTime" = $2
     where "tenantId" = $1 and ${held}
     returning id, ${title} as title`,
    [tenantId, now.toISOString()],
  );
}

/** Writes into the log of each record what took the place of what; of the connection's tenant unless another is named. */
export async function logReplaced(
  connection: Connection,
  { model, field, table, gone, heir, goneTitle, heirTitle, cause }: Replacement,
  moved: readonly Moved[],
  {
    nextId,
    now,
    tenantId = connection.tenantId,
  }: Pick<ReplaceOptions, 'nextId' | 'now'> & { readonly tenantId?: string },
): Promise<void> {
  const many = field.column?.kind === 'text[]';
  // Of rows the log knows the sub-table alone, whose right decides who reads it.
  const shown = titleIn({ field, table });
  const change = {
    id: (table ?? field).id,
    key: (table ?? field).key,
    title: shown,
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
        `${shown}：${goneTitle} → ${heirTitle}`,
        cause ?? `元数据已删除“${goneTitle}”`,
        JSON.stringify([change]),
        JSON.stringify(rows),
      ],
    );
  }
}
