import { TOP_TENANT, tableName } from '../../../src/compile/sql/plan-tables.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { quoteIdentifier, quoteText } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { type HeldItem, ITEMS_ENTITY } from '../../../src/core/wire/held-item.ts';
import type { Connection } from '../../ground/database/database.ts';
import { lockItem } from '../../ground/database/held-items.ts';
import { inCompany } from '../../ground/database/in-company.ts';
import { readTenantCodes } from '../../ground/database/tenants.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/** Key of the record that is the dictionary itself. */
const HEAD = '-1';

/** A place in which records hold a choice. */
export interface ChoiceUse {
  readonly entity: EntityModel;
  readonly field: FieldModel;
  /** Column of a sub-table; undefined for a field of the record. */
  readonly column?: FieldModel;
}

/** An item as its record says it. */
export interface Item {
  readonly code: string;
  readonly key: string;
  readonly title: string;
  readonly sealed: boolean;
}

/** The item that a record of a call is; undefined for other entities, and for the record of the dictionary itself. */
export function itemOf(call: EntityCall, values: Row): Item | undefined {
  const { code, dictKey, dictValue, isSealed } = values;
  if (call.model.key !== ITEMS_ENTITY) return undefined;
  if (typeof code !== 'string' || typeof dictKey !== 'string' || dictKey === HEAD) return undefined;
  return { code, key: dictKey, title: String(dictValue ?? dictKey), sealed: isSealed === '1' };
}

/** All places of a company's metadata that take their choices from a dictionary. */
export function placesOf(snapshot: MetadataSnapshot, code: string): readonly ChoiceUse[] {
  return [...snapshot.entities.values()].flatMap((entity) =>
    entity.fields.flatMap((field): ChoiceUse[] => {
      if (field.column === undefined) return [];
      if (field.property.dict === code) return [{ entity, field }];
      const columns = (field.columns ?? []).filter((column) => column.property.dict === code);
      return columns.map((column) => ({ entity, field, column }));
    }),
  );
}

/** Condition of a place over the record `t`; the key is the second argument. */
export function holdsItem({ field, column }: ChoiceUse): string {
  const name = `t.${quoteIdentifier(field.id)}`;
  if (column !== undefined) {
    const cell = `r.row -> ${quoteText(column.id)}`;
    return `exists (select 1 from jsonb_array_elements(case jsonb_typeof(${name}) when 'array' then ${name} end) r(row)
      where ${cell} = to_jsonb($2::text) or ${cell} @> jsonb_build_array($2::text))`;
  }
  return field.column?.kind === 'text[]' ? `${name} @> array[$2::text]` : `${name} = $2::text`;
}

/** Whether a company has an item of that name of its own. */
async function hasItem(connection: Connection, tenantId: string, { code, key }: Item): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from data."dictBiz" where "tenantId" = $1 and code = $2 and "dictKey" = $3 and "isDeleted" = 0`,
    [tenantId, code, key],
  );
  return rows.length > 0;
}

/** One company in which an item of the call is the one that records show. */
export interface Company<On extends Reading = Reading> {
  /** On the company's own rows; the call is that of whoever asks. */
  readonly tx: On;
  readonly snapshot: MetadataSnapshot;
}

/**
 * Does something in each company whose records show the item: in the caller's, unless the shipped item of the same name
 * stands in for it; where it is everybody's, in all that have none of that name themselves.
 */
export async function inEachCompany<On extends Reading>(
  tx: On,
  item: Item,
  work: (company: Company<On>) => Promise<void>,
): Promise<void> {
  const { call, db } = tx;
  const shipped = db.tenantId === TOP_TENANT;
  if (!shipped && (await hasItem(db, TOP_TENANT, item))) return;
  await work({ tx, snapshot: call.snapshot });
  if (!shipped) return;
  for (const tenantCode of await readTenantCodes(db, 'current')) {
    if (tenantCode === TOP_TENANT) continue;
    const snapshot = await call.services.metadata.snapshot(tenantCode);
    await inCompany(db, tenantCode, async (view) => {
      if (!(await hasItem(view, tenantCode, item))) await work({ tx: { ...tx, db: view }, snapshot });
    });
  }
}

/** How many records of each business hold an item, the most first. */
async function usesOf(tx: Reading, item: Item): Promise<HeldItem['uses']> {
  const uses = new Map<string, HeldItem['uses'][number]>();
  await inEachCompany(tx, item, async (company) => {
    const places = placesOf(company.snapshot, item.code);
    for (const { key, id, title } of new Set(places.map(({ entity }) => entity))) {
      const conditions = places.filter(({ entity }) => entity.key === key).map(holdsItem);
      const [row] = await company.tx.db.query<{ count: string }>(
        `select count(*) from ${tableName(id)} t
         where t."tenantId" = $1 and t."isDeleted" = 0 and (${conditions.join(' or ')})`,
        [company.tx.db.tenantId, item.key],
      );
      const count = Number(row?.count ?? 0);
      if (count > 0) uses.set(key, { entity: key, title, count: count + (uses.get(key)?.count ?? 0) });
    }
  });
  return [...uses.values()].sort((left, right) => right.count - left.count);
}

/** Items of the same dictionary that can be chosen in the place of one. */
export function othersOf(snapshot: MetadataSnapshot, item: Item): HeldItem['others'] {
  const choices = snapshot.dictionaries.get(item.code)?.choices ?? [];
  return choices
    .filter(({ key, sealed }) => key !== item.key && sealed !== true)
    .map(({ key, title }) => ({ key, title }));
}

/**
 * Refuses to take a dictionary's item away, or to rename its key, while records hold it: they would show the bare key.
 * Names the businesses with their numbers, and carries what may be done instead.
 */
export async function refuseUsedItem(tx: Reading, values: Row): Promise<void> {
  const { call } = tx;
  const item = itemOf(call, values);
  if (item === undefined) return;
  await lockItem(tx.db, item);
  const uses = await usesOf(tx, item);
  if (uses.length === 0) return;
  const told = uses.map(({ title, count }) => say('{title}{count}条', { title, count })).reduce(joined);
  const maySeal = !item.sealed && (call.internal || call.granted.has('edit'));
  const data: HeldItem = {
    uses,
    others: othersOf(call.snapshot, item),
    ...(maySeal ? { seal: { isSealed: '1' } } : {}),
  };
  throw new AnlanError(
    'guardFailed',
    {
      detail: say('“{title}”还有记录在用：{uses}。请改为封存（不能再选，已有记录照常显示），或先替换为其他项', {
        title: item.title,
        uses: told,
      }),
    },
    { data },
  );
}

/** Refuses a save that gives a dictionary's item another key, or another dictionary, while records hold it. */
export async function refuseRenamedItem(tx: Reading, before: Row, after: Row): Promise<void> {
  if (before.code !== after.code || before.dictKey !== after.dictKey) await refuseUsedItem(tx, before);
}
