import { expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { rollupGraph } from '../../src/core/model/rollup-graph.ts';
import { isUncounted } from '../../src/core/model/uncounted.ts';
import { createFixtureMetadata } from '../fixtures/metadata.ts';
import { spending } from '../fixtures/rollup-entities.ts';

/** Fields of a receipt that change nothing where it is counted, where some of its properties are other ones. */
function left(other: Record<string, Partial<Property>> = {}, more: Partial<Entity> = {}): readonly string[] {
  const entities = spending.map((entity): Entity => {
    if (entity.entity !== 'receipt') return entity;
    const changed = Object.entries(other).map(([name, part]) => [name, { ...entity.record.properties[name], ...part }]);
    const properties = { ...entity.record.properties, ...Object.fromEntries(changed) };
    return { ...entity, ...more, record: { ...entity.record, properties } };
  });
  const models = new Map(
    createFixtureMetadata({ entities: { test: entities } }).models.map((model) => [model.key, model]),
  );
  const receipt = models.get('receipt');
  if (receipt === undefined) throw new TypeError('no receipt');
  const own = receipt.fields.filter(({ base }) => !base);
  return own.flatMap(({ key }) => (isUncounted(receipt, [key], rollupGraph(models)) ? [key] : []));
}

it('what is counted, ordered by or asked for in a condition changes a roll-up, and nothing else', () => {
  expect(left()).toEqual(['remark']);
});

it('a field that decides whether a counted one is shown, and so kept, changes a roll-up', () => {
  expect(left({ amount: { visible: "remark == '有'" } })).toEqual([]);
  const sections = { money: { title: '金额', fields: ['amount'], visible: "remark == '有'" } };
  expect(left({}, { form: { sections } })).toEqual([]);
});

it('where a counted field is worked out at each save, every save may change a roll-up', () => {
  expect(left({ amount: { field: 'calculate', compute: '1 + 1' } })).toEqual([]);
});

it('where a save has effects, it may change a roll-up', () => {
  const effects = { note: { set: { remark: "'已核'" } } };
  expect(left({}, { effects })).toEqual([]);
});
