import type { Property } from '../dialect/entity.generated.ts';

/** A choice of a field that is being made. */
export interface NewOption {
  readonly key: string;
  readonly title: string;
}

/** What people call the kinds of fields that most forms are made of; everything else is set behind in the properties. */
export const FIELD_KINDS = {
  input: { field: 'input', type: 'string' },
  textarea: { field: 'textarea', type: 'string' },
  number: { field: 'number', type: 'number' },
  date: { field: 'date', type: 'string', format: 'date' },
  dateTime: { field: 'date', type: 'string', format: 'date-time' },
  select: { field: 'select', type: 'string' },
  radio: { field: 'radio', type: 'string' },
  yesNo: { field: 'radio', type: 'string', dict: 'yes-no' },
  user: { field: 'orgSelect', type: 'string', org: 'user' },
  dept: { field: 'orgSelect', type: 'string', org: 'dept' },
  upload: { field: 'upload', type: 'array', items: { type: 'string' } },
} as const satisfies Readonly<Record<string, Partial<Property>>>;

export type FieldKind = keyof typeof FIELD_KINDS;

/** Whether a kind is a choice among values of the field's own. */
export const hasOwnOptions = (kind: FieldKind): boolean => kind === 'select' || kind === 'radio';

/** Choices as an entity holds them, in the order given. */
export function optionsOf(options: readonly NewOption[]): NonNullable<Property['options']> {
  return Object.fromEntries(options.map(({ key, title }, index) => [key, { title, order: (index + 1) * 10 }]));
}

/** Choices from their titles; keys count from 1. */
export function optionsFrom(titles: readonly string[]): readonly NewOption[] {
  return titles.map((title, index) => ({ key: String(index + 1), title }));
}
