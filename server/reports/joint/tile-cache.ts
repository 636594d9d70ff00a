import type { TileContent } from '../../../src/core/wire/joint.ts';

/** A tile as it was read. */
interface KeptTile {
  readonly content: TileContent;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A tile now: what was read, just now or before, and why it is not fresher. */
interface TileNow {
  readonly kept: KeptTile | undefined;
  readonly late?: 'slow' | 'failed';
}

/** Tiles kept for all people and companies together. */
const MOST_KEPT = 5_000;

/** How long a reading may take before the last value is shown, in milliseconds. */
const PATIENCE = 2_000;

const kept = new Map<string, KeptTile>();
const running = new Map<string, Promise<KeptTile>>();

/**
 * A tile by its key, which names everything that decides its value. A value that is older than `seconds` is read again;
 * what takes too long goes on and is there for the next who asks, while this one gets the last value.
 */
export async function cachedTile(
  key: string,
  seconds: number,
  now: () => number,
  read: () => Promise<TileContent>,
): Promise<TileNow> {
  const last = kept.get(key);
  if (last !== undefined && now() - last.at < seconds * 1_000) return { kept: last };
  const reading = running.get(key) ?? begin(key, now, read);
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), PATIENCE);
  });
  try {
    const found = await Promise.race([reading, cut]);
    return found === 'slow' ? { kept: last, late: 'slow' } : { kept: found };
  } catch {
    return { kept: last, late: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

function begin(key: string, now: () => number, read: () => Promise<TileContent>): Promise<KeptTile> {
  const reading = read()
    .then((content) => {
      const tile = { content, at: now() };
      kept.delete(key);
      kept.set(key, tile);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return tile;
    })
    .finally(() => running.delete(key));
  // Where nobody waits any more, a failure is told to whoever asks next, who reads again.
  reading.catch(() => undefined);
  running.set(key, reading);
  return reading;
}
