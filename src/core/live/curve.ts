/** How finely a curve is drawn: every value, or what a minute or an hour comes to. */
type CurveStep = 'value' | 'minute' | 'hour';

/** One place of a curve. Lowest and highest are never averaged away. */
export interface CurvePlace {
  /** Milliseconds since 1970, of the value or of the beginning of the minute or hour. */
  readonly time: number;
  readonly low: number;
  readonly high: number;
  /** Newest value of the place. */
  readonly last: number;
}

/** What a curve is drawn of. */
export interface Curve {
  readonly step: CurveStep;
  readonly places: readonly CurvePlace[];
}

const HOUR = 3_600_000;

/** Longest curve, in milliseconds: 31 days, as the handbook asks. */
export const LONGEST_CURVE = 31 * 24 * HOUR;

/** Step of a curve over so many milliseconds: at most some thousand places. */
export function curveStep(length: number): CurveStep {
  if (length <= HOUR) return 'value';
  return length <= 48 * HOUR ? 'minute' : 'hour';
}
