import { Suspense, useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { ChartShot } from './ChartCanvas.tsx';
import type { ChartPoint } from './ChartKeys.tsx';
import { ChartTable } from './ChartTable.tsx';
import { type ChartData, leavesNothing } from './chart-data.ts';
import { chartSummary } from './chart-summary.ts';
import { type FigureLinks, figureText, figureWithUnit } from './figures.ts';
import { LeftOut } from './LeftOut.tsx';
import { useStatisticsText } from './text.ts';
import { WaitingChart } from './WaitingBlocks.tsx';

const ChartCanvas = lazyPiece(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

interface BlockChartProps {
  readonly block: StatisticsBlock;
  readonly data: ChartData;
  readonly links: FigureLinks;
  readonly small: boolean;
  /** Whether no table stands a switch away: it is then read aloud from here. Default false. */
  readonly alone?: boolean;
  readonly onShot: (shot: ChartShot | undefined) => void;
}

/** The chart of a block; a press on an element opens the rows behind its figure. */
export function BlockChart({ block, data, links, small, alone = false, onShot }: BlockChartProps) {
  const text = useStatisticsText();
  const navigate = useNavigate();
  const points = useMemo(() => pointsOf(block, data, links), [block, data, links]);
  const pick = useCallback(
    (row: number, series: number) => {
      const picked = points.find((point) => point.row === row && point.series === series);
      if (picked !== undefined) void navigate(picked.address);
    },
    [points, navigate],
  );
  return (
    <div>
      <Suspense fallback={<LoadingDelay loading skeleton={<WaitingChart small={small} />} />}>
        <ChartCanvas
          data={data}
          summary={chartSummary(block.title, data)}
          small={small}
          points={points}
          onPick={pick}
          onShot={onShot}
        />
      </Suspense>
      {!leavesNothing(block, data) && <LeftOut block={block} />}
      <Ended block={block} data={data} links={links} />
      {alone && <ChartTable block={block} data={data} />}
      {data.left > 0 && (
        <p className="anlan-chart-note">
          {text('chart.first', { count: data.rows.length, total: data.rows.length + data.left })}
        </p>
      )}
    </div>
  );
}

/** What has ended, which would make flat what is still open, in words that lead to its rows. */
function Ended({ block, data, links }: Pick<BlockChartProps, 'block' | 'data' | 'links'>) {
  const text = useStatisticsText();
  const column = data.series[0]?.column;
  if (data.aside.length === 0 || column === undefined) return null;
  const index = block.columns.indexOf(column);
  return (
    <p className="anlan-chart-note">
      {text('chart.ended')}
      {data.aside.map((row) => {
        const figure = figureWithUnit(row.values[index] ?? null, column);
        const address = links(block, column, row);
        return (
          <span key={row.key} className="anlan-chart-ended">
            {row.label}{' '}
            {address === undefined ? (
              figure
            ) : (
              <Link to={address} aria-label={text('figure.open', { name: row.label, count: figure })}>
                {figure}
              </Link>
            )}
          </span>
        );
      })}
    </p>
  );
}

/** The elements of a chart with rows behind them, row by row. */
function pointsOf(block: StatisticsBlock, data: ChartData, links: FigureLinks): readonly ChartPoint[] {
  return data.rows.flatMap((row, place) =>
    data.series.flatMap(({ column, values }, series) => {
      const value = values[place] ?? 0;
      const address = value === 0 ? undefined : links(block, column, row);
      if (address === undefined) return [];
      return [{ row: place, series, name: `${row.label} ${column.title}`, figure: figureText(value, column), address }];
    }),
  );
}
