import { describe, expect, it } from 'vitest';
import type { RecordValues } from '../../src/core/validation/record-environment.ts';
import { browserEnvironment } from '../../src/runtime/model/record-environment.ts';
import { BARE, buildDraft } from '../../src/runtime/preview/draft-model.ts';
import { order } from '../../tests/fixtures/entities/order.ts';
import { levelsAhead, missingIn, relationFields, sentTo, standingSteps, takeStep } from './walk.ts';

const entity = order(
  {
    amount: { title: '数量', field: 'number', type: 'number' },
    double: { title: '加倍', field: 'number', type: 'number', compute: 'amount * 2' },
    keeper: { title: '保管人', field: 'orgSelect', type: 'string', org: 'user' },
    note: { title: '备注', field: 'input', type: 'string' },
  },
  {
    required: ['no'],
    pages: { order: { title: '订单', actions: ['send', 'check', 'stop'] } },
    states: {
      draft: { title: '草稿', initial: true, draft: true, order: 10 },
      open: { title: '进行中', order: 20, required: ['keeper'] },
      large: { title: '大单', order: 30 },
      waiting: { title: '审批中', order: 40 },
      done: { title: '完成', order: 50 },
    },
    transitions: {
      send: {
        title: '提交',
        from: ['draft'],
        to: [{ when: 'amount > 100', state: 'large' }, { state: 'open' }],
        who: ['creator'],
        when: [{ when: 'amount > 0', else: '数量须大于0' }],
        set: { note: "concat('共', text(amount))" },
        effects: { tell: { when: 'amount > 10', set: { note: "'x'" } } },
      },
      check: {
        title: '核对',
        from: ['open', 'large'],
        to: 'done',
        who: [{ role: 'officer' }, { field: 'keeper' }],
        approve: {
          pending: 'waiting',
          levels: {
            first: { who: [{ role: 'leader' }] },
            second: { when: 'amount > 500', who: [{ role: 'principal' }] },
          },
          reject: { to: 'draft' },
        },
      },
      stop: { title: '作废', from: ['open'], to: 'done', who: [{ head: 'keeper' }, 'system'] },
    },
  },
);

const page = buildDraft(entity, BARE, null);
const { model } = page;
const me = { userId: '7', account: 'a', realName: '甲', deptId: '1', deptIds: ['1'], tenantId: '1' };
const as = (roles: readonly string[], record: RecordValues, row?: RecordValues) =>
  browserEnvironment(page, { ...me, roles }, { stored: record, row });
const step = (key: string) => {
  const found = model.transitions[key];
  if (found === undefined) throw new Error(key);
  return found;
};

describe('a walk through a flow', () => {
  it('offers what is his, says of the rest why it is not', () => {
    const record = { status: 'open', no: '1', amount: 5, keeper: '8', createUser: '9' };
    const standing = (roles: readonly string[], over: RecordValues) =>
      Object.fromEntries(standingSteps(model, over, as(roles, over)).map(({ step: { key }, his }) => [key, his]));
    expect(standing(['officer'], record)).toEqual({ check: 'yes', stop: 'open' });
    expect(standing(['worker'], record)).toEqual({ check: 'no', stop: 'open' });
    expect(standing(['worker'], { ...record, keeper: '7' })).toEqual({ check: 'yes', stop: 'open' });
    const draft = { status: 'draft', no: '1', amount: 0, createUser: '7' };
    expect(standingSteps(model, draft, as([], draft))).toMatchObject([{ his: 'yes', refusals: ['数量须大于0'] }]);
    expect(relationFields(model)).toEqual(['keeper']);
  });

  it('takes a step as the server would: guards, what it sets, the branch that holds, what is computed, and effects', () => {
    const draft = { status: 'draft', no: '1', amount: 120, createUser: '7' };
    const { record, refusals, effects, written } = takeStep(model, draft, step('send'), {}, as([], draft));
    expect(refusals).toEqual([]);
    expect(record).toMatchObject({ status: 'large', note: '共120', double: 240 });
    expect([written, effects.length]).toEqual([['note'], 1]);
    const small = { ...draft, amount: 3 };
    const taken = takeStep(model, small, step('send'), {}, as([], small));
    expect([taken.record.status, taken.effects]).toEqual(['open', []]);
    expect(missingIn(model, taken.record)).toEqual(['keeper']);
  });

  it('refuses in the words of the guard, and leaves the record as it was', () => {
    const draft = { status: 'draft', no: '1', amount: 1, createUser: '7' };
    const taken = takeStep(model, draft, step('send'), { amount: -1 }, as([], draft, { amount: -1 }));
    expect([taken.refusals, taken.record]).toEqual([['数量须大于0'], draft]);
  });

  it('goes through the levels whose conditions hold', () => {
    const record = { status: 'open', no: '1', amount: 5, keeper: '7' };
    const keys = (over: RecordValues) => levelsAhead(step('check'), over, as([], over)).map(({ key }) => key);
    expect(keys(record)).toEqual(['first']);
    expect(keys({ ...record, amount: 501 })).toEqual(['first', 'second']);
    expect(sentTo(record, 'waiting').status).toBe('waiting');
  });
});
