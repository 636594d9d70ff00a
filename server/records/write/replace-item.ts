import { TOP_TENANT, tableName } from '../../../src/compile/sql/plan-tables.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel, ModelExpression } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { computeField, isFieldVisible } from '../../../src/core/validation/compute-record.ts';
import type { Connection } from '../../ground/database/database.ts';
import { holdItems, lockItem } from '../../ground/database/held-items.ts';
import { createEntityCall, withCall } from '../call/entity-call.ts';
import type { Reading, Tx } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';
import { lockRecord } from '../read/read-record.ts';
import { settleFlow } from './after-write.ts';
import {
  type ChoiceUse,
  type Company,
  holdsItem,
  type Item,
  inEachCompany,
  itemOf,
  othersOf,
  placesOf,
} from './choice-uses.ts';
import { updateRecord } from './write-row.ts';

/** Records that one replacement changes at most: it is one transaction. */
const MOST = 10_000;

/**
 * Puts another item in the place of one in all records that hold it, of all companies where the item is everybody's. Each
 * change is logged, and stored results that read the value follow it. Happens in the caller's transaction.
 * @param to key of the other item, one of the same dictionary that can be chosen in each company concerned.
 */
export async function replaceItem(tx: Tx, values: Row, to: string): Promise<void> {
  const { call } = tx;
  const item = itemOf(call, values);
  if (item === undefined) return;
  await lockItem(tx.db, item);
  await requireOther({ tx, snapshot: call.snapshot }, item, to);
  let changed = 0;
  await inEachCompany(tx, item, async (company) => {
    // Setup tables first: what others look up in them is computed anew from what they hold then.
    const places = placesOf(company.snapshot, item.code);
    for (const place of [...places].sort((left, right) => Number(right.entity.small) - Number(left.entity.small))) {
      const ids = await holdersOf(company.tx.db, place, item);
      if (ids.length > 0) await requireOther(company, item, to);
      changed += ids.length;
      if (changed > MOST) {
        throw new AnlanError('guardFailed', {
          detail: say('要替换的记录超过{most}条，请改为封存该项', { most: MOST }),
        });
      }
      for (const id of ids) await replaceIn(company, place, { id, from: item.key, to });
    }
  });
}

/** Refuses an item that cannot be chosen in a company; holds it there until the transaction ends. */
async function requireOther({ tx, snapshot }: Company, item: Item, to: string): Promise<void> {
  const { tenantId } = tx.db;
  if (othersOf(snapshot, item).some(({ key }) => key === to)) {
    const gone = await holdItems(tx.db, [tenantId, TOP_TENANT], [{ code: item.code, key: to }]);
    if (gone.length === 0) return;
  }
  throw invalidInput([
    {
      pointer: '/to',
      msg:
        tenantId === tx.call.context.tenantId
          ? say('替换成的项须是同一字典中可选的另一项')
          : say('替换成的项在企业{tenantId}中不能选择，请改为封存该项', { tenantId }),
    },
  ]);
}

/** Ids of the records that hold an item in a place, at most one more than may be changed. */
async function holdersOf(connection: Connection, place: ChoiceUse, item: Item): Promise<string[]> {
  const rows = await connection.query<{ id: string }>(
    `select t.id from ${tableName(place.entity.id)} t
     where t."tenantId" = $1 and t."isDeleted" = 0 and ${holdsItem(place)} order by t.id limit ${MOST + 1}`,
    [connection.tenantId, item.key],
  );
  return rows.map(({ id }) => id);
}

interface Swap {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

async function replaceIn(
  { tx, snapshot }: Company<Tx>,
  { entity, field, column }: ChoiceUse,
  { id, from, to }: Swap,
): Promise<void> {
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((entry) => (entry === from ? to : entry)))];
    return value === from ? to : value;
  };
  const context = { ...tx.call.context, tenantId: tx.db.tenantId };
  const own = withCall(tx, createEntityCall(tx.call.services, context, snapshot, entity, { internal: true }));
  const stored = await lockRecord(own, id);
  const value = stored.values[field.key];
  const replaced =
    column === undefined || !Array.isArray(value)
      ? swap(value)
      : value.map((row) => ({ ...(row as Row), [column.key]: swap((row as Row)[column.key]) }));
  const next = await withResults(own, stored.values, field, replaced);
  if (!(await updateRecord(own, stored, next, 'update'))) return;
  await settleFlow(own, { id, from: stored.status, values: next, before: stored.values }, false);
}

/**
 * The record with another value in a field and with the stored results that follow it. Others stay: what settings or time
 * have changed meanwhile is not the replacement's to change.
 */
async function withResults(tx: Reading, stored: Row, changed: FieldModel, value: unknown): Promise<Row> {
  const { model } = tx.call;
  const next: Row = { ...stored, [changed.key]: value };
  const following = resultsOf(model, changed.key);
  if (following.length === 0) return next;
  const environment = await prepareEnvironment(tx, next, { stored });
  for (const field of following) {
    const result = isFieldVisible(model, field, next, environment) ? computeField(field, next, environment) : null;
    if (result !== undefined) next[field.key] = result;
  }
  return next;
}

/** Stored results of an entity that read a field, directly or through other results, each after those that it reads. */
function resultsOf(model: EntityModel, key: string): FieldModel[] {
  const read = new Set([key]);
  return model.computeOrder.flatMap((name) => {
    const field = model.field.get(name);
    // The field itself keeps what was put into it; rows of a sub-table have results of their own.
    if (field?.column === undefined || (name === key && field.columns === undefined)) return [];
    if (!readsAny(field, read)) return [];
    read.add(name);
    return [field];
  });
}

function readsAny(field: FieldModel, keys: ReadonlySet<string>): boolean {
  // `parent.x` inside a condition over other records is the record's own x.
  const reads = (expression: ModelExpression) =>
    expression.references.some((name) => name.split('.').some((part) => keys.has(part)));
  const expressions = [field.compute, ...(field.cases ?? []).map(({ when }) => when)];
  return (
    expressions.some((expression) => expression !== undefined && reads(expression)) ||
    (field.columns ?? []).some((column) => keys.has(field.key) || readsAny(column, keys))
  );
}
