import { expect, it } from 'vitest';
import { requestActs } from './request-acts.ts';

const nothing = { mayVote: false, blocked: null, taskId: null, mayRevoke: false, mayTerminate: false, mine: false };

it('offers taking back to whom the server lets take back, whoever opened the request', () => {
  // Somebody has voted, or it has ended: its opener can no longer take it back.
  expect(requestActs({ ...nothing, mine: true } as typeof nothing)).toEqual([]);
  // The transition lets others take it back too.
  expect(requestActs({ ...nothing, mayRevoke: true })).toEqual(['revoke']);
});

it('offers a further signer and handing on with a task, and ending to whom it is given', () => {
  expect(requestActs({ ...nothing, mayVote: true })).toEqual([]);
  expect(requestActs({ ...nothing, mayVote: true, taskId: '1', mayTerminate: true })).toEqual([
    'addSigner',
    'transfer',
    'terminate',
  ]);
  // Whoever may only hand on has nobody sign beside him.
  expect(requestActs({ ...nothing, mayVote: true, blocked: '已审批', taskId: '1' })).toEqual(['transfer']);
});
