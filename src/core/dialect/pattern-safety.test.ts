import { describe, expect, it } from 'vitest';
import { promised } from '../../../tests/fixtures/patience.ts';
import { patternFault, unsafePatterns } from './pattern-safety.ts';

/** Patterns that take exponential time, or the third and higher powers of the length. Published cases and their kin. */
const CATASTROPHIC = [
  '^(a+)+$',
  '(a*)*$',
  '^(a|aa)+$',
  '^(a|a?)+$',
  '^(.*a){12}$',
  '^(.*a){20}b',
  '^([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(\\d*)*$',
  '^((ab)*c*)+$',
  '^(-?[a-z]+)*$',
  '^([a-z]+){2,}$',
  '^(?:x+y*){20}$',
  '^(\\w|\\d)*$',
  '^(\\w+\\s?)*$',
  '^(\\w+\\s?)+\\.$',
  '(x+x+)+y',
  '^(\\s|.)*$',
  '^(?:\\s*[\\u4e00-\\u9fa5]*)*$',
  '^([^"\\\\]|\\\\.|.)*"$',
  '^(([a-zA-Z0-9])([-.\\w]*[a-zA-Z0-9])*@([a-zA-Z0-9][-\\w]*[a-zA-Z0-9]\\.)+[a-zA-Z]{2,9})$',
  '^[a-zA-Z0-9]+([._]?[a-zA-Z0-9]+)*$',
  '^((\\d+,?)+)$',
  '^(?=(a+)+$)b',
  '^(?:(?:a|b)*)*c$',
  '^(([^,]*),?)*$',
  '^\\s*(\\s*\\w*\\s*)*;$',
  '<!--(.*?-?)*-->',
  '^(a?){12,}b*$|^(a|b|ab)*c$',
  '^.*.*.*=$',
  '.*.*=.*',
  '^(\\p{L}+\\s*)*$',
  '^([a-z]+)*\\1$',
  '^(?:[\\w.]+)*@x$',
  '^((a{1,20}){1,20}){1,20}$',
];

const HARMLESS = [
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^V?\\d+(\\.\\d+)?$',
  '^[A-Z]{2,6}-[A-Z0-9-]{2,20}$',
  '^(?:a|b)+$',
  '^0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?$',
  '^[\\u4e00-\\u9fa5·A-Za-z .]+$',
  '^1[3-9]\\d{9}$',
  '^\\d{6}(18|19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]$',
  '^\\d{6}$',
  '^[\\u4e00-\\u9fa5]{2,4}$',
  '^\\p{Script=Han}+(·\\p{Script=Han}+)*$',
  '^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳]$',
  '^[0-9A-HJ-NPQRTUWXY]{2}\\d{6}[0-9A-HJ-NPQRTUWXY]{10}$',
  '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[^\\w\\s]).{8,32}$',
  '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$',
  '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$',
  '^https?://[^\\s/$.?#][^\\s]*$',
  '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$',
  '^[1-9]\\d{4,10}$',
  '^-?(0|[1-9]\\d*)(\\.\\d{1,2})?$',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
  '^[^#]*$',
  '^.{1,500}$',
  '^(?!.*[<>]).*$',
  '^[A-Z]\\d{3}(,[A-Z]\\d{3})*$',
  '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  '^粤[A-Z]·?[A-Z0-9]{5}$',
  '^\\s*\\S.*$',
  '^(应急|安全|设备)[\\u4e00-\\u9fa5]+(第[一二三四五六七八九十]+号)?$',
  '^\\d{2,7}-\\d{2}-\\d$',
  '^GB(/T|/Z)? ?\\d+(\\.\\d+)*-\\d{4}$',
  '^(\\d{1,3}(,\\d{3})*|\\d+)(\\.\\d+)?$',
  '\\s+$',
];

describe('patternFault', () => {
  it.each(HARMLESS)('accepts %s', (pattern) => {
    expect(patternFault(pattern)).toBeUndefined();
  });

  it.each(CATASTROPHIC)('refuses %s', (pattern) => {
    expect(patternFault(pattern)).toMatch(/长时间匹配不完/);
  });

  it('says what is wrong with it', () => {
    expect(['^(a+)+$', '^(a|ab|b)+$', '^.*.*.*=$'].map((pattern) => patternFault(pattern))).toEqual([
      expect.stringContaining('重复的括号里又有重复'),
      expect.stringContaining('开头可能相同'),
      expect.stringContaining('几段重复能匹配同样的文字'),
    ]);
  });

  it('refuses what is no regular expression, and what is too large to judge', () => {
    expect(patternFault('^(a$')).toBe('不是有效的正则表达式');
    expect(patternFault(`^${'[ab]'.repeat(401)}$`)).toContain('过于复杂');
  });

  it('takes repetitions in a row where the text is short, and refuses them where it is long', () => {
    const property = (maxLength: number) => ({ maxLength, patterns: [{ pattern: '^.*.*.*=$', message: '格式错误' }] });
    expect(unsafePatterns(property(100))).toEqual([]);
    expect(unsafePatterns(property(1000))).toEqual([{ index: 0, fault: expect.stringContaining('几段重复') }]);
  });
});

describe('what is accepted', () => {
  const PUMPS = ['a', '1', ' ', 'a1', '中', '-', '.', 'a.', 'A', '#', ',1', '·中', '<', '@a.', '\\'];

  it.each(HARMLESS)('ends soon over long texts that nearly match: %s', (pattern) => {
    const compiled = new RegExp(pattern, 'u');
    for (const pump of PUMPS) {
      const started = performance.now();
      compiled.test(`${pump.repeat(Math.floor(1999 / pump.length))}!`);
      expect([pump, performance.now() - started < 500]).toEqual([pump, true]);
    }
  });
});

it.each([
  ['alternatives alike in a loop', `^(${Array(190).fill('[ab]').join('|')})*$`],
  ['optional parts in a loop', `^(${'[ab]?'.repeat(190)})*$`],
  ['loops in a row', `^${'(a|b)*'.repeat(190)}$`],
  ['longer loops in a row', `^${'([ab][bc][ca])*'.repeat(60)}$`],
])('is refused in little time and memory, however much there is to compare: %s', (_what, pattern) => {
  const before = process.cpuUsage();
  expect(patternFault(pattern)).toBeDefined();
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(promised(4_000));
});

it('is accepted where hundreds of different characters are the choices of a loop', () => {
  const characters = Array.from({ length: 390 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  expect(patternFault(`^(${characters.join('|')})*$`)).toBeUndefined();
});
