import type { AttentionKind } from '../model/attention.ts';

/** A record that the page after login names. */
export interface AttentionRecord {
  readonly id: string;
  /** '' where it has no name. */
  readonly label: string;
  /** Deadline as a wire text, a date or a date-time; null where it has none. */
  readonly due: string | null;
  /** When it was last changed. */
  readonly updateTime: string;
}

/** What one measure of an entity says to a person: how many records, and those due first. */
export interface AttentionAnswer {
  readonly entity: string;
  readonly entityTitle: string;
  readonly kind: AttentionKind;
  /** Name of the measure; '' for drafts. */
  readonly title: string;
  /** Page that shows the records under `figure`. */
  readonly page: string;
  readonly figure: string;
  readonly total: number;
  readonly totalCapped?: boolean;
  readonly records: readonly AttentionRecord[];
}

/** The answer of the call: what was found, and the titles of entities that could not be read now. */
export interface AttentionList {
  readonly found: readonly AttentionAnswer[];
  readonly failed: readonly string[];
}
