/** Rows that a table shows at least, however low the window is. */
const LEAST_ROWS = 5;

/** Rows that fit whole into so many pixels. */
export function wholeRows(height: number, row: number): number {
  return Math.max(LEAST_ROWS, Math.floor(height / row));
}

/** Pixels of a body that scrolls: whole rows, and below them the bar by which it is moved sideways, if there is one. */
export function bodyHeight(rows: number, row: number, bar: number): number {
  return rows * row + bar;
}
