import { describe, expect, test } from 'vitest';
import { type ExpressionNode, parseExpression, printExpression } from './index.ts';

function nodeOf(source: string): ExpressionNode {
  const result = parseExpression(source);
  if ('node' in result) return result.node;
  throw new Error(result.problems.map((problem) => problem.message).join());
}

function problemOf(source: string): string {
  const result = parseExpression(source);
  return 'problems' in result ? result.problems.map((problem) => problem.message).join(' | ') : 'no problem';
}

const name = (text: string): ExpressionNode => ({ kind: 'name', name: text });

describe('parseExpression', () => {
  test('gives the small tree of a comparison', () => {
    expect(nodeOf("level == '1'")).toEqual({
      kind: 'binary',
      operator: '==',
      left: name('level'),
      right: { kind: 'literal', value: '1' },
    });
  });

  test('reads members, calls, lists and conditionals', () => {
    expect(nodeOf('old.level in [\'1\', "2"] ? f(x, 1.5) : null')).toEqual({
      kind: 'conditional',
      test: {
        kind: 'binary',
        operator: 'in',
        left: { kind: 'member', object: name('old'), key: 'level' },
        right: {
          kind: 'list',
          items: [
            { kind: 'literal', value: '1' },
            { kind: 'literal', value: '2' },
          ],
        },
      },
      whenTrue: { kind: 'call', name: 'f', arguments: [name('x'), { kind: 'literal', value: 1.5 }] },
      whenFalse: { kind: 'literal', value: null },
    });
  });

  test.each(['E', 'PI', 'sign', 'length', 'abs', 'random', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'takes %s for a plain name',
    (word) => {
      expect(nodeOf(word)).toEqual(name(word));
    },
  );

  test('binds not and minus tighter than any binary operator', () => {
    expect(nodeOf('not a == b')).toEqual(nodeOf('(not a) == b'));
    expect(nodeOf('-a * b')).toEqual(nodeOf('(-a) * b'));
    expect(nodeOf('a or b and c == d + e * f')).toEqual(nodeOf('a or (b and (c == (d + (e * f))))'));
    expect(nodeOf('a - b - c')).toEqual(nodeOf('(a - b) - c'));
    expect(nodeOf('a ? b : c ? d : e')).toEqual(nodeOf('a ? b : (c ? d : e)'));
  });

  test('accepts × and ÷', () => {
    expect(nodeOf('a × b ÷ c')).toEqual(nodeOf('a * b / c'));
  });

  test('accepts brackets, commas and operators of full width, and prints them plainly', () => {
    const node = nodeOf('round（（a ＋ b） × c ÷ −2，2） ≥ 0');
    expect(node).toEqual(nodeOf('round((a + b) * c / -2, 2) >= 0'));
    expect(printExpression(node)).toBe('round((a + b) * c / -2, 2) >= 0');
    expect(nodeOf("a ≠ '（×，）'")).toMatchObject({ operator: '!=', right: { value: '（×，）' } });
    expect(problemOf(`${'（'.repeat(61)}a${'）'.repeat(61)}`)).toBe('第 61 个字符：嵌套超过 60 层');
    expect(problemOf('（a')).toBe('缺少“)”');
    expect(problemOf('a ÷× b')).toBe('“*”的位置不对');
  });

  test('keeps a minus before a number in the literal', () => {
    expect(nodeOf('-5')).toEqual({ kind: 'literal', value: -5 });
    expect(nodeOf('-0')).toEqual({ kind: 'literal', value: 0 });
  });

  test('reads escapes, and a backslash or quote at the end of a text', () => {
    expect(nodeOf(String.raw`'a\\'`)).toEqual({ kind: 'literal', value: 'a\\' });
    expect(nodeOf(String.raw`'it\'s\n\u4e2d'`)).toEqual({ kind: 'literal', value: "it's\n中" });
    expect(nodeOf('"他说\'好\'，a == b; /* x */"')).toEqual({ kind: 'literal', value: "他说'好'，a == b; /* x */" });
    expect(nodeOf('\'1\' == "0"')).toMatchObject({ left: { value: '1' }, right: { value: '0' } });
  });

  test('returns the same frozen tree for the same source', () => {
    const node = nodeOf('chemicals + 1');
    expect(nodeOf('chemicals + 1')).toBe(node);
    expect(Object.isFrozen(node)).toBe(true);
    expect(JSON.parse(JSON.stringify(node))).toEqual(node);
  });

  test.each([
    ['', '表达式不能为空'],
    ['   ', '表达式不能为空'],
    ['a = 1', '第 3 个字符：不能用“=”，比较相等请写 =='],
    ['!a', '第 1 个字符：不能用“!”，取反请写 not，不等请写 !='],
    ['a && b', '第 3 个字符：不能用“&”，“并且”请写 and'],
    ['a || b', '第 3 个字符：不能用“|”，“或者”请写 or，连接文本请用 concat(…)'],
    ['a ^ 2', '第 3 个字符：不能用“^”，没有乘方运算'],
    ['a; b', '第 2 个字符：不能用“;”，一个表达式只能写一句'],
    ['f(x) = 1', '第 6 个字符：不能用“=”，比较相等请写 =='],
    ['级别 == 1', '第 1 个字符：不认识“级”；字段请写它的键，文本请加英文引号'],
    ['a == \u201c1', '第 6 个字符：不能用“\u201c”，文本请用英文引号括起来'],
    ['a /* b */', '第 3 个字符：表达式里不能写注释'],
    ["'abc", '第 1 个字符：文本缺少结尾的引号'],
    [String.raw`'a\'b`, '第 1 个字符：文本缺少结尾的引号'],
    [String.raw`'\d'`, String.raw`第 1 个字符：文本里不认识“\d”，反斜杠请写 \\`],
    ["'\\u0000'", '第 1 个字符：文本含有不能保存的字符'],
    ["'\\ud800'", '第 1 个字符：文本含有不能保存的字符'],
    ['1.2.3', '第 1 个字符：数字“1.2”后面不能直接跟“.”'],
    ['2x', '第 1 个字符：数字“2”后面不能直接跟“x”'],
    ['0x10', '第 1 个字符：数字“0”后面不能直接跟“x”'],
    ['1234567890123456', '第 1 个字符：数字“1234567890123456”超过 15 位有效数字'],
    ['1e400', '第 1 个字符：数字“1e400”超出范围'],
    ['1e-400', '第 1 个字符：数字“1e-400”超出范围'],
    ['a[0]', '不能按下标取值'],
    ['+a', '正号是多余的，请去掉'],
    ['(a', '缺少“)”'],
    ['a)', '表达式写完后还有多余的内容，请检查运算符、逗号和括号'],
    ['a b', '表达式写完后还有多余的内容，请检查运算符、逗号和括号'],
    ['a +', '表达式没有写完'],
    ['f(x)(y)', '括号前要写函数名'],
    ["'a'.length", '“.length”前面只能是名称，如 deptId.length'],
    ['not', '“not”的位置不对'],
    ['f(a,)', '“)”的位置不对'],
  ])('refuses %j', (source, message) => {
    expect(problemOf(source)).toBe(message);
  });

  test('bounds length, brackets and operators, and says where', () => {
    const tooMany = '一个表达式最多 300 个运算符，请拆成几个计算字段';
    expect(problemOf('a'.repeat(4001))).toBe('表达式过长：最多 4000 个字符，现有 4001 个');
    expect(problemOf(`${'('.repeat(61)}a${')'.repeat(61)}`)).toBe('第 61 个字符：嵌套超过 60 层');
    expect(problemOf(`${'-'.repeat(3999)}a`)).toBe('第 61 个字符：嵌套超过 60 层');
    expect(problemOf(`${'not '.repeat(501)}a`)).toBe('第 241 个字符：嵌套超过 60 层');
    expect(problemOf(Array(1990).fill('a').join('+'))).toBe(`第 602 个字符：${tooMany}`);
    expect(problemOf(`a${'.b'.repeat(301)}`)).toBe(`第 602 个字符：${tooMany}`);
    expect(problemOf(Array(301).fill('a').join('+'))).toBe('no problem');
    expect(problemOf(`${Array(300).fill('a?b:').join('')}c`)).toBe('no problem');
  });
});
