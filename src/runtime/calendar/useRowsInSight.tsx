import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are drawn at first, and that follow each time the last one comes near. */
const STEP = 10;
/** Pixels below the window from which the next rows are drawn. */
const NEAR = '100px';

/**
 * Of many rows those that the window has come to: each holds dozens of entries, and thousands of them would keep the page
 * from being painted. Paper gets all.
 * @returns the rows to draw, the same while they stay, and what marks their end, to be drawn below them.
 */
export function useRowsInSight<T>(rows: readonly T[] | undefined): {
  readonly rows: readonly T[] | undefined;
  readonly end: ReactNode;
} {
  const [many, setMany] = useState(STEP);
  const mark = useRef<HTMLDivElement>(null);
  const total = rows?.length ?? 0;
  const more = many < total && typeof IntersectionObserver !== 'undefined';
  const shown = useMemo(() => (more ? rows?.slice(0, many) : rows), [rows, many, more]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark may still be near once more rows stand above it.
  useEffect(() => {
    if (!more || mark.current === null) return;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setMany((before) => before + STEP);
      },
      { rootMargin: NEAR },
    );
    seen.observe(mark.current);
    const all = () => flushSync(() => setMany(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', all);
    return () => {
      seen.disconnect();
      window.removeEventListener('beforeprint', all);
    };
  }, [more, many]);
  return { rows: shown, end: more ? <div ref={mark} aria-hidden /> : undefined };
}
