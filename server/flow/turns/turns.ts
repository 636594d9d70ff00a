import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import { calledSteps } from '../../../src/core/model/called-steps.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import type { Arrival } from '../../records/audit/state-changes.ts';
import { asPlatform, withModel } from '../../records/call/entity-call.ts';
import type { Reading, TurnPart, Tx, WrittenState } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { lineFields } from './record-line.ts';
import { recountSteps, settleSteps } from './settle-steps.ts';
import { calledBelow, stepPlan } from './step-plan.ts';
import { dropSteps } from './store-steps.ts';
import { touchHolders } from './tell-steps.ts';
import { waitedFor } from './waited-for.ts';

/** The write that brought each record to its state, else the first one. */
type Arrivals = Map<string, Arrival>;

/** Records of a transaction on which it may be another's turn, by entity: looked at once, before it ends. */
interface Noted {
  readonly records: Map<EntityModel, Arrivals>;
  /** Records whose rows of an entity are looked at. */
  readonly below: Map<EntityModel, Arrivals>;
}

const NAME = 'turns';
const notedOf = new WeakMap<Tx['settling'], Noted>();

/** Finds who is called for records of the call's entity. */
type Settle = (tx: Tx, arrivals: Arrivals) => Promise<unknown>;

/** Whose turn it is on a record: see `TurnPart`. */
export const turns: TurnPart = turnsBy(settleSteps);

/** The same without telling anybody whose turn it is. */
export const quietTurns: TurnPart = turnsBy(recountSteps);

function turnsBy(settle: Settle): TurnPart {
  return {
    written: (tx, record) => noteWritten(tx, settle, record),
    rowsWritten(tx, id) {
      if (stepPlan(tx.call.model)?.readsRows === true) note(tx, notedFor(tx, settle).records, tx.call.model, id);
    },
    async drop(tx, id) {
      if (stepPlan(tx.call.model) === undefined) return;
      await touchHolders(tx, await dropSteps(tx.db, tx.call.model, id));
    },
    waitedFor,
  };
}

function noteWritten(tx: Tx, settle: Settle, { id, from, values, before }: WrittenState): void {
  const { model, snapshot } = tx.call;
  const plan = stepPlan(model);
  const status = typeof values.status === 'string' ? values.status : null;
  const calls = [from, status].some((state) => calledSteps(model, state).length > 0);
  if (plan !== undefined && calls && isTouched(plan.reads, before, values))
    note(tx, notedFor(tx, settle).records, model, id, from !== status);
  // A record that is new has no rows yet that could wait; each tells of itself.
  if (before === undefined) return;
  for (const child of calledBelow(model, snapshot)) {
    if (isTouched(new Set([...(stepPlan(child)?.readsAbove ?? []), ...lineFields(model)]), before, values))
      note(tx, notedFor(tx, settle).below, child, id);
  }
}

function isTouched(reads: ReadonlySet<string>, before: Row | undefined, after: Row): boolean {
  return before === undefined || [...reads].some((key) => !sameValue(before[key], after[key]));
}

function note({ call }: Tx, to: Map<EntityModel, Arrivals>, model: EntityModel, id: string, moved = false): void {
  const arrivals = to.get(model) ?? new Map();
  to.set(model, arrivals);
  if (moved || !arrivals.has(id)) arrivals.set(id, { at: call.at, broughtBy: call.context.caller.userId });
}

/** What the transaction has noted so far; whoever notes first has it settled. */
function notedFor(tx: Tx, settle: Settle): Noted {
  let noted = notedOf.get(tx.settling);
  if (noted === undefined) {
    noted = { records: new Map(), below: new Map() };
    notedOf.set(tx.settling, noted);
  }
  if (!tx.settling.has(NAME)) tx.settling.set(NAME, () => settleNoted(tx, settle));
  return noted;
}

async function settleNoted(tx: Tx, settle: Settle): Promise<void> {
  const noted = notedOf.get(tx.settling);
  if (noted === undefined) return;
  notedOf.delete(tx.settling);
  for (const [model, above] of noted.below) {
    const arrivals = noted.records.get(model) ?? new Map();
    for (const [id, parent] of await rowsBelow(tx, model, above)) if (!arrivals.has(id)) arrivals.set(id, parent);
    noted.records.set(model, arrivals);
  }
  for (const [model, arrivals] of noted.records) await settle(asPlatform(withModel(tx, model)), arrivals);
}

/** Rows of a child entity in states for which anybody is called, each with the write of its parent. */
async function rowsBelow({ db }: Reading, model: EntityModel, above: Arrivals): Promise<[id: string, Arrival][]> {
  const field = model.field.get(model.parent?.field ?? '');
  if (field === undefined) return [];
  const states = Object.values(model.states).filter(({ key }) => calledSteps(model, key).length > 0);
  const rows = await db.query<{ id: string; parent: string }>(
    `select id, ${quoteIdentifier(field.id)} as parent from ${tableName(model.id)} where "tenantId" = $1 and ${quoteIdentifier(field.id)} = any($2)
     and "isDeleted" = 0 and status = any($3) order by id`,
    [db.tenantId, [...above.keys()], states.map(({ id }) => id)],
  );
  return rows.flatMap(({ id, parent }): [string, Arrival][] => {
    const arrival = above.get(parent);
    return arrival === undefined ? [] : [[id, arrival]];
  });
}
