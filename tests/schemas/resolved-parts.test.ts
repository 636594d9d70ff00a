import { describe, expect, it } from 'vitest';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { resolvedEntities, resolvedEntity } from '../fixtures/resolved-entities.ts';
import former from '../fixtures/resolved-parts.json' with { type: 'json' };
import { type ResolvedParts, resolvedParts } from '../fixtures/resolved-parts.ts';

const kept: Readonly<Record<string, { readonly commit: string; readonly parts: ResolvedParts }>> = former;
const RISK = ['facilityRisk', 'lecRisk', 'processRisk', 'riskEvent', 'workRisk'];

/**
 * Files that were rewritten with shared parts say what they said when all of it was written out. Where one is meant to say
 * something else: `node tests/fixtures/write-resolved-parts.ts <commit of that> <entity>`.
 */
describe('a file that was rewritten to share its parts', () => {
  it.each(Object.entries(kept))('says of %s what it said', (key, { commit, parts }) => {
    expect(Object.keys(parts).length).toBeGreaterThan(30);
    const now = resolvedParts(resolvedEntity(key));
    const differing = Object.keys({ ...parts, ...now }).filter((part) => parts[part] !== now[part]);
    expect({ since: commit, differing }).toEqual({ since: commit, differing: [] });
  });

  it('tells a part that changed', () => {
    const written = resolvedEntity('riskEvent');
    const discard = { ...written.transitions?.discard, confirm: '？' };
    const entity = { ...written, transitions: { ...written.transitions, discard } } as Entity;
    const was = kept.riskEvent?.parts ?? {};
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
        { edit: 'set', at: { kind: 'state', id: 'revising' }, property: 'title', base: '修订中', value: '修改中' },
        { edit: 'set', at: { kind: 'field', id: 'evaluatorId' }, property: 'title', base: '评价人', value: '评估人' },
        { edit: 'set', at: { kind: 'transition', id: 'discard' }, property: 'title', base: '废弃', value: '作废' },
        {
          edit: 'add',
          at: { kind: 'field', id: 'extra' },
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
