import { draftKey, dropDraft, keepDraft, readDraft } from '../form/draft-store.ts';
import type { FormSnapshot } from '../form/form-engine.ts';
import type { TransitionSnapshot } from './transition-form.ts';

/** A person chosen for a copy. */
export interface CopyReceiver {
  readonly id: string;
  readonly name: string;
}

/** What was typed into the dialog of a transition and not sent. */
export interface TransitionDraft extends TransitionSnapshot {
  readonly copies: readonly CopyReceiver[];
  /** Milliseconds of this machine's clock. */
  readonly savedAt: number;
}

/** Whose draft it is, and of what. */
export interface DraftOwner {
  readonly tenantId: string;
  readonly account: string;
  /** Permanent id of the entity. */
  readonly entity: string;
  readonly transition: string;
  readonly recordId: string;
}

const PARTS = ['record', 'row', 'copies'] as const;

function keyOf(owner: DraftOwner, part: (typeof PARTS)[number]): string {
  return draftKey(owner, `${owner.entity}.${owner.transition}.${part}`, owner.recordId);
}

/** Keeps what was typed on this machine, so that a reload loses nothing. Gives whether there was room for it. */
export function keepTransitionDraft(owner: DraftOwner, draft: Omit<TransitionDraft, 'savedAt'>): boolean {
  const savedAt = Date.now();
  const copies: FormSnapshot = {
    values: { ids: draft.copies.map(({ id }) => id) },
    labels: { ids: draft.copies.map(({ name }) => name) },
    touched: [],
  };
  return PARTS.every((part) => {
    const snapshot = part === 'copies' ? copies : draft[part];
    return snapshot === undefined || keepDraft(keyOf(owner, part), { ...snapshot, savedAt, version: undefined });
  });
}

/** What was typed before; undefined where there is nothing, or it is too old. */
export function readTransitionDraft(owner: DraftOwner): TransitionDraft | undefined {
  const [record, row, copies] = PARTS.map((part) => readDraft(keyOf(owner, part)));
  const savedAt = record?.savedAt ?? row?.savedAt ?? copies?.savedAt;
  if (savedAt === undefined) return undefined;
  const ids = Array.isArray(copies?.values.ids) ? copies.values.ids : [];
  const names = Array.isArray(copies?.labels.ids) ? copies.labels.ids : [];
  return {
    record,
    row,
    copies: ids.map((id, index) => ({ id: String(id), name: String(names[index] ?? '') })),
    savedAt,
  };
}

/** Forgets what was typed. */
export function dropTransitionDraft(owner: DraftOwner): void {
  for (const part of PARTS) dropDraft(keyOf(owner, part));
}
