import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { useStatisticsText } from './text.ts';

/** Says that a block shows its largest rows only, and how many it leaves out. */
export function LeftOut({ block: { rows, left = 0 } }: { block: StatisticsBlock }) {
  const text = useStatisticsText();
  if (left === 0) return null;
  return <p className="anlan-chart-note">{text('rows.left', { count: rows.length, left })}</p>;
}
