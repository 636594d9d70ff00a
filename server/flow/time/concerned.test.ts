import { expect, it } from 'vitest';
import { compileEvaluator, type EvaluationEnvironment, printExpression } from '../../../src/core/expression/index.ts';
import { concernedBy, concernedText } from './concerned.ts';
import type { RecordExpressions } from './record-expressions.ts';

const values: Readonly<Record<string, unknown>> = { day: '2026-12-20', moment: '2026-12-20 14:58:00', none: null };
const names = { names: (name: string) => values[name] } as EvaluationEnvironment;
const expressions = {
  evaluate: (node) => (typeof node === 'string' ? null : compileEvaluator(node)(names)),
} as RecordExpressions;

it.each([
  ['moment - minutes(15)', 'moment', '2026-12-20 14:58:00'],
  ['moment + hours(2) - minutes(15)', 'moment + hours(2)', '2026-12-20 16:58:00'],
  ['day - days(30)', 'day', '2026-12-20'],
  ['day + days(1)', 'day', '2026-12-20'],
  // A day after a moment is a time limit, as all others that begin somewhere.
  ['moment + days(1)', 'moment', undefined],
  ['none - days(1)', 'none', undefined],
])('a timer at %s is about %s', (at, about, text) => {
  const concerned = concernedBy(at);
  expect(concerned === undefined ? undefined : printExpression(concerned.node)).toBe(about);
  expect(concernedText(concerned, expressions)).toBe(text);
});

it.each(['day', 'day + days(8)', 'moment + hours(2)', 'now() - minutes(5)', 'max(day, day) '])(
  'a timer at %s is about that moment',
  (at) => {
    expect(concernedBy(at)).toBeUndefined();
  },
);
