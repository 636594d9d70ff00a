import { describe, expect, it } from 'vitest';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { resolvedEntities, resolvedEntity } from '../fixtures/resolved-entities.ts';
import { resolvedParts } from '../fixtures/resolved-parts.ts';

const RISK = ['facilityRisk', 'lecRisk', 'processRisk', 'riskEvent', 'workRisk'];

describe('a file that was rewritten to share its parts', () => {
  it('tells a part that changed', () => {
    const written = resolvedEntity('riskEvent');
    const discard = { ...written.transitions?.discard, confirm: '？' };
    const entity = { ...written, transitions: { ...written.transitions, discard } } as Entity;
    const was = resolvedParts(written);
    expect(Object.keys(was).length).toBeGreaterThan(30);
    const now = resolvedParts(entity);
    expect(Object.keys(now).filter((part) => now[part] !== was[part])).toEqual(['transitions/discard']);
  });

  it('leaves the states of the five risk entities in one block, where each says where it was written', () => {
    const placed = resolvedEntities().filter(({ entity }) => RISK.includes(entity.entity));
    expect(placed.map(({ resolution }) => resolution?.blocks)).toEqual(RISK.map(() => ['risk/review']));
    for (const { resolution } of placed) {
      const from = resolution?.origins.get('/states');
      expect(from).toEqual({ file: 'schemas/blocks/risk/review.block.json', pointer: '/states' });
    }
  });

  it.each(RISK)(
    'bears what a company laid over %s: its states, fields and transitions are found by the same ids',
    (key) => {
      const entity = resolvedEntity(key);
      const { entity: merged, conflicts } = mergeOverlay(entity, [
        { edit: 'set', at: ['states', 'revising'], property: 'title', base: '修订中', value: '修改中' },
        {
          edit: 'set',
          at: ['record', 'properties', 'evaluatorId'],
          property: 'title',
          base: '评价人',
          value: '评估人',
        },
        { edit: 'set', at: ['transitions', 'discard'], property: 'title', base: '废弃', value: '作废' },
        {
          edit: 'add',
          at: ['record', 'properties', 'extra'],
          after: null,
          value: { title: '附注', field: 'input', type: 'string' },
        },
      ]);
      expect(conflicts).toEqual([]);
      expect(
        diffEntities(entity, merged)
          .map(({ verb, name }) => `${verb} ${name}`)
          .sort(),
      ).toEqual(['added extra', 'changed discard', 'changed evaluatorId', 'changed revising'].sort());
    },
  );
});
