/** A column whose width is looked for. */
export interface FittedColumn {
  /** Pixels that it wants. */
  readonly width: number;
  /** What the record is called by: it takes what is left. */
  readonly isName: boolean;
  /** Whether longer texts stand in it, for which more room is worth something. */
  readonly isText: boolean;
  /** Whether a person has set its width. */
  readonly isSet: boolean;
  /** Whether it stays at the right. */
  readonly isLast: boolean;
}

/** Pixels that a name has at least where that brings another column in whole, and up to which it grows first. */
const LEAST_NAME = 200;
const MOST_NAME = 400;
/** How much wider than it wants a column of texts becomes. */
const MOST_TEXT = 1.5;

/**
 * Widths of columns beside each other in `room` pixels. Where there is more room than they want, names and then texts get
 * it; tags, dates and figures stay narrow. Where there is less, as many as stand there whole end just where the room ends,
 * so that no column is cut by those that stay at the right; the others are scrolled to. Widths that a person has set stay.
 */
export function fitColumns(columns: readonly FittedColumn[], room: number): readonly number[] {
  const wanted = columns.map(({ width }) => width);
  const least = columns.map(({ width, isName, isSet }) => (isName && !isSet ? Math.min(width, LEAST_NAME) : width));
  if (sum(wanted) <= room) return grown(columns, wanted, room - sum(wanted), columns.length);
  const kept = sum(least.filter((_, at) => columns[at]?.isLast === true));
  const [whole, used] = wholeColumns(columns, least, room - kept);
  // A name alone, or all of them once the name is narrower.
  if (whole <= 1) return wanted;
  return grown(columns, least, room - kept - used, whole);
}

/** How many columns from the first on stand whole in some room, and how much of it they take. */
function wholeColumns(columns: readonly FittedColumn[], widths: readonly number[], room: number): [number, number] {
  let used = 0;
  for (const [at, width] of widths.entries()) {
    if (columns[at]?.isLast === true) continue;
    if (used + width > room) return [at, used];
    used += width;
  }
  return [columns.length, used];
}

/** Gives what is left to the first `count` columns: to the name, then to texts, then again to the name. */
function grown(
  columns: readonly FittedColumn[],
  widths: readonly number[],
  left: number,
  count: number,
): readonly number[] {
  const given = [...widths];
  let rest = left;
  const give = (at: number, most: number): void => {
    const more = Math.max(0, Math.min(rest, Math.floor(most - (given[at] ?? 0))));
    given[at] = (given[at] ?? 0) + more;
    rest -= more;
  };
  const free = columns.flatMap(({ isSet }, at) => (at < count && !isSet ? [at] : []));
  const names = free.filter((at) => columns[at]?.isName === true);
  const texts = free.filter((at) => columns[at]?.isText === true && columns[at]?.isName !== true);
  for (const at of names) give(at, MOST_NAME);
  for (const [place, at] of texts.entries()) {
    const share = Math.floor(rest / (texts.length - place));
    give(at, Math.min((widths[at] ?? 0) * MOST_TEXT, (given[at] ?? 0) + share));
  }
  const last = names[0] ?? texts.at(-1) ?? free.at(-1);
  if (last !== undefined) give(last, Number.MAX_SAFE_INTEGER);
  return given;
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);
