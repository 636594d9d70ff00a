import { useCallback, useEffect, useState } from 'react';
import { requestOperation } from '../../../api/client.ts';
import { subscribeEvents } from '../../../api/events.ts';
import { ApiError } from '../../../api/faults.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import type { WallArea, WallCamera } from './cameras.ts';

/** Cameras that are read at once, and pages of them at most. */
const SIZE = 200;
const MOST_PAGES = 10;
/** State of a camera that is looked at, and of one that may have been found away. */
const ONLINE = '1';
const OFFLINE = '0';

interface Cameras {
  readonly cameras: readonly WallCamera[] | undefined;
  readonly areas: readonly WallArea[];
  /** Why they could not be read. */
  readonly problem: { readonly forbidden: boolean; readonly msg: string } | undefined;
  reload(): void;
}

type Read = Omit<Cameras, 'reload'>;

/** The cameras that the person sees, as they change. */
export function useCameras(): Cameras {
  const [state, setState] = useState<Read>({ cameras: undefined, areas: [], problem: undefined });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads anew.
  useEffect(() => {
    const abort = new AbortController();
    Promise.all([readCameras(abort.signal), readAreas(abort.signal)]).then(
      ([cameras, areas]) => setState({ cameras, areas, problem: undefined }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const forbidden = error instanceof ApiError && error.status === 403;
        const msg = error instanceof ApiError ? error.msg : String(error);
        // What was read stays on the wall while the network is away.
        setState((before) =>
          before.cameras === undefined || forbidden
            ? { cameras: undefined, areas: [], problem: { forbidden, msg } }
            : before,
        );
      },
    );
    return () => abort.abort();
  }, [round]);
  useEffect(
    () =>
      subscribeEvents(({ topic }) => (topic === 'entity' || topic === 'open' ? reload() : undefined), {
        entities: ['videoDevice'],
      }),
    [reload],
  );
  return { ...state, reload };
}

async function readCameras(signal: AbortSignal): Promise<readonly WallCamera[]> {
  const found: WallCamera[] = [];
  for (let current = 1; current <= MOST_PAGES; current += 1) {
    const { records } = await requestOperation(
      { kind: 'page', method: 'GET' },
      {
        service: 'safety',
        path: 'video/device/page',
        query: { page: 'videoMonitoring', size: SIZE, current },
        signal,
        quiet: true,
      },
    );
    found.push(...records.map(cameraOf));
    if (records.length < SIZE) break;
  }
  return found;
}

// Whoever sees no areas still sees his cameras, by the names of theirs.
const readAreas = (signal: AbortSignal): Promise<readonly WallArea[]> =>
  requestOperation(
    { kind: 'select', method: 'GET' },
    { service: 'safety', path: 'risk/areas/main/select', query: { size: '500' }, signal, quiet: true },
  ).catch(() => []);

function cameraOf(record: WireRecord): WallCamera {
  const text = (key: string): string => (typeof record[key] === 'string' ? record[key] : '');
  return {
    id: record.id,
    name: text('deviceName'),
    location: text('location'),
    areaId: text('area'),
    areaName: text('areaLabel'),
    status: text('status'),
    statusName: text('statusLabel'),
    isOnline: text('status') === ONLINE,
    isAsked: text('status') === ONLINE || (text('status') === OFFLINE && text('awayReason') !== ''),
  };
}
