import type { Value, ValueType } from '../../../src/core/expression/index.ts';
import { evaluateFormula, type FormulaModel } from '../../../src/core/formula/formula.ts';
import type { EntityModel, SeriesModel } from '../../../src/core/model/entity-model.ts';
import {
  evaluateOver,
  holds,
  type RecordEnvironment,
  storedValue,
} from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import type { BulkConnection, Database } from '../../ground/database/database.ts';
import { rememberingReads } from '../../ground/database/remembered-reads.ts';
import { createListeners } from '../../ground/listeners.ts';
import { withModel } from '../../records/call/entity-call.ts';
import { recordEnvironment, withBehind } from '../../records/call/environment.ts';
import type { EntityCall, Reading, Tx, WrittenRecord } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import { mentionedFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { namesInAll } from '../../records/call/walk-nodes.ts';
import { inBatch } from '../../records/call/write-batch.ts';
import { transactAs } from '../../records/write/transact.ts';
import type { PeriodRun } from './open-periods.ts';
import { type FiguresOf, readFigures } from './read-figures.ts';

/** Combinations that are written in one transaction. */
const BATCH = 1000;

/** One record of each source, by its field. */
type Combination = Readonly<Record<string, Row>>;

/** What a run of one period goes by. */
interface Prepared {
  readonly combinations: readonly Combination[];
  readonly environment: RecordEnvironment;
  readonly formulas: ReadonlyMap<string, FormulaModel>;
  readonly figures: ReadonlyMap<string, FiguresOf>;
  /** What values that read other records give, by field. */
  readonly counted: ReadonlyMap<string, FiguresOf>;
}

/** How far a run has come. */
interface Written {
  /** Combinations gone through; undefined once there are no more. */
  readonly place: number | undefined;
  /** Records that were new or have changed. */
  readonly changed: number;
}

/**
 * Writes a period of a series from a place on, at most so many combinations, in transactions of a thousand. A record
 * that would say what it says already is left alone.
 */
export async function writePeriod(
  call: EntityCall,
  series: SeriesModel,
  period: PeriodRun,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Written> {
  const { services, context } = call;
  const prepared = await services.database.withTenant(context.tenantId, (db) => prepare({ call, db }, series, period));
  const { combinations } = prepared;
  let changed = 0;
  let place = from;
  const bulk = services.database.openBulk();
  try {
    for (const end = Math.min(combinations.length, from + most); place < end; ) {
      const batch = combinations.slice(place, Math.min(end, place + BATCH));
      changed += await writeTogether(bulk, call, (tx) => writeBatch(tx, series, period, prepared, batch));
      place += batch.length;
    }
  } finally {
    await bulk.close();
  }
  return { place: place < combinations.length ? place : undefined, changed };
}

/** Writes many records in one transaction, whose statements go out together; what was written is told after the commit. */
async function writeTogether(
  bulk: BulkConnection,
  call: EntityCall,
  work: (tx: Tx) => Promise<number>,
): Promise<number> {
  const { services, context } = call;
  const written = createListeners<WrittenRecord>();
  let told: WrittenRecord[] = [];
  written.add((record) => {
    told.push(record);
  });
  const changed = await bulk.transaction(context.tenantId, (plain) => {
    // It may be another try.
    told = [];
    const connection = rememberingReads(plain);
    const database: Database = { ...services.database, transaction: (_, within) => within(connection) };
    const own = { ...call, services: { ...services, database, written } };
    return inBatch((batch) => transactAs(own.services, context.tenantId, ({ about }) => work(about(own)), batch));
  });
  for (const record of told) await services.written.tell(record);
  return changed;
}

async function prepare(tx: Reading, series: SeriesModel, period: PeriodRun): Promise<Prepared> {
  const { entities } = tx.call.snapshot;
  const rows = new Map<string, readonly Row[]>();
  const names = namesOf(series);
  for (const { field, entity, where } of series.sources) {
    const model = entities.get(entity);
    const taken = model === undefined ? [] : await rowsWhere(withModel(tx, model), model, where, names);
    rows.set(field, ofPeriod(taken, field, series, period));
  }
  const environment = await withBehind(
    tx,
    recordEnvironment(tx.call),
    [...series.values.values()],
    series.sources.flatMap(({ field, entity }) => {
      const model = entities.get(entity);
      return model === undefined ? [] : [{ name: field, model, rows: [...(rows.get(field) ?? [])] }];
    }),
  );
  const formulas = new Map<string, FormulaModel>();
  const figures = new Map<string, FiguresOf>();
  for (const [key, { from, field, over }] of series.formulas) {
    const holder = entities.get(series.sources.find((source) => source.field === from)?.entity ?? '');
    const formula = holder?.field.get(field)?.formula;
    const set = holder?.figures[formula?.set ?? ''];
    const model = entities.get(set?.of ?? '');
    if (formula === undefined || set === undefined || model === undefined) continue;
    formulas.set(key, formula);
    const nodes = Object.fromEntries([...set.figures].map(([name, { value }]) => [name, value]));
    if (!figures.has(over)) figures.set(over, await readFigures(tx, { model, name: model.key }, nodes, period));
  }
  const counted = new Map<string, FiguresOf>();
  for (const [key, { expression, over }] of series.counted) {
    const model = entities.get(series.sources.find(({ field }) => field === over)?.entity ?? '');
    if (model === undefined) continue;
    counted.set(key, await readFigures(tx, { model, name: over }, { [key]: expression.node }, period));
  }
  return { combinations: combine(series, rows), environment, formulas, figures, counted };
}

/** Of the records that say which period is theirs, those that are written for this one. */
function ofPeriod(rows: readonly Row[], field: string, { every }: SeriesModel, { unit }: PeriodRun): readonly Row[] {
  return typeof every === 'string' || every.from !== field ? rows : rows.filter((row) => row[every.field] === unit);
}

/** Names that may be fields of a source: what values mention, where formulas stand, and whose period a record says. */
function namesOf({ values, formulas, every }: SeriesModel): ReadonlySet<string> {
  const mentioned = namesInAll([...values.values()].map(({ node }) => node));
  const written = [...formulas.values()].map(({ field }) => field);
  return new Set([...mentioned, ...written, ...(typeof every === 'string' ? [] : [every.field])]);
}

async function rowsWhere(
  tx: Reading,
  model: EntityModel,
  where: SeriesModel['sources'][number]['where'],
  names: ReadonlySet<string>,
): Promise<readonly Row[]> {
  const asked = where === undefined ? names : new Set([...names, ...namesInAll([where.node])]);
  const rows = await readRowsOf(tx, model, { fields: mentionedFields(model, asked) });
  if (where === undefined) return rows;
  const taken: Row[] = [];
  for (const row of rows) {
    const environment = await prepareEnvironment(tx, row, { expressions: [where], only: true });
    if (holds(where, row, environment)) taken.push(row);
  }
  return taken;
}

/** All combinations, in an order that stays while the records do. */
function combine({ sources }: SeriesModel, rows: ReadonlyMap<string, readonly Row[]>): readonly Combination[] {
  return sources.reduce<readonly Combination[]>(
    (combined, { field }) =>
      combined.flatMap((one) => (rows.get(field) ?? []).map((row) => ({ ...one, [field]: row }))),
    [{}],
  );
}

async function writeBatch(
  tx: Tx,
  series: SeriesModel,
  period: PeriodRun,
  prepared: Prepared,
  batch: readonly Combination[],
): Promise<number> {
  const { model } = tx.call;
  const there = await storedOf(tx, series, period);
  const saves = batch.flatMap((combination) => {
    const body = bodyOf(model, series, period, prepared, combination);
    const stored = there.get(keyOf(series, body));
    if (stored === undefined) return [body];
    return Object.entries(body).every(([key, value]) => sameValue(value, stored[key]))
      ? []
      : [{ ...body, id: stored.id }];
  });
  await allOf(saves.map((body) => tx.verbs.save(tx, body)));
  return saves.length;
}

/** Waits for all, also where one fails: nothing may go on asking in a transaction that is over. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

const keyOf = ({ sources }: SeriesModel, row: Row): string => sources.map(({ field }) => String(row[field])).join('/');

/** Records of a period that are there, by what they combine. */
async function storedOf(tx: Reading, series: SeriesModel, period: PeriodRun): Promise<ReadonlyMap<string, Row>> {
  const { model, context } = tx.call;
  const column = model.field.get(series.period)?.id ?? series.period;
  const found = await tx.db.query<{ id: string }>(
    `select id from data."${model.id}" where "tenantId" = $1 and "isDeleted" = 0 and "${column}" = $2`,
    [context.tenantId, period.name],
  );
  const rows = found.length === 0 ? [] : await readRowsOf(tx, model, { ids: found.map(({ id }) => id) });
  return new Map(rows.map((row) => [keyOf(series, row), row]));
}

function bodyOf(
  model: EntityModel,
  series: SeriesModel,
  { name, first, last }: PeriodRun,
  { environment, formulas, figures, counted }: Prepared,
  combination: Combination,
): Row {
  const others = { ...combination, period: { start: first, end: last, name } };
  const body: Row = { [series.period]: name };
  for (const { field } of series.sources) body[field] = combination[field]?.id ?? null;
  for (const [key, expression] of series.values) {
    const field = model.field.get(key);
    if (field !== undefined) body[key] = storedValue(evaluateOver(expression, {}, { ...environment, others }), field);
  }
  for (const [key, { over }] of series.counted) {
    const field = model.field.get(key);
    const value = counted.get(key)?.get(String(combination[over]?.id))?.[key];
    if (field !== undefined) body[key] = storedValue(figureValue(value, field.valueType), field);
  }
  const faults: string[] = [];
  for (const [key, { from, field: formulaField, over }] of series.formulas) {
    const formula = formulas.get(key);
    const field = model.field.get(key);
    const text = combination[from]?.[formulaField];
    if (formula === undefined || field === undefined) continue;
    body[key] = null;
    if (typeof text !== 'string' || text === '') continue;
    const figuresOf = numbersOf(figures.get(over)?.get(String(combination[over]?.id)) ?? {});
    const result = evaluateFormula(formula, text, figuresOf);
    if ('fault' in result) faults.push(result.fault);
    else body[key] = storedValue(result.value as Parameters<typeof storedValue>[0], field);
  }
  if (series.fault !== undefined) body[series.fault] = faults.length === 0 ? null : faults.join('；').slice(0, 200);
  return body;
}

/** Exact decimals come from the database as text. */
function figureValue(value: unknown, type: ValueType): Value {
  return (type === 'number' && typeof value === 'string' ? Number(value) : (value ?? null)) as Value;
}

/** Figures of a formula are numbers or whether something holds. */
function numbersOf(figures: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figureValue(value, 'number')]));
}
