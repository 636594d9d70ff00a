import type { WireRecord } from '../wire/contract.ts';
import type { EntityModel, FieldModel, OperationKind, PageModel } from './entity-model.ts';

/** What rows a kind of page wants of the list that its page is. */
export interface RowsWanted {
  /** What the rows hold besides what filters say, each as the text of a filter on the field; null for no value. */
  readonly where?: readonly { readonly field: FieldModel; readonly is: string | null }[];
  /** Rows at most. */
  readonly most: number;
  /** Rows passed over. Default none. */
  readonly offset?: number;
  /** Order. Default that of the call, or of the page. */
  readonly sort?: readonly { readonly field: FieldModel; readonly descending: boolean }[];
  /** Whether all of them are counted, up to 10,000. Default not. */
  readonly counted?: boolean;
}

/** Rows that a kind of page wants by the value of a field. */
export interface GroupsWanted {
  /** What the rows hold besides, as of `RowsWanted`. */
  readonly where?: RowsWanted['where'];
  /** Stored field of a single text. */
  readonly by: FieldModel;
  /** Values of the groups; null for that of the rows without one. */
  readonly keys: readonly (string | null)[];
  /** Rows of each group at most; 0 counts them alone. */
  readonly most: number;
  /** Rows of each group passed over. Default none. */
  readonly offset?: number;
}

/** Rows of the list. */
export interface RowsFound {
  readonly records: readonly WireRecord[];
  /** Whether there are more than were wanted. */
  readonly more: boolean;
  /** How many there are where that was asked. */
  readonly total: number;
  /** Whether there are more than are counted. */
  readonly totalCapped: boolean;
}

/**
 * What a kind of page may ask of the server: rows of the list that its page is, and nothing else. Scope, rights on fields,
 * the condition of the page and the filters of the call hold for each of them, so that no kind shows what its list would
 * not.
 */
export interface ViewAsk {
  readonly model: EntityModel;
  readonly page: PageModel;
  /** The plant's wall clock, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  /** An argument of the kind's own; undefined where the call has none. */
  argument(name: string): string | undefined;
  /** The refusal of an argument, in words that name it. */
  refuse(name: string, message: string): Error;
  /** Whether the call lets in only some values of a field. */
  narrows(field: FieldModel): boolean;
  /** Whether the person may ask for a field, at least in some records. */
  sees(field: FieldModel): boolean;
  /** The refusal of the view, for a person who does not see a field without which it cannot be drawn. */
  requireSeen(field: FieldModel): void;
  /** Rows of a wish. */
  rows(wanted: RowsWanted): Promise<RowsFound>;
  /** The first rows of each group of them, and how many it has, in the order of the groups and read at once. */
  grouped(wanted: GroupsWanted): Promise<readonly RowsFound[]>;
}

/** How a kind of page with a view of its own reads its records, by the call `view`. */
export interface ViewQuery<Answer extends object = object, Settings = unknown> {
  readonly by: 'view';
  /** Arguments of its own with what they mean, in Chinese; each begins with `_`, as no field does. */
  readonly takes: Readonly<Record<`_${string}`, string>>;
  read(ask: ViewAsk, settings: Settings): Promise<Answer>;
}

/** How the records of a kind of page are read: by a call that there is without it, or by its own. */
export type PageQuery = { readonly by: Exclude<OperationKind, 'view'> } | ViewQuery;

/** What the call `view` answers for a kind of page, by its query. */
export type ViewAnswerOf<Query> = Query extends ViewQuery<infer Answer> ? Answer : never;

/** An answer of the call `view`, of the form that the kind's query gives it, which is the same on both sides. */
export const viewAnswer = <Query>(answer: object) => answer as ViewAnswerOf<Query>;
