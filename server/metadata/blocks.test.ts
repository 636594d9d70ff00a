import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../tests/fixtures/patience.ts';
import { publishOverlay } from '../../tests/fixtures/publish-overlay.ts';
import { resolvedEntity } from '../../tests/fixtures/resolved-entities.ts';
import { createTestDatabase } from '../../tests/fixtures/test-database.ts';
import { createPlatformDatabase } from '../assembly/platform-database.ts';
import { createPlatformTables } from '../assembly/platform-tables.ts';
import { readDatabasePlan } from '../ground/database/apply-plan.ts';
import type { Database } from '../ground/database/database.ts';
import { importMetadata, overlaidModels } from './importer.ts';
import { checkWorld } from './judge/check-world.ts';
import { readMetadataFiles } from './metadata-files.ts';
import { createMetadataStore, type MetadataStore } from './store.ts';
import { watchMetadata } from './watcher.ts';

const TENANT = '645967';
const RISK = ['facilityRisk', 'lecRisk', 'processRisk', 'riskEvent', 'workRisk'];
const settings = new Map<string, string | number | boolean>();

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let folder: string;
let store: MetadataStore;

const at = (file: string) => path.join(folder, file);
const options = () => ({ database, folder, settings, now: () => new Date('2026-11-20T00:00:00Z') });
const importAll = () => importMetadata(options());
const write = async (file: string, value: unknown): Promise<void> => {
  await mkdir(path.dirname(at(file)), { recursive: true });
  await writeFile(at(file), typeof value === 'string' ? value : JSON.stringify(value, null, 2));
};
const entity = async (key: string) => (await store.snapshot(TENANT)).entities.get(key);
const BLOCK = 'blocks/risk/review.block.json';

/** An overlay over what the block gives: a state, a field and a transition. */
const EDITS = [
  { edit: 'set', at: ['states', 'revising'], property: 'title', base: '修订中', value: '修改中' },
  { edit: 'set', at: ['record', 'properties', 'evaluatorId'], property: 'title', base: '评价人', value: '评估人' },
  { edit: 'set', at: ['transitions', 'discard'], property: 'title', base: '废弃', value: '作废' },
] as const;

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-blocks-'));
  await cp('schemas', folder, { recursive: true });
  // The five risk entities begin written out, as they were before they shared a block.
  for (const key of RISK) await write(`areas/risk/${key}.entity.json`, resolvedEntity(key));
  expect((await importAll()).problems).toEqual([]);
  store = await createMetadataStore({
    database,
    servicePrefix: 'anlan',
    settings,
    timeZone: 'Asia/Shanghai',
    trust: 0,
  });
}, patient(180_000));

afterAll(async () => {
  await store?.close();
  await database?.close();
  await own?.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a block in the folder of a running server', () => {
  it(
    'takes the place of what was written out: no difference, no change of the database, overlays hold',
    async () => {
      for (const key of RISK) {
        const published = await publishOverlay(store, TENANT, { entity: key, edits: EDITS, expected: 0 });
        expect(published).toMatchObject({ version: 1, conflicts: [] });
      }
      for (const key of RISK) {
        await write(`areas/risk/${key}.entity.json`, await readFile(`schemas/areas/risk/${key}.entity.json`, 'utf8'));
      }
      const { parsed, models } = readFolder();
      const overlaid = await overlaidModels(database, parsed, settings);
      expect(await readDatabasePlan(database, models, overlaid)).toEqual([]);
      const { imported, changes, problems } = await importAll();
      expect(problems).toEqual([]);
      expect([...imported].sort()).toEqual(RISK);
      expect(changes.every((change) => change.endsWith('只改了写法'))).toBe(true);
      const states = await store.overlayStates(TENANT);
      for (const key of RISK) {
        expect(states.get(key)).toEqual({ conflicts: [], disabled: [] });
        const model = await entity(key);
        expect(model?.states.revising?.title).toBe('修改中');
        expect(model?.field.get('evaluatorId')?.title).toBe('评估人');
      }
    },
    patient(120_000),
  );

  it(
    'brings all its users anew when it changes, each with another version',
    async () => {
      const before = (await store.snapshot(TENANT)).versions;
      const block = JSON.parse(await readFile(at(BLOCK), 'utf8'));
      block.states.rejected.title = '已驳回';
      await write(BLOCK, block);
      const { imported, changes, problems } = await importAll();
      expect(problems).toEqual([]);
      expect([...imported].sort()).toEqual([...RISK, 'risk/review'].sort());
      expect(changes.filter((change) => change.includes('已驳回')).length).toBe(RISK.length);
      const after = (await store.snapshot(TENANT)).versions;
      for (const key of RISK) {
        expect(after?.get(key)).not.toBe(before?.get(key));
        expect((await entity(key))?.states.rejected?.title).toBe('已驳回');
      }
      expect((await importAll()).imported).toEqual([]);
    },
    patient(120_000),
  );

  it(
    'that is broken, or gone, changes nothing: the last good one serves on',
    async () => {
      const good = await readFile(at(BLOCK), 'utf8');
      const block = JSON.parse(good);
      block.transitions.submit.set = { effectiveTme: 'now()' };
      await write(BLOCK, block);
      const broken = await importAll();
      expect(broken.imported).toEqual([]);
      expect(broken.problems[0]).toMatchObject({
        file: 'schemas/blocks/risk/review.block.json',
        pointer: '/transitions/submit/set/effectiveTme',
        message: expect.stringContaining('“设施风险(SCL)”'),
      });
      await rm(at(BLOCK));
      const gone = await importAll();
      expect(gone.imported).toEqual([]);
      expect(gone.problems.map(({ message }) => message).join()).toContain('没有名为“risk/review”的区块');
      expect((await entity('lecRisk'))?.states.rejected?.title).toBe('已驳回');
      await write(BLOCK, good);
      expect(await importAll()).toMatchObject({ imported: [], problems: [] });
    },
    patient(120_000),
  );

  it(
    'is waited for: an entity that names it is served when its file comes, without a restart',
    async () => {
      const told: string[] = [];
      const stop = watchMetadata({
        ...options(),
        quiet: 20,
        lookEvery: 500,
        onImport: ({ line }) => told.push(line),
        onError: (error) => told.push(String(error)),
      });
      try {
        await write('areas/samples/waiting.entity.json', {
          dialect: 1,
          entity: 'waiting',
          title: '等候',
          api: { service: 'safety', base: 'samples/waiting' },
          use: { note: { block: 'samples/note' } },
          record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
          import: { none: '由系统写入' },
          pages: { waiting: { title: '等候', columns: ['name', 'note'], grants: { '@STAFF': ['view'] } } },
        });
        await expect
          .poll(() => told.join(), { timeout: patient(20_000) })
          .toContain('未采用 schemas/areas/samples/waiting.entity.json');
        expect(await entity('waiting')).toBeUndefined();
        const note = { title: '备注', field: 'input', type: 'string', maxLength: 50 };
        await write('blocks/samples/note.block.json', { record: { properties: { note } } });
        await expect
          .poll(async () => (await entity('waiting'))?.field.get('note')?.title, { timeout: patient(20_000) })
          .toBe('备注');
        await write('blocks/samples/note.block.json', { record: { properties: { note: { ...note, title: '说明' } } } });
        await expect
          .poll(async () => (await entity('waiting'))?.field.get('note')?.title, { timeout: patient(20_000) })
          .toBe('说明');
      } finally {
        await stop();
      }
    },
    patient(120_000),
  );
});

function readFolder() {
  const { parsed, models } = checkWorld(readMetadataFiles(folder), { texts: false });
  return { parsed, models: [...models.values()] };
}
