import { expect, test } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { jsonPointer } from '../../src/core/dialect/problem.ts';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { lockOf } from '../../src/core/overlay/locks.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { resolvedEntities } from '../../tests/fixtures/resolved-entities.ts';
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

test('an entry that is a value of its own is found in every shipped entity, and can be replaced', () => {
  let replaced = 0;
  for (const { entity: shipped } of resolvedEntities()) {
    walk(shipped, {
      expression({ path }) {
        const { at, steps } = placeOfPointer(shipped, jsonPointer(...path));
        if (at.length !== steps.length || lockOf(addressed(shipped), at) !== undefined) return;
        const edits = [{ edit: 'hide', at } as const, { edit: 'add', at, after: null, value: "'other'" } as const];
        const merged = mergeOverlay(shipped, edits);
        expect(merged.conflicts).toEqual([]);
        expect(locate(addressed(merged.entity), at)?.value).toBe("'other'");
        replaced += 1;
      },
    });
  }
  expect(replaced).toBeGreaterThan(200);
});
