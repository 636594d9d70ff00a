import { expect, test } from 'vitest';
import { order } from '../../../tests/fixtures/entities/order.ts';
import { sharedJson } from '../validation/shared-json.ts';
import { addressed, callAlike, locate, namesWithin } from './address.ts';
import { mergeOverlay } from './merge-overlay.ts';
import type { OverlayEdit } from './overlay.ts';

const shipped = order({
  amount: { title: '数量', field: 'number', type: 'number', rules: [{ when: 'amount > 0', else: '须大于0' }] },
});

test('a rule that was just added is called as before while it is written, although what is equal is taken over', () => {
  const rules = ['record', 'properties', 'amount', 'rules'];
  const at = [...rules, 'ownRule'];
  const edits: OverlayEdit[] = [{ edit: 'add', at, after: null, value: { when: 'true', else: '新规则' } }];
  let entity = shipped;
  for (const [property, value] of [
    ['when', 'amount < 100'],
    ['else', '须小于100'],
  ] as const) {
    edits.push({ edit: 'set', at, property, base: null, value });
    const made = mergeOverlay(shipped, edits);
    expect(made.conflicts).toEqual([]);
    entity = callAlike(sharedJson(entity, made.entity), made.entity);
    expect(locate(addressed(entity), at)?.value).toMatchObject({ [property]: value });
    const held = locate(addressed(entity), rules);
    if (held === undefined) throw new Error('no rules');
    const names = namesWithin(addressed(entity), { place: held.place, value: held.value as unknown[], key: undefined });
    expect(names).toContain('ownRule');
  }
  // What says the same is the same object, and what was not touched is called as it was shipped.
  expect(entity.record.properties.no).toBe(shipped.record.properties.no);
  expect(addressed(entity).identities.of(entity.record.properties.amount?.rules ?? [])[1]).toBe(
    addressed(shipped).identities.of(shipped.record.properties.amount?.rules ?? [])[0],
  );
});
