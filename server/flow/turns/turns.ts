import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import { calledSteps } from '../../../src/core/model/called-steps.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { asPlatform, withModel } from '../../records/call/entity-call.ts';
import type { Reading, TurnPart, Tx, WrittenTurn } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { settleSteps } from './settle-steps.ts';
import { calledBelow, stepPlan } from './step-plan.ts';
import { dropSteps } from './store-steps.ts';
import { touchHolders } from './tell-steps.ts';
import { waitedFor } from './waited-for.ts';

/** Records of a transaction on which it may be another's turn, by entity: looked at once, before it ends. */
interface Noted {
  readonly records: Map<EntityModel, Set<string>>;
  /** Records whose rows of an entity are looked at. */
  readonly below: Map<EntityModel, Set<string>>;
}

const NAME = 'turns';
const notedOf = new WeakMap<Tx['settling'], Noted>();

/** Whose turn it is on a record: see `TurnPart`. */
export const turns: TurnPart = {
  written: noteWritten,
  rowsWritten(tx, id) {
    if (stepPlan(tx.call.model)?.readsRows === true) add(notedFor(tx).records, tx.call.model, id);
  },
  async drop(tx, id) {
    if (stepPlan(tx.call.model) === undefined) return;
    await touchHolders(tx, await dropSteps(tx.db, tx.call.model, id));
  },
  waitedFor,
};

function noteWritten(tx: Tx, { id, from, values, before }: WrittenTurn): void {
  const { model, snapshot } = tx.call;
  const plan = stepPlan(model);
  const status = typeof values.status === 'string' ? values.status : null;
  const calls = [from, status].some((state) => calledSteps(model, state).length > 0);
  if (plan !== undefined && calls && isTouched(plan.reads, before, values)) add(notedFor(tx).records, model, id);
  // A record that is new has no rows yet that could wait; each tells of itself.
  if (before === undefined) return;
  for (const child of calledBelow(model, snapshot)) {
    if (isTouched(stepPlan(child)?.readsAbove ?? new Set(), before, values)) add(notedFor(tx).below, child, id);
  }
}

function isTouched(reads: ReadonlySet<string>, before: Row | undefined, after: Row): boolean {
  return before === undefined || [...reads].some((key) => !sameValue(before[key], after[key]));
}

function add(to: Map<EntityModel, Set<string>>, model: EntityModel, id: string): void {
  const ids = to.get(model) ?? new Set();
  to.set(model, ids.add(id));
}

/** What the transaction has noted so far; whoever notes first has it settled. */
function notedFor(tx: Tx): Noted {
  let noted = notedOf.get(tx.settling);
  if (noted === undefined) {
    noted = { records: new Map(), below: new Map() };
    notedOf.set(tx.settling, noted);
  }
  if (!tx.settling.has(NAME)) tx.settling.set(NAME, () => settle(tx));
  return noted;
}

async function settle(tx: Tx): Promise<void> {
  const noted = notedOf.get(tx.settling);
  if (noted === undefined) return;
  notedOf.delete(tx.settling);
  for (const [model, above] of noted.below) {
    for (const id of await rowsBelow(tx, model, [...above])) add(noted.records, model, id);
  }
  for (const [model, ids] of noted.records) await settleSteps(asPlatform(withModel(tx, model)), [...ids]);
}

/** Rows of a child entity in states for which anybody is called. */
async function rowsBelow({ db }: Reading, model: EntityModel, above: readonly string[]): Promise<readonly string[]> {
  const field = model.field.get(model.parent?.field ?? '');
  if (field === undefined) return [];
  const states = Object.values(model.states).filter(({ key }) => calledSteps(model, key).length > 0);
  const rows = await db.query<{ id: string }>(
    `select id from ${tableName(model.id)} where "tenantId" = $1 and ${quoteIdentifier(field.id)} = any($2)
     and "isDeleted" = 0 and status = any($3) order by id`,
    [db.tenantId, above, states.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}
