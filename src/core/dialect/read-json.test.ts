import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

const faultOf = (text: string) => {
  const read = readJson(text);
  if (!('fault' in read)) throw new Error('no fault');
  return { ...read.fault.position, pointer: read.fault.pointer, message: read.fault.message };
};

describe('readJson', () => {
  it.each([
    '{"a":[1,-2.5e3,true,false,null,"x\\n\\u4e00",{}],"b":{"":[]}}',
    ' [ ] ',
    '"\\"\\\\"',
    '0',
    '{"1":1,"0":0}',
  ])('reads %s as JSON.parse does', (text) => {
    const read = readJson(text);
    expect('value' in read ? read.value : undefined).toEqual(JSON.parse(text));
  });

  it('says where a syntax error is', () => {
    expect(faultOf('{\n  "a": 1\n  "b": 2\n}')).toEqual({
      line: 3,
      column: 3,
      pointer: '/a',
      message: '这里应为逗号或“}”，遇到“"”',
    });
    expect(faultOf('{"a": [1, 2')).toMatchObject({ line: 1, column: 12, pointer: '/a' });
    expect(faultOf('{"a": 01}')).toMatchObject({ column: 8 });
    expect(faultOf('{"a": nul}')).toMatchObject({ column: 7, pointer: '/a' });
    expect(faultOf('{} x')).toMatchObject({ message: 'JSON 结束后还有多余的内容' });
    expect(faultOf('{"a": "\u0001"}')).toMatchObject({ message: '文本里有无效的转义或控制字符' });
  });

  it('takes what JSON.parse takes and nothing else', () => {
    const whole = '{"a": [1, -2.5e3, true, null], "b\\n": {"c": "\\u4e00"}}';
    const pieces = [...',}":[{x0-.e\\\n\t', '1.', '/*', '//', '\u0001', '\u00a0', '\uFEFF', '\u2028', 'null', '\\u12'];
    for (let at = 0; at <= whole.length; at += 1) {
      for (const piece of pieces) {
        for (const cut of [0, 1, 2]) {
          const text = whole.slice(0, at) + piece + whole.slice(at + cut);
          let value: unknown;
          try {
            value = JSON.parse(text);
          } catch {
            value = undefined;
          }
          const read = readJson(text);
          // A mark at the beginning is what some editors write; all others are faults.
          if (at > 0 || piece !== '\uFEFF') expect('value' in read ? read.value : undefined, text).toEqual(value);
        }
      }
    }
  });

  it('refuses what is nested too deep instead of overflowing', () => {
    expect(faultOf('['.repeat(100_000)).message).toContain('嵌套超过');
    expect(faultOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).message).toContain('嵌套超过');
  });

  it('finds keys that stand twice and where', () => {
    const read = readJson('{"a":{"b":1,\n"b":2},"c~/d":1,"c~/d":2}');
    const found = 'duplicates' in read ? read.duplicates : [];
    expect(found.map(({ pointer, position }) => [pointer, position])).toEqual([
      ['/a/b', { line: 2, column: 1 }],
      ['/c~0~1d', { line: 2, column: 17 }],
    ]);
  });

  it('takes no colon, bracket or quote within a text for one of its own, and knows a key however it is written', () => {
    const many = { 'a": {"a': ':{}[]"', 'b\\': ['\\"', '"', { 'b\\': 1 }], '': { '': { '': ':' } } };
    const read = readJson(JSON.stringify(many));
    expect(read).toMatchObject({ value: many, duplicates: [] });
    const twice = readJson('{"x": {"a": "\\\\", "\\u0061": 2}}');
    expect('duplicates' in twice && twice.duplicates.map(({ pointer }) => pointer)).toEqual(['/x/a']);
  });

  it('gives the place of every pointer', () => {
    const read = readJson('{\n  "a": [\n    10\n  ]\n}');
    if (!('value' in read)) throw new Error('fault');
    expect(read.position('/a')).toEqual({ line: 2, column: 3 });
    expect(read.position('/a/0')).toEqual({ line: 3, column: 5 });
    expect(read.position('/b')).toBeUndefined();
  });

  it('keeps __proto__ a plain key', () => {
    const read = readJson('{"__proto__":{"x":1}}');
    expect('value' in read && Object.keys(read.value as object)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});
