import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the collector looks at and does; a test brings its own. */
interface IdleProcess {
  /** Share of one processor that the process has used since the last look, from 0 to 1. */
  utilization(): number;
  /** Bytes of objects, dead ones included. */
  heapUsed(): number;
  /** Bytes that the system counts as held, rooms that the collector has emptied and keeps included. */
  resident(): number;
  /** Collects all that is dead and gives the memory back to the system. */
  collect(): void;
}

/** Milliseconds between two looks; what had hardly anything to do for so long is idle. */
const LOOK_EVERY = 10_000;
/** Below this share of the time it is idle. */
const IDLE_BELOW = 0.05;
/** Bytes that have to have come since the last collection to be worth another one. */
const WORTH = 16 * 1024 * 1024;
/** Below this share it is idle enough for as much as `MUCH`: jobs behind a first start go on for minutes, little by little. */
const QUIET_BELOW = 0.25;
const MUCH = 64 * 1024 * 1024;

/**
 * Collects garbage once the process is idle. V8 does so when it needs room, which an idle server never does: what a
 * start, an import or a busy hour left behind would lie there until morning. What it collected in a busy hour it keeps as
 * empty rooms for the next one, which only the system counts. While there is work, nothing is done.
 * @returns a look, to be taken at regular intervals; it tells whether it collected.
 */
export function createIdleCollector(process: IdleProcess): () => boolean {
  const held = { heap: 0, resident: 0 };
  return () => {
    const busy = process.utilization();
    const come = Math.max(process.heapUsed() - held.heap, process.resident() - held.resident);
    if (busy >= (come >= MUCH ? QUIET_BELOW : IDLE_BELOW) || come < WORTH) return false;
    process.collect();
    held.heap = process.heapUsed();
    held.resident = process.resident();
    return true;
  };
}

/** Looks every ten seconds until the function given back is called; it keeps no process alive. */
export function collectWhenIdle(): () => void {
  const look = createIdleCollector(thisProcess());
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * This process, as the collector sees it. What counts is the time that it computed: beside others that are busy the turns of
 * its event loop take long without its doing much, and it would never seem idle.
 */
export function thisProcess(): IdleProcess {
  let last = { cpu: process.cpuUsage(), at: performance.now() };
  return {
    utilization() {
      const { user, system } = process.cpuUsage(last.cpu);
      const elapsed = performance.now() - last.at;
      last = { cpu: process.cpuUsage(), at: performance.now() };
      return elapsed === 0 ? 0 : (user + system) / 1_000 / elapsed;
    },
    heapUsed: () => process.memoryUsage().heapUsed,
    resident: () => process.memoryUsage.rss(),
    collect: collector(),
  };
}

/** V8's own collection, which the flag puts into contexts that are made while it stands. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', flavor: 'last-resort' });
}
