/** Gives the ids of new records: 19 digits as text, ascending in time, unique without asking the database. */
export interface SnowflakeIds {
  /** Throws `databaseAway` while no part of the number space is reserved for this process. */
  next(): string;
}
