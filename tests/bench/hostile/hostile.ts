import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from '../../../scripts/server-process.mjs';
import { type Bench, progress } from '../harness/bench.ts';
import { COST } from './hostile-kind.ts';
import { hostileKinds } from './kinds.ts';
import type { HostileCost } from './measure.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Size of each kind of hostile input against its time and memory, at a quarter, a half and all of what gets through. */
export const bench: Bench = {
  name: 'hostile',
  async *run(words) {
    const meant = (name: string) => words.length === 0 || words.some((word) => name.startsWith(word));
    for (const { name, unit, largest } of hostileKinds.filter((kind) => meant(kind.name))) {
      progress(`hostile：${name}`);
      const sizes = [largest / 4, largest / 2, largest].map(Math.ceil);
      for (const [size, cost] of await costsOf(name, sizes))
        yield { bench: `hostile-${name}`, size, of: unit, ...cost };
    }
  },
};

/** What taking in one input of a kind costs, in a process of its own. */
export async function costOf(name: string, size: number): Promise<HostileCost> {
  const [[, cost] = []] = await costsOf(name, [size]);
  if (cost === undefined) throw new Error(`${name} told no cost`);
  return cost;
}

/**
 * What taking in inputs of a kind costs, in a process of its own. There are more than 160 kinds: what a process needs
 * until it measures is most of what this bench takes, so that modules are stripped of their types once for all.
 */
async function costsOf(
  name: string,
  sizes: readonly number[],
): Promise<readonly (readonly [size: number, cost: HostileCost])[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'measure.ts'), name, ...sizes.map(String)],
    { env: { ...serverEnvironment(root), ...process.env }, maxBuffer: 64 * 1_024 * 1_024 },
  );
  const told = stdout.split('\n').filter((line) => line.startsWith(COST));
  return told.flatMap((line, index) => {
    const size = sizes[index];
    return size === undefined ? [] : [[size, JSON.parse(line.slice(COST.length)) as HostileCost] as const];
  });
}
