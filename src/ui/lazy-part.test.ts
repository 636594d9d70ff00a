import { expect, it, vi } from 'vitest';
import { CHUNK_TIMEOUT, ChunkError, loadPart } from './lazy-part.ts';

it('gives the part that was loaded', async () => {
  expect(await loadPart(async () => 7)).toBe(7);
});

it('fails with ChunkError when the part is refused', async () => {
  await expect(loadPart(() => Promise.reject(new TypeError('404')))).rejects.toBeInstanceOf(ChunkError);
});

it('gives a part up after 120 s', async () => {
  vi.useFakeTimers();
  expect(CHUNK_TIMEOUT).toBe(120_000);
  const part = loadPart(() => new Promise<never>(() => {}));
  const refused = expect(part).rejects.toBeInstanceOf(ChunkError);
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT);
  await refused;
  vi.useRealTimers();
});
