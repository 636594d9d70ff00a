import { describe, expect, it } from 'vitest';
import type { Entity } from '../dialect/entity.generated.ts';
import { entityTexts } from './text-ids.ts';

const entity: Entity = {
  dialect: 1,
  entity: 'tool',
  id: 'gear',
  title: '工具',
  api: { service: 'safety', base: 'tool' },
  record: {
    type: 'object',
    properties: {
      fullName: { title: '名称', field: 'input', type: 'string', id: 'name', hint: '全称' },
      level: { title: '级别', field: 'radio', type: 'string', options: { a: { title: '甲', order: 10, id: 'one' } } },
    },
  },
  form: { sections: { base: { title: '基本', fields: ['fullName', 'level'] } } },
  states: { open: { title: '在用', initial: true } },
};

describe('entityTexts', () => {
  it('names every text by permanent ids, so that renamed keys keep their translations', () => {
    expect(entityTexts(entity).map(({ id, text, path }) => `${id} ${text} /${path.join('/')}`)).toEqual([
      'gear.title 工具 /title',
      'gear.field.name.title 名称 /record/properties/fullName/title',
      'gear.field.name.hint 全称 /record/properties/fullName/hint',
      'gear.field.level.title 级别 /record/properties/level/title',
      'gear.option.level.one 甲 /record/properties/level/options/a/title',
      'gear.section.base.title 基本 /form/sections/base/title',
      'gear.state.open.title 在用 /states/open/title',
    ]);
  });
});

describe('entityTexts of everything that people read', () => {
  const rich: Entity = {
    dialect: 1,
    entity: 'job',
    title: '作业',
    api: {
      service: 'safety',
      base: 'job',
      operations: {
        calculate: {
          call: 'POST calculate',
          does: 'calculate',
          properties: { mass: { title: '质量', field: 'number', type: 'number', unit: 't' } },
          rules: [{ when: 'mass > 0', else: '质量须大于0' }],
        },
      },
    },
    record: {
      type: 'object',
      properties: {
        fund: { title: '资金', field: 'number', type: 'number', unit: '万元' },
        late: {
          title: '逾期',
          field: 'calculate',
          type: 'string',
          compute: "exists('peril', jobId == parent.id and deadline < now()) ? '有隐患逾期' : null",
        },
        rank: { title: '档次', field: 'calculate', type: 'string', compute: "fund > 1 ? '大' : '小'" },
        lines: {
          title: '明细',
          field: 'subTable',
          type: 'array',
          items: { type: 'object', properties: { kind: { title: '类别', field: 'input', type: 'string' } } },
        },
      },
    },
    detail: { related: { dangers: { title: '隐患', entity: 'peril', page: 'peril', field: 'jobId' } } },
    transitions: {
      submit: {
        title: '提交',
        from: ['draft'],
        who: ['creator'],
        approve: {
          levels: {
            unit: {
              title: '审核',
              who: ['everyone'],
              vote: {
                when: { when: 'fund > 0', else: '没有资金', elseFrom: "concat('只有', text(fund), '万元', 'only')" },
              },
              timers: { late: { at: 'now()', message: '未审核' } },
            },
          },
          from: {
            entity: 'rule',
            vote: { when: { when: 'fund > 0', else: '须到现场' } },
            timers: { due: { at: 'now()', message: '逾期未审核' } },
          },
        },
      },
    },
    statistics: { measures: { total: { title: '总数', kind: 'count', unit: '项' } } },
  };

  it('names columns, units that are words, votes, words of messages and of values made on reading, related lists and calculations', () => {
    expect(entityTexts(rich).map(({ id, text }) => `${id} ${text}`)).toEqual([
      'job.title 作业',
      'job.field.calculate.mass.title 质量',
      'job.operation.calculate.rule.质量须大于0 质量须大于0',
      'job.field.fund.title 资金',
      'job.field.fund.unit 万元',
      'job.field.late.title 逾期',
      'job.field.late.value.有隐患逾期 有隐患逾期',
      'job.field.rank.title 档次',
      'job.field.lines.title 明细',
      'job.field.lines.kind.title 类别',
      'job.related.dangers 隐患',
      'job.transition.submit.title 提交',
      'job.transition.submit.level.unit 审核',
      'job.transition.submit.level.unit.vote 没有资金',
      'job.transition.submit.level.unit.vote.from.只有 只有',
      'job.transition.submit.level.unit.vote.from.万元 万元',
      'job.transition.submit.level.unit.timer.late 未审核',
      'job.transition.submit.vote 须到现场',
      'job.transition.submit.timer.due 逾期未审核',
      'job.measure.total 总数',
      'job.measure.total.unit 项',
    ]);
  });
});
