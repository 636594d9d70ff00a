import type { Connection } from './database/database.ts';

/** What changed, as browsers are told: never what it now is. */
type EventTopic = 'tasks' | 'notices' | 'metadata' | 'record' | 'lookup' | 'longJobs';

/** An event on its way from the process that wrote to those that people are connected to. */
export interface RealtimeEvent {
  readonly tenantId: string;
  /** `session`: the named session may have ended, or any of the tenant's where no record is named. */
  readonly topic: EventTopic | 'session';
  /** Who is told; undefined for everyone of the tenant who may know. */
  readonly userIds?: readonly string[];
  readonly entityKey?: string;
  readonly recordId?: string;
}

/** Channel of NOTIFY on which processes tell each other. */
export const EVENT_CHANNEL = 'anlan_events';

// A payload of NOTIFY holds 8000 bytes; an id is at most 40 characters.
const PEOPLE_AT_ONCE = 150;

/**
 * Tells the connected people of an event, in the transaction of the connection: nobody hears of it before the commit,
 * nor where it is rolled back. Equal events of one transaction arrive once.
 */
export async function publishEvents(connection: Connection, events: readonly RealtimeEvent[]): Promise<void> {
  const payloads = events.flatMap((event) => {
    const { userIds, ...rest } = event;
    if (userIds === undefined) return [JSON.stringify(rest)];
    const parts: string[] = [];
    for (let from = 0; from < userIds.length; from += PEOPLE_AT_ONCE) {
      parts.push(JSON.stringify({ ...rest, userIds: userIds.slice(from, from + PEOPLE_AT_ONCE) }));
    }
    return parts;
  });
  if (payloads.length === 0) return;
  await connection.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [EVENT_CHANNEL, payloads]);
}

/** Reads an event from a payload; undefined for one that is none. */
export function parseEvent(payload: string): RealtimeEvent | undefined {
  try {
    const event: unknown = JSON.parse(payload);
    return typeof event === 'object' && event !== null && 'tenantId' in event && 'topic' in event
      ? (event as RealtimeEvent)
      : undefined;
  } catch {
    return undefined;
  }
}
