// `npm run bench [-- prefix [kinds]]`: runs the benches whose name begins with the prefix; of one with many kinds of
// input only those whose names begin with one of the words, `hostile sheet,form`. stdout carries one line of JSON for
// each figure and nothing else. Figures of different machines do not compare; ratios do.
import { type Bench, cleanUp, progress } from './harness/bench.ts';

const benches: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  'form-200': () => import('./form/form-200.ts'),
  'form-1000': () => import('./form/form-1000.ts'),
  'form-kinds': () => import('./form/form-kinds.ts'),
  'subtable-50x20': () => import('./form/subtable-50x20.ts'),
  'key-300': () => import('./form/key-300.ts'),
  'key-1000': () => import('./form/key-1000.ts'),
  'calc-20': () => import('./form/calc-20.ts'),
  'api-list-1m': () => import('./list/api-list-1m.ts'),
  'api-calls': () => import('./list/api-calls.ts'),
  'list-1m': () => import('./list/list-1m.ts'),
  designer: () => import('./designer/designer.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  lint: () => import('./lint/lint.ts'),
  scan: () => import('./scan/scan.ts'),
  live: () => import('./live/live.ts'),
  start: () => import('./start/start.ts'),
  'ticket-1m': () => import('./list/ticket-1m.ts'),
  exam: () => import('./exam/exam.ts'),
  view: () => import('./view/view.ts'),
  'rollup-save': () => import('./rollup/rollup-save.ts'),
  'rollup-list': () => import('./rollup/rollup-list.ts'),
};

const prefix = process.argv[2] ?? '';
const chosen = Object.entries(benches).filter(([name]) => name.startsWith(prefix));
if (chosen.length === 0) {
  progress(`没有以“${prefix}”开头的测量。现有：${Object.keys(benches).join('、')}`);
  process.exitCode = 1;
}
// Ending at once runs the exit handlers, which end servers and databases that a bench has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
for (const [name, load] of chosen) {
  progress(`==== ${name} ====`);
  try {
    const { bench } = await load();
    for await (const row of bench.run(process.argv[3]?.split(',') ?? []))
      process.stdout.write(`${JSON.stringify(row)}\n`);
  } catch (error) {
    progress(`${name} 失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}
await cleanUp();
