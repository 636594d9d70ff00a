// `node tests/bench/hostile/measure.ts <kind> <size>…`: takes an input of each size in, the smallest first, and prints
// what each cost, a line each, as a process of its own: the peak of memory is that of this kind alone, and of the size at
// hand, since what came before it was smaller.
import { cpuOf } from '../../fixtures/growth.ts';
import { COST } from './hostile-kind.ts';
import { hostileKinds } from './kinds.ts';

/** What one input cost. */
export interface HostileCost {
  readonly ms: number;
  readonly cpuMs: number;
  /** Peak of memory beyond what the process held before, in megabytes. */
  readonly mb: number;
}

const [name, ...sizes] = process.argv.slice(2);
const kind = hostileKinds.find((one) => one.name === name);
if (kind === undefined) throw new Error(`no kind of hostile input named ${name}`);
const input = await kind.open();
let before: number | undefined;
for (const size of sizes) {
  const work = input.prepare(Number(size));
  before ??= process.resourceUsage().maxRSS;
  const started = performance.now();
  const cpuMs = await cpuOf(work);
  const cost: HostileCost = {
    ms: Math.round((performance.now() - started) * 10) / 10,
    cpuMs: Math.round(cpuMs * 10) / 10,
    mb: Math.round((process.resourceUsage().maxRSS - before) / 102.4) / 10,
  };
  process.stdout.write(`${COST}${JSON.stringify(cost)}\n`);
}
await input.close?.();
