import { expect, it } from 'vitest';
import { lasting, type Store } from './stores.ts';

const full = (): Store => {
  const kept = new Map([['old', 'kept before']]);
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

it('holds what a full store has no room for, and gives what it had', () => {
  const real = full();
  const store = lasting(() => real);
  store.setItem('new', 'held');
  expect([store.getItem('old'), store.getItem('new'), store.getItem('none')]).toEqual(['kept before', 'held', null]);
  store.setItem('old', 'newer');
  expect(store.getItem('old')).toBe('newer');
  store.removeItem('old');
  expect(store.getItem('old')).toBeNull();
  store.clear();
  expect(store.getItem('new')).toBeNull();
});

it('works as long as the page is open where the browser forbids even to name the store, and where there is none', () => {
  for (const open of [
    () => {
      throw new Error('SecurityError');
    },
    () => undefined,
  ]) {
    const store = lasting(open);
    store.setItem('a', '1');
    expect(store.getItem('a')).toBe('1');
    store.removeItem('a');
    store.clear();
    expect(store.getItem('a')).toBeNull();
  }
});
