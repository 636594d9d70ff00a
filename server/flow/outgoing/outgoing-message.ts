import type { Notice } from '../../records/call/ports.ts';
import type { WordedNotice } from '../notices/word-notice.ts';

/** Transitions of the record that follow once all messages of an effect have arrived, or one has been given up. */
export interface OutgoingAnswer {
  readonly done?: string;
  readonly failed?: string;
  readonly again?: string;
  /** Field that keeps why, when one of the last two is fired. */
  readonly why?: string;
}

/** What a message says: the values of `send`, or a notice in words. */
export type OutgoingContent =
  | { readonly effect: string; readonly data: Readonly<Record<string, unknown>> }
  | (WordedNotice & Pick<Notice, 'kind'>);

/** A message of an effect on its way to a connector. */
export interface CallMessage {
  /** The same at each attempt: a gateway that gets it twice knows by it that it is one. */
  readonly id: string;
  readonly connector: string;
  readonly entityKey: string;
  readonly recordId: string;
  /** Effect that sent it; for a notice its kind. */
  readonly effect: string;
  readonly data: Readonly<Record<string, unknown>>;
}
