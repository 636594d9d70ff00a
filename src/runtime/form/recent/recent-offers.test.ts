import { expect, test } from 'vitest';
import { smallMetadata } from '../../../../tests/fixtures/small-page.ts';
import type { Entity } from '../../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { buildPageModel } from '../../model/page-model.ts';
import { recentOffers, recentSource } from './recent-offers.ts';

const job: Entity = {
  dialect: 1,
  entity: 'job',
  title: '作业',
  api: { service: 'safety', base: 'job' },
  record: {
    type: 'object',
    properties: {
      area: { title: '区域', field: 'input', type: 'string' },
      place: { title: '地点', field: 'input', type: 'string', recent: { by: ['area'] } },
      charger: { title: '负责人', field: 'orgSelect', type: 'string', org: 'user', recent: {} },
      ways: {
        title: '方式',
        field: 'checkbox',
        type: 'array',
        items: { type: 'string' },
        options: { a: { title: '电焊', order: 1 }, b: { title: '打磨', order: 2 } },
        recent: {},
      },
      note: { title: '备注', field: 'input', type: 'string' },
    },
  },
  pages: { sample: { title: '作业' } },
};
const { model } = buildPageModel(smallMetadata(() => job));
const field = (key: string) => {
  const found = model.field.get(key);
  if (found === undefined) throw new Error(`no field ${key}`);
  return found;
};
const last = [
  {
    id: '4',
    version: 1,
    area: '甲',
    place: '一层',
    charger: '7',
    chargerLabel: '张三',
    ways: ['a', 'b'],
    waysLabel: ['电焊', '打磨'],
  },
  { id: '3', version: 1, area: '乙', place: '罐顶', charger: '7', chargerLabel: '张三', note: '记' },
  { id: '2', version: 1, area: '甲', place: '一层', charger: null },
  { id: '1', version: 1, area: '甲', place: '二层', charger: '8', chargerLabel: '李四' },
] as unknown as readonly WireRecord[];
const texts = (key: string, values = {}) => recentOffers(field(key), last, values).map(({ text }) => text);

test('what was entered before is offered once each, newest first, by its name', () => {
  expect(recentOffers(field('charger'), last, {})).toEqual([
    { value: '7', label: '张三', text: '张三' },
    { value: '8', label: '李四', text: '李四' },
  ]);
  expect(recentOffers(field('ways'), last, {})).toEqual([{ value: ['a', 'b'], label: undefined, text: '电焊、打磨' }]);
});

test('only records that agree in what it depends on are asked, and none before that is said', () => {
  expect(texts('place')).toEqual([]);
  expect(texts('place', { area: '甲' })).toEqual(['一层', '二层']);
  expect(texts('place', { area: '丙' })).toEqual([]);
});

test('nothing is offered over what stands there, of the record itself, or for a field that does not ask', () => {
  expect(texts('charger', { charger: '9' })).toEqual([]);
  expect(texts('charger', { id: '1' })).toEqual(['张三']);
  expect(texts('note')).toEqual([]);
});

test('at most three values are offered', () => {
  const many = ['1', '2', '3', '4'].map(
    (id) => ({ id, version: 1, area: '甲', place: `${id}层` }) as unknown as WireRecord,
  );
  expect(recentOffers(field('place'), many, { area: '甲' }).map(({ text }) => text)).toEqual(['1层', '2层', '3层']);
});

test('rows come from the last record that agrees', () => {
  const child = (by?: string[]): Entity => ({
    ...job,
    entity: 'person',
    parent: { entity: 'job', field: 'jobId', ...(by === undefined ? {} : { recent: { by } }) },
  });
  expect(recentSource(child(), last, { area: '乙' })).toBeUndefined();
  expect(recentSource(child(['area']), last, { area: '乙' })?.id).toBe('3');
  expect(recentSource(child(['area']), last, {})).toBeUndefined();
});
