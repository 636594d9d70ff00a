import { boundRecord } from '../../../src/compile/sql/bound-record.ts';
import { columnSql } from '../../../src/compile/sql/column-sql.ts';
import { sqlEnvironment } from '../../../src/compile/sql/record-sql.ts';
import {
  compileExpressionSql,
  type ExpressionNode,
  quoteIdentifier,
  renderSql,
  type SqlColumn,
  type SqlFragment,
  sql,
} from '../../../src/core/expression/index.ts';
import { FIGURED_RECORD } from '../../../src/core/model/build-figures.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Reading } from '../../records/call/ports.ts';
import type { PeriodRun } from './open-periods.ts';

/** Figures by record: name of the figure to its value. */
export type FiguresOf = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Records that figures are over, with the name by which expressions call one of them. */
interface FiguredRecords {
  readonly model: EntityModel;
  readonly name: string;
}

/** Reads figures over all records of an entity, each by one query. */
export async function readFigures(
  tx: Reading,
  over: FiguredRecords,
  figures: Readonly<Record<string, ExpressionNode>>,
  period: PeriodRun,
): Promise<FiguresOf> {
  const found = new Map<string, Record<string, unknown>>();
  for (const [key, node] of Object.entries(figures)) {
    for (const { id, value } of await readFigure(tx, over, node, period)) {
      const record = found.get(id) ?? {};
      record[key] = value;
      found.set(id, record);
    }
  }
  return found;
}

/** Names of a period, as columns of what is bound once for the query. */
const PARTS: Readonly<Record<string, SqlColumn>> = {
  start: { sql: 'p.first', type: 'date', notNull: true },
  end: { sql: 'p.last', type: 'date', notNull: true },
  name: { sql: 'p.name', type: 'text', notNull: true },
};

const bound = (value: string, type: 'date' | 'text'): SqlFragment => sql`${{ value, type }}`;

async function readFigure(
  { call, db }: Reading,
  { model: over, name: said }: FiguredRecords,
  node: ExpressionNode,
  { name, first, last }: PeriodRun,
): Promise<readonly { readonly id: string; readonly value: unknown }[]> {
  const tenant: SqlFragment = sql`${{ value: call.context.tenantId, type: 'text' }}`;
  const own = boundRecord(
    over,
    (field) => columnSql(field, 'd') ?? { sql: 'null', type: 'text' },
    'd."tenantId"',
    call.world,
  );
  const environment = sqlEnvironment(over, 'd', call.world, ([record, part = '', ...rest]) => {
    if (record === said || record === FIGURED_RECORD) return own([part, ...rest]);
    return record === 'period' && Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
  });
  const value = compileExpressionSql(node, environment);
  const { text, values } = renderSql(
    sql`select d.id, (${value}) as value from data.${quoteIdentifier(over.id)} d, (select ${bound(first, 'date')} as first, ${bound(last, 'date')} as last, ${bound(name, 'text')} as name) p where d."tenantId" = ${tenant} and d."isDeleted" = 0`,
  );
  return db.query(text, values);
}
