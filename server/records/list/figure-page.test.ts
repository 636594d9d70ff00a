import { expect, test } from 'vitest';
import type { EntityCall } from '../call/ports.ts';
import { figurePageOf } from './figure-page.ts';

/** A call on an entity with a wall of pictures, a register and a hidden list; the person sees the pages that are named. */
function callOf(seen: readonly string[], list?: string): EntityCall {
  const page = (hidden = false) => ({ kind: { records: 'rows' }, hidden });
  return {
    model: {
      pages: { wall: page(), register: page(), mine: page(true) },
      source: { statistics: { ...(list === undefined ? {} : { list }) } },
    },
    rights: { page: (code: string) => new Set(seen.includes(code) ? ['view'] : []) },
    snapshot: { menu: [{ code: 'wall', screen: true }, { code: 'register' }] },
  } as unknown as EntityCall;
}

test('the rows of a figure stand on a list that the person sees, and on no screen', () => {
  expect(figurePageOf(callOf(['wall', 'register', 'mine']))).toBe('register');
  expect(figurePageOf(callOf(['wall', 'register'], 'wall'))).toBe('register');
  expect(figurePageOf(callOf(['wall', 'mine']))).toBeUndefined();
});
