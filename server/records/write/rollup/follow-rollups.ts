import type { Feed } from '../../../../src/core/model/rollup-graph.ts';
import { followedBy, rollupGraph } from '../../../../src/core/model/rollup-graph.ts';
import { STAMPS } from '../../../../src/core/model/uncounted.ts';
import { sameValue } from '../../../../src/core/validation/same-value.ts';
import type { Tx } from '../../call/ports.ts';
import type { Row } from '../../call/record-row.ts';
import { noteDirty } from './dirty-rollups.ts';
import { recount } from './recount.ts';

/** A write of one record. */
interface Written {
  readonly id: string;
  /** Values before; undefined for a new record. */
  readonly before: Row | undefined;
  /** Values after; undefined for one that was removed. */
  readonly after: Row | undefined;
}

/**
 * Brings the roll-ups up to date that count a record which was written, and its own where they read its other fields.
 * The records that count it have been locked.
 */
export async function followRollups(tx: Tx, written: Written): Promise<void> {
  const { call } = tx;
  const graph = rollupGraph(call.snapshot.entities);
  const byTarget = new Map<string, { feeds: Feed[]; ids: Set<string> }>();
  const count = (feed: Feed, ids: readonly string[]): void => {
    if (ids.length === 0) return;
    const known = byTarget.get(feed.target.key) ?? { feeds: [], ids: new Set() };
    byTarget.set(feed.target.key, { feeds: [...known.feeds, feed], ids: new Set([...known.ids, ...ids]) });
  };
  for (const feed of graph.from(call.model.key)) count(feed, countedBy(feed, written));
  for (const feed of graph.into(call.model.key)) count(feed, readsItself(feed, written) ? [written.id] : []);
  for (const { feeds, ids } of byTarget.values()) {
    await noteDirty(tx, later(feeds, true), [...ids]);
    await recount(tx, later(feeds, false), [...ids]);
  }
}

/** Records that count the written one, before or after; none where nothing changed that they read. */
function countedBy({ by, reads }: Feed, { before, after }: Written): readonly string[] {
  const changed =
    before === undefined ||
    after === undefined ||
    [...reads].some((key) => STAMPS.has(key) || differs(before, after, key));
  if (!changed) return [];
  const ids = [before?.[by.key], after?.[by.key]];
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[];
}

function readsItself({ parentReads, target }: Feed, { before, after }: Written): boolean {
  if (before === undefined || after === undefined || parentReads.size === 0) return false;
  const changed = target.fields.filter(({ key }) => differs(before, after, key)).map(({ key }) => key);
  const all = followedBy(target, changed);
  return [...parentReads].some((key) => all.has(key));
}

function differs(before: Row, after: Row, key: string): boolean {
  return !sameValue(before[key], after[key]);
}

/** The feeds with those of their fields alone that are brought up to date later, or at once. */
function later(feeds: readonly Feed[], wanted: boolean): readonly Feed[] {
  return feeds.flatMap((feed) => {
    const fields = feed.fields.filter(({ rollup }) => rollup.later === wanted);
    return fields.length === 0 ? [] : [{ ...feed, fields }];
  });
}
