import { textSheet } from '../../core/field-forms.ts';
import { parseRichText, sanitizeRichText } from '../../core/rich-text/parse-rich-text.ts';
import { printRichText, richFromText, richPlainText } from '../../core/rich-text/rich-node.ts';
import { say } from '../../core/text/say.ts';
import { invalidCharacter, isInvisible, textLength } from '../../core/validation/text-checks.ts';
import { defineFieldType, TEXT_COLUMN } from '../define.ts';

/** Characters that the text may have where the property has no `maxTextLength`. */
export const RICH_TEXT_LENGTH = 20_000;
/** Characters that text and markup may have together where the property has no `maxLength`. */
const MARKUP_LENGTH = 100_000;
/** Longer values are not even read. */
const MOST_MARKUP = 200_000;

const plain = (value: unknown): string => (typeof value === 'string' ? richPlainText(parseRichText(value)) : '');

/**
 * Text with headings, lists, links and tables, kept as markup of the elements of `RICH_TAGS`. The server cleans what is
 * sent before anything else sees it; whoever shows it reads it with the same reader and never hands it to the browser as
 * markup. Limits: `maxTextLength` in characters as people count them, `maxLength` with the markup.
 */
export const definition = defineFieldType({
  type: 'richText',
  title: '富文本',
  group: 'text',
  jsonTypes: ['string'],
  keywords: ['maxLength', 'maxTextLength', 'placeholder', 'rows', 'quickSearch'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'object',
  filter: () => 'contains',
  sortable: false,
  span: 'full',
  markup: true,
  check(value, { property }) {
    if (typeof value !== 'string') return say('须为文本');
    const character = invalidCharacter(value);
    if (character) return character;
    const most = Math.min(property.maxLength ?? MARKUP_LENGTH, MOST_MARKUP);
    // As it will be kept: what cleaning takes away does not count.
    const nodes = value.length > MOST_MARKUP ? undefined : parseRichText(value);
    const length = nodes === undefined ? value.length : textLength(printRichText(nodes));
    if (nodes === undefined || length > most) return say('连同格式最多{most}个字符，现有{length}个', { most, length });
    const text = richPlainText(nodes);
    if (text.trim() === '' || isInvisible(text)) return say('不能只有空白字符');
    const limit = property.maxTextLength ?? RICH_TEXT_LENGTH;
    const count = textLength(text.replaceAll(/[\n\t]/g, ''));
    return count > limit ? say('最多{limit}个字，现有{count}个字', { limit, count }) : undefined;
  },
  format: (value) =>
    plain(value)
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('\t', ' '),
  parse: (text) => ({ value: text.trim() === '' ? null : printRichText(richFromText(text)) }),
  sheet: () => ({ ...textSheet({ format: plain, parse: (text) => definition.parse(text, PLAIN) }, 60), exact: false }),
  print: (value) => (typeof value === 'string' ? { kind: 'rich', blocks: parseRichText(value) } : undefined),
  seal: (value) =>
    typeof value === 'string' && value.length <= MOST_MARKUP ? { value: sanitizeRichText(value) ?? value } : { value },
});

const PLAIN = { key: '', title: '', property: { title: '', field: 'richText', type: 'string' } } as const;
