import { useEffect, useState } from 'react';
import { fetchOpenDashboard } from '../../../api/joint.ts';
import { contentOf, countedRows, valueIn } from '../../dashboards/big-screen/figures.ts';

/** Where the figures stand that anybody may read: those of the wall. */
const PAGE = 'bigScreenTiles';
/** Milliseconds between two looks at them. */
const EVERY = 60_000;

/** Today's tickets of a kind of work. */
export interface TicketRow {
  readonly key: string;
  readonly title: string;
  readonly count: number;
  /** Those of special hot work among them. */
  readonly special: number;
}

/** Today's tickets by kind of work, figures alone; what was read last stays while nothing can be had. */
export function useTicketRows(tenantId: string | undefined, wanted: boolean): readonly TicketRow[] | undefined {
  const place = `anlan-led-tickets/${tenantId ?? ''}`;
  const [rows, setRows] = useState<readonly TicketRow[] | undefined>(() => remembered(place));
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const ask = async () => {
      const found = await fetchOpenDashboard(PAGE, tenantId, abort.signal).catch(() => undefined);
      const block = contentOf(
        found?.tiles.find(({ key }) => key === 'ticketTypes'),
        'chart',
      )?.block;
      if (block === undefined || abort.signal.aborted) return;
      const read = countedRows(block, 'today', true).map((row) => ({
        key: row.key ?? '',
        title: row.label,
        count: valueIn(block, row, 'today'),
        special: valueIn(block, row, 'todaySpecial'),
      }));
      setRows(read);
      try {
        localStorage.setItem(place, JSON.stringify(read));
      } catch {
        // Without room they are asked for again.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), EVERY);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [wanted, tenantId, place]);
  return rows;
}

function remembered(place: string): readonly TicketRow[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    return Array.isArray(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
