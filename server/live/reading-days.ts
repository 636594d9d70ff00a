import { LATE_DAYS } from '../../src/core/live/reading.ts';
import type { Database } from '../ground/database/database.ts';
import { DAYS_SCHEMA } from './reading-tables.ts';

const DAY = 86_400_000;

/** Days ahead whose partitions stand already, so that midnight is no moment of note. */
const AHEAD_DAYS = 2;

/** Name of the partition of a UTC day: `d20260430`. */
const nameOf = (day: number) => `d${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY) * DAY;

/**
 * Makes the partitions of the days of which values may come in, and drops those that are older than `keepDays`. A day is
 * made by itself and then attached, so that nobody who stores or reads waits for it.
 */
export async function keepDays(database: Database, now: Date, keepDays: number): Promise<void> {
  const today = dayOf(now);
  await database.withOwner(async (owner) => {
    // One process at a time; who comes second finds all done.
    await owner.query("select pg_advisory_lock(hashtext('anlan.readingDays'))");
    try {
      const { rows } = await owner.query<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'platform.reading'::regclass`,
      );
      const there = new Set(rows.map(({ name }) => name));
      for (let day = today - LATE_DAYS * DAY; day <= today + AHEAD_DAYS * DAY; day += DAY) {
        const name = nameOf(day);
        if (there.has(name)) continue;
        const [from, to] = [new Date(day), new Date(day + DAY)].map((one) => one.toISOString());
        await owner.query(`create table if not exists ${DAYS_SCHEMA}.${name} (like platform.reading including all)`);
        await owner.query(
          `alter table platform.reading attach partition ${DAYS_SCHEMA}.${name} for values from ('${from}') to ('${to}')`,
        );
      }
      const oldest = nameOf(today - Math.max(keepDays, LATE_DAYS + 1) * DAY);
      for (const name of [...there].filter((one) => one < oldest).sort()) {
        await owner.query(`alter table platform.reading detach partition ${DAYS_SCHEMA}.${name} concurrently`);
        await owner.query(`drop table ${DAYS_SCHEMA}.${name}`);
      }
    } finally {
      await owner.query("select pg_advisory_unlock(hashtext('anlan.readingDays'))");
    }
  });
}
