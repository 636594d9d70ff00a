import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildModelSet } from '../../server/metadata/model-set.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { checkFieldValue } from '../../src/core/validation/validate-record.ts';
import { fuzzWorld } from './fuzz-world.ts';

const bed = () => JSON.parse(readFileSync(join(import.meta.dirname, 'fuzz-bed.json'), 'utf8')) as Entity;

function publish(pattern: string) {
  const entity = bed();
  const { name, rows } = entity.record.properties;
  const patterns = [{ pattern, message: '名称的写法不对' }];
  if (name === undefined || rows?.items?.properties?.item === undefined) throw new Error('the bed has no such fields');
  name.patterns = patterns;
  rows.items.properties.item.patterns = patterns;
  return buildModelSet([{ area: 'test', entity }], new Map(), { items: {} }, new Map());
}

it('a pattern that may never end is refused when it is published, in a column too', () => {
  const { models, problems } = publish('^([a-z]+-?)*$');
  expect(models.has('fuzzBed')).toBe(false);
  const pointers = problems.filter(({ message }) => message.includes('长时间匹配不完')).map(({ pointer }) => pointer);
  expect(pointers).toEqual([
    '/record/properties/name/patterns/0/pattern',
    '/record/properties/rows/items/properties/item/patterns/0/pattern',
  ]);
});

it('the message of a pattern is the one that was written with it', async () => {
  const world = await fuzzWorld();
  const name = world.models.find(({ key }) => key === 'fuzzBed')?.field.get('name');
  if (name === undefined) throw new Error('the bed has no name');
  expect(checkFieldValue(name, '安#全', world.environment)).toEqual([{ pointer: '/name', msg: '名称不能含有#' }]);
  // The length is looked at before the pattern, so that no pattern ever runs over a long text.
  expect(checkFieldValue(name, '#'.repeat(100_000), world.environment)).toEqual([
    { pointer: '/name', msg: '名称最多10个字，现有100000个字' },
  ]);
});
