// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { isAbsent, recordParts } from './detail-sections.ts';

const page = smallPage((entity) => ({ ...entity, detail: { header: ['name', 'kind', 'grade'] } }));
const partsOf = (isHidden?: (field: string) => boolean) => {
  const { head, sections } = recordParts(page, isHidden);
  const below = sections.flatMap(({ fields }) => fields.map(({ key }) => key));
  return { head: head.map(({ key }) => key), below };
};

test('a fact stands once: in the title, in the head, or below them', () => {
  const { head, below } = partsOf();
  expect(head).toEqual(['kind', 'grade']);
  expect(below).not.toContain('name');
  expect(below.filter((key) => head.includes(key))).toEqual([]);
  expect(new Set(below).size).toBe(below.length);
  expect(below).toEqual(expect.arrayContaining(['amount', 'price', 'total', 'taker', 'createUser']));
});

test('what a reader may not see stands nowhere', () => {
  const { head, below } = partsOf((field) => field === 'grade' || field === 'amount');
  expect(head).toEqual(['kind']);
  expect(below).not.toContain('amount');
  expect(below).not.toContain('grade');
});

test('what does not exist for the record as it is stands nowhere, computed or not; what was stored stays', () => {
  const phased = smallPage((entity) => ({
    ...entity,
    form: { sections: { money: { title: '数量金额', visible: "kind == '2'", fields: ['amount', 'total'] } } },
  }));
  const absent = (record: Record<string, unknown>) =>
    ['amount', 'total', 'kind'].filter((key) => isAbsent(phased, key, record, smallUser));
  expect(absent({ id: '1', kind: '1', total: 0 })).toEqual(['amount', 'total']);
  expect(absent({ id: '1', kind: '1', amount: 3, total: 0 })).toEqual(['total']);
  expect(absent({ id: '1', kind: '2', total: 0 })).toEqual([]);
});
