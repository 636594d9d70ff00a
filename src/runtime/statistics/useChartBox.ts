import { type EChartsType, init } from 'echarts/core';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A box in which a chart is drawn. */
interface ChartBox {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Undefined until the box stands. */
  readonly chart: EChartsType | undefined;
  /** Its width in pixels; 0 until it is known. */
  readonly width: number;
}

/** A chart as wide as its box. Whoever takes it has said `use` what it draws with. */
export function useChartBox(): ChartBox {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const [width, setWidth] = useState(0);
  // Its width, and with it its height, is known before the first frame.
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const made = init(box, undefined, { renderer: 'canvas', useDirtyRect: false });
    setChart(made);
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => {
      made.resize();
      setWidth(box.clientWidth);
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);
  return { element, chart, width };
}
