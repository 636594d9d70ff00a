import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { Entity, FieldRight } from '../../src/core/dialect/entity.generated.ts';
import type { FieldAccess } from '../../src/core/model/entity-model.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { accessEdits, cellOf } from './access.ts';
import { rightsOn } from './rights-of.ts';

const STATES = ['draft', 'open', 'done'];
const ROLES = ['officer', 'leader', 'worker', 'everyone'];
const AT = ['permissions', 'fields', 'amount'];

const shipped = (rights: readonly FieldRight[]): Entity => ({
  dialect: 1,
  entity: 'order',
  title: '订单',
  label: 'amount',
  api: { service: 'safety', base: 'orders' },
  record: { type: 'object', properties: { amount: { title: '数量', field: 'number', type: 'number' } } },
  states: { draft: { title: '草稿', initial: true }, open: { title: '进行中' }, done: { title: '已完成' } },
  ...(rights.length === 0 ? {} : { permissions: { fields: { amount: [...rights] } } }),
});

const tableOf = (entity: Entity, base: Entity) => {
  const rights = rightsOn(entity, base, 'amount');
  return Object.fromEntries(
    ROLES.flatMap((role) => STATES.map((state) => [`${role} ${state}`, cellOf(rights, role, state).access])),
  );
};

const ACCESS: readonly FieldAccess[] = ['write', 'read', 'masked', 'hidden'];

describe('the grid of rights on a field', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'changes the cells that are meant and, of roles that have a right of their own, no other, seed %i',
    (seed) => {
      const random = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const some = <T>(list: readonly T[]) => [...new Set([pick(list), pick(list)])];
      for (let round = 0; round < 20; round += 1) {
        const rights = Array.from({ length: Math.floor(random() * 5) }, (): FieldRight => {
          const roles = some(ROLES);
          return random() < 0.5
            ? { roles, access: pick(ACCESS) }
            : { roles, states: some(STATES), access: pick(ACCESS) };
        });
        changed(shipped(rights), () => ({ role: pick(ROLES), state: pick(STATES), access: pick(ACCESS) }));
      }
    },
  );

  it('says with few entries what several cells want, and takes them back to what is shipped', () => {
    const base = shipped([{ roles: ['everyone'], access: 'read' }]);
    const places = ['officer', 'leader'].flatMap((role) => STATES.map((state) => ({ role, state })));
    const first = accessEdits(AT, rightsOn(base, base, 'amount'), STATES, places, 'write');
    const { entity } = mergeOverlay(base, first);
    expect(entity.permissions?.fields?.amount).toEqual([
      { roles: ['officer', 'leader'], access: 'write' },
      { roles: ['everyone'], access: 'read' },
    ]);
    const back = accessEdits(AT, rightsOn(entity, base, 'amount'), STATES, places, undefined);
    expect(mergeOverlay(base, [...first, ...back]).entity).toEqual(base);
  });

  it('begins where nothing was said, and tells which entry rules and what rules under a condition', () => {
    const base = shipped([]);
    const edits = accessEdits(AT, [], STATES, [{ role: 'worker', state: 'open' }], 'hidden');
    const { entity } = mergeOverlay(base, edits);
    expect(locate(addressed(entity), AT)?.value).toEqual([{ roles: ['worker'], states: ['open'], access: 'hidden' }]);
    const cell = cellOf(rightsOn(entity, base, 'amount'), 'worker', 'open');
    expect([cell.access, cell.named, cell.entry?.own]).toEqual(['hidden', true, true]);
    const bound = shipped([
      { roles: ['worker'], when: 'amount > 1', access: 'read' },
      { roles: ['everyone'], access: 'hidden' },
    ]);
    const ruled = cellOf(rightsOn(bound, bound, 'amount'), 'worker', 'done');
    expect([ruled.access, ruled.named, ruled.conditional.length]).toEqual(['hidden', false, 1]);
  });
});

/** Does eight changes one after another, and looks at all cells after each. */
function changed(base: Entity, next: () => { role: string; state: string; access: FieldAccess }): void {
  const edits: OverlayEdit[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { role, state, access } = next();
    const before = mergeOverlay(base, edits).entity;
    const named = rightsOn(before, base, 'amount');
    edits.push(...accessEdits(AT, named, STATES, [{ role, state }], access));
    const merged = mergeOverlay(base, edits);
    expect(merged.conflicts).toEqual([]);
    const after = tableOf(merged.entity, base);
    for (const [key, value] of Object.entries(tableOf(before, base))) {
      const [other = '', at = ''] = key.split(' ');
      const follows = role === 'everyone' && at === state && !cellOf(named, other, at).named;
      if (!follows) expect([key, after[key]]).toEqual([key, key === `${role} ${state}` ? access : value]);
    }
  }
}
