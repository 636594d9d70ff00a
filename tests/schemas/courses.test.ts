import { describe, expect, it } from 'vitest';
import { courseAhead, courseConditions } from '../../src/core/model/course-ahead.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();

/** The titles of the states ahead, where nothing is known of the record. */
function ahead(entity: string, state: string): string[] {
  const model = models.find(({ key }) => key === entity);
  if (model === undefined) throw new Error(entity);
  return courseAhead(model, state, () => undefined).map(({ title }) => title);
}

describe('the way ahead', () => {
  it('goes through the steps that somebody is called for, not through what ends or interrupts', () => {
    expect(ahead('workTicket', 'analysing')).toEqual([
      ...['待措施确认', '待安全交底', '审批中', '待作业', '作业中', '待验收', '已关闭'],
    ]);
    expect(ahead('workTicket', 'suspended')).toEqual(['作业中', '待验收', '已关闭']);
    expect(ahead('workTicket', 'closed')).toEqual([]);
    expect(ahead('peril', 'draft').at(-1)).toBe('已销号');
    // Points that fell below the limit stop a contractor by themselves, which is no way ahead.
    expect(ahead('contractor', '2')).toEqual([]);
  });

  it('passes through the state in which an approval waits', () => {
    // A plan without an end is ended now and then: nobody is called for that, and the way stops where it runs.
    expect(ahead('troublePlan', 'draft')).toEqual(['审批中', '已批准', '执行中']);
    expect(ahead('troublePlan', 'approving')).toEqual(['已批准', '执行中']);
  });

  it('asks nothing but what is prepared for it beforehand', () => {
    for (const model of models) {
      const prepared = new Set(courseConditions(model));
      for (const state of Object.keys(model.states)) {
        for (const answer of [undefined, true, false]) {
          courseAhead(model, state, (condition) => {
            expect([model.key, state, prepared.has(condition)]).toEqual([model.key, state, true]);
            return answer;
          });
        }
      }
    }
  });

  it('ends for each state of each entity, and comes nowhere twice', () => {
    for (const model of models) {
      for (const state of Object.keys(model.states)) {
        const way = courseAhead(model, state, () => undefined).map(({ key }) => key);
        expect([model.key, state, new Set([state, ...way]).size]).toEqual([model.key, state, way.length + 1]);
      }
    }
  });
});
