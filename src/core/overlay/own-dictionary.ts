import type { Entity } from '../dialect/entity.generated.ts';
import type { Choice } from '../field-type.ts';
import { isDraft } from './draft.ts';
import type { AddEdit, OverlayEdit, SetEdit } from './overlay.ts';

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
  return { edit: 'set', at: [choice.key], property, base: choice[property] ?? null, value };
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

/** The choices with edits done to them, in their order. */
export function choicesWith(choices: readonly PlacedChoice[], edits: readonly OverlayEdit[]): readonly PlacedChoice[] {
  const found = new Map(choices.map((choice) => [choice.key, choice]));
  for (const edit of edits) {
    const [key = ''] = edit.at;
    if (!isChoiceEdit(edit)) continue;
    const known = found.get(key);
    if (edit.edit === 'add') {
      const { title, order } = edit.value as { title: string; order: number };
      // One that was there before, sealed by a rolling back, is there again.
      found.set(key, known === undefined ? { key, title, order } : without({ ...known, title, order }, 'sealed'));
    } else if (known !== undefined) {
      found.set(key, given(known, edit.property as ChoiceProperty, edit.value));
    }
  }
  return [...found.values()].sort((left, right) => left.order - right.order);
}

/** The choices as they were before edits were done to them: what was added is sealed. */
export function choicesBefore(
  choices: readonly PlacedChoice[],
  edits: readonly OverlayEdit[],
): readonly PlacedChoice[] {
  const found = new Map(choices.map((choice) => [choice.key, choice]));
  for (const edit of edits.toReversed()) {
    const [key = ''] = edit.at;
    const known = found.get(key);
    if (known === undefined || !isChoiceEdit(edit)) continue;
    found.set(
      key,
      edit.edit === 'add' ? { ...known, sealed: true } : given(known, edit.property as ChoiceProperty, edit.base),
    );
  }
  return [...found.values()].sort((left, right) => left.order - right.order);
}

/** One edit for each property of a choice, over what it was before the first. */
export function compactChoices(edits: readonly OverlayEdit[]): readonly OverlayEdit[] {
  const kept = new Map<string, OverlayEdit>();
  for (const edit of edits) {
    if (!isChoiceEdit(edit)) continue;
    const name = edit.edit === 'add' ? `${edit.at[0]}` : `${edit.at[0]} ${edit.property}`;
    const before = kept.get(name);
    kept.set(name, before?.edit === 'set' && edit.edit === 'set' ? { ...edit, base: before.base } : edit);
  }
  return [...kept.values()];
}

function given(choice: PlacedChoice, property: ChoiceProperty, value: unknown): PlacedChoice {
  return value === null || value === undefined ? without(choice, property) : { ...choice, [property]: value };
}

function without(choice: PlacedChoice, property: ChoiceProperty): PlacedChoice {
  const { [property]: _, ...rest } = choice;
  return rest as PlacedChoice;
}
