import { serverNow } from '../../api/plant-clock.ts';
import { draftKey, dropLocalDraft, keepLocalDraft, readLocalDraft } from '../form/draft-store.ts';
import type { FormSnapshot } from '../form/form-state.ts';
import type { DraftsHere } from './draft-keeper.ts';
import type { TransitionSnapshot } from './transition-form.ts';

/** A person chosen for a copy. */
export interface CopyReceiver {
  readonly id: string;
  readonly name: string;
}

/** What was typed into the dialog of a transition and not sent. */
export interface DraftContent extends TransitionSnapshot {
  readonly copies: readonly CopyReceiver[];
}

/** The same as this machine holds it while the server cannot be reached. */
interface TransitionDraft extends DraftContent {
  /** Server's time, in milliseconds. */
  readonly savedAt: number;
}

/** Whose draft it is, and of what. */
export interface LocalDraftOwner {
  readonly tenantId: string;
  readonly account: string;
  /** Permanent id of the entity. */
  readonly entity: string;
  readonly transition: string;
  readonly recordId: string;
}

const PARTS = ['record', 'row', 'copies'] as const;

function keyOf(owner: LocalDraftOwner, part: (typeof PARTS)[number]): string {
  return draftKey(owner, `${owner.entity}.${owner.transition}.${part}`, owner.recordId);
}

/** Keeps what was typed on this machine, for when the server cannot be reached. Gives whether there was room for it. */
export function keepTransitionDraft(owner: LocalDraftOwner, draft: DraftContent): boolean {
  const savedAt = serverNow();
  const copies: FormSnapshot = {
    values: { ids: draft.copies.map(({ id }) => id) },
    labels: { ids: draft.copies.map(({ name }) => name) },
    touched: [],
  };
  return PARTS.every((part) => {
    const snapshot = part === 'copies' ? copies : draft[part];
    return snapshot === undefined || keepLocalDraft(keyOf(owner, part), { ...snapshot, savedAt, version: undefined });
  });
}

/** What was typed before; undefined where there is nothing, or it is too old. */
export function readTransitionDraft(owner: LocalDraftOwner): TransitionDraft | undefined {
  const [record, row, copies] = PARTS.map((part) => readLocalDraft(keyOf(owner, part)));
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
export function dropTransitionDraft(owner: LocalDraftOwner): void {
  for (const part of PARTS) dropLocalDraft(keyOf(owner, part));
}

function isSnapshot(value: unknown): value is FormSnapshot {
  if (typeof value !== 'object' || value === null) return false;
  const { values, labels, touched } = value as Partial<FormSnapshot>;
  const isMap = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  return isMap(values) && isMap(labels) && Array.isArray(touched);
}

/** Reads what the server kept; parts that another build of this page wrote differently are left out. */
export function parseDraftContent(content: unknown): DraftContent {
  const { record, row, copies } = (content ?? {}) as Readonly<Record<string, unknown>>;
  return {
    record: isSnapshot(record) ? record : undefined,
    row: isSnapshot(row) ? row : undefined,
    copies: (Array.isArray(copies) ? copies : []).flatMap((one: Partial<CopyReceiver> | null) =>
      typeof one?.id === 'string' ? [{ id: one.id, name: String(one.name ?? '') }] : [],
    ),
  };
}

/** The drafts of one transition's form on this machine. */
export function transitionDrafts(owner: LocalDraftOwner): DraftsHere<DraftContent> {
  return {
    keep: (content) => keepTransitionDraft(owner, content),
    read: () => readTransitionDraft(owner),
    drop: () => dropTransitionDraft(owner),
  };
}
