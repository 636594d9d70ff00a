import { expect, it } from 'vitest';
import { LazyMap } from './lazy-map.ts';

it('makes what is asked for, once, and the rest in the order of its keys for whoever goes through it', () => {
  const made: string[] = [];
  const map = new LazyMap(['b', 'a', 'c'], (key) => {
    made.push(key);
    return key.toUpperCase();
  });
  expect([map.size, map.has('a'), map.has('x'), map.get('x'), [...map.keys()]]).toEqual([
    3,
    true,
    false,
    undefined,
    ['b', 'a', 'c'],
  ]);
  expect(made).toEqual([]);
  expect([map.get('a'), map.get('a')]).toEqual(['A', 'A']);
  expect(made).toEqual(['a']);
  expect([...map]).toEqual([
    ['b', 'B'],
    ['a', 'A'],
    ['c', 'C'],
  ]);
  expect([[...map.values()], made]).toEqual([
    ['B', 'A', 'C'],
    ['a', 'b', 'c'],
  ]);
  const visited: string[] = [];
  map.forEach((value, key) => {
    visited.push(`${key}${value}`);
  });
  expect(visited).toEqual(['bB', 'aA', 'cC']);
});

it('tries again what could not be made', () => {
  let attempts = 0;
  const map = new LazyMap(['a'], () => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return attempts;
  });
  expect(() => map.get('a')).toThrow('not yet');
  expect(map.get('a')).toBe(2);
});
