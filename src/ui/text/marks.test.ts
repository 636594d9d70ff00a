import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
/** Where texts are put together that people read. */
const SHOWN = ['app', 'field-types', 'runtime', 'screens', 'ui'] as const;
/** A mark that only Chinese uses, put between texts by hand: `a.join('、')`, `${a}：${b}`, `${a}（${b}）`. */
const BY_HAND = /\.join\(['"`][、，；：][^)]*\)|\}[、，；：（]\s*(?:\$\{|`)/;

const sources = SHOWN.flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

describe('marks between texts', () => {
  it('are those of the reader’s language (src/core/text/punctuate.ts)', () => {
    const found = sources.flatMap((path) =>
      readFileSync(join(SRC, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (BY_HAND.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(found).toEqual([]);
    expect(sources.length).toBeGreaterThan(300);
  });

  it('are recognised where they are put by hand', () => {
    const lines = ["names.join('、')", '`#{title}：#{text}`', '`#{name}（#{unit}）`'];
    for (const line of lines) expect(line.replaceAll('#', '$')).toMatch(BY_HAND);
    expect("texts.join(say('、'))").not.toMatch(BY_HAND);
  });
});
