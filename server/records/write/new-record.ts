import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import { applyDefaults } from '../../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import type { ValidationStage } from '../../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { withDerived } from '../call/area-rules.ts';
import { type CompanionModel, companionsOf } from '../call/companions.ts';
import { asPlatform, withModel } from '../call/entity-call.ts';
import type { ExistsMemory } from '../call/exists-conditions.ts';
import type { EntityCall, Reading, Tx } from '../call/ports.ts';
import { asksExists, prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';
import { nextSerial, wantsNumber } from '../call/serial.ts';
import { lockTargets } from '../read/lock-targets.ts';
import { checkRecord, settleFiles, settleRecord } from './check-record.ts';
import { recount } from './rollup/recount.ts';
import { insertRecord } from './write-row.ts';

/** How many references defaults may follow one after the other. */
const DEEPEST_DEFAULTS = 5;

/** A record that is about to be inserted. */
interface NewRecord {
  readonly id: string;
  readonly status: string | null;
  /** Values that were given; all others get their defaults. */
  readonly given: Row;
  readonly stage: ValidationStage;
  /** Names besides the record's own: its parent, rows of children that come along. */
  readonly others?: Row;
  /** Whether what is given was checked when it was asked for, so that whose choice it was is not asked again. */
  readonly trusted?: boolean;
  /** Further faults, decided over the record with its defaults. */
  readonly faults?: (record: Row, environment: RecordEnvironment) => readonly WireFault[];
}

/** A new record with its defaults, and what they were decided over. */
interface Filled {
  readonly full: Row;
  readonly environment: RecordEnvironment;
}

/** Gives a new record its defaults, each after what it follows, also behind references that are defaults themselves. */
export async function fillDefaults(
  tx: Reading,
  base: Row,
  given: Row,
  parts: { readonly memory?: ExistsMemory; readonly others?: Row } = {},
): Promise<Filled> {
  const { model } = tx.call;
  let environment = await prepareEnvironment(tx, { ...base, ...given }, parts);
  let full: Row = { ...base, ...applyDefaults(model, { ...base, ...given }, environment) };
  environment = await prepareEnvironment(tx, full, parts);
  // A default may follow a reference that is itself a default: what stands behind it is known only now.
  for (let round = 0; round < DEEPEST_DEFAULTS; round++) {
    const next: Row = { ...base, ...applyDefaults(model, { ...base, ...given }, environment) };
    if (model.fields.every(({ key }) => sameValue(full[key] ?? null, next[key] ?? null))) break;
    full = next;
    environment = await prepareEnvironment(tx, full, parts);
  }
  return { full, environment };
}

/** Values of a record that nobody has stored yet, as far as the platform gives them. */
export function unstored({ context, now }: EntityCall, status: string | null): Row {
  return {
    id: null,
    status,
    createUser: context.caller.userId || null,
    createDept: context.caller.deptId || null,
    createTime: now,
  };
}

/** Fills in defaults, computes and checks a new record; gives its values, nothing is written. */
export async function prepareNew(tx: Reading, record: NewRecord): Promise<Row> {
  const { model } = tx.call;
  const { id, status, given } = record;
  const base = unstored(tx.call, status);
  const memory: ExistsMemory = new Map();
  const parts = { memory, ...(record.others === undefined ? {} : { others: record.others }) };
  const filled = await fillDefaults(tx, base, given, parts);
  const { full } = filled;
  let { environment } = filled;
  const faults = record.faults?.(full, environment) ?? [];
  const { values: settled, faults: unseen } = settleRecord(model, full, new Set(Object.keys(given)), environment);
  const values = withDerived(tx.call, { record: settled, old: {} }, environment);
  // Before numbers are taken: whoever holds one of these may be about to take the next.
  await lockTargets(tx, [], [values]);
  for (const field of model.fields) {
    if (!wantsNumber(field, values)) continue;
    values[field.key] = await nextSerial(tx, field, values, environment);
    // Numbering waits for whoever has the number before; what he stored meanwhile is to be seen.
    memory.clear();
  }
  if (asksExists(tx)) environment = await prepareEnvironment(tx, values, parts);
  const changed = model.fields.filter((field) => !field.base && (values[field.key] ?? null) !== null);
  const entered = Object.keys(given).filter((key) => key !== model.parent?.field);
  const checked = { id, values, changed, given: new Set(record.trusted === true ? [] : entered) };
  await checkRecord(tx, checked, environment, record.stage, [...faults, ...unseen]);
  return values;
}

/** Inserts a prepared record, with its files, its log entry and the records that accompany it. */
export async function storeNew(tx: Tx, id: string, values: Row): Promise<void> {
  await insertRecord(tx, id, values);
  await settleFiles(tx, id, {}, values);
  for (const model of companionsOf(tx.call)) await accompany(asPlatform(withModel(tx, model)), model, id);
}

/** Makes the record of an entity that stands beside another one; what referred to that one before is counted. */
export async function accompany(tx: Tx, { key, companion, initialState }: CompanionModel, id: string): Promise<void> {
  const status = initialState ?? null;
  const given = { [companion.field]: id };
  const values = await prepareNew(tx, { id, status, given, stage: 'types', trusted: true });
  await storeNew(tx, id, values);
  await recount(tx, rollupGraph(tx.call.snapshot.entities).into(key), [id]);
}

/**
 * Runs work whose faults stand below a place of the body: `/row`, `/chemicals/2`.
 * @param tell says a fault so that it is understood away from the place; default as it is.
 */
export async function within<T>(
  pointer: string,
  work: () => Promise<T>,
  tell: (message: string) => string = (message) => message,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnlanError) || error.faults.length === 0) throw error;
    throw invalidInput(
      error.faults.map(({ msg, ...fault }) => ({ ...fault, pointer: `${pointer}${fault.pointer}`, msg: tell(msg) })),
    );
  }
}
