import { companyRows } from '../../../../src/compile/sql/break-sql.ts';
import { quoteIdentifier, renderSql } from '../../../../src/core/expression/index.ts';
import type { FieldModel } from '../../../../src/core/model/entity-model.ts';
import type { RecordEnvironment, RecordValues } from '../../../../src/core/validation/record-environment.ts';
import { completeRows } from '../../../../src/core/validation/validate-rows.ts';
import type { Connection } from '../../../ground/database/database.ts';
import type { MetadataSnapshot } from '../../../metadata/snapshot.ts';
import { createRowReader } from '../../call/record-row.ts';
import type { ColumnVersion, Concerned, Demand, Versions } from './demands.ts';

/** Records that are judged between two looks at the database. */
const BATCH = 1_000;
/** Ids of which a sample is made. */
const MOST_IDS = 50;

/**
 * Counts records of which a row breaks what a column asks now and did not before: by the functions that judge a record
 * that is saved, since rows are JSON, of which SQL knows neither types nor rules.
 */
export async function countRows(
  connection: Connection,
  { concerned, rows }: Demand & { readonly rows: NonNullable<Demand['rows']> },
  { before }: Versions,
  { snapshot, environment }: { readonly snapshot: MetadataSnapshot; readonly environment: RecordEnvironment },
): Promise<Concerned> {
  const stored = before.fields.filter(({ column }) => column !== undefined);
  // What the record holds is the same whoever reads it; only the rows are read by the columns of either version.
  const columns = stored.map(({ id, key }) => `t.${quoteIdentifier(id)} as ${quoteIdentifier(key)}`);
  const raw = `t.${quoteIdentifier(rows.is.table.id)}`;
  const { text, values } = renderSql(concerned);
  await connection.query(
    `declare "impactRows" no scroll cursor for
     select ${['t.id as id', ...columns].join(', ')}, ${raw} as "#rows"
     from ${companyRows(before, connection.tenantId)} and ${text} and jsonb_typeof(${raw}) = 'array' and ${raw} <> '[]'::jsonb`,
    values,
  );
  const readRecord = createRowReader(
    stored.filter(({ id }) => id !== rows.is.table.id),
    snapshot,
    false,
  );
  const isBroken = (version: ColumnVersion | undefined, given: unknown, record: RecordValues): boolean => {
    if (version === undefined) return false;
    const { table, column } = version;
    const read = createRowReader([table], snapshot, false)({ [table.key]: given })[table.key];
    const alone: FieldModel = { ...table, columns: [column] };
    return completeRows(alone, read, record, environment).length > 0;
  };
  let count = 0;
  const ids: string[] = [];
  for (;;) {
    const found = await connection.query<Record<string, unknown>>(`fetch ${BATCH} from "impactRows"`);
    for (const { '#rows': given, ...row } of found) {
      const record = readRecord(row);
      const copy = () => JSON.parse(JSON.stringify(given)) as unknown;
      const isNew = isBroken(rows.is, copy(), record) && !isBroken(rows.was, copy(), record);
      if (!isNew) continue;
      count += 1;
      if (ids.length < MOST_IDS) ids.push(String(record.id));
    }
    if (found.length < BATCH) break;
  }
  await connection.query('close "impactRows"');
  return { count, ids };
}
