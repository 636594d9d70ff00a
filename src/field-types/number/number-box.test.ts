import { afterEach, describe, expect, it } from 'vitest';
import { followLanguage, type Language } from '../../core/text/language.ts';
import { amountBox, numberBox } from './number-box.ts';

const speak = (language: Language) => followLanguage(() => language);
afterEach(() => speak('zh-CN'));

/** A box as the component drives it: each text is read, and a new value is shown again. */
function typedBox() {
  const box = amountBox();
  let text = box.formatter('');
  let value = '';
  return {
    put(next: string): string {
      const read = String(box.parser(next));
      text = Number(read) === Number(value) ? next : box.formatter(read, { userTyping: true, input: next });
      value = read;
      return text;
    },
    type(keys: string): string {
      for (const key of keys) this.put(text + key);
      return text;
    },
    /** Deletes the last character. */
    back(): string {
      return this.put(text.slice(0, -1));
    },
    leave(): string {
      value = String(box.parser(text));
      text = box.formatter(String(Number(value)), { userTyping: false, input: text });
      return text;
    },
  };
}

describe('the box of an amount', () => {
  it.each([
    ['pt-BR', '1.5', '1,5'],
    ['pt-BR', '1,5', '1,5'],
    ['pt-BR', '12.34', '12,34'],
    ['pt-BR', '1.234', '1.234'],
    ['pt-BR', '1.234,5', '1.234,5'],
    ['pt-BR', '1234567', '1.234.567'],
    ['en-US', '1,5', '1.5'],
    ['en-US', '1,234', '1,234'],
    ['en-US', '1,234.5', '1,234.5'],
    ['zh-CN', '12，34', '12.34'],
  ] as const)('in %s reads %s as it is typed or pasted', (language, keys, shown) => {
    speak(language);
    const typed = typedBox();
    typed.type(keys);
    expect(typed.leave()).toBe(shown);
    const pasted = typedBox();
    pasted.type('9876');
    pasted.put(keys);
    expect(pasted.leave()).toBe(shown);
  });

  it('groups while digits are typed and taken out', () => {
    speak('pt-BR');
    const box = typedBox();
    expect([box.type('1234'), box.type('5'), box.back(), box.back(), box.back()]).toEqual([
      '1.234',
      '12.345',
      '1.234',
      '123',
      '12',
    ]);
    expect(box.put('12.')).toBe('12.');
    expect([box.type('5'), box.leave(), box.type('0')]).toEqual(['12.5', '12,5', '12,50']);
  });

  it('reads a number of the other way with both marks', () => {
    speak('pt-BR');
    const box = typedBox();
    box.put('1,234.5');
    expect(box.leave()).toBe('1.234,5');
  });
});

describe('the box of a number', () => {
  const read = (text: string) => String(numberBox().parser(text));

  it('never makes ten times the number of a mark that cannot group', () => {
    speak('en-US');
    expect(['1,5', '1,234', '1,2345', '1,234,567', '1.5', '1,234.5'].map(read)).toEqual([
      '1.5',
      '1234',
      '1.2345',
      '1234567',
      '1.5',
      '1234.5',
    ]);
    speak('pt-BR');
    expect(['1.5', '1.234', '1,5', '1.234,5', '1.234.567', '1,234.5'].map(read)).toEqual([
      '1.5',
      '1.234',
      '1.5',
      '1234.5',
      '1234567',
      '1234.5',
    ]);
  });
});
