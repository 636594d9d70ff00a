// `npm run mutate -- <folder> [--seed n] [--count n] [--project unit,contract] [--tests glob,glob]`: changes the code of a
// folder in small ways, one at a time, and sees whether a test notices. The mutants are drawn from all of the folder by a seed that is
// printed; a run that was broken off goes on where it stopped when it is given the same seed. Stryker is installed into
// `.cache/mutate` at the first run, since nothing else needs it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type DrawnMutant, draw, tally, type Verdict } from './mutate/draw.ts';

const VERSION = '10.1.1';
/** Mutants that one start of Stryker tries: it runs the tests once without any before. */
const BATCH = 25;

/** Milliseconds that a test may take longer with a mutant than without, before it is taken to run for ever. */
const PATIENCE = 20_000;

/** Tests that read or compile the source itself, and therefore see the changes that Stryker makes in it. */
const READERS = ['scripts/check-*.test.ts', 'scripts/metadata/registries.test.ts'];

const root = join(import.meta.dirname, '..');
const home = join(root, '.cache', 'mutate');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    project: { type: 'string' },
    tests: { type: 'string' },
  },
});
const folder = positionals[0]?.replace(/\/$/, '');
if (folder === undefined || !existsSync(join(root, folder))) {
  console.error('请给出要检验的文件夹，例如：npm run mutate -- src/core/expression');
  process.exit(1);
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.count ?? 75);
const projects = (values.project ?? (folder.startsWith('server') ? 'server,contract' : 'unit')).split(',');

// Code that knows no browser is judged by the tests of its own kind, not by those of pages that happen to use it.
const includes = values.tests?.split(',') ?? (folder.startsWith('src/core') ? ['src/core/**/*.test.ts'] : null);

await install();
const drawn = draw(await mutantsOf(sources(folder)), count, seed);
console.log(`从 ${folder} 抽取 ${drawn.length} 个变异，种子 ${seed}`);
const kept = join(home, `${folder.replaceAll('/', '-')}-${seed}-${count}.json`);
const verdicts: Record<string, Verdict> = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
const left = () => drawn.filter(({ id }) => verdicts[id] === undefined);
for (let open = left(); open.length > 0; open = left()) {
  console.log(`还有 ${open.length} 个`);
  for (const [id, verdict] of await tryOut(open.slice(0, BATCH))) verdicts[id] = verdict;
  writeFileSync(kept, JSON.stringify(verdicts, null, 2));
}
const { killed, survived, untested, broken } = tally(drawn, verdicts);
for (const { file, line, replacement, original, name } of [...survived, ...untested]) {
  console.log(`存活 ${file}:${line} ${name}\n    - ${original}\n    + ${replacement}`);
}
const judged = killed.length + survived.length + untested.length;
console.log(
  `${folder}：${judged} 个变异中发现 ${killed.length} 个（${Math.round((100 * killed.length) / Math.max(1, judged))}%），存活 ${survived.length}，没有测试经过 ${untested.length}，不能运行 ${broken.length}；种子 ${seed}`,
);

/** Stryker, beside the packages of the project, whose Vitest it takes. */
async function install(): Promise<void> {
  if (existsSync(join(home, 'node_modules', '@stryker-mutator', 'vitest-runner'))) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}');
  // It reads tsconfig.json by TypeScript's own functions, which version 7 does not offer.
  const packages = [`@stryker-mutator/core@${VERSION}`, `@stryker-mutator/vitest-runner@${VERSION}`, 'typescript@5.9'];
  await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefix', home, ...packages], root);
}

/** Source files of a folder, tests apart. */
function sources(from: string): string[] {
  return readdirSync(join(root, from), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$|\.generated\.ts$/.test(name))
    .map((name) => join(from, name));
}

