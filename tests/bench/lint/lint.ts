import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPlatformDatabase } from '../../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../../server/assembly/platform-tables.ts';
import { loadFieldTypes } from '../../../server/metadata/field-types.ts';
import { importMetadata } from '../../../server/metadata/importer.ts';
import { checkWorld } from '../../../server/metadata/judge/check-world.ts';
import { type FileMemory, readMetadataFiles } from '../../../server/metadata/metadata-files.ts';
import { createTestDatabase } from '../../fixtures/test-database.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { rounded } from '../harness/statistics.ts';
import { growSchemas, retitle } from './grown-schemas.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const ENTITIES = 140;
const RUNS = 7;

/**
 * What a change of metadata costs with 140 entities: lint of all in a process of its own, of one changed file in such a
 * process and in one that has linted before, and the import of one changed file. `ratio` is to the limits of the issue, 3 s, 300 ms and 1 s; of
 * each there is a figure of the clock and, named `-cpu`, one of the processor, which others' work does not change.
 */
export const bench: Bench = {
  name: 'lint',
  async *run() {
    await loadFieldTypes();
    const above = mkdtempSync(join(tmpdir(), 'anlan-lint-bench-'));
    const folder = join(above, 'schemas');
    try {
      const largest = growSchemas(join(root, 'schemas'), folder, ENTITIES);
      progress(`${readMetadataFiles(folder).filter(({ kind }) => kind === 'entity').length}个实体，改动 ${largest}`);
      yield* figures(
        'lint-all',
        3_000,
        times(5, () => lintApart(folder)),
      );
      yield* figures(
        'lint-one-apart',
        300,
        await each(RUNS, async (run) => {
          retitle(largest, `另行改过的 ${run}`);
          return lintApart(folder, basename(largest, '.entity.json'));
        }),
      );
      const memory: FileMemory = new Map();
      checkWorld(readMetadataFiles(folder, memory), { texts: false });
      yield* figures(
        'lint-one',
        300,
        await each(RUNS, async (run) => {
          retitle(largest, `改过的 ${run}`);
          return measured(async () => checkWorld(readMetadataFiles(folder, memory), { texts: false }));
        }),
      );
      yield* figures('lint-import-one', 1_000, await imports(folder, largest));
    } finally {
      rmSync(above, { recursive: true, force: true });
    }
  },
};

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Lint in a process of its own, of all files or that of one entity. */
function lintApart(folder: string, ...entity: readonly string[]): Cost {
  const script = join(import.meta.dirname, 'lint-apart.ts');
  const printed = execFileSync(process.execPath, [script, folder, ...entity], { cwd: root });
  return JSON.parse(printed.toString()) as Cost;
}

async function imports(folder: string, largest: string): Promise<readonly Cost[]> {
  const own = await createTestDatabase();
  const database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  try {
    await database.withOwner((client) => createPlatformTables(client, database.appRole));
    const run = () => importMetadata({ database, folder, settings: new Map(), now: () => new Date() });
    await run();
    return await each(RUNS, async (number) => {
      retitle(largest, `再改过的 ${number}`);
      return measured(async () => {
        const { imported, problems } = await run();
        if (imported.length !== 1) throw new Error(`没有导入：${problems.map(({ message }) => message).join('；')}`);
      });
    });
  } finally {
    await database.close();
    await own.drop();
  }
}

async function measured(work: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1_000 };
}

function times<T>(count: number, work: () => T): readonly T[] {
  return Array.from({ length: count }, work);
}

async function each<T>(count: number, work: (run: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let run = 0; run < count; run += 1) all.push(await work(run));
  return all;
}

function figures(name: string, limit: number, costs: readonly Cost[]): readonly BenchRow[] {
  const row = (bench: string, values: readonly number[]): BenchRow => {
    const sorted = [...values].sort((left, right) => left - right);
    const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const p95 = sorted.at(-1) ?? 0;
    return {
      bench,
      ratio: rounded(p50 / limit),
      p50: rounded(p50),
      p95: rounded(p95),
      unit: 'ms',
      against: `limit ${limit} ms`,
    };
  };
  return [
    row(
      name,
      costs.map(({ ms }) => ms),
    ),
    row(
      `${name}-cpu`,
      costs.map(({ cpuMs }) => cpuMs),
    ),
  ];
}
