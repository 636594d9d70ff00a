import type { LookupRow } from '../core/wire/page.ts';
import { request } from './client.ts';
import { subscribeEvents } from './events.ts';
import { currentTenantId, session } from './session.ts';

interface Table {
  readonly entity: string;
  rows: readonly LookupRow[] | undefined;
  /** Whether the server is being asked. */
  loading: boolean;
  /** Whether the rows may be older than the server's. */
  stale: boolean;
}

const tables = new Map<string, Table>();
const listeners = new Set<() => void>();
let ending: (() => void) | undefined;

function keyOf(page: string, entity: string): string {
  const state = session();
  return JSON.stringify([currentTenantId(state), state.userInfo?.account ?? '', page, entity]);
}

/**
 * Rows in which formulas of a page look things up, from the session's copy; undefined while they are on their way, after
 * which `onLookupRows` tells. A copy is read again once the server says that the table has changed.
 */
export function lookupRows(page: string, entity: string): readonly LookupRow[] | undefined {
  const key = keyOf(page, entity);
  let table = tables.get(key);
  if (table === undefined) {
    table = { entity, rows: undefined, loading: false, stale: true };
    tables.set(key, table);
  }
  if (table.stale && !table.loading) void load(key, table, page);
  return table.rows;
}

async function load(key: string, table: Table, page: string): Promise<void> {
  table.loading = true;
  table.stale = false;
  try {
    const query = { code: page, entity: table.entity };
    table.rows = await request({
      service: 'system',
      path: 'metadata/lookup',
      query,
      quiet: true,
    });
  } catch {
    // The server decides at the save; the next form asks again.
    if (table.rows === undefined) tables.delete(key);
    return;
  } finally {
    table.loading = false;
  }
  for (const listener of [...listeners]) listener();
}

/** Calls the listener when rows have come or have changed; gives the function that ends it. */
export function onLookupRows(listener: () => void): () => void {
  listeners.add(listener);
  ending ??= subscribeEvents(({ topic, entityKey }) => {
    if (topic === 'lookup') outdate(entityKey);
    else if (topic === 'open') outdate(undefined);
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    ending?.();
    ending = undefined;
    // Nobody hears of changes any more.
    for (const table of tables.values()) table.stale = true;
  };
}

function outdate(entity: string | undefined): void {
  for (const [key, table] of tables) {
    if (entity !== undefined && table.entity !== entity) continue;
    table.stale = true;
    const [, , page] = JSON.parse(key) as [string, string, string];
    if (!table.loading && table.rows !== undefined) void load(key, table, page);
  }
}

/** Forgets all rows (logout, company switch). */
export function clearLookupRows(): void {
  tables.clear();
}
