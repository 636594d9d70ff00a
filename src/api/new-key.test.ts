import { afterEach, expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

afterEach(() => vi.unstubAllGlobals());

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('is a UUID of version 4, another one each time', () => {
  const keys = Array.from({ length: 1_000 }, newKey);
  expect(keys.filter((key) => !VERSION_4.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});

it('is made over plain http too, where the browser makes no UUID', () => {
  const { crypto: own } = globalThis;
  const overHttp = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => own.getRandomValues(bytes) };
  vi.stubGlobal('crypto', overHttp);
  expect(newKey()).toMatch(VERSION_4);
});
