import type { EntityModel } from '../../../../src/core/model/entity-model.ts';
import type { Feed } from '../../../../src/core/model/rollup-graph.ts';
import { followedBy, rollupGraph } from '../../../../src/core/model/rollup-graph.ts';
import { STAMPS } from '../../../../src/core/model/uncounted.ts';
import { sameValue } from '../../../../src/core/validation/same-value.ts';
import type { CountedOnce, Tx } from '../../call/ports.ts';
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
  const { counted } = tx;
  for (const [target, { feeds, ids }] of byTarget) {
    if (counted?.source === call.model.key && counted.target === target) counted.note(feeds, ids);
    else await countAnew(tx, feeds, ids);
  }
}

/** Counts records of one entity anew, at once or later as their fields say. */
async function countAnew(tx: Tx, feeds: readonly Feed[], ids: Iterable<string>): Promise<void> {
  const counted = [...ids];
  await noteDirty(tx, later(feeds, true), counted);
  await recount(tx, later(feeds, false), counted);
}

/**
 * Writes rows of the call's entity below records of another one, which are counted anew once all of them are written.
 * What the rows ask must not see the difference: `seesCounts` says whether it would.
 */
export async function countingOnce(tx: Tx, above: EntityModel, write: (tx: Tx) => Promise<void>): Promise<void> {
  const noted = new Map<Feed, Set<string>>();
  const counted: CountedOnce = {
    source: tx.call.model.key,
    target: above.key,
    note(feeds, ids) {
      for (const feed of feeds) noted.set(feed, new Set([...(noted.get(feed) ?? []), ...ids]));
    },
  };
  await write({ ...tx, counted });
  if (noted.size > 0) await countAnew(tx, [...noted.keys()], new Set([...noted.values()].flatMap((ids) => [...ids])));
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
