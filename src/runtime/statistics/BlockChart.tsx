import { Suspense, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { ChartShot } from './ChartCanvas.tsx';
import type { ChartData } from './chart-data.ts';
import { chartSummary } from './chart-summary.ts';
import type { FigureLinks } from './figures.ts';
import { useStatisticsText } from './text.ts';
import { WaitingChart } from './WaitingBlocks.tsx';

const ChartCanvas = lazyPiece(() => import('./ChartCanvas.tsx').then((module) => module.ChartCanvas));

interface BlockChartProps {
  readonly block: StatisticsBlock;
  readonly data: ChartData;
  readonly links: FigureLinks;
  readonly small: boolean;
  readonly onShot: (shot: ChartShot | undefined) => void;
}

/** The chart of a block; a press on an element opens the rows behind its figure. */
export function BlockChart({ block, data, links, small, onShot }: BlockChartProps) {
  const text = useStatisticsText();
  const navigate = useNavigate();
  const pick = useCallback(
    (row: number, series: number) => {
      const column = data.series[series]?.column;
      const picked = data.rows[row];
      const address = column === undefined || picked === undefined ? undefined : links(block, column, picked);
      if (address !== undefined) void navigate(address);
    },
    [block, data, links, navigate],
  );
  return (
    <div>
      <Suspense fallback={<LoadingDelay loading skeleton={<WaitingChart small={small} />} />}>
        <ChartCanvas
          data={data}
          summary={chartSummary(block.title, data)}
          small={small}
          onPick={pick}
          onShot={onShot}
        />
      </Suspense>
      {data.left > 0 && (
        <p className="anlan-chart-note">
          {text('chart.first', { count: data.rows.length, total: data.rows.length + data.left })}
        </p>
      )}
    </div>
  );
}
