import { thousands } from '../../core/amount/number-text.ts';
import { listed, withAside } from '../../core/text/punctuate.ts';
import {
  type Counted,
  type EarlierPeriod,
  type FigureTarget,
  reachesTarget,
  type StatisticsBlock,
  type StatisticsColumn,
  type StatisticsRow,
} from '../../core/wire/statistics.ts';
import { figureText, figureWithUnit } from './figures.ts';
import { statisticsText } from './text.ts';

/** A line that a chart draws across. */
export interface ChartLine {
  readonly title: string;
  readonly at: number;
}

/** What a figure should reach, in words: `≥ 95.0%`. */
export function targetText({ atLeast, atMost }: FigureTarget, column: StatisticsColumn): string {
  return atLeast === undefined ? `≤ ${figureWithUnit(atMost ?? 0, column)}` : `≥ ${figureWithUnit(atLeast, column)}`;
}

/** Whether a figure reaches its target, as a word and its class; undefined where it has none. */
export function targetMark(value: Counted, { target }: StatisticsColumn) {
  if (target === undefined || value === null) return undefined;
  const reached = reachesTarget(value, target);
  return { reached, word: statisticsText(reached ? 'target.reached' : 'target.missed') };
}

/** Lines of a chart: those of the block, and the targets of what is drawn. */
export function chartLines(block: StatisticsBlock, drawn: readonly StatisticsColumn[]): readonly ChartLine[] {
  const targets = drawn.flatMap((column) => {
    const at = column.target?.atLeast ?? column.target?.atMost;
    if (at === undefined || column.target === undefined) return [];
    const [title, text] = [drawn.length > 1 ? column.title : '', targetText(column.target, column)];
    return [{ title: statisticsText('target.line', { title, target: text }).trim(), at }];
  });
  return [...(block.limits ?? []), ...targets];
}

/** How a figure has changed since earlier periods, `环比 +3（+25%），同比 −2`; '' where nothing is known. */
export function changesText(block: StatisticsBlock, row: StatisticsRow, index: number): string {
  const column = block.columns[index];
  const value = row.values[index] ?? null;
  if (column === undefined || value === null) return '';
  return listed(
    (block.compare ?? []).flatMap((which) => {
      const earlier = row.earlier?.[which]?.[index];
      if (earlier === null || earlier === undefined) return [];
      return [changeText(which, value, earlier, column)];
    }),
  );
}

function changeText(which: EarlierPeriod, value: number, earlier: number, column: StatisticsColumn): string {
  const word = statisticsText(`compare.${which}`);
  const change = value - earlier;
  if (change === 0) return `${word} ${statisticsText('compare.same')}`;
  if (column.unit === '%') {
    return `${word} ${statisticsText('compare.points', { count: signed(change, thousands(Math.abs(change), column.scale)) })}`;
  }
  const said = `${word} ${signed(change, figureText(Math.abs(change), column))}`;
  // Of nothing there is no share.
  if (earlier === 0) return said;
  const share = (change / Math.abs(earlier)) * 100;
  return withAside(said, `${signed(share, thousands(Math.abs(share), 0))}%`);
}

const signed = (change: number, text: string): string => `${change > 0 ? '+' : '−'}${text}`;
