import { describe, expect, it } from 'vitest';
import { patternFault } from './pattern-safety.ts';

describe('patternFault', () => {
  it.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    '^V?\\d+(\\.\\d+)?$',
    '^[A-Z]{2,6}-[A-Z0-9-]{2,20}$',
    '^(?:a|b)+$',
    '^0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?$',
    '^[\\u4e00-\\u9fa5·A-Za-z .]+$',
  ])('accepts %s', (pattern) => {
    expect(patternFault(pattern)).toBeUndefined();
  });

  it.each(['^(a+)+$', '^(\\d*)*$', '^((ab)*c*)+$', '^(-?[a-z]+)*$', '^([a-z]+){2,}$', '^(?:x+y*){20}$'])(
    'refuses the nested repetition %s',
    (pattern) => {
      expect(patternFault(pattern)).toContain('重复的括号里又有重复');
    },
  );

  it.each(['^(a|a)*$', '^(a|ab)+$', '^(\\w|\\d)*$'])('refuses alternatives that begin alike in %s', (pattern) => {
    expect(patternFault(pattern)).toContain('开头可能相同');
  });

  it('refuses what is no regular expression', () => {
    expect(patternFault('^(a$')).toBe('不是有效的正则表达式');
  });
});
