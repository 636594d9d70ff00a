import { bind, type PlacedQuery, type QueryInput } from '../../../src/compile/sql/query.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';

/** What a compiled query is given: the person, the tenant and named values. */
export function queryInput(
  { context }: Pick<EntityCall, 'context'>,
  values: Readonly<Record<string, unknown>>,
): QueryInput {
  const { caller } = context;
  return {
    tenantId: context.tenantId,
    userId: caller.userId,
    alias: caller.alias,
    deptIds: caller.deptIds,
    deptTreeIds: caller.deptTreeIds,
    values,
  };
}

/** Runs a compiled query. */
export function runQuery(connection: Connection, query: PlacedQuery, input: QueryInput): Promise<Row[]> {
  return connection.query<Row>(query.text, bind(query, input), query.name);
}
