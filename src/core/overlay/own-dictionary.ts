import type { Entity } from '../dialect/entity.generated.ts';
import type { Choice } from '../field-type.ts';
import { isDraft } from './draft.ts';
import type { AddEdit, OverlayEdit, SetEdit } from './overlay.ts';
import { placedRows, setRow } from './placed-rows.ts';

const SUBJECT = '@dictionary/';

/** What the choices of a dictionary stand under in a draft, beside entities. */
export const dictionarySubject = (code: string): string => `${SUBJECT}${code}`;

/** The dictionary whose choices stand under a subject; undefined for others. */
export function dictionaryOf(subject: string): string | undefined {
  return subject.startsWith(SUBJECT) ? subject.slice(SUBJECT.length) : undefined;
}

/** Codes of the dictionaries that an entity's fields choose from, in the order of the fields. */
export function dictionariesOf({ record }: Entity): readonly string[] {
  const fields = Object.values(record.properties).flatMap((property) => [
    property,
    ...Object.values(property.items?.properties ?? {}),
  ]);
  return [...new Set(fields.flatMap(({ dict }) => (typeof dict === 'string' ? [dict] : [])))];
}

/** A choice with its place among the others; sealed ones are shown and no longer chosen. */
export interface PlacedChoice extends Pick<Choice, 'key' | 'title' | 'color' | 'sealed'> {
  readonly order: number;
}

/** What of a choice is the company's; nothing is ever taken away, since records may hold it. */
type ChoiceProperty = 'title' | 'color' | 'sealed' | 'order';

/** Changes a choice. */
export function choiceEdit(choice: PlacedChoice, property: ChoiceProperty, value: unknown): SetEdit {
  return setRow(choice.key, property, choice[property], value);
}

/** Adds a choice behind all others. */
export function newChoiceEdit(key: string, title: string, order: number): AddEdit {
  return { edit: 'add', at: [key], after: null, value: { title, order } };
}

const MOST = { key: 40, title: 60, color: 20 } as const;

const isTitle = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MOST.title;
const isOrder = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 9_999;

/** What a property of a choice may hold. */
const FITS: Readonly<Record<ChoiceProperty, (value: unknown) => boolean>> = {
  title: isTitle,
  color: (value) => value === null || (typeof value === 'string' && value.length <= MOST.color),
  sealed: (value) => value === null || typeof value === 'boolean',
  order: isOrder,
};

/** Whether an edit is one of a dictionary's choices. */
export function isChoiceEdit(edit: OverlayEdit): edit is SetEdit | AddEdit {
  const [key = ''] = edit.at;
  if (edit.at.length !== 1 || !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(key) || key.length > MOST.key) return false;
  if (edit.edit === 'add') return isDraft(edit.value) && isTitle(edit.value.title) && isOrder(edit.value.order);
  return edit.edit === 'set' && Object.hasOwn(FITS, edit.property) && FITS[edit.property as ChoiceProperty](edit.value);
}

const rows = placedRows<PlacedChoice>({
  fits: isChoiceEdit,
  added: ['title', 'order'],
  changed: ['title', 'order', 'color', 'sealed'],
  gone: 'sealed',
});

/** The choices with edits done to them, in their order. */
export const choicesWith = rows.with;

/** The choices as they were before edits were done to them: what was added is sealed. */
export const choicesBefore = rows.before;

/** One edit for each property of a choice, over what it was before the first. */
export const compactChoices = rows.compact;

/** The edits that make the shipped choices those of a company. */
export const choicesBetween = rows.between;

/** Those edits that change anything of some choices. */
export const freshChoices = (choices: readonly PlacedChoice[], edits: readonly OverlayEdit[]): readonly OverlayEdit[] =>
  rows.fresh(choices, edits);
