// `node tests/bench/hostile/measure.ts <kinds>`: takes inputs in and prints what each cost, a line each. Kinds that stand
// on the same come together, `[["address-pairs", [962, 1923]]]`, all others by themselves.
import { readFileSync, writeFileSync } from 'node:fs';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { collectGarbage } from '../../fixtures/collect-garbage.ts';
import { cpuOf } from '../../fixtures/growth.ts';
import { COST } from './hostile-kind.ts';
import { hostileKinds } from './kinds.ts';

/** What one input cost. */
export interface HostileCost {
  readonly ms: number;
  readonly cpuMs: number;
  /** Peak of memory beyond what the process held before, in megabytes. */
  readonly mb: number;
  /** With which words it was refused. */
  readonly refusal?: string;
}

/** Names of kinds with the sizes that are taken in, smallest first. */
export type HostileSizes = readonly (readonly [name: string, sizes: readonly number[]])[];

const given = JSON.parse(process.argv[2] ?? '[]') as HostileSizes;
const opened = [];
// All before the first is measured: what they share stays until the last is closed.
for (const [name, sizes] of given) {
  const kind = hostileKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind of hostile input named ${name}`);
  opened.push({ name, sizes, input: await kind.open() });
}
let isFirst = true;
for (const { name, sizes, input } of opened) {
  for (const size of sizes) {
    const prepared = input.prepare(size);
    let refusal: string | undefined;
    const work = async () => {
      try {
        await prepared();
      } catch (error) {
        if (error instanceof AnlanError) refusal = error.message;
        throw error;
      }
    };
    const before = isFirst ? peakOfMemory() : memoryFrom();
    isFirst = false;
    const started = performance.now();
    const cpuMs = await cpuOf(work);
    const cost: HostileCost = {
      ms: Math.round((performance.now() - started) * 10) / 10,
      cpuMs: Math.round(cpuMs * 10) / 10,
      mb: Math.round((peakOfMemory() - before) / 102.4) / 10,
      ...(refusal === undefined ? {} : { refusal }),
    };
    process.stdout.write(`${COST}${JSON.stringify({ name, size, ...cost })}\n`);
  }
}
for (const { input } of opened) await input.close?.();

/** Kilobytes that are held before another input; the peak is counted anew from here, where the system can. */
function memoryFrom(): number {
  collectGarbage();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere it stays the peak of all that was before.
  }
  return peakOfMemory();
}

function peakOfMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
