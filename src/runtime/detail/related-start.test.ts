// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { startOf, takesStart } from './related-start.ts';

const pageOf = (keeper: Partial<Property>) =>
  smallPage((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      required: [],
      properties: {
        kind: { title: '类别', field: 'select', type: 'string', dict: 'sample-kind', default: '1' },
        keeper: { title: '保管人', field: 'reference', type: 'string', ref: { entity: 'user' }, ...keeper },
      },
    },
    form: { columns: 2 },
    detail: { header: [] },
    pages: { sample: { title: '样品', columns: ['kind'] } },
    transitions: {},
  }));
const takes = (keeper: Partial<Property>) => takesStart(pageOf(keeper), 'keeper', '8', smallUser);

test('a new record can be made to refer to another one where its field is there and open', () => {
  expect(takes({})).toBe(true);
  expect(takes({ visible: "kind == '1'" })).toBe(true);
  expect(takes({ visible: "kind == '2'" })).toBe(false);
  expect(takes({ disabledWhen: 'true' })).toBe(false);
});

test('a list begins with the one record', () => {
  expect(startOf(pageOf({}), 'keeper', '8')).toEqual({ keeper: '8' });
  expect(startOf(pageOf({ type: 'array', multiple: true }), 'keeper', '8')).toEqual({ keeper: ['8'] });
});
