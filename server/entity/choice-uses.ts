import { TOP_TENANT, tableName } from '../../src/compile/sql/plan-tables.ts';
import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { joined, say } from '../../src/core/text/say.ts';
import type { Connection } from '../database/database.ts';
import { callFor, type EntityCall } from './entity-call.ts';
import { lockRecord } from './read-record.ts';
import type { Row } from './record-row.ts';
import { updateRecord } from './write-row.ts';

/** Entity whose records are the items of dictionaries. */
export const ITEMS_ENTITY = 'dictBiz';

/** Key of the record that is the dictionary itself. */
const HEAD = '-1';

/** Records that one replacement changes at most: it is one transaction. */
const MOST = 10_000;

/** A place in which records hold a choice. */
interface Place {
  readonly entity: EntityModel;
  readonly field: FieldModel;
  /** Column of a sub-table; undefined for a field of the record. */
  readonly column?: FieldModel;
}

/** An item as its record says it. */
interface Item {
  readonly code: string;
  readonly key: string;
  readonly title: string;
}

function itemOf(values: Row): Item | undefined {
  const { code, dictKey, dictValue } = values;
  if (typeof code !== 'string' || typeof dictKey !== 'string' || dictKey === HEAD) return undefined;
  return { code, key: dictKey, title: String(dictValue ?? dictKey) };
}

/** All places of the tenant's metadata that take their choices from a dictionary. */
function placesOf(call: EntityCall, code: string): readonly Place[] {
  return [...call.snapshot.entities.values()].flatMap((entity) =>
    entity.fields.flatMap((field): Place[] => {
      if (field.column === undefined) return [];
      if (field.property.dict === code) return [{ entity, field }];
      const columns = (field.columns ?? []).filter((column) => column.property.dict === code);
      return columns.map((column) => ({ entity, field, column }));
    }),
  );
}

/** Condition of a place over the record `t`; the key is the second argument. */
function condition({ field, column }: Place): string {
  const name = `t.${quoteIdentifier(field.id)}`;
  if (column !== undefined) {
    const cell = `r.row -> '${column.key.replaceAll("'", "''")}'`;
    return `exists (select 1 from jsonb_array_elements(case jsonb_typeof(${name}) when 'array' then ${name} end) r(row)
      where ${cell} = to_jsonb($2::text) or ${cell} @> jsonb_build_array($2::text))`;
  }
  return field.column?.kind === 'text[]' ? `${name} @> array[$2::text]` : `${name} = $2::text`;
}

async function countIn(call: EntityCall, connection: Connection, item: Item): Promise<Map<EntityModel, number>> {
  const counts = new Map<EntityModel, number>();
  for (const entity of new Set(placesOf(call, item.code).map((place) => place.entity))) {
    const places = placesOf(call, item.code).filter((place) => place.entity === entity);
    const [row] = await connection.query<{ count: string }>(
      `select count(*) from ${tableName(entity.id)} t
       where t."tenantId" = $1 and t."isDeleted" = 0 and (${places.map(condition).join(' or ')})`,
      [connection.tenantId, item.key],
    );
    const count = Number(row?.count ?? 0);
    if (count > 0) counts.set(entity, count);
  }
  return counts;
}

/** Whether the shipped item of the same name stands in for a tenant's own one. */
async function hasStandIn(connection: Connection, { code, key }: Item): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from data."dictBiz" where "tenantId" = $1 and code = $2 and "dictKey" = $3 and "isDeleted" = 0`,
    [TOP_TENANT, code, key],
  );
  return connection.tenantId !== TOP_TENANT && rows.length > 0;
}

/** How many records of each business hold an item; those of all companies where the item is everybody's. */
async function usesOf(call: EntityCall, connection: Connection, item: Item): Promise<ReadonlyMap<EntityModel, number>> {
  const uses = await countIn(call, connection, item);
  if (connection.tenantId !== TOP_TENANT) return uses;
  const tenants = await connection.query<{ tenantCode: string }>(
    `select "tenantCode" from data.tenant where "isDeleted" = 0 and "tenantCode" <> $1`,
    [TOP_TENANT],
  );
  for (const { tenantCode } of tenants) {
    const others = await call.services.database.withTenant(tenantCode, (other) => countIn(call, other, item));
    for (const [entity, count] of others) uses.set(entity, (uses.get(entity) ?? 0) + count);
  }
  return uses;
}

/**
 * Refuses to take a dictionary's item away, or to rename its key, while records hold it: they would show the bare key.
 * Names the businesses with their numbers.
 */
export async function refuseUsedItem(call: EntityCall, connection: Connection, values: Row): Promise<void> {
  const item = call.model.key === ITEMS_ENTITY ? itemOf(values) : undefined;
  if (item === undefined || (await hasStandIn(connection, item))) return;
  const uses = [...(await usesOf(call, connection, item))].sort(([, left], [, right]) => right - left);
  if (uses.length === 0) return;
  const told = uses.map(([{ title }, count]) => say('{title}{count}条', { title, count })).reduce(joined);
  throw new AnlanError('guardFailed', {
    detail: say('“{title}”还有记录在用：{uses}。请改为封存（不能再选，已有记录照常显示），或先替换为其他项', {
      title: item.title,
      uses: told,
    }),
  });
}

/** Refuses a save that gives a dictionary's item another key, or another dictionary, while records hold it. */
export async function refuseRenamedItem(
  call: EntityCall,
  connection: Connection,
  before: Row,
  after: Row,
): Promise<void> {
  if (before.code !== after.code || before.dictKey !== after.dictKey) await refuseUsedItem(call, connection, before);
}

/**
 * Puts another item in the place of one in all records that hold it, each change logged, in the caller's transaction.
 * @param to key of the other item, one of the same dictionary that can be chosen.
 */
export async function replaceItem(call: EntityCall, connection: Connection, values: Row, to: string): Promise<void> {
  const item = itemOf(values);
  if (call.model.key !== ITEMS_ENTITY || item === undefined) return;
  const choices = call.snapshot.dictionaries.get(item.code)?.choices ?? [];
  if (to === item.key || !choices.some(({ key, sealed }) => key === to && sealed !== true)) {
    throw invalidInput([{ pointer: '/to', msg: say('替换成的项须是同一字典中可选的另一项') }]);
  }
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((entry) => (entry === item.key ? to : entry)))];
    return value === item.key ? to : value;
  };
  let changed = 0;
  for (const { entity, field, column } of placesOf(call, item.code)) {
    const rows = await connection.query<{ id: string }>(
      `select t.id from ${tableName(entity.id)} t where t."tenantId" = $1 and t."isDeleted" = 0
       and ${condition({ entity, field, ...(column === undefined ? {} : { column }) })} order by t.id limit ${MOST + 1}`,
      [connection.tenantId, item.key],
    );
    changed += rows.length;
    if (changed > MOST) {
      throw new AnlanError('guardFailed', { detail: say('要替换的记录超过{most}条，请改为封存该项', { most: MOST }) });
    }
    const platform: EntityCall = { ...callFor(call, entity), internal: true };
    for (const { id } of rows) {
      const stored = await lockRecord(platform, connection, id);
      const value = stored.values[field.key];
      const next =
        column === undefined || !Array.isArray(value)
          ? swap(value)
          : value.map((row) => ({ ...(row as Row), [column.key]: swap((row as Row)[column.key]) }));
      await updateRecord(platform, connection, stored, { ...stored.values, [field.key]: next }, 'update');
    }
  }
}
