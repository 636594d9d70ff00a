import type { Connection } from './database.ts';

/**
 * Inserts any number of rows by one statement, whose text is the same for each number of them and is planned once.
 * @param types SQL type of each column; none of them is an array.
 */
export async function insertRows<Column extends string>(
  connection: Connection,
  table: string,
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(types) as Column[];
  const lists = columns.map((column, index) => `$${index + 1}::${types[column]}[]`);
  await connection.execute(
    `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     select * from unnest(${lists.join(', ')})`,
    columns.map((column) => rows.map((row) => row[column])),
  );
}
