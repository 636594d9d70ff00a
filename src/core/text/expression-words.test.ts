import { describe, expect, it } from 'vitest';
import { withWord, wordsOf } from './expression-words.ts';

const expression = "late == 'yes' ? concat('已超期', text(days), \"天\") : type == 'hot' ? '已超期' : null";

describe('words of an expression', () => {
  it('are its Chinese literals, each once', () => {
    expect(wordsOf(expression)).toEqual(['已超期', '天']);
    expect(wordsOf('a > 1')).toEqual([]);
  });

  it('are replaced wherever they stand, quoted as the language wants it', () => {
    const translated = withWord(withWord(expression, '已超期', "isn't done for "), '天', ' days');
    expect(translated).toBe(
      "late == 'yes' ? concat('isn\\'t done for ', text(days), ' days') : type == 'hot' ? 'isn\\'t done for ' : null",
    );
    expect(withWord(expression, 'yes', '是')).toContain("late == '是'");
  });
});
