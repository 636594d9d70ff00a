import type { GeoPoint } from '../geo/polygon.ts';

/** What a person scanned or typed, as `scan` of the body of a transition. */
export interface WireScan {
  /** The turning code, with or without its dash, or what a fixed tag says. */
  readonly code: string;
  /** Record that the scanned code names; left out where the code was typed. */
  readonly record?: string;
  /** Where the person is, in degrees; needed where the transition asks for a distance. */
  readonly place?: GeoPoint;
}

/** The turning code of a record, for whoever shows it. */
export interface ScanCodeAnswer {
  readonly code: string;
  /** Milliseconds until the next one. */
  readonly remaining: number;
}
