import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const LEAST = 0.4;
const MOST = 1.6;
const STEP = 0.1;
/** Below this a name is not read at first sight: the rest is scrolled to. */
const READABLE = 0.7;
/** Pixels of CSS across a sheet of A4 on its side within its margins, and the least size at which a box is read there. */
const SHEET = 1_030;
const LEAST_PRINTED = 0.45;
/** Share of their width that boxes have on paper, as `hierarchy.css` says it. */
const NARROWER = 0.74;

/** How large the boxes are, on the screen and on paper. */
export interface ChartSize {
  readonly zoom: number;
  /** Size at which the chart goes across one sheet. */
  readonly printed: number;
  /** Whether the boxes stand below each other: on a phone, and on paper where they would be too small beside each other. */
  readonly outline: boolean;
  readonly frame: RefObject<HTMLElement | null>;
  readonly chart: RefObject<HTMLDivElement | null>;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly fit: () => void;
  /** The boxes are others, or stand elsewhere: measures them. */
  readonly measure: () => void;
}

const within = (zoom: number): number => Math.min(MOST, Math.max(LEAST, Math.round(zoom * 20) / 20));

/** @param phone whether the window is too narrow for boxes beside each other. */
export function useChartSize(phone: boolean): ChartSize {
  const frame = useRef<HTMLElement>(null);
  const chart = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const [width, setWidth] = useState({ frame: 0, chart: 0 });
  const [onPaper, setOnPaper] = useState(false);

  const across = width.chart === 0 ? 1 : width.frame / width.chart;
  const zoom = phone ? 1 : (chosen ?? within(Math.min(1, Math.max(READABLE, Math.floor(across * 20) / 20))));
  const printed = width.chart === 0 ? 1 : Math.min(1, SHEET / (width.chart * NARROWER));

  const measure = () => {
    // On paper boxes are narrower: what was measured on the screen holds.
    if (frame.current === null || chart.current === null || window.matchMedia('print').matches) return;
    const now = { frame: frame.current.clientWidth, chart: Math.ceil(chart.current.scrollWidth) };
    setWidth((before) => (before.frame === now.frame && before.chart === now.chart ? before : now));
  };
  const tooSmall = printed < LEAST_PRINTED;
  useEffect(() => {
    const begin = () => flushSync(() => setOnPaper(tooSmall));
    const end = () => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [tooSmall]);
  // The topmost box stands in the middle, and so does what is seen at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the middle is elsewhere once the chart has another width.
  useLayoutEffect(() => {
    const place = frame.current;
    if (place !== null) place.scrollLeft = (place.scrollWidth - place.clientWidth) / 2;
  }, [zoom, width]);

  return {
    zoom,
    printed: Math.max(LEAST_PRINTED, printed),
    outline: phone || onPaper,
    frame,
    chart,
    larger: () => setChosen(within(zoom + STEP)),
    smaller: () => setChosen(within(zoom - STEP)),
    fit: () => setChosen(within(Math.min(1, Math.floor(across * 20) / 20))),
    measure,
  };
}
