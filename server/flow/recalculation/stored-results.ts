import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { namedRows, rollupDifferences } from '../../../src/compile/sql/rollup-sql.ts';
import { callsWithin, renderSql } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel, ModelExpression } from '../../../src/core/model/entity-model.ts';
import { isRolledUp, rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import { computeField, isFieldVisible } from '../../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import type { Connection } from '../../ground/database/database.ts';
import { SETTING_ENTITY } from '../../metadata/tenant-settings.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { Reading, Tx } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { lockTargets } from '../../records/read/lock-targets.ts';
import { recount } from '../../records/write/rollup/recount.ts';
import { saveRecord } from '../../records/write/save.ts';

/** How many records are read at a time. */
const BATCH = 500;

function looksInto(field: FieldModel, reads: (expression: ModelExpression) => boolean): boolean {
  const expressions = [field.compute, ...(field.cases ?? []).map(({ when }) => when)];
  return (
    expressions.some((expression) => expression !== undefined && reads(expression)) ||
    (field.columns ?? []).some((column) => looksInto(column, reads))
  );
}

const isStored = (field: FieldModel): boolean => field.column !== undefined;

/**
 * Entities whose stored results read a setup table by `lookup`, or the tenant's settings by `setting`, and the entity
 * itself, whose own results may be defined otherwise by now.
 */
export function readersOf(entities: ReadonlyMap<string, EntityModel>, source: string): EntityModel[] {
  const reads =
    source === SETTING_ENTITY
      ? (expression: ModelExpression) => callsWithin(expression.node).some(({ name }) => name === 'setting')
      : (expression: ModelExpression) => expression.references.some((name) => name.startsWith(`@${source}.`));
  return [...entities.values()].filter(
    (model) =>
      (model.key === source &&
        model.fields.some((field) => isRolledUp(field) || (isStored(field) && field.computed))) ||
      model.fields.some((field) => isStored(field) && looksInto(field, reads)),
  );
}

/** Brings the stored results of a record up to date, what it counts first. */
export async function recalculate(tx: Tx, id: string): Promise<void> {
  const { call } = tx;
  await lockTargets(tx, [id]);
  await recount(tx, rollupGraph(call.snapshot.entities).into(call.model.key), [id]);
  // What counts alone is not saved: the version of the record stays.
  const [still] = (await compareRows(tx, call.model, [id])).results;
  if (still !== undefined) await saveRecord(tx, { id });
}

/** Whether the stored results of a record differ from what its values give now. */
function differs(model: EntityModel, stored: Row, environment: RecordEnvironment): boolean {
  const record: Row = { ...stored };
  for (const key of model.computeOrder) {
    const field = model.field.get(key);
    // A stored result never reads a live one.
    if (field === undefined || !isStored(field)) continue;
    const value = isFieldVisible(model, field, record, environment) ? computeField(field, record, environment) : null;
    if (value === undefined) continue;
    if (!sameValue(value, stored[key])) return true;
    record[key] = value;
  }
  return false;
}

/** Ids of an entity's records after one, in order. */
async function idsAfter(connection: Connection, model: EntityModel, tenantId: string, after: string) {
  const table = tableName(model.id);
  const rows = await connection.query<{ id: string }>(
    `select id from ${table} where "tenantId" = $1 and "isDeleted" = 0 and id > $2 order by id limit ${BATCH}`,
    [tenantId, after],
  );
  return rows.map(({ id }) => id);
}

/** One batch of records: how many were looked at, the last one, and those whose results would change. */
interface ResultBatch {
  readonly size: number;
  readonly last: string;
  readonly changed: readonly string[];
}

/** Looks at the records of an entity after one of them. */
export async function compareBatch(tx: Reading, model: EntityModel, after: string): Promise<ResultBatch> {
  const { call } = tx;
  const ids = await idsAfter(tx.db, model, call.context.tenantId, after);
  if (ids.length === 0) return { size: 0, last: after, changed: [] };
  const { results, counts } = await compareRows(tx, model, ids);
  return { size: ids.length, last: ids.at(-1) ?? after, changed: [...new Set([...results, ...counts])].sort() };
}

/** Which of some records have other stored results, or count otherwise, than they would now. */
async function compareRows(tx: Reading, model: EntityModel, ids: readonly string[]) {
  const { call, db } = tx;
  const own = callFor({ ...call, internal: true }, model);
  const rows = await readRowsOf(withCall(tx, own), withoutLive(model), { ids });
  const environment = await prepareEnvironment(withCall(tx, own), {});
  const results = rows.flatMap((row) => (differs(model, row, environment) ? [String(row.id)] : []));
  const feeds = rollupGraph(call.snapshot.entities).into(model.key);
  if (feeds.length === 0) return { results, counts: [] };
  const asked = rollupDifferences(feeds, model, namedRows(db.tenantId, ids), call.world);
  const { text, values } = renderSql(asked);
  const found = await db.query<{ id: string }>(text, values);
  return { results, counts: found.map(({ id }) => id) };
}

const stored = new WeakMap<EntityModel, EntityModel>();

/** The same entity read without what is computed on reading, which costs most and decides nothing here. */
function withoutLive(model: EntityModel): EntityModel {
  let known = stored.get(model);
  if (known === undefined) {
    known = { ...model, fields: readableFields(model).filter(isStored) };
    stored.set(model, known);
  }
  return known;
}
