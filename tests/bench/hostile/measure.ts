// `node tests/bench/hostile/measure.ts <kind> <size>`: takes one input in and prints what it cost, as a process of its
// own, so that the peak of memory is that of this input alone.
import { cpuOf } from '../../fixtures/growth.ts';
import { hostileKinds } from './kinds.ts';

/** What one input cost. */
export interface HostileCost {
  readonly ms: number;
  readonly cpuMs: number;
  /** Peak of memory beyond what the process held before, in megabytes. */
  readonly mb: number;
}

const [name, size] = process.argv.slice(2);
const kind = hostileKinds.find((one) => one.name === name);
if (kind === undefined) throw new Error(`no kind of hostile input named ${name}`);
const input = await kind.open();
const work = input.prepare(Number(size));
const before = process.resourceUsage().maxRSS;
const started = performance.now();
const cpuMs = await cpuOf(work);
const cost: HostileCost = {
  ms: Math.round((performance.now() - started) * 10) / 10,
  cpuMs: Math.round(cpuMs * 10) / 10,
  mb: Math.round((process.resourceUsage().maxRSS - before) / 102.4) / 10,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
await input.close?.();