/** All mutants of files, as Stryker makes them. */
async function mutantsOf(files: readonly string[]): Promise<DrawnMutant[]> {
  const entry = join(home, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = await import(pathToFileURL(entry).href);
  const parsers = await import(pathToFileURL(join(entry, '../parsers/index.js')).href);
  const printers = await import(pathToFileURL(join(entry, '../printers/index.js')).href);
  const transformers = await import(pathToFileURL(join(entry, '../transformers/index.js')).href);
  const quiet = new Proxy({}, { get: () => () => false });
  const instrumenter = new Instrumenter(quiet, parsers.createParser, printers.print, transformers.transform);
  const contents = new Map(files.map((file) => [join(root, file), readFileSync(join(root, file), 'utf8')]));
  const { mutants } = await instrumenter.instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );
  return mutants.map((mutant: StrykerMutant) => {
    const { start, end } = mutant.location;
    const file = relative(root, mutant.fileName);
    const text = contents.get(mutant.fileName) ?? '';
    return {
      // Stryker counts lines from 0 here and from 1 in its options and reports.
      id: `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}:${mutant.mutatorName}:${mutant.replacement}`,
      range: `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
      file,
      line: start.line + 1,
      name: mutant.mutatorName,
      replacement: mutant.replacement,
      original: cut(text, mutant.location),
    };
  });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface StrykerMutant {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

function cut(text: string, { start, end }: StrykerMutant['location']): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  if (lines.length === 1) return lines[0]?.slice(start.column, end.column) ?? '';
  return [lines[0]?.slice(start.column), '…', lines.at(-1)?.slice(0, end.column)].join(' ');
}

/**
 * Writes a checker of Stryker's that lets nothing but the drawn mutants through. A range holds others beside them, five
 * times as many where conditions are nested, and with a database each of them costs seconds.
 */
function writeChecker(batch: readonly DrawnMutant[]): string {
  const file = join(home, 'only-drawn.mjs');
  writeFileSync(
    file,
    `import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
const drawn = new Set(${JSON.stringify(batch.map(({ id }) => id))});
const idOf = ({ fileName, location: { start, end }, mutatorName, replacement }) => (file) =>
  \`\${file}:\${start.line + 1}:\${start.column}-\${end.line + 1}:\${end.column}:\${mutatorName}:\${replacement}\`;
class OnlyDrawn {
  async init() {}
  async check(mutants) {
    const verdict = (mutant) => {
      const parts = mutant.fileName.replaceAll('\\\\', '/').split('/');
      const isDrawn = parts.some((_, index) => drawn.has(idOf(mutant)(parts.slice(index).join('/'))));
      return isDrawn ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
    };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]));
  }
}
export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'only-drawn', OnlyDrawn)];
`,
  );
  return file;
}

/** Tries mutants out: the verdict on each by its id. */
async function tryOut(batch: readonly DrawnMutant[]): Promise<Map<string, Verdict>> {
  const report = join(home, 'report.json');
  const vitest = join(home, 'vitest.config.ts');
  // Projects that are not asked for would run their tests of the same files as well.
  writeFileSync(
    vitest,
    `import whole from '${join(root, 'vitest.config.ts')}';
const test = whole.test;
const projects = test.projects
  .filter(({ test }) => ${JSON.stringify(projects)}.includes(test.name))
  .map(({ test }) => ({ test: { ...test, include: ${JSON.stringify(includes)} ?? test.include, exclude: [...test.exclude ?? [], ...${JSON.stringify(READERS)}] } }));
export default { root: process.cwd(), test: { ...test, retry: 0, projects } };
`,
  );
  const config = join(home, 'stryker.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'), writeChecker(batch)],
      coverageAnalysis: 'perTest',
      vitest: { configFile: vitest },
      mutate: [...new Set(batch.map(({ range }) => range))],
      ignorePatterns: ['.cache', '.data', 'dist', '.screenshots', '.lighthouse', 'backups', 'test-results'],
      tempDirName: join('.cache', 'mutate', 'tmp'),
      reporters: ['json'],
      jsonReporter: { fileName: report },
      // One of them checks, and is done at once.
      concurrency: 3,
      timeoutMS: PATIENCE,
      // The first run starts a database for each of two processes.
      dryRunTimeoutMinutes: 20,
      allowEmpty: true,
      disableTypeChecks: false,
      checkers: ['only-drawn'],
    }),
  );
  await run(process.execPath, [join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], root);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: (Omit<StrykerMutant, 'fileName'> & { status: Verdict })[] }>;
  };
  const found = new Map<string, Verdict>();
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { mutatorName, replacement, location, status } of mutants) {
      const { start, end } = location;
      const place = `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
      found.set(`${file}:${place}:${mutatorName}:${replacement}`, status);
    }
  }
  return new Map(batch.map(({ id }) => [id, found.get(id) ?? 'Ignored']));
}

function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${program} ended with ${code}`))));
  });
}
