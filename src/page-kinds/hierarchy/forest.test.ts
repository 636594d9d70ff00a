import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../../core/wire/contract.ts';
import { type BoxTree, forestOf, heads } from './forest.ts';

const record = (id: string, above: string | null): WireRecord => ({ id, above }) as unknown as WireRecord;
const told = (boxes: readonly BoxTree[]): string =>
  boxes.map(({ record: { id }, below }) => (below.length === 0 ? id : `${id}(${told(below)})`)).join(' ');

describe('records below each other', () => {
  it('keeps the order, and puts at the top whose record above is not there', () => {
    const records = [record('b', 'a'), record('a', null), record('c', 'a'), record('d', 'b'), record('e', 'gone')];
    expect(told(forestOf(records, 'above'))).toBe('a(b(d) c) e');
    expect(heads(forestOf(records, 'above'))).toEqual(['a', 'b']);
  });

  it('leaves out none of a circle, nor one that stands below itself', () => {
    const circle = [record('a', 'c'), record('b', 'a'), record('c', 'b'), record('s', 's')];
    expect(told(forestOf(circle, 'above'))).toBe('s a(b(c))');
  });
});
