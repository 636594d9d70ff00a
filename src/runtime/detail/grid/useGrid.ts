import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/faults.ts';
import { newKey } from '../../../api/new-key.ts';
import { serverNow } from '../../../api/plant-clock.ts';
import { currentTenantId, session } from '../../../api/session.ts';
import type { WireFault, WireRecord } from '../../../core/wire/contract.ts';
import type { RecordAfterWrite } from '../../../core/wire/operations.ts';
import { writeRecord, writeRows } from '../../calls/entity-calls.ts';
import { parseConflict } from '../../form/conflict.ts';
import { draftKey, dropLocalDraft, keepLocalDraft, readLocalDraft } from '../../form/draft-store.ts';
import { recordAfter } from '../../form/form-body.ts';
import type { RecordData } from '../../model/record-view.ts';
import { runtimeText } from '../../text.ts';
import { cellPointers, type GridChange, type GridRules, gridChanges, keptRows, unsoundCells } from './grid-rows.ts';
import { MOST_RECORDS } from './most-records.ts';
import { piecesOf, sendRows } from './send-rows.ts';

/** Rows that are sent at the same time where they are many. */
const LANES = 4;

/** Milliseconds that typing rests before it is kept on this machine. */
const KEEP_DEBOUNCE = 800;

interface EnteredRows {
  readonly rows: readonly RecordData[];
  readonly faults: readonly WireFault[];
  /** Rows that are not saved yet. */
  readonly open: number;
  /** Rows that were found as they had been left. */
  readonly restored: number;
  readonly busy: boolean;
  /** Rows that the save under way has been through. */
  readonly done: number;
  readonly change: (value: unknown) => void;
  /** Tells what is wrong with the values themselves, once a cell was left or rows were pasted. */
  readonly leave: () => void;
  /** Saves what has changed; gives how many rows were saved and how many are left. */
  readonly save: () => Promise<{ readonly saved: number; readonly left: number }>;
  /** Forgets what is not saved. */
  readonly drop: () => void;
}

/**
 * Records as rows that are entered in place. Each row is saved under the rights and rules of its record, many of them by
 * one call where the page has such a one: what is refused stays as it was typed, with the reason at its cell, and the
 * others are saved. What is not saved is kept on
 * this machine, so that it is there again when the page is.
 * @param at what the rows hang on, as part of the key under which they are kept.
 */
