import { isDraft } from '../../src/core/overlay/draft.ts';
import { isCaptioned, useCaption } from './captions.ts';

/** What a keyword is called; its own name where it has no other. */
export function useKeywordName(): (keyword: string) => string {
  const caption = useCaption();
  return (keyword) => (isCaptioned(keyword) ? caption(keyword) : keyword);
}

/** What a value of the dialect says, in a line. */
export function shortText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (isDraft(value)) {
    const told = value.title ?? value.else ?? value.message ?? value.role ?? value.field;
    if (typeof told === 'string') return told;
  }
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
