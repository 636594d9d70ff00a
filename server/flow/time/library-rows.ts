import { compileDetailQuery } from '../../../src/compile/sql/list-query.ts';
import { bind } from '../../../src/compile/sql/query.ts';
import { evaluateCondition } from '../../../src/core/expression/index.ts';
import type { CreateStep } from '../../../src/core/model/entity-model.ts';
import type { Reading } from '../../records/call/ports.ts';
import { queryInput } from '../../records/call/query-input.ts';
import { createRowReader, isSecret, type Row } from '../../records/call/record-row.ts';
import type { RecordExpressions } from './record-expressions.ts';

/** Most rows of a library that one occurrence takes. */
const MOST = 1000;

/** Rows that each give a record: of the library, those its condition takes; without a library one empty row. */
export async function libraryRows(
  tx: Reading,
  library: CreateStep['library'],
  expressions: RecordExpressions,
): Promise<readonly (Row | null)[]> {
  const { call, db } = tx;
  if (library === undefined) return [null];
  const model = call.snapshot.entities.get(library.entity);
  if (model === undefined) return [];
  const fields = model.fields.filter((field) => field.column !== undefined && !isSecret(field));
  const tenants = model.scope === 'tenant' ? [db.tenantId] : ['000000', db.tenantId];
  const ids = await db.query<{ id: string }>(
    `select id from data."${model.id}" where "tenantId" = any($1) and "isDeleted" = 0 order by id limit ${MOST}`,
    [tenants],
  );
  const query = compileDetailQuery({ model, fields, access: 'all', labels: false }, call.world, {});
  const read = createRowReader(fields, call.snapshot, false);
  const rows: Row[] = [];
  for (const { id } of ids) {
    const [row] = await db.query<Row>(query.text, bind(query, queryInput(call, { id })));
    if (row === undefined) continue;
    read(row);
    const { where } = library;
    const taken =
      where === undefined ||
      evaluateCondition(where.node, {
        ...expressions.names,
        names(name) {
          if (name === 'record' || name === 'parent') return expressions.values;
          return Object.hasOwn(row, name) ? row[name] : undefined;
        },
      });
    if (taken) rows.push(row);
  }
  return rows;
}
