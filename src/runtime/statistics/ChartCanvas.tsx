import { BarChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  AxisPointerComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback, useEffect, useMemo } from 'react';
import { usePalette } from '../../ui/look/usePalette.ts';
import { usePrinting } from '../../ui/look/usePrinting.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { ChartKeys, type ChartPoint } from './ChartKeys.tsx';
import type { ChartData } from './chart-data.ts';
import { chartHeight, chartOption } from './chart-option.ts';
import { useChartBox } from './useChartBox.ts';

use([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  AriaComponent,
  AxisPointerComponent,
  TitleComponent,
  CanvasRenderer,
]);

/** Gives the drawn chart as a canvas of twice its size. */
export type ChartShot = () => HTMLCanvasElement;

interface ChartCanvasProps {
  readonly data: ChartData;
  /** What it shows, in words. */
  readonly summary: string;
  readonly small: boolean;
  /** Its elements that lead to rows. */
  readonly points: readonly ChartPoint[];
  /** A row was pressed, and which of the series. */
  readonly onPick: (row: number, series: number) => void;
  /** Takes what draws the picture for export; undefined once it is gone. */
  readonly onShot: (shot: ChartShot | undefined) => void;
}

/** A chart. It is a chunk of its own with the library that draws it. */
export function ChartCanvas({ data, summary, small, points, onPick, onShot }: ChartCanvasProps) {
  const { element, chart, width } = useChartBox();
  const palette = usePalette();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const height = chartHeight(data, width, small);
  const patterned = usePrinting();
  const option = useMemo(
    () => chartOption(data, { palette, width, still, patterned }),
    [data, palette, width, still, patterned],
  );

  useEffect(() => {
    if (chart === undefined || chart.isDisposed() || width === 0) return;
    chart.resize({ height });
    chart.setOption(option, { notMerge: true });
  }, [chart, option, height, width]);

  useEffect(() => {
    if (chart === undefined || chart.isDisposed()) return;
    const pick = (event: { readonly dataIndex?: number; readonly seriesIndex?: number }) =>
      onPick(event.dataIndex ?? -1, event.seriesIndex ?? 0);
    chart.on('click', pick);
    return () => {
      if (!chart.isDisposed()) chart.off('click', pick);
    };
  }, [chart, onPick]);

  useEffect(() => {
    if (chart === undefined) return;
    onShot(() => chart.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.container }));
    return () => onShot(undefined);
  }, [chart, onShot, palette]);

  // What the keys are on looks as if the pointer were on it.
  const show = useCallback(
    (point: ChartPoint | undefined) => {
      if (chart === undefined || chart.isDisposed()) return;
      chart.dispatchAction({ type: 'downplay' });
      if (point === undefined) {
        chart.dispatchAction({ type: 'hideTip' });
        return;
      }
      const place = { seriesIndex: point.series, dataIndex: point.row };
      chart.dispatchAction({ type: 'highlight', ...place });
      chart.dispatchAction({ type: 'showTip', ...place });
    },
    [chart],
  );

  return (
    <div className="anlan-chart-frame">
      <div ref={element} className="anlan-chart" role="img" aria-label={summary} style={{ height }} />
      {points.length > 0 && <ChartKeys points={points} onShow={show} />}
    </div>
  );
}
