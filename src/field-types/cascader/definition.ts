import { choiceSheet, lookupSheet } from '../../core/field-forms.ts';
import type { Choice, FieldContext } from '../../core/field-type.ts';
import { say } from '../../core/text/say.ts';
import { checkChoice, checkId, choiceTitle, defineFieldType, labelText, parseChoice, TEXT_COLUMN } from '../define.ts';

/** Titles from the topmost choice down to the one named; a key that is no choice gives itself. */
function choicePath(choices: readonly Choice[], key: string): readonly string[] {
  const known = new Map(choices.map((choice) => [choice.key, choice]));
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at = known.get(key); at !== undefined && !seen.has(at.key); at = known.get(at.parent ?? '')) {
    seen.add(at.key);
    path.unshift(at.title);
  }
  return path.length === 0 ? [key] : path;
}

/** What stands between the levels of a path. */
export const PATH_SEPARATOR = ' / ';

function parsePath(text: string, field: FieldContext) {
  const wanted = text
    .split('/')
    .map((title) => title.trim())
    .join(PATH_SEPARATOR);
  const { choices = [] } = field;
  const found = choices.find((choice) => choicePath(choices, choice.key).join(PATH_SEPARATOR) === wanted);
  return found === undefined ? parseChoice(text, field) : { value: found.key };
}

/**
 * One place in a tree, chosen level by level; any level may be the value. The tree is an entity (`ref`), or choices of a
 * dictionary or the field's own that name their `parent`.
 */
export const definition = defineFieldType({
  type: 'cascader',
  title: '级联选择',
  group: 'organisation',
  jsonTypes: ['string'],
  keywords: ['ref', 'dict', 'options', 'removedOptions', 'placeholder', 'parentField'],
  column: () => TEXT_COLUMN,
  expressionType: () => 'text',
  filter: () => 'any',
  sortable: false,
  component: 'Cascader',
  componentProps: () => ({ changeOnSelect: true, allowClear: true }),
  span: 'one',
  check: (value, field) => (field.property.ref === undefined ? checkChoice(value, field) : checkId(value)),
  format(value, field) {
    if (value === null || value === undefined) return '';
    if (field.property.ref !== undefined) return labelText(value, field.labels);
    return field.choices === undefined
      ? choiceTitle(value, field)
      : choicePath(field.choices, String(value)).join(PATH_SEPARATOR);
  },
  parse(text, field) {
    if (text.trim() === '') return { value: null };
    return field.property.ref === undefined
      ? parsePath(text, field)
      : { message: say('须按名称在系统中查找，不能直接从文本读取') };
  },
  sheet: (field) =>
    field.property.ref === undefined ? choiceSheet(definition, field, true) : lookupSheet(definition, field),
});
