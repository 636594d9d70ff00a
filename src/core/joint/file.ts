/** A list of a file: records of a page that refer to the one whose file it is. */
export interface FileTab {
  readonly key: string;
  readonly title: string;
  /** Code of the page. */
  readonly page: string;
  /** Field by which its records refer to the one. */
  readonly by: string;
}

/** A page of the kind `file`. */
export interface RecordFileSettings {
  /** Code of the page whose records have a file. */
  readonly of: string;
  readonly tabs: readonly FileTab[];
  /** Whether the whole file can be printed. */
  readonly print: boolean;
}
