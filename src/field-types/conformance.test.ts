import { describe, expect, it } from 'vitest';
import { COMMON_KEYWORDS } from '../core/field-type.ts';
import { fieldTypeFixtures } from './all-fixtures.ts';
import { type FieldTypeName, fieldTypes } from './definitions.ts';

describe.each(Object.keys(fieldTypes) as FieldTypeName[])('field type %s', (name) => {
  const definition = fieldTypes[name];
  const fixtures = fieldTypeFixtures[name];
  const field = {
    key: 'sample',
    title: fixtures.property.title,
    property: fixtures.property,
    ...(fixtures.choices ? { choices: fixtures.choices } : {}),
  };

  it('bears the name under which it is registered', () => {
    expect(definition.type).toBe(name);
  });

  it('understands every keyword that its examples use', () => {
    const known = new Set([...COMMON_KEYWORDS, ...definition.keywords]);
    expect(Object.keys(fixtures.property).filter((key) => !known.has(key as keyof typeof fixtures.property))).toEqual(
      [],
    );
  });

  it('takes its valid values and shows them as text', () => {
    for (const { value, text } of fixtures.valid) {
      expect([value, value === null ? undefined : definition.check(value, field)]).toEqual([value, undefined]);
      expect(definition.format(value, field)).toBe(text);
    }
  });

  it('refuses its invalid values with their messages', () => {
    const answers = fixtures.invalid.map(({ value }) => ({ value, message: definition.check(value, field) }));
    expect(answers).toEqual(fixtures.invalid);
  });

  it('reads values from text', () => {
    const answers = fixtures.parse.map(({ text }) => ({ text, ...definition.parse(text, field) }));
    expect(answers).toEqual(fixtures.parse);
  });
});
