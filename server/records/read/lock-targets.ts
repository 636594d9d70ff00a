import { statementName } from '../../../src/compile/sql/query.ts';
import { LABEL, type LockOrder, lockIdsQuery, lockTargetsQuery } from '../../../src/compile/sql/rollup-sql.ts';
import { renderSql } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { type Feed, type RollupGraph, rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import { type HeldRecord, heldName } from '../call/held-records.ts';
import type { Reading } from '../call/ports.ts';
import { type Row, textIds } from '../call/record-row.ts';

/**
 * Locks the records that count some records of the call's entity, before these are locked or inserted: all that a write
 * changes is locked in the one order of docs/architecture.md. Costs nothing where nothing counts them.
 * @param ids stored records; what they refer to now is followed.
 * @param given values that records are about to have; their references are followed too.
 * @param order `outOfOrder` where what comes later in the order is locked already: then nothing is waited for, and where
 *   another transaction holds a record this one gives back all that it holds, and begins anew.
 */
export async function lockTargets(
  tx: Reading,
  ids: readonly string[],
  given: readonly Row[] = [],
  order: LockOrder = 'inOrder',
): Promise<void> {
  const { call, db, locked } = tx;
  const ends = rollupGraph(call.snapshot.entities).ways(call.model.key);
  if (ends.length === 0) return;
  const fresh = ids.filter((id) => locked?.has(askedName(call.model, id)) !== true);
  const references = new Map<string, readonly string[]>();
  for (const [first] of ends.flatMap(({ ways }) => ways)) {
    const { key } = first.by;
    const named = given.flatMap((values) => (typeof values[key] === 'string' ? [values[key]] : []));
    const unlocked = named.filter((id) => locked?.has(heldName(first.target, id)) !== true);
    references.set(key, [...new Set(unlocked)]);
  }
  if (fresh.length === 0 && [...references.values()].every(({ length }) => length === 0)) return;
  const late: { readonly target: EntityModel; readonly ids: readonly string[] }[] = [];
  for (const { target, ways } of ends) {
    const onward = onwardOf(target, ends);
    const columns = [...new Set(onward.map(({ by }) => by.id))];
    const query = lockTargetsQuery(ways, { tenantId: db.tenantId, ids: fresh, given: references }, { columns, order });
    if (query === undefined) continue;
    const { text, values } = renderSql(query);
    const rows = await db.query<Row>(text, values, statementName(text));
    for (const row of rows) locked?.set(heldName(target, String(row.id)), heldOf(row));
    for (const feed of onward) late.push({ target: feed.target, ids: textIds(rows.map((row) => row[feed.by.id])) });
  }
  // Where one came to refer to another while it was waited for, that one is locked too, out of order.
  for (const { target, ids: found } of late) await lockCounting(tx, target, found);
  for (const id of fresh) locked?.set(askedName(call.model, id), {});
}

/** Name under which a transaction notes that it has locked what counts a record. */
function askedName(model: EntityModel, id: string): string {
  return `counting ${heldName(model, id)}`;
}

function heldOf({ isDeleted, [LABEL]: label }: Row): HeldRecord {
  return { stands: Number(isDeleted) === 0, label: label as string | null | undefined };
}

/** Feeds by which locked records are counted in turn. */
function onwardOf(target: EntityModel, ends: ReturnType<RollupGraph['ways']>): readonly Feed[] {
  return ends.flatMap(({ ways }) =>
    ways.flatMap((way) => {
      const last = way.at(-1);
      return way.length > 1 && last?.source === target ? [last] : [];
    }),
  );
}

/** Locks records, out of order, that are to be counted anew and are not locked yet. */
export async function lockCounting(
  { db, locked }: Reading,
  target: EntityModel,
  ids: readonly string[],
): Promise<void> {
  const open = [...new Set(ids)].filter((id) => locked?.has(heldName(target, id)) !== true);
  if (open.length === 0) return;
  const { text, values } = renderSql(lockIdsQuery(target, db.tenantId, open));
  await db.query(text, values);
  for (const id of open) locked?.set(heldName(target, id), {});
}

/**
 * Locks a record by a statement, and before it those that count it; those that count it by references it has got since
 * are locked after it, out of order.
 * @param given values that the record is about to have; `uncounted` where those that count it need not be locked.
 */
export async function lockWithTargets(
  tx: Reading,
  id: string,
  given: Row | 'uncounted',
  lock: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const name = heldName(tx.call.model, id);
  // What is locked already came too early for those that count it to be waited for.
  const order = tx.locked?.has(name) === true ? 'outOfOrder' : 'inOrder';
  if (given !== 'uncounted') await lockTargets(tx, [id], [given], order);
  const row = await lock();
  if (row === undefined) return undefined;
  tx.locked?.set(name, { stands: true });
  if (given !== 'uncounted') await lockTargets(tx, [], [row], 'outOfOrder');
  return row;
}
