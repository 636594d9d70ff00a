import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { statisticsText } from './text.ts';

/** An element of a chart that leads to the rows behind its figure. */
export interface ChartPoint {
  readonly row: number;
  readonly series: number;
  /** What it stands for, and its figure, as they are read. */
  readonly name: string;
  readonly figure: string;
  readonly address: string;
}

interface ChartKeysProps {
  readonly points: readonly ChartPoint[];
  /** Shows the element that the keys are on; undefined where they are on none. */
  readonly onShow: (point: ChartPoint | undefined) => void;
}

/** The elements of a chart for keys and screen readers: one stop of Tab, from which the arrows go on and Enter opens. */
export function ChartKeys({ points, onShow }: ChartKeysProps) {
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const stop = Math.min(at, points.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, stop, points.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <ul ref={list} className="anlan-unseen">
      {points.map((point, index) => (
        <li key={`${point.series} ${point.row}`}>
          <Link
            to={point.address}
            tabIndex={index === stop ? 0 : -1}
            onKeyDown={move}
            onFocus={() => {
              setAt(index);
              onShow(point);
            }}
            onBlur={() => onShow(undefined)}
          >
            {statisticsText('figure.open', { name: point.name, count: point.figure })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where a key leads from a place of a list; undefined where it leads nowhere. */
function placeAfter(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at + length - 1) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return undefined;
}
