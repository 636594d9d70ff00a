import { type Addressed, locate } from './address.ts';
import { isDraft } from './draft.ts';
import type { OverlayAddress } from './overlay.ts';

/** Why an overlay may not touch something. */
interface Lock {
  /** What is locked, in the words of the file. */
  readonly title: string;
  /** Clause of the standard that rules it, where one does. */
  readonly clause?: string;
}

/** A clause of a standard at the end of what a rule says: `（GB 30871-2022 第4章）`. */
const CLAUSE = /（((?:GB|AQ|HG|SH|TSG|GBZ|JGJ|XF|WS)[ /T]*[A-Z]?\s?\d[^）]*)）/;

/**
 * The lock on an address of the shipped entity: the thing or one that holds it says `locked`, or it is a rule that names
 * the clause of a standard in what it says. Undefined where there is none; what an overlay added itself has none.
 */
export function lockOf(shipped: Addressed, at: OverlayAddress): Lock | undefined {
  for (let length = 0; length <= at.length; length += 1) {
    const value = locate(shipped, at.slice(0, length))?.value;
    if (value === undefined) return undefined;
    if (!isDraft(value)) continue;
    const title = typeof value.title === 'string' ? value.title : (at[length - 1] ?? '');
    if (value.locked === true) return { title };
    const clause = clauseOf(value);
    if (clause !== undefined) return { title: String(value.else), clause };
  }
  return undefined;
}

/** The clause that a rule or guard names; undefined for others. */
export function clauseOf({ when, else: message }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof when !== 'string' || typeof message !== 'string') return undefined;
  return CLAUSE.exec(message)?.[1];
}
