import { describe, expect, it } from 'vitest';
import { isEmptyValue } from './record-environment.ts';
import {
  checkIdCard,
  checkMobile,
  checkText,
  invalidCharacter,
  isCalendarDate,
  isInvisible,
  type TextCheck,
  textLength,
} from './text-checks.ts';

describe('ID card', () => {
  it.each([
    ['32010119000101003X', undefined],
    ['32010119000101003x', undefined],
    ['320101190001010013', undefined],
    ['330102190006150021', undefined],
    ['110101190002291233', '证件号码格式错误'],
    ['320101190001010012', '校验位错误'],
    ['990101190001010013', '地区编码错误'],
    ['32010119000101001', '证件号码须为18位'],
    ['', '证件号码不能为空'],
    ['3201011900010100A3', '证件号码格式错误'],
    ['3201011900010100130', '证件号码须为18位'],
    ['３２０１０１１９０００１０１００１３', '证件号码格式错误'],
    ['320101190013010013', '证件号码格式错误'],
    ['320101190004310010', '证件号码格式错误'],
    ['010101190001010013', '地区编码错误'],
    ['660101190001010013', '地区编码错误'],
    ['32010119000101003Y', '证件号码格式错误'],
    ['32010119000101002X', '校验位错误'],
    ['X20101190001010013', '证件号码格式错误'],
  ])('%s gives %s', (text, message) => {
    expect(checkIdCard(text)).toBe(message);
  });
});

it.each([
  ['10012345678', undefined],
  ['', '手机号码不能为空'],
  ['1001234567', '手机号码须为11位'],
  ['20012345678', '手机号码格式错误'],
  ['100123456789', '手机号码须为11位'],
  ['1001234567a', '手机号码格式错误'],
  ['１００１２３４５６７８', '手机号码格式错误'],
  ['+8610012345', '手机号码格式错误'],
])('mobile %s gives %s', (text, message) => {
  expect(checkMobile(text)).toBe(message);
});

it.each([
  ['creditCode', '91320100MA00000A1M', undefined],
  ['creditCode', '91330200MA00000B23', undefined],
  ['creditCode', '91320100MA00000A1N', '统一社会信用代码错误'],
  ['casNo', '7732-18-5', undefined],
  ['casNo', '71-43-2', undefined],
  ['casNo', '7664-41-7', undefined],
  ['casNo', '71-43-3', 'CAS号错误'],
  ['landline', '025-12345678', undefined],
  ['landline', '12345678', '电话号码格式错误'],
  ['phone', '10012345678', undefined],
  ['phone', '0571-1234567-12', undefined],
  ['email', 'safety@example.com', undefined],
  ['email', 'safety@example', '邮箱格式错误'],
  ['url', 'https://plant.example/a?b=1', undefined],
  ['url', 'javascript:alert(1)', '网址格式错误'],
  ['chineseName', '孙丙三', undefined],
  ['chineseName', '孙', '姓名须为2-4个汉字'],
  ['number', '-12.50', undefined],
  ['number', '1e3', '须为数字'],
] as const)('%s of %s gives %s', (check, text, message) => {
  expect(checkText(check, text)).toBe(message);
});

