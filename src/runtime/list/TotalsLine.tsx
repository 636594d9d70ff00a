import { Table } from 'antd';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { useEntityPage } from '../EntityContext.ts';
import { valueText } from '../model/record-view.ts';
import { useListText } from './text.ts';

interface TotalsLineProps {
  readonly columns: readonly ColumnPlan[];
  readonly sums: Readonly<Record<string, number>>;
  /** Rows that were summed, in words; undefined where there are more than were counted. */
  readonly count: string | undefined;
  /** Cells that stand before the columns: the one that selects. */
  readonly before: number;
  /** Whether a column of actions follows. */
  readonly hasActions: boolean;
}

/** The last line of a table: sums over all rows that the filters let in, not of the page alone. */
export function TotalsLine({ columns, sums, count, before, hasActions }: TotalsLineProps) {
  const { page } = useEntityPage();
  const text = useListText();
  return (
    <Table.Summary fixed>
      <Table.Summary.Row className="anlan-totals">
        {before > 0 && <Table.Summary.Cell index={0} />}
        {columns.map((column, index) => {
          const field = page.model.field.get(column.key);
          const sum = sums[column.key];
          return (
            <Table.Summary.Cell key={column.key} index={before + index} align={column.align}>
              {index === 0
                ? count === undefined
                  ? text('total.row')
                  : text('total.rows', { count })
                : column.total && sum !== undefined && field !== undefined
                  ? valueText(page, field, { id: '', [column.key]: sum })
                  : null}
            </Table.Summary.Cell>
          );
        })}
        {hasActions && <Table.Summary.Cell index={before + columns.length} />}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
