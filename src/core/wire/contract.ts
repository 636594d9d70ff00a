/** A fault at one place of a body: JSON pointer of the value (`/effectiveDate`) and the message, which names the field. */
export interface WireFault {
  readonly pointer: string;
  readonly msg: string;
  /** Of the last one, where there are more than an answer names: how many it stands for. */
  readonly more?: number;
}

/** Envelope of every answer but OAuth tokens and files. `code` repeats the HTTP status. */
export interface Envelope<T> {
  readonly code: number;
  readonly success: boolean;
  readonly data: T;
  readonly msg: string;
  readonly errors?: readonly WireFault[];
}

/**
 * One page of a list. `total` stops at 10,000 with `totalCapped` set; `exact=true` asks for the whole count. `slowOrder`
 * says that so many rows have to be sorted for each page, since no index has them in the order that is asked for.
 */
export interface WirePage<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly totalCapped?: boolean;
  readonly slowOrder?: boolean;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}

/** One value of the field that a list is grouped by, with the number of its rows; `key` is null for rows without one. */
export interface ListGroup {
  readonly key: string | null;
  /** Empty for rows without a value. */
  readonly label: string;
  readonly count: number;
}

/** What the caller may do with a record: action or transition key to true. */
export type Abilities = Readonly<Record<string, boolean>>;

/** A record on the wire: base fields, the entity's fields, `<key>Label` beside references and dictionary values. */
export interface WireRecord {
  readonly id: string;
  readonly version: number;
  readonly status?: string | null;
  readonly abilities?: Abilities;
  /** The caller's rights on fields that he may not write, where they depend on approval steps. */
  readonly fieldAccess?: Readonly<Record<string, 'hidden' | 'masked' | 'read' | 'write'>>;
  /** Whether roll-ups of it wait to be brought up to date. Default not. */
  readonly settling?: boolean;
  readonly [key: string]: unknown;
}

/** A stored file as a record carries it. */
export interface WireFile {
  readonly attachId: string;
  readonly name: string;
  readonly originalName: string;
  readonly link: string;
  readonly size?: number;
  /** When it was changed last on the uploader's device, in milliseconds since 1970. */
  readonly lastModified?: number;
}

/** Plain OAuth 2 answer of the token call. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly account: string;
}

/** How a filter is meant: turned round, or asking whether there is a value at all. */
export type FilterMatch = 'not' | 'empty' | 'filled';

/**
 * Names of the two ends of a range filter: `findingTime` gives `startFindingTime` and `endFindingTime`; the ends may
 * also be joined with a comma under the field's own key.
 */
export function rangeParameters(key: string): { start: string; end: string } {
  const capital = key.charAt(0).toUpperCase() + key.slice(1);
  // The specification calls the ends of a field named `time` startTime and endTime, which the general rule also gives.
  return { start: `start${capital}`, end: `end${capital}` };
}
