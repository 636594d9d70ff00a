/** Gives the ids of new records: 19 digits as text, ascending in time, unique without asking the database. */
export interface SnowflakeIds {
  /** Throws `databaseAway` while no part of the number space is reserved for this process. */
  next(): string;
}

/** Whether a text could be an id of a record: 1 to 32 letters, digits, `_` or `-`; seeds may carry short ones. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value);
}
