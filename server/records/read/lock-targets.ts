import { lockTargetsQuery } from '../../../src/compile/sql/rollup-sql.ts';
import { renderSql } from '../../../src/core/expression/index.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import type { Reading } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/** Name of a record among those that a transaction has locked. */
function lockName(model: EntityModel, id: string): string {
  return `${model.key} ${id}`;
}

/**
 * Locks the records that count some records of the call's entity, before these are locked or inserted: all that a write
 * changes is locked in the one order of docs/architecture.md. Costs nothing where nothing counts them.
 * @param ids stored records; what they refer to now is followed.
 * @param given values that records are about to have; their references are followed too.
 */
export async function lockTargets(tx: Reading, ids: readonly string[], given: readonly Row[] = []): Promise<void> {
  const { call, db, locked } = tx;
  const ends = rollupGraph(call.snapshot.entities).ways(call.model.key);
  if (ends.length === 0) return;
  const asked = (id: string) => `counting ${lockName(call.model, id)}`;
  const fresh = ids.filter((id) => locked?.has(asked(id)) !== true);
  const references = new Map<string, readonly string[]>();
  for (const [first] of ends.flatMap(({ ways }) => ways)) {
    const { key } = first.by;
    const named = given.flatMap((values) => (typeof values[key] === 'string' ? [values[key]] : []));
    const unlocked = named.filter((id) => locked?.has(lockName(first.target, id)) !== true);
    references.set(key, [...new Set(unlocked)]);
  }
  for (const { target, ways } of ends) {
    const query = lockTargetsQuery(ways, { tenantId: db.tenantId, ids: fresh, given: references });
    if (query === undefined) continue;
    const { text, values } = renderSql(query);
    for (const { id } of await db.query<{ id: string }>(text, values)) locked?.add(lockName(target, id));
  }
  for (const id of fresh) locked?.add(asked(id));
}

/**
 * Looks again once a record is locked: where it came to refer to others between both locks, those are locked too. They
 * come late in the order, so whoever meets them the other way round is tried again.
 */
export async function lockTargetsAgain(tx: Reading, stored: Row): Promise<void> {
  await lockTargets(tx, [], [stored]);
}
