import { describe, expect, it } from 'vitest';
import { blankCount, blanksOf, chosenKeys, isGiven, optionOfKey, withBlank, withOption } from './given-answer.ts';

const shuffled = ['C', 'A', 'D', 'B'];

describe('a choice', () => {
  it('is the same answer whatever was pressed first and however the options stand', () => {
    let answer = '';
    for (const key of ['D', 'A', 'B', 'A']) answer = withOption('multiple', answer, key, shuffled);
    expect(answer).toBe('BD');
    expect(chosenKeys('multiple', answer, shuffled)).toEqual(['D', 'B']);
    expect(withOption('multiple', 'BD', 'B', shuffled)).toBe('D');
    expect(withOption('multiple', 'D', 'D', shuffled)).toBe('');
  });

  it('of one takes the place of another', () => {
    expect(withOption('single', 'A', 'B', shuffled)).toBe('B');
    expect(withOption('judgement', '对', '错', ['对', '错'])).toBe('错');
    expect(chosenKeys('single', 'B', shuffled)).toEqual(['B']);
    expect(chosenKeys('single', '', shuffled)).toEqual([]);
  });
});

it.each([
  ['1', 0],
  ['9', 8],
  ['a', 0],
  ['H', 7],
  ['0', undefined],
  ['i', undefined],
  ['Enter', undefined],
])('the key %s means the option at %s', (key, place) => {
  expect(optionOfKey(key)).toBe(place);
});

describe('blanks', () => {
  it('are counted by their underscores, and are at least one', () => {
    expect(blankCount('动火前___分钟内分析，氧含量为____%')).toBe(2);
    expect(blankCount('写出应急电话')).toBe(1);
  });

  it('keep their place, and are no answer while all of them are empty', () => {
    expect(withBlank('', 3, 1, '两')).toBe('\n两\n');
    expect(blanksOf('\n两\n', 3)).toEqual(['', '两', '']);
    expect(withBlank('\n两\n', 3, 1, ' ')).toBe('');
    expect(withBlank('', 1, 0, '一\n二')).toBe('一 二');
    expect([isGiven({ answer: ' \n ', marked: true }), isGiven({ answer: '0', marked: false })]).toEqual([false, true]);
  });
});
