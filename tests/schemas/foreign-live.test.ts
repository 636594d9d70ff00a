import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { lintEntity } from '../../src/core/dialect/lint-entity.ts';
import { lintWorld, modelWorldOf } from '../../src/core/dialect/lint-world.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import { worldWith } from '../fixtures/dialect-fixture.ts';

const card: Entity = {
  dialect: 1,
  entity: 'skillCard',
  title: '上岗证',
  api: { service: 'safety', base: 'demo/skillcard' },
  record: {
    type: 'object',
    properties: {
      holder: { title: '持证人', field: 'input', type: 'string' },
      until: { title: '有效期止', field: 'date', type: 'string', format: 'date' },
      last: { title: '最后一天', field: 'calculate', type: 'string', format: 'date', compute: 'until - days(1)' },
      daysLeft: { title: '剩余天数', field: 'calculate', type: 'number', compute: 'daysBetween(today(), until)' },
    },
  },
};

const job = (when: string): Entity => ({
  dialect: 1,
  entity: 'cardJob',
  title: '派工',
  api: { service: 'safety', base: 'demo/cardjob' },
  record: {
    type: 'object',
    properties: {
      worker: { title: '作业人', field: 'input', type: 'string', rules: [{ when, else: '证件不合格' }] },
    },
  },
});

const rule = '/record/properties/worker/rules/0/when';
const errorsOf = (when: string) =>
  lintWorld(worldWith([card, job(when)]))
    .filter(({ pointer, severity }) => severity === 'error' && pointer.startsWith('/record'))
    .map(({ pointer, message, fix }) => [pointer, message, fix]);
const refused = [
  rule,
  '“上岗证”的“剩余天数”（daysLeft）是读取时才算出的值，没有存在数据库里，不能在 sum、count、newest、exists、lookup 等读另一实体的函数里用它',
  '直接写出它的条件：daysBetween(today(), until)',
];

describe('what is looked up in another entity', () => {
  it('may be entered, or computed and stored', () => {
    expect(errorsOf("exists('skillCard', holder == parent.worker and last >= today())")).toEqual([]);
    expect(errorsOf("exists('skillCard', daysBetween(today(), until) > 0)")).toEqual([]);
  });

  it('may not be made on reading, wherever the expression stands in the call', () => {
    expect(errorsOf("exists('skillCard', holder == parent.worker and daysLeft > 0)")).toEqual([refused]);
    expect(errorsOf("total('skillCard', daysLeft, holder == parent.worker) > 0")).toEqual([refused]);
  });

  it('is refused in a draft beside published entities too', () => {
    const world = worldWith([card]);
    const { model } = buildModel(card, modelWorldOf(world, 'safety'));
    const entity = job("exists('skillCard', daysLeft > 0)");
    const { problems } = lintEntity({ area: 'safety', entity }, world, [model]);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toEqual([rule]);
  });
});
