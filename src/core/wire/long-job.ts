import type { WireFault } from './contract.ts';
import type { ImportAnswer, ImportMode } from './spreadsheet.ts';

/** How far a long job is. */
export type LongJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** What a long job does. `recalculation`: stored results; `publish`: what was designed. */
export type LongJobKey = 'export' | 'import' | 'print' | 'recalculation' | 'publish';

/** A file that a long job has made; its person may fetch it for a day. */
export interface LongJobFile {
  readonly attachId: string;
  readonly name: string;
}

/** A long piece of work that a person asked for, as he is told of it. */
export interface LongJob {
  readonly id: string;
  readonly kind: LongJobKey;
  /** Of an import. */
  readonly mode?: ImportMode;
  /** Title of what it is about: page, entity, or a change of the design. */
  readonly title: string;
  readonly entityKey: string;
  readonly state: LongJobState;
  /** Rows or records; 0 while their number is not known. */
  readonly total: number;
  readonly done: number;
  /** Whether it was asked to stop and has not stopped yet. */
  readonly cancelling: boolean;
  /** What came of it; '' before the end. */
  readonly message: string;
  /** The exported file, or the rows that an import left out; undefined for none, and once it has expired. */
  readonly file?: LongJobFile;
  /** Whether there was a file that has expired. */
  readonly expired: boolean;
  readonly createTime: string;
  /** '' before the end. */
  readonly endTime: string;
  /** Code of the page that shows what came of it, for those who have it in their menu. */
  readonly opens?: string;
  /** Of an import that has ended, where one job is asked for. */
  readonly answer?: ImportAnswer;
  /** What was wrong with what was asked for, where one job is asked for. */
  readonly faults?: readonly WireFault[];
}

/** Answer of a call whose work goes on in the background. */
export interface StartedJob {
  readonly job: LongJob;
}

/** Whether an answer says that the work goes on in the background. */
export function isStartedJob(answer: object): answer is StartedJob {
  return 'job' in answer;
}

/** Whether a job has ended, one way or the other. */
export const hasEnded = ({ state }: Pick<LongJob, 'state'>): boolean => state !== 'waiting' && state !== 'running';
