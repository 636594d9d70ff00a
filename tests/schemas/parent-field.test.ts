import { expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import { worldWith } from '../fixtures/dialect-fixture.ts';

const province: Property = {
  title: '省',
  field: 'select',
  type: 'string',
  options: { a: { title: '甲省', order: 10 }, b: { title: '乙省', order: 20 } },
};
const town: Property = {
  title: '市',
  field: 'select',
  type: 'string',
  parentField: 'province',
  options: { a1: { title: '甲市', order: 10, parent: 'a' }, b1: { title: '乙市', order: 20, parent: 'b' } },
};

function problemsOf(properties: Record<string, Property>): readonly string[] {
  const entity: Entity = {
    dialect: 1,
    entity: 'townSample',
    title: '地区',
    api: { service: 'safety', base: 'demo/townsample' },
    record: { type: 'object', properties },
  };
  return lintWorld(worldWith([entity]))
    .filter(({ pointer }) => pointer.endsWith('/parentField'))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

const at = '/record/properties/town/parentField';

it('a field whose choices stand below another one names a single choice and has choices with parents', () => {
  expect(problemsOf({ province, town })).toEqual([]);
  expect(problemsOf({ province, town: { ...town, parentField: 'provinse' } })).toEqual([
    `${at} 没有名为“provinse”的字段，是否想写“province”`,
  ]);
  expect(problemsOf({ town: { ...town, parentField: 'town' } })).toHaveLength(1);
  expect(problemsOf({ province: { title: '省', field: 'input', type: 'string' }, town })).toEqual([
    `${at} “省”不是从字典或选项中单选的字段，不能决定下级选项`,
  ]);
  expect(problemsOf({ province, town: { ...town, options: { a1: { title: '甲市', order: 10 } } } })).toEqual([
    `${at} “市”的选项都没有上级（parent），这样没有可选的值`,
  ]);
});

it('only types that offer choices one above the other know the keyword', () => {
  const found = problemsOf({
    province,
    town: { title: '市', field: 'input', type: 'string', parentField: 'province' },
  });
  expect(found[0]).toContain('不认识关键字“parentField”');
});
