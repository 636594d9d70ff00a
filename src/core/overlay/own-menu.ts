import { isDraft } from './draft.ts';
import type { AddEdit, OverlayEdit, SetEdit } from './overlay.ts';
import { placedRows } from './placed-rows.ts';

/** What the entries of a company's menu stand under in a draft, beside entities. */
export const MENU_SUBJECT = '@menu';

/** An entry of the menu: of a page, or of a group of them. */
export interface PlacedEntry {
  /** Code of the page or group. */
  readonly key: string;
  readonly name: string;
  /** Code of the group that it stands in; missing at the top. */
  readonly parent?: string;
  readonly path: string;
  readonly icon?: string;
  readonly order: number;
  /** Whether it is out of the side menu. */
  readonly hidden?: boolean;
  /** Whether it opens a window of its own. */
  readonly window?: boolean;
}

const isText =
  (most: number, least = 0) =>
  (value: unknown) =>
    typeof value === 'string' && value.trim().length >= least && value.length <= most;
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(value) && value.length <= 60;
const isFlag = (value: unknown) => value === null || typeof value === 'boolean';

/** What a property of an entry may hold. */
const FITS: Readonly<Record<Exclude<keyof PlacedEntry, 'key'>, (value: unknown) => boolean>> = {
  name: isText(20, 2),
  parent: (value) => value === null || isCode(value),
  path: (value) => isText(200, 1)(value) && String(value).startsWith('/'),
  icon: (value) => value === null || isText(60)(value),
  order: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 9_999,
  hidden: isFlag,
  window: isFlag,
};

const ADDED = ['name', 'parent', 'path', 'icon', 'order'] as const;

/** Whether an edit is one of an entry of the menu. */
export function isMenuEdit(edit: OverlayEdit): edit is SetEdit | AddEdit {
  if (edit.at.length !== 1 || !isCode(edit.at[0])) return false;
  if (edit.edit === 'add') {
    const { value } = edit;
    return isDraft(value) && ADDED.every((name) => FITS[name](value[name] ?? null));
  }
  if (edit.edit !== 'set' || !Object.hasOwn(FITS, edit.property)) return false;
  return FITS[edit.property as keyof typeof FITS](edit.value);
}

const rows = placedRows<PlacedEntry>({
  fits: isMenuEdit,
  added: ADDED,
  changed: [...ADDED, 'hidden', 'window'],
  gone: 'hidden',
});

/** The entries with edits done to them, in their order. */
export const entriesWith = rows.with;

/** The entries as they were before edits were done to them: what was added is hidden. */
export const entriesBefore = rows.before;

/** One edit for each property of an entry, over what it was before the first. */
export const compactEntries = rows.compact;

/** The edits that make the shipped entries those of a company, as far as edits can say them. */
export const entriesBetween = (shipped: readonly PlacedEntry[], own: readonly PlacedEntry[]): readonly OverlayEdit[] =>
  rows.between(shipped, own).filter(isMenuEdit);

/** Those edits that change anything of some entries. */
export const freshEntries = (entries: readonly PlacedEntry[], edits: readonly OverlayEdit[]): readonly OverlayEdit[] =>
  rows.fresh(entries, edits);
