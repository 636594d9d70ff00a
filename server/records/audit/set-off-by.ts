import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../../src/core/expression/index.ts';
import type { Reading } from '../call/ports.ts';

/** A row of the log, as far as it says of which call it is. */
interface Logged {
  readonly time: string;
  readonly requestId: string | null;
  readonly userId: string | null;
}

/** Milliseconds that one call may take from what a person did to what followed from it. */
const LONGEST = 10_000;

/**
 * Says for a row of the log whose act set off what the platform did by itself: whoever wrote the record, or a row below
 * it, just before in the same call. Undefined for what nobody set off, as timers do.
 */
export async function setOffBy(
  { call, db }: Reading,
  recordId: string,
  rows: readonly Logged[],
): Promise<(row: Logged) => string | undefined> {
  const requests = new Set(rows.flatMap(({ userId, requestId }) => (userId === null ? (requestId ?? []) : [])));
  if (requests.size === 0) return () => undefined;
  const { model, snapshot } = call;
  const parameters: unknown[] = [db.tenantId, [...requests], recordId, model.key];
  const records = [`l."entityKey" = $4 and l."recordId" = $3`];
  for (const key of model.children) {
    const child = snapshot.entities.get(key);
    const field = child?.field.get(child.parent?.field ?? '');
    if (child === undefined || field === undefined) continue;
    parameters.push(child.key);
    records.push(
      `l."entityKey" = $${parameters.length} and l."recordId" in (select c.id from ${tableName(child.id)} c
         where c."tenantId" = $1 and c.${quoteIdentifier(field.id)} = $3)`,
    );
  }
  // One select each, so that each goes by the index over entity and record.
  const found = await db.query<Logged & { readonly name: string }>(
    records
      .map(
        (which) => `select l.time, l."requestId", l."userId", u."realName" as name from data."auditLog" l
           join data."user" u on u."tenantId" = l."tenantId" and u.id = l."userId"
           where l."tenantId" = $1 and l."isDeleted" = 0 and l."requestId" = any($2) and l.action not in ('refused', 'look') and ${which}`,
      )
      .join(' union all '),
    parameters,
  );
  const acts = found.map((row) => ({ ...row, at: Date.parse(row.time) })).sort((left, right) => left.at - right.at);
  return ({ requestId, time }) => {
    const at = Date.parse(time);
    return acts.findLast((act) => act.requestId === requestId && act.at <= at && act.at > at - LONGEST)?.name;
  };
}
