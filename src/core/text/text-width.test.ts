import { expect, it } from 'vitest';
import { textWidth, wordWidth } from './text-width.ts';

it('a letter takes little more than half the room of a Chinese character', () => {
  expect(textWidth('编辑')).toBe(28);
  expect(textWidth('Edit')).toBe(32);
  expect(textWidth('LEC（D）')).toBe(24 + 14 + 8 + 14);
  expect(textWidth('')).toBe(0);
});

it('Chinese breaks anywhere, a word of letters nowhere', () => {
  expect(wordWidth('作业票编号')).toBe(0);
  expect(wordWidth('Gravidade da ocorrência')).toBe(textWidth('ocorrência'));
  expect(wordWidth('风险值R')).toBe(8);
  expect(wordWidth('')).toBe(0);
});