it('knows leap years by the calendar', () => {
  expect(['2000-02-29', '1900-02-29', '2024-02-29', '2023-02-29', '2024-13-01'].map(isCalendarDate)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

describe('helper checks at their limits', () => {
  const verdicts = (check: TextCheck, texts: readonly string[]) =>
    Object.fromEntries(texts.map((text) => [text, checkText(check, text) === undefined]));
  const every = (texts: readonly string[], verdict: boolean) =>
    Object.fromEntries(texts.map((text) => [text, verdict]));

  it.each<[TextCheck, readonly string[], readonly string[]]>([
    [
      'url',
      ['http://a', 'https://plant.example:65535/a?b#c', 'http://10.0.0.1:8080', `https://a.b/${'x'.repeat(2036)}`],
      [
        'ftp://a.example',
        'http://',
        'http://...',
        'http://a:65536',
        'http://a b',
        '//a.example',
        `https://a.b/${'x'.repeat(2037)}`,
        '',
      ],
    ],
    [
      'email',
      ['a@b.cn', 'first.last+tag@plant-a.example', `${'a'.repeat(64)}@example.com`],
      [
        '',
        '@b.cn',
        'a@b',
        'a@@b.cn',
        '.a@b.cn',
        'a.@b.cn',
        'a..b@b.cn',
        'a@-b.cn',
        'a@b-.cn',
        'a b@b.cn',
        `${'a'.repeat(65)}@example.com`,
        '张@例.cn',
      ],
    ],
    [
      'landline',
      ['010-12345678', '05711234567', '0571-1234567-1', '025-12345678-123456', '400-123-4567', '8001234567'],
      ['', '10-12345678', '00100-1234567', '010-123456', '010-123456789', '025-12345678-1234567', '500-123-4567'],
    ],
    ['phone', ['10012345678', '010-12345678'], ['', '2001234567', '010-123']],
    ['number', ['0', '-0', '+1', '1.5', '-12.50'], ['', '.5', '1.', '1e3', '0x1', '１', 'NaN', '1,000', ' 1']],
    [
      'chineseName',
      [
        '孙丙',
        '欧阳丙三',
        '𠮷野丙',
        '阿卜杜拉·买买提',
        '古丽•丙',
        '〇丙',
        '丙丙丙丙丙·丙丙丙丙丙·丙丙丙丙丙·丙丙丙丙丙',
      ],
      [
        '',
        '孙',
        '欧阳丙三四',
        'Sun',
        '孙 丙',
        '孙丙1',
        '·丙三',
        '丙三·',
        '丙··三',
        `${'丙'.repeat(19)}·三`,
        '丙丙丙丙丙·丙丙丙丙丙·丙丙丙丙丙·丙丙丙丙丙丙',
        '孙丙\u200b',
      ],
    ],
    [
      'creditCode',
      ['91320100MA00000A1M'],
      [
        '',
        '91320100MA00000A1',
        '91320100MA00000A1MM',
        '91320100ma00000a1m',
        '91320100MI00000A1M',
        '91320100MA00000A2M',
      ],
    ],
    [
      'casNo',
      ['50-00-0', '7732-18-5', '1333-74-0'],
      ['', '5-00-0', '12345678-18-5', '7732-1-5', '7732-18-6', '7732185'],
    ],
    ['password', ['Anlan@2026'], ['anlan@2026', 'ANLAN@2026', 'Anlan@abcd', 'Anlan2026', 'Anlan 2026']],
  ])('%s', (check, good, bad) => {
    expect(verdicts(check, good)).toEqual(every(good, true));
    expect(verdicts(check, bad)).toEqual(every(bad, false));
  });

  it('every tenth character of an ID card, a credit code and a CAS number is guarded by its check digit', () => {
    const changes = (text: string, at: number) => {
      const digit = Number(text[at]);
      return `${text.slice(0, at)}${(digit + 1) % 10}${text.slice(at + 1)}`;
    };
    for (const at of [5, 14, 15, 16]) expect(checkIdCard(changes('320101190001010013', at))).toBe('校验位错误');
    for (const at of [2, 5, 13]) expect(checkText('creditCode', changes('91320100MA00000A1M', at))).toBeDefined();
    for (const at of [0, 3, 6]) expect(checkText('casNo', changes('7732-18-5', at))).toBe('CAS号错误');
  });

  it('knows what is empty', () => {
    expect([null, undefined, '', []].map(isEmptyValue)).toEqual([true, true, true, true]);
    expect([0, false, ' ', [null], {}, '0'].map(isEmptyValue)).toEqual([false, false, false, false, false, false]);
  });

  it('knows texts that show nothing from those that do', () => {
    expect([' ', '\u3000', '\u200b\u200d', '\u202e', '\n\t', '\ufeff', '\u3164'].every(isInvisible)).toBe(true);
    expect(['', 'a', ' 安 ', '👨‍👩‍👧', 'مرحبا', '\u200b安'].some(isInvisible)).toBe(false);
  });

  it('knows characters that can be stored nowhere', () => {
    for (const text of ['\u0000', '\u0007', '\u001b', '\u007f', '\ufffe', 'a\ud83d', '\udc00']) {
      expect([text, invalidCharacter(text)]).toEqual([text, '含有无效字符']);
    }
    expect(['安\t全\n', '😀', '𠮷', 'שלום', 'a\u200bb'].some((text) => invalidCharacter(text) !== undefined)).toBe(
      false,
    );
  });
});

it('counts characters, not code units', () => {
  expect(['𠮷野家', '', '😀', 'e\u0301', '👨‍👩‍👧'].map(textLength)).toEqual([3, 0, 1, 2, 5]);
});
