import { describe, expect, it } from 'vitest';
import { printOf, sheetOf } from '../core/field-forms.ts';
import { COMMON_KEYWORDS } from '../core/field-type.ts';
import { type FieldTypeName, fieldTypes } from './definitions.ts';
import { fieldTypeFixtures } from './fixtures.generated.ts';

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

  // A field with an `end` stands for both ends.
  const whole = (value: unknown) => (fixtures.property.end === undefined || value === null ? value : [value, value]);
  const sheet = sheetOf(definition, field);

  it('stands in a spreadsheet and comes back as it was', () => {
    for (const { value } of fixtures.valid) {
      const cells = sheet.columns.map((column) => column.cell(whole(value), field));
      expect(cells.every((cell) => cell === null || ['string', 'number'].includes(typeof cell))).toBe(true);
      expect(cells.join()).not.toContain('[object');
      if (sheet.imports !== 'value') continue;
      const texts = cells.map((cell) => (cell === null ? '' : String(cell)));
      const read = sheet.read(texts, field);
      const back = 'lookups' in read ? [...read.lookups] : 'value' in read ? read.value : read.message;
      const single = 'lookups' in read && !Array.isArray(value);
      if (sheet.exact) expect(single ? (back as string[])[0] : back).toEqual(whole(value));
      else expect('value' in read).toBe(true);
    }
    expect(sheet.imports === 'value' ? sheet.columns.length > 0 : true).toBe(true);
  });

  it('reads empty cells as no value, and says in Chinese why it takes no text', () => {
    const texts = (text: string) => sheet.columns.map(() => text);
    if (sheet.imports === 'value') expect(sheet.read(texts(' '), field)).toEqual({ value: null });
    else expect(sheet.read(['x'], field)).toEqual({ message: expect.stringMatching(/[一-龥]/) });
  });

  it('is printed, and what has no value is not', () => {
    for (const { value } of fixtures.valid) {
      if (value === null || definition.type === 'password') continue;
      const printed = printOf(definition, whole(value), field);
      const { kind: _, ...content } = printed;
      expect(JSON.stringify(content)).not.toContain('[object');
      expect(Object.values(content).flat(3).join('')).not.toBe('');
    }
    expect(printOf(definition, null, field)).toEqual({ kind: 'text', text: '' });
  });
});
