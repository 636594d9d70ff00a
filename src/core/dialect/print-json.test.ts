import { describe, expect, it } from 'vitest';
import { textColumns } from '../text/text-width.ts';
import { printJson } from './print-json.ts';

function print(text: string): string {
  const result = printJson(text);
  if ('fault' in result) throw new Error(result.fault.message);
  return result.printed;
}

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Numbers that look drawn and are the same in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const TEXTS = ['', '隐患', 'a'.repeat(40), '隐患排查治理'.repeat(9), '"\\\n', '“引”', '😀', '1', '10', '2'];

function drawValue(draw: (below: number) => number, depth: number): unknown {
  const text = () => TEXTS[draw(TEXTS.length)] ?? '';
  const members = Array.from({ length: draw(7) });
  switch (draw(depth > 4 ? 4 : 7)) {
    case 0:
      return text();
    case 1:
      return draw(2) === 0 ? -draw(1e6) / 8 : draw(1e9);
    case 2:
      return [true, false, null][draw(3)];
    case 3:
      return Array.from({ length: draw(60) }, () => draw(1e6));
    case 4:
      return members.map(() => drawValue(draw, depth + 1));
    default:
      return Object.fromEntries(members.map((_, index) => [`${text()}${index}`, drawValue(draw, depth + 1)]));
  }
}

describe('printJson', () => {
  it('puts on one line what fits 120 columns, a Chinese character taking two', () => {
    const fits = `{ "a": { "title": "${'字'.repeat(48)}" } }`;
    expect(print('{"a":{"title":"x"},"b":[1,{}],"c":[ ]}')).toBe('{ "a": { "title": "x" }, "b": [1, {}], "c": [] }\n');
    expect(textColumns(fits)).toBe(120);
    expect(print(fits)).toBe(`${fits}\n`);
    expect(print(fits.replace('"字', '"xx字'))).toBe(`{\n  "a": { "title": "xx${'字'.repeat(48)}" }\n}\n`);
  });

  it('gives each member of what does not fit a line, and lets numbers share theirs', () => {
    const long = '长'.repeat(60);
    expect(print(JSON.stringify([long, { a: [long] }]))).toBe(
      `[\n  "${long}",\n  {\n    "a": [\n      "${long}"\n    ]\n  }\n]\n`,
    );
    const lines = print(JSON.stringify(Array.from({ length: 50 }, (_, index) => index * 1000))).split('\n');
    expect(lines.length).toBeLessThan(8);
  });

  it('lets names share lines, in their order, and no list of which one is a text', () => {
    const names = Array.from({ length: 30 }, (_, index) => `field${index}`);
    expect(print(JSON.stringify({ columns: ['...', ...names] }))).toBe(
      [
        '{',
        '  "columns": [',
        `    "...", ${list(names.slice(0, 10))},`,
        `    ${list(names.slice(10, 20))},`,
        `    ${list(names.slice(20))}`,
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
    expect(print(JSON.stringify(['two words', ...names])).split('\n')).toHaveLength(34);
  });

  it('leaves order, numbers and texts as they are written', () => {
    expect(print('{"10":1.0,"9":1e3,"b":"\\u4e00","a":-0}')).toBe('{ "10": 1.0, "9": 1e3, "b": "\\u4e00", "a": -0 }\n');
  });

  it('prints what it printed as itself, and loses nothing', () => {
    const draw = drawing(20261123);
    for (let round = 0; round < 300; round += 1) {
      const text = JSON.stringify(drawValue(draw, 0));
      const printed = print(text);
      expect(print(printed)).toBe(printed);
      expect(JSON.stringify(JSON.parse(printed))).toBe(text);
      // Only a value that has no members may stick out.
      for (const line of printed.split('\n')) {
        if (textColumns(line) > 120)
          expect(line).toMatch(/^\s*(?:"(?:[^"\\]|\\.)*": )?(?:"(?:[^"\\]|\\.)*"|[^"[{]+|\[\]|\{\})?[[{]?,?$/);
      }
    }
  });

  it('takes time in proportion to the text, however deep it is', () => {
    const deep = (size: number) => `${'['.repeat(60)}${Array(size).fill('"字"').join(',')}${']'.repeat(60)}`;
    const timed = (size: number): number => {
      const start = performance.now();
      print(deep(size));
      return performance.now() - start;
    };
    timed(2_000);
    expect(timed(40_000)).toBeLessThan(60 * Math.max(timed(4_000), 5));
  });

  it('gives the fault of what is no JSON', () => {
    expect(printJson('{"a": 1,}')).toMatchObject({ fault: { position: { line: 1, column: 9 } } });
    expect(printJson('// x\n{}')).toHaveProperty('fault');
  });
});
