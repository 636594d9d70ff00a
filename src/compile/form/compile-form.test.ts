import { describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { compileFormPlan, sectionPieces } from './compile-form-plan.ts';
import { compileFormSchema } from './compile-form-schema.ts';
import { compileLinkage } from './compile-linkage.ts';

const { model } = smallPage();

describe('plan of a form', () => {
  test('has the sections of the file and a last one for the rest, a date range as one element', () => {
    const plan = compileFormPlan(model);
    expect(
      plan.sections.map(({ key, title, columns, elements }) => ({
        key,
        title,
        columns,
        elements: elements.map(({ key: field, end, span }) => ({ field, end, span })),
      })),
    ).toEqual([
      {
        key: 'base',
        title: '基本信息',
        columns: 2,
        elements: [
          { field: 'name', end: undefined, span: 'one' },
          { field: 'kind', end: undefined, span: 'one' },
          { field: 'other', end: undefined, span: 'full' },
        ],
      },
      {
        key: 'money',
        title: '数量金额',
        columns: 2,
        elements: [
          { field: 'amount', end: undefined, span: 'one' },
          { field: 'price', end: undefined, span: 'one' },
          { field: 'total', end: undefined, span: 'one' },
          { field: 'grade', end: undefined, span: 'one' },
        ],
      },
      {
        key: 'other',
        title: '其他信息',
        columns: 2,
        elements: [
          { field: 'taker', end: undefined, span: 'one' },
          { field: 'useFrom', end: 'useTo', span: 'one' },
          { field: 'files', end: undefined, span: 'full' },
        ],
      },
    ]);
    expect(plan.anchors).toBe(false);
  });

  test('leaves out what is hidden, and a section with nothing left', () => {
    const hidden = ['amount', 'price', 'total', 'grade'];
    const plan = compileFormPlan(model, (field) => hidden.includes(field));
    expect(plan.sections.map(({ key }) => key)).toEqual(['base', 'other']);
  });

  test('is cut into pieces for mounting', () => {
    const [base] = compileFormPlan(model).sections;
    if (base === undefined) throw new Error('no section');
    expect(sectionPieces(base, 2).map((piece) => piece.map(({ key }) => key))).toEqual([['name', 'kind'], ['other']]);
  });
});

test('schema of a form names field types and neither rules nor reactions', () => {
  const schema = compileFormSchema(model) as { properties: Record<string, unknown> };
  expect(schema.properties.section_money).toEqual({
    type: 'void',
    title: '数量金额',
    'x-index': 1,
    'x-component': 'Section',
    properties: {
      amount: {
        type: 'number',
        title: '数量',
        'x-index': 0,
        'x-decorator': 'FieldItem',
        'x-component': 'number',
      },
      price: { type: 'number', title: '单价', 'x-index': 1, 'x-decorator': 'FieldItem', 'x-component': 'number' },
      total: {
        type: 'number',
        title: '总价',
        'x-index': 2,
        'x-decorator': 'FieldItem',
        'x-component': 'calculate',
        'x-read-only': true,
      },
      grade: {
        type: 'string',
        title: '等级',
        'x-index': 3,
        'x-decorator': 'FieldItem',
        'x-component': 'calculate',
        'x-read-only': true,
      },
    },
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
