import type { TagColour } from '../../ui/theme/palette.ts';

/** An entry, by wall clock: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  /** A word that stands before the title with its colour; undefined for none. */
  readonly word: string | undefined;
  readonly color: TagColour;
  readonly start: string;
  /** Undefined for one that only begins. */
  readonly end: string | undefined;
  /** Whether it means whole days. */
  readonly days: boolean;
  readonly movable: boolean;
  /** Rows in which it stands; only where there are rows. */
  readonly rows?: readonly string[];
}
