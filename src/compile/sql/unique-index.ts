import { compileExpressionSql, quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { columnSql } from './column-sql.ts';
import { literalSql } from './literal-sql.ts';

type Unique = EntityModel['unique'][number];

/** Nobody asks an index: conditions that ask for a person or the clock are refused. */
const NOBODY = { userId: '', account: '', realName: '', deptId: '', deptIds: [], roles: [], tenantId: '' };

/** Columns that must not meet again, as an index has them; undefined where a field of it stores nothing. */
export function uniqueColumns(model: EntityModel, unique: Unique): readonly string[] | undefined {
  const columns = unique.fields.flatMap((key) => {
    const field = model.field.get(key);
    if (field?.column === undefined) return [];
    const name = quoteIdentifier(field.id);
    return [unique.ignoreCase && field.column.kind === 'text' ? `lower(${name})` : name];
  });
  return columns.length === unique.fields.length ? columns : undefined;
}

/** Condition of the rows among which values must not meet again, with its constants written out. */
export function uniqueRows(model: EntityModel, { where }: Unique): string {
  const live = '"isDeleted" = 0';
  if (where === undefined) return live;
  const condition = compileExpressionSql(
    where.node,
    {
      column(name) {
        const field = model.field.get(name);
        return field === undefined ? undefined : columnSql(field, quoteIdentifier(model.id));
      },
      now: '2000-01-01 00:00:00',
      me: NOBODY,
      codePointCollation: true,
    },
    { position: 'condition' },
  );
  return `${live} and (${literalSql(condition)})`;
}
