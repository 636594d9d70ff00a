import type { ReferringList } from './referring-list.ts';

/** A page of the kind `file`. */
export interface RecordFileSettings {
  /** Code of the page whose records have a file. */
  readonly of: string;
  readonly tabs: readonly ReferringList[];
  /** Whether the whole file can be printed. */
  readonly print: boolean;
}
