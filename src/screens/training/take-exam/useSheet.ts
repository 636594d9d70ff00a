import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeEvents } from '../../../api/events.ts';
import { ApiError } from '../../../api/faults.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { fetchRecord, fetchWithChildren } from '../../../runtime/calls/entity-calls.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { useKeepRead } from '../../../runtime/kept/useKeepRead.ts';
import { useOpened } from '../../../runtime/kept/useKept.ts';
import { useLasting } from '../../../ui/useLasting.ts';

/** Why a sheet cannot be shown. */
type SheetFailure = { readonly kind: 'away' | 'none' } | { readonly kind: 'failed'; readonly message: string };

export interface SheetReader {
  readonly record: WireRecord | undefined;
  readonly failure: SheetFailure | undefined;
  /** Reads it anew with its questions. */
  readonly reload: () => Promise<void>;
  /** Looks whether its state or its device has changed, and reads it anew only then. */
  readonly look: () => Promise<void>;
}

/** Milliseconds in which what was told of a sheet is gathered: each answer of one's own is told too. */
const GATHER = 2_000;

/** A sheet with its questions as the server has it, or as this device kept it; it follows its state and its device. */
export function useSheet(id: string): SheetReader {
  const { page } = useEntityPage();
  const name = `exam/${id}`;
  const [read, setRead] = useState<WireRecord>();
  const [failure, setFailure] = useState<SheetFailure>();
  const { value: opened, read: readOpened } = useOpened<WireRecord>(name);
  const shown = read ?? opened;

  const reload = useCallback(async (): Promise<void> => {
    try {
      setRead(await fetchWithChildren(page.model, id, { page: page.callPage, quiet: true }));
      setFailure(undefined);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : -1;
      if (status === 0 && (await readOpened()) !== undefined) return setFailure(undefined);
      if (status === 0) return setFailure({ kind: 'away' });
      if (status === 404 || status === 403) return setFailure({ kind: 'none' });
      setFailure({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }, [page.model, page.callPage, id, readOpened]);

  const look = useLasting(async (): Promise<void> => {
    try {
      const found = await fetchRecord(page.model, id, { page: page.callPage, quiet: true });
      if (shown === undefined || found.status !== shown.status || found.device !== shown.device) return reload();
      // What stands beside the questions (how often the page was left) may have changed.
      setRead((before) =>
        before === undefined || before.version === found.version
          ? before
          : { ...before, ...found, children: before.children },
      );
    } catch {
      // Without a network what is shown stays; the next look tells.
    }
  });

  useEffect(() => void reload(), [reload]);
  useEffect(() => watched({ entityKey: page.model.key, recordId: id }, () => void look()), [page.model.key, id, look]);
  useKeepRead(name, read, true);
  return { record: shown, failure: shown === undefined ? failure : undefined, reload, look };
}

/** Looks after something was told of a record, once for all that is told within a moment. */
function watched(record: { readonly entityKey: string; readonly recordId: string }, look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = subscribeEvents(
    ({ topic, entityKey, recordId }) => {
      const own = topic === 'record' && entityKey === record.entityKey && recordId === record.recordId;
      if (!own && topic !== 'open') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, GATHER);
    },
    { records: [record] },
  );
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Looks each half minute too, and whenever the page is seen again: the network may have swallowed what was told. */
export function useSteadyLook(look: () => Promise<void>, seconds = 30): void {
  const asked = useRef(look);
  asked.current = look;
  useEffect(() => {
    const go = (): void => {
      if (document.visibilityState === 'visible') void asked.current();
    };
    const timer = setInterval(go, seconds * 1000);
    window.addEventListener('online', go);
    document.addEventListener('visibilitychange', go);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
    };
  }, [seconds]);
}
