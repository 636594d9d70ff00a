import { clauses, listed, withAside } from '../../core/text/punctuate.ts';
import type { ChartData } from './chart-data.ts';
import { figureWithUnit } from './figures.ts';
import { statisticsText } from './text.ts';

/** Rows that a summary says; the rest is in the table. */
const SAID = 12;

/** A chart in words, for those who do not see it. */
export function chartSummary(title: string, data: ChartData): string {
  const values = data.rows.slice(0, SAID).map(({ label }, index) =>
    statisticsText('chart.value', {
      label,
      figures: listed(
        data.series.map(({ column, values: own }, series) => {
          const said = `${column.title} ${figureWithUnit(own[index] ?? null, column)}`;
          const change = data.changes[index]?.[series] ?? '';
          return change === '' ? said : withAside(said, change);
        }),
      ),
    }),
  );
  const more = data.rows.length - values.length + data.left;
  if (more > 0) values.push(statisticsText('chart.more', { count: more }));
  for (const { label, values: own } of data.aside) {
    const figures = data.series.map(({ column }, index) => {
      const value = own[data.columns[index] ?? 0] ?? null;
      return `${column.title} ${figureWithUnit(value, column)}`;
    });
    values.push(statisticsText('chart.value', { label, figures: listed(figures) }));
  }
  for (const { title: name, at } of data.lines) values.push(statisticsText('chart.line', { name, value: at }));
  return statisticsText('chart.summary', {
    title,
    kind: statisticsText(`kind.${data.kind}`),
    values: clauses(values),
  });
}
