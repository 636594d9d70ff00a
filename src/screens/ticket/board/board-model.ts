import { compareNames } from '../../../core/text/name-order.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';

/** States that the board shows where the address names none: work that is allowed, goes on, or is not yet accepted. */
export const WORK_STATES = ['approved', 'working', 'suspended', 'accepting', 'terminated', 'expired'] as const;

/** Records that one board shows at most. */
export const MOST_TICKETS = 200;

/** How close a moment is. */
type Urgency = 'past' | 'soon' | 'near' | 'calm';

/** A moment towards which a ticket runs. */
export interface Due {
  readonly kind: 'gas' | 'validity';
  /** Milliseconds left; negative once it is past. */
  readonly left: number;
  readonly urgency: Urgency;
}

/** A ticket as the board shows it. */
export interface BoardTicket {
  readonly record: WireRecord;
  readonly dues: readonly Due[];
  /** Milliseconds to the nearest moment; infinite where none runs. */
  readonly nearest: number;
}

/** Tickets of one area. */
interface BoardArea {
  readonly key: string;
  readonly title: string;
  readonly tickets: readonly BoardTicket[];
}

const MINUTE = 60_000;
/** Milliseconds below which a moment is soon: the reminder of the standard's practice. */
const SOON = 30 * MINUTE;
const NEAR = 120 * MINUTE;

/** States in which the validity still runs. */
const RUNNING: ReadonlySet<unknown> = new Set(['approved', 'working', 'suspended']);
/** States in which work was begun and is not yet accepted: past its validity it is overdue. */
const OPEN: ReadonlySet<unknown> = new Set(['accepting', 'terminated', 'expired']);

const instant = (wallClock: string): number => Date.parse(`${wallClock.replace(' ', 'T')}Z`);

/** Steps of a countdown. */
export function urgencyOf(left: number): Urgency {
  if (left <= 0) return 'past';
  if (left <= SOON) return 'soon';
  return left <= NEAR ? 'near' : 'calm';
}

/** What runs out on a ticket, the nearest first. `now` is the server's wall clock, as the record's times are. */
export function duesOf(record: WireRecord, now: string): readonly Due[] {
  const at = instant(now);
  const due = (kind: Due['kind'], time: unknown): Due[] => {
    if (typeof time !== 'string') return [];
    const left = instant(time) - at;
    return [{ kind, left, urgency: urgencyOf(left) }];
  };
  const running = RUNNING.has(record.status);
  const dues = [
    ...(running ? due('gas', record.gasDue) : []),
    ...(running || OPEN.has(record.status) ? due('validity', record.planEndTime) : []),
    // Work that is done has nothing that runs out; it can only be overdue.
  ].filter(({ kind, left }) => running || (kind === 'validity' && left <= 0));
  return dues.sort((left, right) => left.left - right.left);
}

/** Whether a ticket is on the board: one that expired before it was begun is final. */
export function isInWork(record: WireRecord): boolean {
  return record.status !== 'expired' || typeof record.actualStartTime === 'string';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Tickets by area; within one, and among them, what runs out first comes first. */
export function boardAreas(records: readonly WireRecord[], now: string): readonly BoardArea[] {
  const areas = new Map<string, { title: string; tickets: BoardTicket[] }>();
  for (const record of records.filter(isInWork)) {
    const dues = duesOf(record, now);
    const key = text(record.areaId);
    const area = areas.get(key) ?? { title: text(record.areaIdLabel), tickets: [] };
    areas.set(key, area);
    area.tickets.push({ record, dues, nearest: dues[0]?.left ?? Number.POSITIVE_INFINITY });
  }
  const byNeed = (left: { nearest: number; name: string }, right: { nearest: number; name: string }): number =>
    left.nearest === right.nearest ? compareNames(left.name, right.name) : left.nearest < right.nearest ? -1 : 1;
  return [...areas]
    .map(([key, { title, tickets }]) => ({
      key,
      title,
      tickets: tickets
        .map((ticket) => ({ ...ticket, name: text(ticket.record.ticketNo) }))
        .sort(byNeed)
        .map(({ name: _, ...ticket }) => ticket),
    }))
    .sort((left, right) =>
      byNeed(
        { nearest: left.tickets[0]?.nearest ?? Number.POSITIVE_INFINITY, name: left.title },
        { nearest: right.tickets[0]?.nearest ?? Number.POSITIVE_INFINITY, name: right.title },
      ),
    );
}

/** How many tickets there are of each value of a field. */
export function countBy(records: readonly WireRecord[], field: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const value = text(record[field]);
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Time that is left or over in its largest units: days and hours, hours and minutes, minutes and seconds. */
export function spanParts(milliseconds: number): {
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds';
  readonly first: number;
  readonly second: number;
} {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return { unit: 'days', first: Math.floor(hours / 24), second: hours % 24 };
  if (hours >= 1) return { unit: 'hours', first: hours, second: minutes % 60 };
  if (minutes >= 10) return { unit: 'minutes', first: minutes, second: 0 };
  return { unit: 'seconds', first: minutes, second: seconds % 60 };
}
