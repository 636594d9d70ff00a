import { bind, type PlacedQuery } from '../../../../src/compile/sql/query.ts';
import { dependenceOf } from '../../../../src/compile/sql/record-sql.ts';
import { placedRollupUpdate } from '../../../../src/compile/sql/rollup-sql.ts';
import { expressionsOf, type Feed, rollupGraph } from '../../../../src/core/model/rollup-graph.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';
import type { EntityCall, Reading } from '../../call/ports.ts';
import { queryInput } from '../../call/query-input.ts';
import type { Row } from '../../call/record-row.ts';

/** A record whose roll-ups have changed, with what it refers to and is counted by. */
export type Changed = Row & { readonly id: string };

const queriesOf = new WeakMap<MetadataSnapshot, Map<string, PlacedQuery>>();

/**
 * Counts anew, in one statement, what some records hold of others; gives those for which something has changed.
 * @param feeds what is counted, all into one entity.
 */
export function runRecount({ call, db }: Reading, feeds: readonly Feed[], ids: readonly string[]): Promise<Changed[]> {
  const query = recountQuery(call, feeds);
  return db.query<Changed>(query.text, bind(query, queryInput(call, { ids: [...ids].sort() })), query.name);
}

/** Compiled once for each selection of roll-ups, unless the clock is part of it. */
function recountQuery(call: EntityCall, feeds: readonly Feed[]): PlacedQuery {
  const fields = feeds.flatMap((feed) => feed.fields);
  const { clock } = dependenceOf(fields.flatMap(({ rollup }) => expressionsOf(rollup).map(({ node }) => node)));
  if (clock !== 'none') return compile(call, feeds);
  const held = queriesOf.get(call.snapshot) ?? new Map<string, PlacedQuery>();
  queriesOf.set(call.snapshot, held);
  const key = [feeds[0]?.target.key, ...fields.map((field) => field.key)].join(' ');
  const query = held.get(key) ?? compile(call, feeds);
  held.set(key, query);
  return query;
}

function compile({ snapshot, world }: EntityCall, feeds: readonly Feed[]): PlacedQuery {
  const [first] = feeds;
  if (first === undefined) throw new TypeError('nothing is counted');
  const onward = rollupGraph(snapshot.entities).from(first.target.key);
  return placedRollupUpdate(feeds, first.target, world, [...new Set(onward.map(({ by }) => by.id))]);
}
