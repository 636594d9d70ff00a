import { serverNow } from '../../api/plant-clock.ts';
import type { FormSnapshot } from './form-state.ts';

/** What was typed and not saved, as this machine keeps it. */
export interface LocalDraft extends FormSnapshot {
  /** Server's time, in milliseconds. */
  readonly savedAt: number;
  /** Version of the record that was edited; undefined for a new one. */
  readonly version: number | undefined;
}

/** Days after which a forgotten draft is dropped. */
const KEPT_DAYS = 30;
const PREFIX = 'anlan-draft/';

/** Key of a draft: whose it is, of which entity, of which record (`new` for none). */
export function draftKey(
  person: { tenantId: string; account: string },
  entity: string,
  id: string | undefined,
): string {
  return `${PREFIX}${person.tenantId}/${person.account}/${entity}/${id ?? 'new'}`;
}

/** Keeps a draft. A full or forbidden storage keeps none, and the page works on. */
export function keepLocalDraft(key: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Reads a draft; undefined where there is none, it is too old, or it is damaged. */
export function readLocalDraft(key: string, now: number = serverNow()): LocalDraft | undefined {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return undefined;
    const draft: unknown = JSON.parse(text);
    if (!isDraft(draft) || now - draft.savedAt > KEPT_DAYS * 86_400_000) {
      localStorage.removeItem(key);
      return undefined;
    }
    return draft;
  } catch {
    return undefined;
  }
}

/** Forgets a draft. */
export function dropLocalDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be stored, nothing is left behind.
  }
}

function isDraft(value: unknown): value is LocalDraft {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Partial<LocalDraft>;
  return (
    typeof draft.savedAt === 'number' &&
    typeof draft.values === 'object' &&
    draft.values !== null &&
    typeof draft.labels === 'object' &&
    draft.labels !== null &&
    Array.isArray(draft.touched) &&
    (draft.typed === undefined || Array.isArray(draft.typed))
  );
}
