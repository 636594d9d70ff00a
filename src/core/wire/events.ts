/**
 * What the server says has changed; what it now is, the usual calls answer.
 * `tasks`: the person's task counts. `notices`: his inbox. `longJobs`: his exports and imports in the background.
 * `metadata`: pages are to be fetched anew. `record`: the one that `entityKey` and `recordId` name. `entity`: some record
 * of `entityKey`, for who asked for it. `lookup`: a small table, `entityKey`, in which formulas look things up.
 */
export interface StreamEvent {
  readonly topic: 'tasks' | 'notices' | 'metadata' | 'record' | 'lookup' | 'entity' | 'longJobs';
  readonly entityKey?: string;
  readonly recordId?: string;
}

/** A record whose changes are to be told. */
export interface WatchedRecord {
  readonly entityKey: string;
  readonly recordId: string;
}