export function useGrid(rules: GridRules, records: readonly WireRecord[], at: string): EnteredRows {
  const { page } = rules;
  const key = draftKey(
    { tenantId: currentTenantId(), account: session().userInfo?.account ?? '' },
    `${page.model.id}/grid`,
    at,
  );
  const [stored, setStored] = useState<ReadonlyMap<string, RecordData>>(
    () => new Map(records.map((record) => [record.id, record])),
  );
  const [kept] = useState(() => rowsOf(readLocalDraft(key)?.values));
  const [rows, setRows] = useState<readonly RecordData[]>(() => keptRows(records, kept));
  const [faults, setFaults] = useState<readonly WireFault[]>([]);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const sending = useRef(false);
  const latest = useRef(rows);
  // What a save has stored is ahead of what is drawn until it is over.
  if (!sending.current) latest.current = rows;
  const changes = useMemo(() => gridChanges(rules, rows, stored), [rules, rows, stored]);

  const keep = useRef(() => {});
  keep.current = () => {
    const values = { rows: changes.map(({ row }) => row) };
    if (changes.length === 0) dropLocalDraft(key);
    else keepLocalDraft(key, { values, labels: {}, touched: [], savedAt: serverNow(), version: undefined });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is kept once it rests.
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), KEEP_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [changes]);
  useEffect(() => {
    const now = () => keep.current();
    // Neither a reload within the debounce nor a page that is left loses the last words.
    window.addEventListener('pagehide', now);
    return () => {
      now();
      window.removeEventListener('pagehide', now);
    };
  }, []);

  const change = (value: unknown): void => {
    const next = rowsOf({ rows: value });
    // A fault goes with the row that it is told of; others stay where their rows are now.
    setFaults((told) =>
      told.flatMap((fault) => {
        const [, table = '', index = '', column = ''] = fault.pointer.split('/');
        const row = latest.current[Number(index)];
        const now = row === undefined ? -1 : next.indexOf(row);
        return now < 0 ? [] : [{ ...fault, pointer: `/${table}/${now}/${column}` }];
      }),
    );
    latest.current = next;
    setRows(next);
  };

  const leave = (): void => {
    const own = latest.current.flatMap((row, index) => cellPointers(rules, index, unsoundCells(rules, row)));
    const placed = new Set(own.map(({ pointer }) => pointer));
    setFaults((told) => [...own, ...told.filter(({ pointer }) => !placed.has(pointer))]);
  };

  // What the save under way has stored.
  const written = useRef(new Map(stored));
  const noteStored = (record: WireRecord): void => void written.current.set(record.id, record);
  const replace = (index: number, before: RecordData, after: RecordData): void => {
    const at = latest.current[index] === before ? index : latest.current.indexOf(before);
    if (at >= 0) latest.current = latest.current.with(at, after);
  };
  const show = (): void => {
    setRows(latest.current);
    setStored(new Map(written.current));
  };

  const callOptions = () => ({ idempotencyKey: newKey(), page: page.page.code, quiet: [0, 400, 403, 409] });
  const noteSaved = (one: GridChange, answer: RecordAfterWrite): void => {
    const record = recordAfter(answer, one.row);
    noteStored(record);
    replace(one.index, one.row, { abilities: one.row.abilities, ...record });
  };

  const send = async (one: GridChange): Promise<readonly WireFault[]> => {
    if (one.faults.length > 0) return one.faults;
    try {
      const answer = await writeRecord(page.model, one.operation, one.body, callOptions());
      noteSaved(one, answer);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refusal(error, one);
    }
  };

  const refusal = (error: ApiError, { row, index }: GridChange): readonly WireFault[] => {
    const before = stored.get(String(row.id)) ?? {};
    const conflict =
      error.status === 409
        ? parseConflict(page, error.data, { stored: before, values: row, labels: {} }, runtimeText('conflict.someone'))
        : undefined;
    if (conflict === undefined) return error.errors.length > 0 ? error.errors : [{ pointer: '', msg: error.msg }];
    // Whoever saves once more has read what was changed beneath.
    noteStored(conflict.current);
    const { version } = conflict.current;
    replace(index, latest.current[index] ?? row, { ...row, version });
    return [{ pointer: '', msg: runtimeText('grid.changed', { who: conflict.who }) }];
  };

  const save = async () => {
    if (sending.current) return { saved: 0, left: changes.length };
    sending.current = true;
    setBusy(true);
    const found: WireFault[] = [];
    let saved = 0;
    const end = (one: GridChange, refused: readonly WireFault[]): void => {
      if (refused.length === 0) saved += 1;
      found.push(...cellPointers(rules, one.index, refused));
      // Few rows change as each is saved; thousands would be drawn and judged anew for each.
      if (changes.length <= MOST_RECORDS) show();
      setDone((count) => count + 1);
    };
    const pieces = piecesOf(page, changes);
    const together = new Set(pieces.flat());
    const waiting = changes.filter((one) => !together.has(one)).values();
    const lane = async (): Promise<void> => {
      for (const one of waiting) end(one, await send(one));
    };
    setDone(0);
    written.current = new Map(stored);
    try {
      for (const piece of pieces) {
        await sendRows(piece, {
          write: (rows) => writeRows(page.model, rows, callOptions()),
          saved: (one, answer) => {
            noteSaved(one, answer);
            end(one, []);
          },
          refused: end,
          alone: async (one) => end(one, await send(one)),
        });
      }
      await Promise.all(Array.from({ length: changes.length > MOST_RECORDS ? LANES : 1 }, lane));
    } finally {
      show();
      sending.current = false;
      setBusy(false);
      setFaults(found);
    }
    return { saved, left: changes.length - saved };
  };

  const drop = (): void => {
    keep.current = () => {};
    dropLocalDraft(key);
    setFaults([]);
    setRows([...stored.values()]);
  };

  return { rows, faults, open: changes.length, restored: kept.length, busy, done, change, leave, save, drop };
}

function rowsOf(values: RecordData | undefined): readonly RecordData[] {
  const { rows } = values ?? {};
  return Array.isArray(rows) ? rows.filter((row): row is RecordData => typeof row === 'object' && row !== null) : [];
}
