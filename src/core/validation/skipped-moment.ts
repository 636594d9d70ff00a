import type { FieldModel } from '../model/entity-model.ts';
import { joined, say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';
import { fieldPointer } from './field-pointer.ts';
import { isRow } from './row-values.ts';
import { rowTitle } from './validate-rows.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // Swedish writes dates as ISO does.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Half a day more than any zone is away from Greenwich, in milliseconds. */
const AROUND = 26 * 3_600_000;

/**
 * Whether a moment `YYYY-MM-DD HH:mm:ss` was never shown by the clocks of a zone, because they were set forward over it:
 * in Shanghai 1988-04-17 02:30:00. Such a moment would be stored an hour later than it was written.
 */
export function isSkippedMoment(moment: string, timeZone: string): boolean {
  const written = Date.parse(`${moment.replace(' ', 'T')}Z`);
  if (Number.isNaN(written)) return false;
  const clock = clockOf(timeZone);
  // The offsets before and after; where both give another wall clock, no moment has this one.
  return [written - AROUND, written + AROUND].every((near) => {
    const offset = Date.parse(`${clock.format(near).replace(' ', 'T')}Z`) - Math.floor(near / 1000) * 1000;
    return clock.format(written - offset) !== moment;
  });
}

/** Faults of moments that were never shown by the clocks of a zone: of a field, and of the cells of its rows. */
export function skippedFaults(field: FieldModel, value: unknown, timeZone: string): WireFault[] {
  if (field.columns !== undefined && Array.isArray(value)) {
    const columns = field.columns.filter((column) => column.valueType === 'dateTime');
    if (columns.length === 0) return [];
    return value.flatMap((row: unknown, index) =>
      columns
        .flatMap((column) => (isRow(row) ? skippedFaults(column, row[column.key], timeZone) : []))
        .map(({ pointer, msg }) => ({
          pointer: `${fieldPointer(field.key, index)}${pointer}`,
          msg: joined(rowTitle(field, index), msg),
        })),
    );
  }
  if (field.valueType !== 'dateTime' || field.computed || typeof value !== 'string') return [];
  if (!isSkippedMoment(value, timeZone)) return [];
  return [
    {
      pointer: fieldPointer(field.key),
      msg: say('{field}不存在这一时刻：当天时钟因夏令时拨快了一小时，请改填', { field: field.title }),
    },
  ];
}
