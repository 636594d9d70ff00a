import { serverNow } from '../../api/plant-clock.ts';
import { attachIdOf } from '../../field-types/upload/definition.ts';
import { draftKey, dropLocalDraft, keepLocalDraft, readLocalDraft } from '../form/draft-store.ts';
import type { DraftsHere } from './draft-keeper.ts';

/** What was written to a decision and not sent. A signature is drawn for the decision itself, and never kept. */
export interface VoteDraft {
  readonly opinion: string;
  /** Uploaded files, as answers carry them. */
  readonly files: readonly unknown[];
}

/** Reads what was kept; anything else than text and files is left out. */
export function parseVoteDraft(content: unknown): VoteDraft {
  const { opinion, files } = (content ?? {}) as Readonly<Record<string, unknown>>;
  return {
    opinion: typeof opinion === 'string' ? opinion : '',
    files: Array.isArray(files) ? files.filter((file) => attachIdOf(file) !== undefined) : [],
  };
}

/** The draft of one task's decision on this machine. */
export function voteDrafts(
  person: { readonly tenantId: string; readonly account: string },
  taskId: string,
): DraftsHere<VoteDraft> {
  const key = draftKey(person, 'vote', taskId);
  return {
    keep: ({ opinion, files }) =>
      keepLocalDraft(key, {
        values: { opinion, files },
        labels: {},
        touched: [],
        savedAt: serverNow(),
        version: undefined,
      }),
    read() {
      const draft = readLocalDraft(key);
      return draft === undefined ? undefined : { ...parseVoteDraft(draft.values), savedAt: draft.savedAt };
    },
    drop: () => dropLocalDraft(key),
  };
}
