import type { OperationKind } from '../model/entity-model.ts';
import { operationKinds } from '../model/operation-kinds.ts';
import type { DecisionAnswer, RevokeAnswer, TaskEntry } from './approval.ts';
import type { ListGroup, WireFile, WirePage, WireRecord } from './contract.ts';
import type { StartedJob } from './long-job.ts';
import type { OpenedAuthor } from './opened-author.ts';
import type { ScanCodeAnswer } from './scan.ts';
import type { ImportAnswer } from './spreadsheet.ts';
import type { StatisticsBlock } from './statistics.ts';

/** Kinds of calls that write; all others only read. They take an idempotency key. */
export const WRITING_KINDS: ReadonlySet<OperationKind> = new Set(
  (Object.keys(operationKinds) as OperationKind[]).filter((kind) => operationKinds[kind].writes),
);

/** Rows that are saved by one call at most. */
export const MOST_ROWS_SAVED = 100;

/** A record with those below it, each saying whether more are below. */
interface WireTreeRecord extends WireRecord {
  readonly hasChildren: boolean;
  readonly children?: readonly WireTreeRecord[];
}

/** A record as it is after a write; only its id where the person may no longer see it. */
export type RecordAfterWrite = Pick<WireRecord, 'id'> & Partial<WireRecord>;

/** A state, or an item of a dictionary, as the entity's own calls list it. */
export interface ListedChoice {
  readonly dictKey: string;
  readonly dictValue: string;
  readonly sort: number;
  readonly color?: string;
}

/** A record to choose. */
export interface ChoiceAnswer {
  readonly id: string;
  readonly label: string;
  /** What tells it apart from others of the same name; only of entities that say so. */
  readonly detail?: string;
  /** Why it cannot be chosen, in words; only where it is chosen for a field that says so. */
  readonly misfit?: string;
  readonly parentId?: string | null;
}

/** A record that may be chosen for a field. */
export interface FieldChoice extends ChoiceAnswer {
  /** Key of the field that it may be chosen for. */
  readonly field: string;
}

/** What a list says of all its rows beside their number. */
export interface ListFigures {
  readonly groups?: readonly ListGroup[];
  /** Sums by field; a field without a single value has 0. */
  readonly sums?: Readonly<Record<string, number>>;
}

/** How many records a list has; `total` stops where `totalCapped` says so. */
export interface CountAnswer extends ListFigures {
  readonly total: number;
  readonly totalCapped?: boolean;
}

/** One entry of a record's history. */
export interface HistoryEntry {
  readonly id: string;
  readonly time: string;
  readonly userId: string | null;
  /** Name of the person, or of the platform. */
  readonly userName: string;
  /** `代某某` where a vote was another person's. */
  readonly behalfOf: string | null;
  /** `insert`, `update`, `remove` or the key of a transition, and what that is called. */
  readonly action: string;
  readonly actionLabel: string;
  /** What set it off where that was another record; null where a person did it. */
  readonly cause: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly title: string;
    readonly from: string;
    readonly to: string;
    /** The photo that stands for the place; missing for everything else. */
    readonly photo?: WireFile;
  }[];
}

/** What is known about results that read a setup table or the settings. */
export interface Recalculation {
  /** Records whose stored results would change now. */
  readonly affected: number;
  readonly state: 'none' | 'waiting' | 'running' | 'done';
  /** Of the last recalculation: records to change, worked on, changed, and refused. */
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
}

/**
 * What each kind of an entity's calls answers; `never` where a file comes instead. `print`, `export` and `statistics`
 * answer one too.
 */
export interface OperationAnswers {
  page: WirePage<WireRecord>;
  /** A page of them where `current` or `size` is given. */
  list: readonly WireRecord[] | WirePage<WireRecord>;
  tree: readonly WireTreeRecord[];
  /** What the kind of the page shows; its query says of what form (`ViewAnswerOf`). */
  view: object;
  detail: WireRecord;
  save: RecordAfterWrite;
  /** The records in the order of the rows. */
  saveRows: readonly RecordAfterWrite[];
  submit: RecordAfterWrite;
  remove: true;
  updateStatus: RecordAfterWrite | true;
  enable: RecordAfterWrite | true;
  disable: RecordAfterWrite | true;
  transition: RecordAfterWrite | true;
  dictionary: readonly ListedChoice[];
  states: readonly ListedChoice[];
  select: readonly ChoiceAnswer[];
  choices: readonly FieldChoice[];
  count: CountAnswer;
  history: WirePage<HistoryEntry>;
  todo: WirePage<TaskEntry>;
  sendList: WirePage<TaskEntry>;
  vote: DecisionAnswer;
  revoke: RevokeAnswer;
  statistics: { readonly blocks: readonly StatisticsBlock[] };
  scanCode: ScanCodeAnswer;
  openAuthor: OpenedAuthor;
  seed: true;
  /** Values by field that a new record is given for what it refers to. */
  defaults: Readonly<Record<string, unknown>>;
  calculate: Readonly<Record<string, unknown>>;
  print: StartedJob;
  export: StartedJob;
  importTemplate: never;
  import: ImportAnswer | StartedJob;
  recalculation: Recalculation;
  recalculate: Recalculation;
}
