import { LongText } from '../ui/LongText.tsx';
import type { ReadProps } from './field-view.ts';

/** What stands where a record has no value. */
const EMPTY_TEXT = '—';

/** The mark of a missing value. */
export function NoValue() {
  return <span className="anlan-empty">{EMPTY_TEXT}</span>;
}

/** Text of a value as an input shows it. */
export function inputText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** What an input reports: the empty text is no value. */
export function typedText(text: string): string | null {
  return text === '' ? null : text;
}

/** Keys of a multiple value; a single one gives one key. */
export function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined || value === '' ? [] : [String(value)];
}

/** A value in a detail page: its text with its line breaks, and its unit. */
export function TextRead({ text, field }: ReadProps) {
  if (text === '') return <NoValue />;
  const { unit } = field.property;
  return <span className="anlan-text">{unit && !text.endsWith(unit) ? `${text} ${unit}` : text}</span>;
}

/** A value in a row: one line, whole on hover and when copied. */
export function TextCell({ text }: ReadProps) {
  return text === '' ? <NoValue /> : <LongText text={text} />;
}
