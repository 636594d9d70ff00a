import { expect, it } from 'vitest';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { questionsIn } from './sheet.ts';
import { withKept } from './with-kept.ts';

const row = (id: string, more: object): WireRecord =>
  ({ id, version: 1, questionType: '1', stem: '题干', points: 2, answer: null, flagged: '0', ...more }) as WireRecord;

it('reads a sheet without what nobody may know, and with it once it is told', () => {
  const options = [{ key: 'A', text: '先断电' }];
  const [asked, told] = questionsIn({
    examAnswer: [
      row('1', { options, answer: 'A', flagged: '1' }),
      row('2', { questionType: '4', keyText: '30/三十', analysis: '见第5条', score: 1.5 }),
    ],
  });
  expect(asked).toMatchObject({ number: 1, kind: 'single', options, answer: 'A', marked: true, solution: undefined });
  expect(told).toMatchObject({
    number: 2,
    kind: 'blanks',
    solution: { key: '30/三十', analysis: '见第5条', score: 1.5 },
  });
});

it('shows over what the server had what this device has kept, the newest last', () => {
  const questions = questionsIn({ examAnswer: [row('1', { answer: 'A' }), row('2', { answer: 'B', flagged: '1' })] });
  const given = withKept(questions, [
    { subject: '1', body: { answer: 'C', flagged: '0' } },
    { subject: '2', body: { answer: null, flagged: '0' } },
    { subject: '1', body: { answer: 'D', flagged: '1' } },
    { subject: 'elsewhere', body: { answer: 'A' } },
  ]);
  expect([...given]).toEqual([
    ['1', { answer: 'D', marked: true }],
    ['2', { answer: '', marked: false }],
  ]);
});
