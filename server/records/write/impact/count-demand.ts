import { companyRows } from '../../../../src/compile/sql/break-sql.ts';
import { quoteIdentifier, renderSql } from '../../../../src/core/expression/index.ts';
import type { RecordEnvironment } from '../../../../src/core/validation/record-environment.ts';
import { checkFieldValue } from '../../../../src/core/validation/validate-record.ts';
import type { Connection } from '../../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';
import { createRowReader } from '../../call/record-row.ts';
import { countRows } from './count-rows.ts';
import type { Concerned, Demand, Versions } from './demands.ts';

/** Ids of which a sample is made: a person may not see all of them. */
const MOST_IDS = 50;
/** Different values that are judged between two looks at the database. */
const BATCH = 5_000;

/** Counts the records of the company that a demand concerns, within a transaction. */
export async function countDemand(
  connection: Connection,
  demand: Demand,
  versions: Versions,
  judging: { readonly snapshot: MetadataSnapshot; readonly environment: RecordEnvironment },
): Promise<Concerned> {
  const rows = companyRows(versions.before, connection.tenantId);
  const { rows: cells } = demand;
  if (cells !== undefined) return countRows(connection, { ...demand, rows: cells }, versions, judging);
  const { text, values } = renderSql(demand.concerned);
  if (demand.values !== undefined)
    return countValues(connection, demand.values, `${rows} and ${text}`, values, judging);
  const [found] = await connection.query<{ count: string; ids: string[] | null }>(
    `with hit as materialized (select t.id from ${rows} and ${text})
     select (select count(*) from hit) as count, array(select id from hit order by id desc limit ${MOST_IDS}) as ids`,
    values,
  );
  return { count: Number(found?.count ?? 0), ids: found?.ids ?? [] };
}

/** Each different value is judged once, by the type of the field as it was and as it is. */
async function countValues(
  connection: Connection,
  { before, after }: NonNullable<Demand['values']>,
  rows: string,
  bound: readonly unknown[],
  { snapshot, environment }: { readonly snapshot: MetadataSnapshot; readonly environment: RecordEnvironment },
): Promise<Concerned> {
  const column = `t.${quoteIdentifier(before.id)}`;
  const read = { before: createRowReader([before], snapshot, false), after: createRowReader([after], snapshot, false) };
  await connection.query(
    `declare "impactValues" no scroll cursor for
     select ${column} as value, count(*) as count, min(t.id) as id from ${rows} group by ${column}`,
    bound,
  );
  let count = 0;
  const ids: string[] = [];
  for (;;) {
    const found = await connection.query<{ value: unknown; count: string; id: string }>(
      `fetch ${BATCH} from "impactValues"`,
    );
    for (const row of found) {
      const is = read.after({ [after.key]: row.value })[after.key];
      if (checkFieldValue(after, is, environment).length === 0) continue;
      const was = read.before({ [before.key]: row.value })[before.key];
      if (checkFieldValue(before, was, environment).length > 0) continue;
      count += Number(row.count);
      if (ids.length < MOST_IDS) ids.push(row.id);
    }
    if (found.length < BATCH) break;
  }
  await connection.query('close "impactValues"');
  return { count, ids };
}
