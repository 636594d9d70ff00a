import { TOTAL } from '../../../src/compile/sql/list-query.ts';
import type { PageQueries } from '../../../src/compile/sql/page-query.ts';
import type { QueryInput } from '../../../src/compile/sql/query.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { TOTAL_CAP } from './list-request.ts';

/** Lists remembered for each pair of queries. */
const MOST_CROWDED = 500;
const crowded = new WeakMap<PageQueries, Set<string>>();

/** The rows of a page with the total of the list, which stops at the cap. */
export interface PageRows {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * A page by one of its two ways, which the count decides. A list that had more rows than are counted when it was asked
 * before most likely has them still: its rows are read beside the count, where a connection is free, and thrown away
 * where it has not.
 */
export async function readPageRows(
  database: Database,
  connection: Connection,
  queries: PageQueries,
  input: QueryInput,
): Promise<PageRows> {
  const key = keyOf(input);
  const many = (on: Connection) => runQuery(on, queries.many, input);
  const beside = wasCrowded(queries, key) ? database.withSpare(connection.tenantId, many) : undefined;
  // Where the count fails, its own failure is told.
  beside?.catch(() => undefined);
  const few = await runQuery(connection, queries.few, input);
  const total = Number(few[0]?.[TOTAL] ?? 0);
  remember(queries, key, total > TOTAL_CAP);
  if (total <= TOTAL_CAP) return { rows: few.filter(({ id }) => id !== null), total };
  return { rows: await (beside ?? many(connection)), total };
}

// The place in the list has no part in how many rows it has.
function keyOf({ tenantId, userId, deptIds, deptTreeIds, values }: QueryInput): string {
  const { limit: _limit, offset: _offset, ...asked } = values;
  return JSON.stringify([tenantId, userId, deptIds, deptTreeIds, asked]);
}

function wasCrowded(queries: PageQueries, key: string): boolean {
  return crowded.get(queries)?.has(key) === true;
}

function remember(queries: PageQueries, key: string, isCrowded: boolean): void {
  const known = crowded.get(queries) ?? new Set<string>();
  crowded.set(queries, known);
  known.delete(key);
  if (!isCrowded) return;
  known.add(key);
  const [oldest] = known;
  if (known.size > MOST_CROWDED && oldest !== undefined) known.delete(oldest);
}
