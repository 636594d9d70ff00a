import { serverNow } from '../../api/plant-clock.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';
import { useEntityPage } from '../EntityContext.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { type Span, spanAround, spanLater } from './time-span.ts';

// Field keys begin with a letter, so these can never be one.
const DATE = '_date';
const SPAN = '_span';

interface TimeSpan {
  readonly span: Span;
  /** A day of it. */
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly setSpan: (span: Span) => void;
  readonly step: (count: number) => void;
  readonly today: () => void;
}

/**
 * Which time is shown; it stands in the address, so that a link and a reload keep it.
 * @param spans those that there are, the usual one first.
 */
export function useTimeSpan(spans: readonly [Span, ...Span[]]): TimeSpan {
  const { page } = useEntityPage();
  const [search, setSearch] = usePageAddress();
  const now = wallClock(serverNow(), page.metadata.timeZone).slice(0, 10);
  const asked = search.get(DATE) ?? '';
  const date = /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : now;
  const span = spans.find((one) => one === search.get(SPAN)) ?? spans[0];
  const put = (name: string, value: string | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    span,
    date,
    ...spanAround(date, span),
    setSpan: (next) => put(SPAN, next === spans[0] ? undefined : next),
    step: (count) => put(DATE, spanLater(date, span, count)),
    today: () => put(DATE, undefined),
  };
}
