import { describe, expect, it } from 'vitest';
import type { OverlayAddress, OverlayEdit } from './overlay.ts';
import { changesRights } from './rights-edits.ts';

const set = (at: OverlayAddress, property: string, value: unknown): OverlayEdit => ({
  edit: 'set',
  at,
  property,
  base: null,
  value,
});
const add = (at: OverlayAddress, value: unknown): OverlayEdit => ({ edit: 'add', at, after: null, value });

describe('an edit that changes rights', () => {
  it.each<[string, OverlayEdit]>([
    ['an entry of a field', add(['permissions', 'fields', 'no', 'own'], { roles: ['everyone'], access: 'read' })],
    ['what such an entry gives', set(['permissions', 'fields', 'no', '~1'], 'access', 'write')],
    ['the rows of a role', add(['permissions', 'scope', 'worker'], 'tenant')],
    ['a button of a role', add(['pages', 'p', 'grants', 'worker', 'edit'], 'edit')],
    ['a button that is taken away', { edit: 'hide', at: ['pages', 'p', 'grants', 'worker', 'edit'] }],
    ['who may take a step', add(['transitions', 't', 'who', 'own'], { role: 'worker' })],
    ['who votes at a level', { edit: 'hide', at: ['transitions', 't', 'approve', 'levels', 'one', 'who', '~1'] }],
    ['who may save in a state', set(['states', 's'], 'edit', true)],
    ['a new step for a role', add(['transitions', 'own'], { title: '新', from: ['a'], who: [{ role: 'worker' }] })],
    ['a new page for everybody', add(['pages', 'own'], { title: '新', grants: { everyone: ['view'] } })],
  ])('is %s', (_, edit) => expect(changesRights(edit)).toBe(true));

  it.each<[string, OverlayEdit]>([
    ['a title', set(['record', 'properties', 'no'], 'title', '编号')],
    ['a new field', add(['record', 'properties', 'own'], { title: '新', field: 'input', type: 'string' })],
    ['a column', add(['pages', 'p', 'columns', 'no'], 'no')],
    ['a button on a page', add(['pages', 'p', 'actions', 't'], 't')],
    ['a new step of the creator', add(['transitions', 'own'], { title: '新', from: ['a'], who: ['creator'] })],
    ['a new state', add(['states', 'own'], { title: '新' })],
    ['a guard', add(['transitions', 't', 'when', 'own'], { when: 'true', else: '不行' })],
    ['a page out of sight', { edit: 'hide', at: ['pages', 'p'] }],
  ])('is not %s', (_, edit) => expect(changesRights(edit)).toBe(false));
});
