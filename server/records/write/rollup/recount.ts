import { tableName } from '../../../../src/compile/sql/plan-tables.ts';
import { invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { quoteIdentifier } from '../../../../src/core/expression/index.ts';
import { type Feed, followedBy, rollupGraph } from '../../../../src/core/model/rollup-graph.ts';
import { say } from '../../../../src/core/text/say.ts';
import { computeField, isFieldVisible } from '../../../../src/core/validation/compute-record.ts';
import { sameValue } from '../../../../src/core/validation/same-value.ts';
import { sqlState } from '../../../ground/database/faults.ts';
import { asPlatform, followingCall, withCall, withModel } from '../../call/entity-call.ts';
import type { Tx } from '../../call/ports.ts';
import { prepareEnvironment } from '../../call/prepare-environment.ts';
import { readRowsOf } from '../../call/read-rows.ts';
import { columnValue, type Row } from '../../call/record-row.ts';
import { lockCounting } from '../../read/lock-targets.ts';
import { lockRecord } from '../../read/read-record.ts';
import { noteWritten } from '../written.ts';
import { noteDirty } from './dirty-rollups.ts';
import { type Changed, runRecount } from './recount-query.ts';

/**
 * Counts anew what some records of one entity hold of others, and brings all in step that is made of it: stored results
 * of theirs, and the roll-ups that count them. They are locked before they are counted, by a statement of its own: this one
 * then sees what whoever held them has written.
 * @param feeds what is counted, all into one entity.
 * @returns ids of the records whose roll-ups changed.
 */
export async function recount(tx: Tx, feeds: readonly Feed[], ids: readonly string[]): Promise<readonly string[]> {
  const [first] = feeds;
  if (first === undefined || ids.length === 0) return [];
  const { target } = first;
  const { call } = tx;
  await lockCounting(tx, target, ids);
  const onward = rollupGraph(call.snapshot.entities).from(target.key);
  const changed = await runRecount(tx, feeds, ids).catch((error: unknown) => {
    throw tooLarge(error, feeds);
  });
  if (changed.length === 0) return [];
  const keys = followedBy(
    target,
    feeds.flatMap(({ fields }) => fields.map(({ key }) => key)),
  );
  const own = asPlatform(withModel(tx, target));
  await recompute(own, changed, keys);
  for (const { id } of changed) {
    noteWritten(own, id, 'rollup');
    settleLater(own, id);
  }
  await countAbove(tx, onward, changed, keys);
  return changed.map(({ id }) => id);
}

/** Counts anew what counts some records of which fields have changed. */
async function countAbove(
  tx: Tx,
  onward: readonly Feed[],
  changed: readonly Changed[],
  keys: ReadonlySet<string>,
): Promise<void> {
  for (const next of onward) {
    if (![...next.reads].some((key) => keys.has(key))) continue;
    const above = changed.flatMap((row) => (typeof row[next.by.id] === 'string' ? [String(row[next.by.id])] : []));
    const now = next.fields.filter(({ rollup }) => !rollup.later);
    const later = next.fields.filter(({ rollup }) => rollup.later);
    if (later.length > 0) await noteDirty(tx, [{ ...next, fields: later }], above);
    if (now.length > 0) await recount(tx, [{ ...next, fields: now }], [...new Set(above)]);
  }
}

/** Records that are brought in step at a time. */
const BATCH = 500;

/**
 * Brings in step what is made of fields of some records that were written beside `save`: their stored results, what they
 * count themselves by these fields, and the roll-ups that count them.
 */
export async function followFields(tx: Tx, ids: readonly string[], written: readonly string[]): Promise<void> {
  const { call, db } = tx;
  const { model } = call;
  const graph = rollupGraph(call.snapshot.entities);
  const keys = followedBy(model, written);
  const onward = graph.from(model.key);
  const into = graph.into(model.key).filter(({ parentReads }) => [...parentReads].some((key) => keys.has(key)));
  const columns = [...new Set(['id', ...onward.map(({ by }) => by.id)])].map(quoteIdentifier);
  for (let start = 0; start < ids.length; start += BATCH) {
    const part = ids.slice(start, start + BATCH);
    const changed = await db.query<Changed>(
      `select ${columns.join(', ')} from ${tableName(model.id)} where "tenantId" = $1 and id = any($2)`,
      [db.tenantId, part],
    );
    await recompute(asPlatform(tx), changed, keys);
    await recount(tx, into, part);
    await countAbove(tx, onward, changed, keys);
  }
}

/** Stored results that read what has changed. */
async function recompute(tx: Tx, changed: readonly Changed[], keys: ReadonlySet<string>): Promise<void> {
  const { call, db } = tx;
  const { model } = call;
  const following = model.computeOrder.flatMap((key) => {
    const field = model.field.get(key);
    return keys.has(key) && field?.column !== undefined ? [field] : [];
  });
  if (following.length === 0) return;
  for (const record of await readRowsOf(tx, model, { ids: changed.map(({ id }) => id) })) {
    const environment = await prepareEnvironment(tx, record, { stored: record });
    const next: Row = { ...record };
    const sets: string[] = [];
    const bound: unknown[] = [db.tenantId, record.id];
    for (const field of following) {
      const value = isFieldVisible(model, field, next, environment) ? computeField(field, next, environment) : null;
      if (value === undefined || sameValue(value, record[field.key])) continue;
      next[field.key] = value;
      bound.push(columnValue(field, value, call.snapshot.timeZone));
      sets.push(`${quoteIdentifier(field.id)} = $${bound.length}`);
    }
    if (sets.length === 0) continue;
    await db.execute(`update ${tableName(model.id)} set ${sets.join(', ')} where "tenantId" = $1 and id = $2`, bound);
  }
}

/** What follows a change of the record is done once, when the transaction has written all it writes. */
function settleLater(tx: Tx, id: string): void {
  const { model, services } = tx.call;
  services.parts.turns.rowsWritten(tx, id);
  const waits = Object.values(model.transitions).some(({ auto }) => auto);
  const timed = Object.values(model.states).some(({ timers }) => timers.length > 0);
  if (!waits && !timed) return;
  tx.settling.set(`${model.key} ${id}`, async () => {
    const own = withCall(tx, followingCall(tx.call, model));
    const stored = await lockRecord(own, id);
    const { status: from, values } = stored;
    await own.verbs.follow(own, { id, from, values, before: values }, {});
  });
}

function tooLarge(error: unknown, feeds: readonly Feed[]): unknown {
  if (sqlState(error) !== '22003') return error;
  const titles = feeds.flatMap(({ fields }) => fields.map(({ title }) => title)).join('、');
  return invalidInput([{ pointer: '', msg: say('汇总后的{titles}超出允许的范围', { titles }) }]);
}
