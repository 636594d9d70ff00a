import type { Property } from '../core/dialect/entity.generated.ts';
import type { Choice, ColumnType, FieldContext, FieldTypeDefinition, ParsedValue } from '../core/field-type.ts';
import { listed } from '../core/text/punctuate.ts';
import { say } from '../core/text/say.ts';
import {
  checkText,
  hasOwnLength,
  invalidCharacter,
  isInvisible,
  isRecordId,
  textLength,
} from '../core/validation/text-checks.ts';

/** Registers a field type; the argument is the whole neutral half. */
export function defineFieldType(definition: FieldTypeDefinition): FieldTypeDefinition {
  return definition;
}

export const TEXT_COLUMN: ColumnType = { kind: 'text', ddl: 'text' };
export const TEXT_ARRAY_COLUMN: ColumnType = { kind: 'text[]', ddl: 'text[]' };
export const JSON_COLUMN: ColumnType = { kind: 'jsonb', ddl: 'jsonb' };

const compiledPatterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = compiledPatterns.get(source);
  if (known) return known;
  const pattern = new RegExp(source, 'u');
  compiledPatterns.set(source, pattern);
  return pattern;
}

/** Checks a text: type, characters, lengths, regular expressions and named check, in this order. */
export function checkTextValue(value: unknown, property: Property, maxLength: number): string | undefined {
  if (typeof value !== 'string') return say('须为文本');
  const character = invalidCharacter(value);
  if (character) return character;
  if (isInvisible(value)) return say('不能只有空白字符');
  const length = textLength(value);
  const limit = property.maxLength ?? maxLength;
  if (length > limit) {
    // Numbers of a fixed length have a sentence of their own about it.
    const told = hasOwnLength(property.check) ? checkText(property.check, value) : undefined;
    return told ?? say('最多{limit}个字，现有{length}个字', { limit, length });
  }
  if (property.minLength !== undefined && length < property.minLength)
    return say('至少{minLength}个字', { minLength: property.minLength });
  for (const { pattern, message } of property.patterns ?? []) {
    if (!patternOf(pattern).test(value)) return message;
  }
  return property.check ? checkText(property.check, value) : undefined;
}

function choiceOf(field: FieldContext, key: unknown): Choice | undefined {
  return field.choices?.find((choice) => choice.key === key);
}

/** Checks one choice: a text that the dictionary or the options hold. */
export function checkChoice(value: unknown, field: FieldContext): string | undefined {
  if (typeof value !== 'string') return say('须为选项值');
  if (field.choices === undefined) return value === '' ? say('须为选项值') : checkTextValue(value, field.property, 255);
  return choiceOf(field, value) ? undefined : say('不是可选的值：{value}', { value: value.slice(0, 40) });
}

/** Checks a list of entries: array, count, no repetition, and each entry. */
export function checkList(
  value: unknown,
  property: Property,
  defaultMaximum: number,
  entry: (value: unknown) => string | undefined,
): string | undefined {
  if (!Array.isArray(value)) return say('须为列表');
  const maximum = property.maxItems ?? defaultMaximum;
  if (value.length > maximum) return say('最多选择{maximum}项', { maximum });
  if (property.minItems !== undefined && value.length < property.minItems)
    return say('至少选择{minItems}项', { minItems: property.minItems });
  if (property.uniqueItems !== false && new Set(value).size !== value.length) return say('含有重复的项');
  for (const item of value) {
    const fault = entry(item);
    if (fault) return fault;
  }
  return undefined;
}

/** Title of a choice; the key itself where the dictionary no longer has it. */
export function choiceTitle(value: unknown, field: FieldContext): string {
  return choiceOf(field, value)?.title ?? String(value);
}

/** Reads a choice from its title or its key. */
export function parseChoice(text: string, field: FieldContext): ParsedValue {
  const trimmed = text.trim();
  const titled = field.choices?.filter((choice) => choice.title === trimmed) ?? [];
  const found = titled.length === 1 ? titled[0] : field.choices?.find((choice) => choice.key === trimmed);
  if (found === undefined && titled.length > 1)
    return { message: say('“{value}”不止一个，请改填选项值', { value: trimmed.slice(0, 40) }) };
  return found ? { value: found.key } : { message: say('没有“{value}”这个选项', { value: trimmed.slice(0, 40) }) };
}

/** Reads a list from texts separated by Chinese or Latin commas or semicolons. */
export function parseList(text: string, entry: (text: string) => ParsedValue): ParsedValue {
  const values: unknown[] = [];
  for (const part of text.split(/[,，;；、]/)) {
    if (part.trim() === '') continue;
    const parsed = entry(part);
    if ('message' in parsed) return parsed;
    values.push(parsed.value);
  }
  return { value: values };
}

/** Text of an id or list of ids by the labels that came with the record. */
export function labelText(value: unknown, labels: FieldContext['labels']): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const texts = Array.isArray(labels) ? labels : [];
    return listed(value.map((id, index) => texts[index] ?? String(id)));
  }
  return typeof labels === 'string' && labels !== '' ? labels : String(value);
}

/** Checks an id: digits or letters, at most 40; whether the record exists is the server's to say. */
export function checkId(value: unknown): string | undefined {
  return isRecordId(value) ? undefined : say('不是有效的编号');
}

/** Read from text as it stands. */
export function parseText(text: string): ParsedValue {
  return { value: text.trim() === '' ? null : text };
}

/** A JSON object without other keys than those named; undefined for anything else. */
export function objectOf<K extends string>(
  value: unknown,
  keys: readonly K[],
): Partial<Record<K, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const known: readonly string[] = keys;
  return Object.keys(value).every((key) => known.includes(key)) ? (value as Partial<Record<K, unknown>>) : undefined;
}
