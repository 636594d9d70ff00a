import type { ToldValue } from '../../src/core/dialect/resolve/told-value.ts';
import type { FieldTypeDefinition } from '../../src/core/field-type.ts';

/** The generated file, from the root. */
export const VALUE_TYPES = 'src/core/dialect/resolve/value-types.generated.ts';

/**
 * Text of what the kinds of fields tell of their values: resolving runs where the kinds themselves are not at hand. A kind
 * whose value is a list or an object, as the field says, tells nothing.
 */
export function valueTypesText(types: Readonly<Record<string, FieldTypeDefinition>>): string {
  const told = Object.entries(types).flatMap(([name, type]) => {
    const value = valueTypeOf(type);
    return value === undefined ? [] : [[name, value] as const];
  });
  const entries = told.map(([name, value]) => {
    const words = Object.entries(value).map(([key, word]) => `${key}: ${JSON.stringify(word).replaceAll('"', "'")}`);
    return `  ${name}: { ${words.join(', ')} },`;
  });
  return [
    '/* Generated from the entries of src/field-types by `npm run metadata -- types`. Do not edit. */',
    '',
    "import type { ToldValue } from './told-value.ts';",
    '',
    '/** What the kind of a field alone tells of its value. */',
    'export const valueTypes: Readonly<Record<string, ToldValue>> = {',
    ...entries,
    '};',
    '',
  ].join('\n');
}

function valueTypeOf({ jsonTypes, keywords, expressionType }: FieldTypeDefinition): ToldValue | undefined {
  const [type] = jsonTypes;
  const ofTexts = keywords.includes('items') && isTexts(expressionType({ title: '', field: '', type: 'array' }));
  if (type === undefined || (type === 'array' && jsonTypes.length > 1)) return undefined;
  if (type === 'array') return ofTexts ? { type, texts: true } : { type };
  if (type === 'string' && jsonTypes.includes('number')) return { type, number: true };
  return ofTexts && keywords.includes('multiple') ? { type, many: true } : { type };
}

const isTexts = (type: unknown): boolean =>
  typeof type === 'object' && type !== null && Reflect.get(type, 'list') === 'text';
