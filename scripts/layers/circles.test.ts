import { describe, expect, it } from 'vitest';
import { circles, shortestRing } from './circles.ts';

/** Arrows written as `a>b c>d`. */
const arrows = (text: string) =>
  text.split(' ').map((arrow) => {
    const [from = '', to = ''] = arrow.split('>');
    return { from, to };
  });

describe('circles', () => {
  it('are none where every way ends', () => {
    expect(circles(arrows('a>b a>c b>d c>d'))).toEqual([]);
  });

  it('hold the files of which each reaches each, in order of their paths', () => {
    expect(circles(arrows('c>a a>b b>c b>d'))).toEqual([['a', 'b', 'c']]);
  });

  it('that share a file are one, and those that only lead to each other are two', () => {
    expect(circles(arrows('a>b b>a b>c c>b'))).toEqual([['a', 'b', 'c']]);
    expect(circles(arrows('y>z z>y a>b b>a b>y'))).toEqual([
      ['a', 'b'],
      ['y', 'z'],
    ]);
  });

  it('are found behind files that were looked at before', () => {
    expect(circles(arrows('a>d d>e b>a b>c c>b e>f f>e'))).toEqual([
      ['b', 'c'],
      ['e', 'f'],
    ]);
  });

  it('may be a file that imports itself', () => {
    expect(circles(arrows('a>a a>b'))).toEqual([['a']]);
  });

  it('may be longer than the stack is deep', () => {
    const length = 50_000;
    const long = Array.from({ length }, (_, at) => ({ from: `${at}`, to: `${(at + 1) % length}` }));
    expect(circles(long).map((files) => files.length)).toEqual([length]);
  });
});

describe('the shortest ring', () => {
  it('leads from a file back to it', () => {
    expect(shortestRing(arrows('a>b b>c c>a b>d d>e e>a c>b'), 'a')).toEqual(['a', 'b', 'c', 'a']);
    expect(shortestRing(arrows('a>a a>b b>a'), 'a')).toEqual(['a', 'a']);
  });

  it('is none for a file that does not reach itself', () => {
    expect(shortestRing(arrows('a>b b>c c>b'), 'a')).toBeUndefined();
  });
});
