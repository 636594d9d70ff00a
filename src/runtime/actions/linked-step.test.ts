import { expect, test } from 'vitest';
import { COMPLETED, isCompleted, linkedStep, stepMark } from './linked-step.ts';

test('an address begins with a step, of the record or of rows below it', () => {
  expect(linkedStep(stepMark('notify'))).toEqual({ rows: undefined, transition: 'notify' });
  expect(linkedStep(stepMark('finish', 'meetingDecision'))).toEqual({ rows: 'meetingDecision', transition: 'finish' });
  expect(linkedStep('#top')).toBeUndefined();
});

test('the form that led to a step is not opened again for its draft', () => {
  expect(isCompleted(COMPLETED)).toBe(true);
  for (const brought of [undefined, null, 'completed', {}, { from: '/list' }]) expect(isCompleted(brought)).toBe(false);
});
