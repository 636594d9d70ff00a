import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import type { ChartData } from './chart-data.ts';
import { dimensionTitle, figureText, headingOf } from './figures.ts';

/** The figures of a chart as a table for those who have it read to them; it is not seen. */
export function ChartTable({ block, data }: { readonly block: StatisticsBlock; readonly data: ChartData }) {
  return (
    <table className="anlan-unseen">
      <caption>{block.title}</caption>
      <thead>
        <tr>
          <th scope="col">{dimensionTitle(block)}</th>
          {data.series.map(({ column }) => (
            <th key={column.key} scope="col">
              {headingOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...data.rows, ...data.aside].map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {data.series.map(({ column }) => (
              <td key={column.key}>{figureText(row.values[block.columns.indexOf(column)] ?? null, column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
