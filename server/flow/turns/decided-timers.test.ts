import { expect, it } from 'vitest';
import { buildFixtureModels } from '../../../tests/fixtures/metadata.ts';
import { entityMaker } from '../../../tests/fixtures/small-entity.ts';
import { decidedTimers } from './decided-timers.ts';

it('a timer is decided by the record where its condition reads the record alone', () => {
  const entity = entityMaker(() => ({}))(
    'task',
    '任务',
    {
      due: { title: '期限', field: 'date', type: 'string', format: 'date' },
      held: { title: '挂起', field: 'radio', type: 'string', dict: 'yes-no' },
    },
    {
      states: {
        open: {
          title: '在办',
          initial: true,
          timers: {
            plain: { at: 'due', fire: 'end' },
            decided: { at: 'due', when: "held == '1'", fire: 'end' },
            clocked: { at: 'due', when: 'due < today()', fire: 'end' },
            asked: { at: 'due', when: 'exists(task, due == parent.due and id != parent.id)', fire: 'end' },
          },
        },
        done: { title: '已完成' },
      },
      transitions: { end: { title: '结束', from: ['open'], to: 'done', who: ['system'] } },
    },
  );
  const [model] = buildFixtureModels({ entities: { test: [entity] }, shipped: [] }).models;
  if (model === undefined) throw new Error('no model');
  expect(decidedTimers(model, 'open').map(({ key }) => key)).toEqual(['decided']);
  expect([decidedTimers(model, 'done'), decidedTimers(model, 'gone')]).toEqual([[], []]);
});
