import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo } from 'react';
import { usePalette } from '../../../ui/look/usePalette.ts';
import { useChartBox } from '../../statistics/useChartBox.ts';
import { curveOption, type DrawnCurve } from './curve-option.ts';

use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer]);

/** Pixels. */
const HEIGHT = 260;

/** The curve drawn; a chunk of its own with the library that draws it. */
export function CurveCanvas({ drawn, summary }: { readonly drawn: DrawnCurve; readonly summary: string }) {
  const { element, chart, width } = useChartBox();
  const palette = usePalette();
  const option = useMemo(() => curveOption(drawn, palette), [drawn, palette]);
  useEffect(() => {
    if (chart === undefined || chart.isDisposed() || width === 0) return;
    chart.resize({ height: HEIGHT });
    chart.setOption(option, { notMerge: true });
  }, [chart, option, width]);
  return <div ref={element} role="img" aria-label={summary} style={{ height: HEIGHT }} />;
}
