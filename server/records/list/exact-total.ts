import { createHash } from 'node:crypto';
import { TOTAL } from '../../../src/compile/sql/list-query.ts';
import { bind, type QueryInput } from '../../../src/compile/sql/query.ts';
import { isUnwrittenSince, isWriteMarked } from '../../ground/database/write-marks.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import type { ListPlan } from './list-plan.ts';

/** Counts remembered for a company, and companies whose counts are. */
const MOST_COUNTS = 200;
const MOST_TENANTS = 500;

interface KeptTotal {
  readonly total: number;
  /** What the count saw, as `pg_snapshot`. */
  readonly snapshot: string;
}

const kept = new Map<string, Map<string, KeptTotal>>();

/**
 * The number of all rows of a list, counted once and kept as long as nothing was written to what it was counted from: the
 * database says so each time, so that no number is told that does not hold when it is asked for.
 */
export async function exactTotal(tx: Reading, plan: ListPlan, input: QueryInput): Promise<number> {
  const { db } = tx;
  const query = plan.count();
  const tables = tablesOf(tx.call, query.text);
  const values = bind(query, input);
  const key = keyOf(query.text, values);
  const ofTenant = takeTenant(input.tenantId);
  const known = ofTenant.get(key);
  if (known !== undefined && tables !== undefined && (await isUnwrittenSince(db, tables, known.snapshot))) {
    ofTenant.delete(key);
    ofTenant.set(key, known);
    return known.total;
  }
  // In the same statement, so that the count and what it saw are of one moment.
  const [row] = await db.query<{ total: number; snapshot: string }>(
    `select counted."${TOTAL}" as total, pg_current_snapshot()::text as snapshot from (${query.text}) counted`,
    values,
  );
  const total = Number(row?.total ?? 0);
  ofTenant.delete(key);
  if (tables !== undefined && row !== undefined) {
    ofTenant.set(key, { total, snapshot: row.snapshot });
    dropOldest(ofTenant, MOST_COUNTS);
  }
  return total;
}

/**
 * Tables that a count reads; undefined where one of them leaves no marks, and then nothing is kept. Read from the statement
 * itself, so that no condition can be forgotten.
 */
function tablesOf(call: Pick<EntityCall, 'snapshot'>, text: string): readonly string[] | undefined {
  const marked = new Set([...call.snapshot.entities.values()].filter(isWriteMarked).map(({ id }) => id));
  const read = new Set<string>();
  // Functions of the platform read no table.
  for (const [, schema, table = ''] of text.matchAll(/"?\b(data|platform)"?\."?(\w+)"?(?!\w*"?\()/g)) {
    if (schema !== 'data' || !marked.has(table)) return undefined;
    read.add(table);
  }
  return [...read];
}

/** The same statement with the same values: it says all that a count depends on besides what the tables hold. */
function keyOf(text: string, values: readonly unknown[]): string {
  return createHash('sha256').update(text).update(JSON.stringify(values)).digest('base64url');
}

function takeTenant(tenantId: string): Map<string, KeptTotal> {
  const found = kept.get(tenantId) ?? new Map<string, KeptTotal>();
  kept.delete(tenantId);
  kept.set(tenantId, found);
  dropOldest(kept, MOST_TENANTS);
  return found;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
