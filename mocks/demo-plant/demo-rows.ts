import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import type { MetadataText } from '../../server/metadata/judge/read-once.ts';
import { dangerHistories } from './danger-histories.ts';
import { planHistories } from './dangers.ts';
import { seedBatches } from './seed-records.ts';
import { ticketPlans } from './ticket-plans.ts';

/** Dangers of which a count is made: as many as the shipped configuration asks for take longer to make up. */
const DANGERS = 200;

/**
 * How many records of each entity a new demo plant holds, from the lists that it is written from; no database is asked.
 * What works of a danger's or a ticket's course leave (rectifications, gas analyses) counts as one for each.
 */
export function demoRows(files: readonly MetadataText[], now = new Date()): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const add = (entity: string, count: number) => rows.set(entity, (rows.get(entity) ?? 0) + count);
  for (const { entity, records } of seedBatches(now)) add(entity, records.length);
  for (const { entity, rows: shipped } of parseFiles(files).rows.values()) add(entity, Object.keys(shipped).length);
  add('workTicket', ticketPlans(60, now.getTime()).length);
  for (const { entity } of [
    ...planHistories('645967', now.getTime()),
    ...dangerHistories('645967', DANGERS, now.getTime()),
  ])
    add(entity, 1);
  return rows;
}
