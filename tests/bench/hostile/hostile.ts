import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverEnvironment } from '../../../scripts/server-process.mjs';
import { type Bench, progress } from '../harness/bench.ts';
import { COST, type HostileKind } from './hostile-kind.ts';
import { hostileKinds } from './kinds.ts';
import type { HostileCost, HostileSizes } from './measure.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Size of each kind of hostile input against its time and memory, at a quarter, a half and all of what gets through. */
export const bench: Bench = {
  name: 'hostile',
  async *run(words) {
    const meant = (name: string) => words.length === 0 || words.some((word) => name.startsWith(word));
    const kinds = hostileKinds.filter((kind) => meant(kind.name));
    for (const together of Map.groupBy(kinds, ({ name, ground }) => ground ?? name).values()) {
      progress(`hostile：${together.map(({ name }) => name).join('、')}`);
      const units = new Map(together.map(({ name, unit }) => [name, unit]));
      const sizes = together.map(quartered);
      // What an input leaves in memory would hide what the next one needs: only what takes long to make is shared.
      const apart = together.some(({ ground }) => ground !== undefined) ? [sizes] : sizes.flatMap(eachAlone);
      for (const some of apart)
        for await (const { name, size, refusal: _, ...cost } of costsOf(some))
          yield { bench: `hostile-${name}`, size, of: units.get(name) ?? '', ...cost };
    }
  },
};

function quartered({ name, largest }: HostileKind): HostileSizes[number] {
  return [name, [largest / 4, largest / 2, largest].map(Math.ceil)];
}

function eachAlone([name, sizes]: HostileSizes[number]): HostileSizes[] {
  return sizes.map((size) => [[name, [size]]]);
}

/** What taking in one input of a kind costs, in a process of its own. */
export async function costOf(name: string, size: number): Promise<HostileCost> {
  for await (const cost of costsOf([[name, [size]]])) return cost;
  throw new Error(`${name} told no cost`);
}

type Told = HostileCost & { readonly name: string; readonly size: number };

/**
 * What taking in inputs of some kinds costs, in a process of their own. There are more than 160 kinds: what a process
 * needs until it measures is most of what this bench takes, so that modules are stripped of their types once for all.
 */
async function* costsOf(sizes: HostileSizes): AsyncGenerator<Told> {
  const script = join(import.meta.dirname, 'measure.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(sizes)], {
    env: { ...serverEnvironment(root), ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // What a kind starts prints lines of its own.
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith(COST)) yield JSON.parse(line.slice(COST.length)) as Told;
  const code = await ended;
  if (code !== 0) throw new Error(`${sizes.map(([name]) => name).join('、')}：${code}`);
}
