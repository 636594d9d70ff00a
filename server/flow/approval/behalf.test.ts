import { describe, expect, it } from 'vitest';
import { behalfOf, deciderName, delegatorOf, peopleOfTask, standsFor } from './behalf.ts';
import type { ApprovalTask } from './request.ts';

type Held = Pick<ApprovalTask, 'userId' | 'originalUserId' | 'transferredFrom' | 'delegatorId'>;
const task = (held: Partial<Held>) =>
  ({ userId: 'own', originalUserId: 'own', transferredFrom: null, delegatorId: null, ...held }) as ApprovalTask;

/** Tasks by how they came to their holder: who delegated, and in whose place he decides. */
const WAYS: readonly (readonly [string, Partial<Held>, string | undefined, string | undefined])[] = [
  ['is his own', {}, undefined, undefined],
  ['was delegated to him', { originalUserId: 'chief', delegatorId: 'chief' }, 'chief', 'chief'],
  ['was delegated before the delegator was kept', { originalUserId: 'chief' }, 'chief', 'chief'],
  ['was handed on to him', { originalUserId: 'chief', transferredFrom: 'chief' }, undefined, 'chief'],
  [
    'was handed on by somebody and then delegated by another',
    { originalUserId: 'chief', transferredFrom: 'chief', delegatorId: 'second' },
    'second',
    'second',
  ],
  ['was handed on and came back', { transferredFrom: 'second' }, undefined, undefined],
];

describe('in whose place a task is decided', () => {
  const names = new Map([
    ['own', '李四'],
    ['chief', '张三'],
    ['second', '王五'],
  ]);

  it.each(WAYS)('that %s', (_, held, delegator, stands) => {
    const given = task(held);
    expect([delegatorOf(given), standsFor(given)]).toEqual([delegator, stands]);
    expect(peopleOfTask(given)).toEqual(['own', stands ?? 'own']);
    const behalf = stands === undefined ? null : `代${names.get(stands)}`;
    expect(behalfOf(given, names)).toBe(behalf);
    expect(deciderName(given, names)).toBe(behalf === null ? '李四' : `李四（${behalf}）`);
  });

  it('is said of people who have left too, in words and not by their ids', () => {
    const given = task({ originalUserId: 'gone', delegatorId: 'gone' });
    expect(deciderName(given, names)).toBe('李四（代已离开的人员）');
    expect(deciderName(task({ userId: 'gone', originalUserId: 'gone' }), names)).toBe('其他人');
  });
});
