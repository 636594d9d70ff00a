import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { groupsOf } from '../outline/groups.ts';
import { inOrder, movesTo, placeIn, stepMoves } from './moves.ts';
import { picked } from './useSelection.ts';

const field = (title: string) => ({ title, field: 'input', type: 'string' });

const ENTITY = {
  dialect: 1,
  entity: 'tool',
  title: '工具',
  api: { service: 'safety', base: 'demo/tool' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: field('名称'),
      kind: field('种类'),
      maker: field('厂家'),
      note: field('备注'),
      spare: field('备用'),
    },
  },
  form: {
    sections: {
      base: { title: '基本', fields: ['name', 'kind'] },
      more: { title: '其他', fields: ['maker', 'note'] },
    },
  },
  pages: { tool: { title: '工具' } },
} as unknown as Entity;

const TITLES = { loose: '未分组', pages: '页面', states: '状态', transitions: '流转' };
const at = (id: string): OverlayAddress => ['record', 'properties', id];
const layout = (entity: Entity) =>
  groupsOf(entity, TITLES)
    .filter(({ holder }) => holder[0] === 'record')
    .map(({ items }) => items.map(({ id }) => id).join());

/** What the form looks like after things were moved a step. */
function stepped(things: readonly string[], by: -1 | 1): readonly string[] {
  const edits = stepMoves(groupsOf(ENTITY, TITLES), things.map(at), by);
  const { entity, conflicts } = mergeOverlay(ENTITY, edits);
  expect(conflicts).toEqual([]);
  return layout(entity);
}

describe('moving things', () => {
  it('goes a place at a time, over the edge of a section into the next, and out of all sections', () => {
    expect(stepped(['name'], 1)).toEqual(['kind,name', 'maker,note', 'spare']);
    expect(stepped(['kind'], 1)).toEqual(['name', 'kind,maker,note', 'spare']);
    expect(stepped(['maker'], -1)).toEqual(['name,kind,maker', 'note', 'spare']);
    expect(stepped(['note'], 1)).toEqual(['name,kind', 'maker', 'note,spare']);
    expect(stepped(['spare'], -1)).toEqual(['name,kind', 'maker,note,spare']);
    expect(stepMoves(groupsOf(ENTITY, TITLES), [at('name')], -1)).toEqual([]);
  });

  it('takes several along in their order', () => {
    expect(stepped(['kind', 'name'], 1)).toEqual(['', 'name,kind,maker,note', 'spare']);
    expect(stepped(['maker', 'note'], -1)).toEqual(['name,kind,maker,note', '', 'spare']);
    const groups = groupsOf(ENTITY, TITLES);
    const things = inOrder(groups, [at('spare'), at('name')]);
    const [, more] = groups;
    if (more === undefined) throw new Error('no second section');
    const { entity, conflicts } = mergeOverlay(ENTITY, movesTo(things, placeIn(more, 'maker')));
    expect(conflicts).toEqual([]);
    expect(layout(entity)).toEqual(['kind', 'maker,name,spare,note']);
  });
});

describe('choosing things', () => {
  it('adds, takes away and fills up to one, among what stands in the same', () => {
    expect(picked(ENTITY, [at('name')], at('maker'), 'toggle')).toEqual([at('name'), at('maker')]);
    expect(picked(ENTITY, [at('name'), at('maker')], at('name'), 'toggle')).toEqual([at('maker')]);
    expect(picked(ENTITY, [at('name')], at('name'), 'toggle')).toEqual([at('name')]);
    expect(picked(ENTITY, [at('kind')], at('note'), 'range')).toEqual(['kind', 'maker', 'note'].map(at));
    const back = picked(ENTITY, [at('note')], at('kind'), 'range');
    expect(back).toEqual(['note', 'maker', 'kind'].map(at));
    expect(picked(ENTITY, back, at('maker'), 'range')).toEqual(['note', 'maker'].map(at));
    expect(picked(ENTITY, [at('name')], ['pages', 'tool'], 'toggle')).toEqual([['pages', 'tool']]);
  });
});
