import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench, progress } from '../harness/bench.ts';
import { hostileKinds } from './kinds.ts';
import type { HostileCost } from './measure.ts';

/** Size of each kind of hostile input against its time and memory, at a quarter, a half and all of what gets through. */
export const bench: Bench = {
  name: 'hostile',
  async *run(words) {
    const meant = (name: string) => words.length === 0 || words.some((word) => name.startsWith(word));
    for (const { name, unit, largest } of hostileKinds.filter((kind) => meant(kind.name))) {
      progress(`hostile：${name}`);
      for (const size of [largest / 4, largest / 2, largest].map(Math.ceil)) {
        yield { bench: `hostile-${name}`, size, of: unit, ...(await costOf(name, size)) };
      }
    }
  },
};

/** What taking in one input of a kind costs, in a process of its own. */
export async function costOf(name: string, size: number): Promise<HostileCost> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'measure.ts'),
    name,
    String(size),
  ]);
  // What a kind starts may print lines of its own before.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as HostileCost;
}
