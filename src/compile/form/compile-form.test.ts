import { Schema } from '@formily/json-schema';
import { describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { compileFormSchema } from './compile-form-schema.ts';
import { compileLinkage } from './compile-linkage.ts';
import { asFormily, drawnFields, formSections, sectionPieces } from './form-schema.ts';

const { model } = smallPage();

const sectionsOf = (isHidden?: (field: string) => boolean) => formSections(compileFormSchema(model, isHidden));

describe('schema of a form', () => {
  test('has the sections of the file and a last one for the rest, a date range as one field', () => {
    expect(
      sectionsOf().map((section) => ({
        ...section,
        properties: drawnFields(section).map(({ name, 'x-decorator-props': place }) => ({ name, ...place })),
      })),
    ).toEqual([
      {
        ...{ name: 'base', type: 'void', title: '基本信息' },
        'x-component': 'Section',
        'x-component-props': { columns: 2, folded: false },
        properties: [
          { name: 'name', span: 'one' },
          { name: 'kind', span: 'one' },
          { name: 'other', span: 'full' },
        ],
      },
      {
        ...{ name: 'money', type: 'void', title: '数量金额' },
        'x-component': 'Section',
        'x-component-props': { columns: 2, folded: false },
        properties: [
          { name: 'amount', span: 'one' },
          { name: 'price', span: 'one' },
          { name: 'total', span: 'one' },
          { name: 'grade', span: 'one' },
        ],
      },
      {
        ...{ name: 'other', type: 'void', title: '其他信息' },
        'x-component': 'Section',
        'x-component-props': { columns: 2, folded: false },
        properties: [
          { name: 'taker', span: 'one' },
          { name: 'useFrom', end: 'useTo', span: 'one' },
          { name: 'files', span: 'full' },
        ],
      },
    ]);
  });

  test('leaves out what is hidden, and a section with nothing left', () => {
    const hidden = ['amount', 'price', 'total', 'grade'];
    expect(sectionsOf((field) => hidden.includes(field)).map(({ name }) => name)).toEqual(['base', 'other']);
  });

  test('is cut into pieces for mounting', () => {
    const [base] = sectionsOf();
    if (base === undefined) throw new Error('no section');
    expect(sectionPieces(base, 2).map((piece) => piece.map(({ name }) => name))).toEqual([['name', 'kind'], ['other']]);
  });

  test('names what draws each field, and neither rules nor reactions', () => {
    const [, money, other] = sectionsOf();
    expect(money?.properties.amount).toEqual({
      name: 'amount',
      type: 'number',
      title: '数量',
      'x-decorator': 'FieldItem',
      'x-decorator-props': { span: 'one' },
      'x-component': 'NumberPicker',
      'x-component-props': {},
    });
    expect(money?.properties.total?.['x-component']).toBe('Calculate');
    expect(other?.properties.useFrom?.['x-component']).toBe('DatePicker.RangePicker');
    expect(other?.properties.useTo?.['x-display']).toBe('hidden');
  });

  test('is one that Formily itself reads', () => {
    const schema = new Schema(asFormily(compileFormSchema(model)));
    const names: unknown[] = [];
    schema.mapProperties((layout) =>
      layout.mapProperties((section) => section.mapProperties((field) => names.push(field['x-component']))),
    );
    expect(names).toHaveLength(model.fields.filter(({ base }) => !base).length);
    expect(names).not.toContain(undefined);
  });
});

test('linkage is indexed by the field that is read, formulas through their chain in order', () => {
  const linkage = compileLinkage(model);
  expect(Object.fromEntries(linkage.states)).toEqual({ kind: ['other'], amount: ['price'] });
  expect(Object.fromEntries(linkage.computed)).toEqual({
    amount: ['total', 'grade'],
    price: ['total', 'grade'],
    total: ['grade'],
  });
});
