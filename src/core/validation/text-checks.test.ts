import { describe, expect, it } from 'vitest';
import { checkIdCard, checkMobile, checkText, isCalendarDate, textLength } from './text-checks.ts';

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
  ])('%s gives %s', (text, message) => {
    expect(checkIdCard(text)).toBe(message);
  });
});

it.each([
  ['10012345678', undefined],
  ['', '手机号码不能为空'],
  ['1001234567', '手机号码须为11位'],
  ['20012345678', '手机号码格式错误'],
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

it('counts characters, not code units', () => {
  expect([textLength('𠮷野家'), textLength('')]).toEqual([3, 0]);
});
