import { expect, test } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { placeOfPointer } from './finding-place.ts';

const entity = {
  entity: 'check',
  title: '检查',
  record: {
    type: 'object',
    properties: { level: { id: 'grade', title: '等级', field: 'input', type: 'string', requiredWhen: 'x' } },
  },
  form: { rules: [{ when: 'a', else: '不对' }] },
  permissions: { fields: { level: [{ roles: ['safety'], access: 'read' }] } },
} as unknown as Entity;

test.each([
  ['/record/properties/level/requiredWhen', 'record/properties/grade', 'record/properties/grade/requiredWhen'],
  ['/title', '', 'title'],
  ['/record/properties/gone/compute', '', 'record/properties'],
  ['', '', ''],
])('a finding at %s is mended at %s', (pointer, at, steps) => {
  const found = placeOfPointer(entity, pointer);
  expect(found.at.join('/')).toBe(at);
  expect(found.steps.join('/')).toBe(steps);
});

test('a finding within a list leads to the entry, by the name that its edits have', () => {
  const { at, steps } = placeOfPointer(entity, '/form/rules/0/when');
  expect(locate(addressed(entity), at)?.value).toEqual({ when: 'a', else: '不对' });
  expect(steps).toEqual([...at, 'when']);
});
