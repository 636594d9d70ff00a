import { afterEach, describe, expect, it } from 'vitest';
import { followLanguage, type Language } from '../text/language.ts';
import { fillText } from '../text/say.ts';
import { numberFilter } from './display-filters.ts';
import { countText, doubtfulNumber, quantityText, readNumber, thousands } from './number-text.ts';

const speak = (language: Language) => followLanguage(() => language);
afterEach(() => speak('zh-CN'));

describe('numbers in the language of the moment', () => {
  it.each(['zh-CN', 'zh-TW', 'en-US'] as const)('have a decimal point in %s', (language) => {
    speak(language);
    expect(thousands(1234567.5, 2)).toBe('1,234,567.50');
    expect(countText(12345)).toBe('12,345');
    expect(numberFilter('1234.5')).toBe('1,234.5');
    expect(quantityText(-1234.5, { scale: 2, unit: '吨' })).toBe('-1,234.5 吨');
  });

  it('have a decimal comma in Brazil', () => {
    speak('pt-BR');
    expect(thousands(1234567.5, 2)).toBe('1.234.567,50');
    expect(countText(12345)).toBe('12.345');
    expect(numberFilter('1234.5')).toBe('1.234,5');
    expect(numberFilter('')).toBe('0');
    expect(quantityText(0.07, { scale: 2, unit: '%vol' })).toBe('0,07 %vol');
    expect(fillText('≤ {most}', { most: 0.5 })).toBe('≤ 0,5');
  });

  it('stay together where they may be a year or a place in a sequence', () => {
    expect([2026, 9999, 12345].map((value) => quantityText(value, {}))).toEqual(['2026', '9999', '12,345']);
    expect(quantityText(2026, { unit: '人' })).toBe('2,026 人');
  });

  it('are read without zeros that nobody wrote, unless all decimals are asked for', () => {
    const three = { scale: 3, unit: '℃' };
    expect([75, 0, 0.5, 1200, -0.07].map((value) => quantityText(value, three))).toEqual([
      ...['75 ℃', '0 ℃', '0.5 ℃', '1,200 ℃', '-0.07 ℃'],
    ]);
    expect(quantityText(1200, { scale: 2, unit: '元', fixedDecimals: true })).toBe('1,200.00 元');
    expect([100, 2030].map((value) => quantityText(value, { scale: 0 }))).toEqual(['100', '2030']);
  });

  it.each([
    ['zh-CN', '1,234.5', 1234.5],
    ['zh-CN', '1,234', 1234],
    ['zh-CN', '1.234,5', 1234.5],
    ['zh-CN', '1,23.4', undefined],
    ['zh-CN', ' -5 ', -5],
    ['pt-BR', '1,5', 1.5],
    ['pt-BR', '1.234', 1234],
    ['pt-BR', '1.234,56', 1234.56],
    ['pt-BR', '1,234.56', 1234.56],
    ['pt-BR', '1.5', 1.5],
    ['pt-BR', '1.2.3', undefined],
    ['pt-BR', 'dez', undefined],
    ['pt-BR', '', undefined],
  ] as const)('are read in %s: %s', (language, text, value) => {
    speak(language);
    expect(readNumber(text)).toBe(value);
  });

  it('are read in the language of a file, where one is said', () => {
    expect(readNumber('1.234', 'pt-BR')).toBe(1234);
    expect(doubtfulNumber('1.234', 'pt-BR')).toEqual([1.234, 1234]);
    speak('pt-BR');
    expect(readNumber('1.234', 'en-US')).toBe(1.234);
    expect(doubtfulNumber('1.234', 'en-US')).toBeUndefined();
  });

  it('may mean two numbers where one mark stands between three digits', () => {
    expect(doubtfulNumber('1,234')).toBeUndefined();
    speak('pt-BR');
    expect(doubtfulNumber('1.234')).toEqual([1.234, 1234]);
    expect(doubtfulNumber('1,234')).toEqual([1234, 1.234]);
    for (const text of ['1,5', '1.5', '1.234,5', '12', '1.234.567', '']) expect(doubtfulNumber(text)).toBeUndefined();
  });
});

it('reads nothing that is longer than any number is written', () => {
  expect(readNumber(`${' '.repeat(190)}1,234.5`)).toBe(1234.5);
  expect(readNumber(`${' '.repeat(200)}1,234.5`)).toBeUndefined();
  expect(readNumber('1 '.repeat(2_000_000))).toBeUndefined();
});

it('separates thousands', () => {
  expect([thousands(0, 2), thousands(999, 0), thousands(1000, 0), thousands(-1234567.5, 2)]).toEqual([
    '0.00',
    '999',
    '1,000',
    '-1,234,567.50',
  ]);
});
