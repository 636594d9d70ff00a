// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { createFormEngine, type FormEngine } from './form-engine.ts';
import { lostInput, restorable } from './lost-input.ts';

function form(change?: (entity: Entity) => Entity): FormEngine {
  const page = smallPage(change);
  return createFormEngine({ page, environment: browserEnvironment(page, smallUser), access: () => 'write' });
}

const plain = {
  name: { title: '名称', field: 'input', type: 'string' },
  amount: { title: '数量', field: 'number', type: 'number', scale: 2, unit: '千克' },
};

/** The made-up entity with no more than these fields. */
const bare =
  (properties: object, label = 'name') =>
  (entity: Entity): Entity => ({
    dialect: 1,
    entity: entity.entity,
    title: entity.title,
    label,
    api: entity.api,
    record: { type: 'object', properties: properties as Entity['record']['properties'] },
    pages: { sample: { title: '样品', actions: ['add'], grants: { everyone: ['view', 'add'] } } },
  });

it('names what was typed into a field that is gone, as it was shown', () => {
  const old = form(bare(plain));
  old.enter('amount', 12.5);
  old.enter('name', '甲');
  const next = form(bare({ name: plain.name }));
  expect(lostInput(old, next)).toEqual([{ id: 'amount', title: '数量', text: '12.50 千克' }]);
  next.restore(restorable(old, next, old.snapshot()));
  expect(next.values().name).toBe('甲');
});

it('says nothing of fields that were renamed, or were left empty', () => {
  const old = form(bare(plain));
  old.enter('amount', 1);
  old.enter('amount', null);
  old.enter('name', '甲');
  const next = form(bare({ caption: { ...plain.name, id: 'name' } }, 'caption'));
  expect(lostInput(old, next)).toEqual([]);
});

it('names a text whose field became a number, and does not enter it there', () => {
  const old = form(bare(plain));
  old.enter('name', '十二');
  const next = form(bare({ name: { title: '名称', field: 'number', type: 'number' }, amount: plain.amount }));
  expect(lostInput(old, next)).toEqual([{ id: 'name', title: '名称', text: '十二' }]);
  next.restore(restorable(old, next, old.snapshot()));
  expect(next.values().name ?? null).toBeNull();
});
