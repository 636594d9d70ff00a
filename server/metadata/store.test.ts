import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { patient, promised } from '../../tests/fixtures/patience.ts';
import type { TestDatabase } from '../../tests/fixtures/postgres.ts';
import { publishOverlay } from '../../tests/fixtures/publish-overlay.ts';
import { createTestDatabase } from '../../tests/fixtures/test-database.ts';
import { createPlatformDatabase } from '../assembly/platform-database.ts';
import { createPlatformTables } from '../assembly/platform-tables.ts';
import type { Database } from '../ground/database/database.ts';
import { inLanguage } from '../ground/language/language.ts';
import { importMetadata } from './importer.ts';
import { parseFiles } from './judge/parse-world.ts';
import { areKnownSound, soundName } from './judge/sound-files.ts';
import { readMetadataFiles } from './metadata-files.ts';
import { createMetadataStore, type MetadataStore } from './store.ts';
import { watchMetadata } from './watcher.ts';

/** What tests change of an entity file. */
interface LawFile {
  readonly record: { readonly properties: Record<string, unknown> };
  readonly states: Record<string, unknown>;
  removed?: readonly string[];
  removedStates?: Readonly<Record<string, string>>;
}

const TENANT = '645967';
const settings = new Map<string, string | number | boolean>();

let own: TestDatabase;
let database: Database;
let folder: string;
let store: MetadataStore;

const lawFile = () => path.join(folder, 'areas/base/lawRegulation.entity.json');
const importAll = () => importMetadata({ database, folder, settings, now: () => new Date('2026-11-20T00:00:00Z') });

async function editLaw(edit: (text: string) => string): Promise<void> {
  await writeFile(lawFile(), edit(await readFile(lawFile(), 'utf8')));
}

async function replaceLaw(edit: (text: string) => string): Promise<void> {
  await writeFile(`${lawFile()}.tmp`, edit(await readFile(lawFile(), 'utf8')));
  await rename(`${lawFile()}.tmp`, lawFile());
}

async function until(condition: () => Promise<boolean>, limit: number): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < limit) {
    if (await condition()) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not within ${limit} ms`);
}

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-schemas-'));
  await cp('schemas', folder, { recursive: true });
  const { problems } = await importAll();
  expect(problems).toEqual([]);
  store = await createMetadataStore({
    database,
    servicePrefix: 'anlan',
    settings,
    timeZone: 'Asia/Shanghai',
    trust: 50,
  });
});

afterAll(async () => {
  await store?.close();
  await database?.close();
  await own?.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('metadata from the database', () => {
  it('gives each call its language, and keeps what a tenant has worded itself', async () => {
    const file = path.join(folder, 'locales/pt-BR/sample.json');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ 'systemRule.title': 'Norma interna' }));
    await writeFile(
      path.join(folder, 'locales/pt-BR/dictionaries.json'),
      JSON.stringify({ 'law-effect': 'Vigência', 'law-effect.1': 'Em vigor' }),
    );
    await writeFile(path.join(folder, 'locales/pt-BR/menu.json'), JSON.stringify({ law: 'Leis e regulamentos' }));
    await importAll();
    await until(async () => {
      const { entities } = await inLanguage('pt-BR', () => store.snapshot(TENANT));
      return entities.get('systemRule')?.title === 'Norma interna';
    }, patient(5_000));
    const translated = await inLanguage('pt-BR', () => store.snapshot(TENANT));
    expect(translated.dictionaries.get('law-effect')).toMatchObject({ title: 'Vigência' });
    expect(
      translated.dictionaries
        .get('law-effect')
        ?.choices.slice(0, 2)
        .map(({ title }) => title),
    ).toEqual(['Em vigor', '尚未生效']);
    expect(translated.menu.find(({ code }) => code === 'law')?.name).toBe('Leis e regulamentos');
    expect(translated.untranslated?.entities.get('systemRule')?.title).toBe('规章制度');
    expect((await store.snapshot(TENANT)).entities.get('systemRule')?.title).toBe('规章制度');
  });

  it('speaks another language part by part: pages and calls are those of its own models, as they are written', async () => {
    const written = await store.snapshot(TENANT);
    const spoken = written.inLanguage?.('en-US') ?? written;
    expect(spoken).not.toBe(written);
    expect([...spoken.entities.keys()]).toEqual([...written.entities.keys()]);
    // One page alone, before anybody has asked for the whole.
    const law = spoken.pages.get('law');
    expect([law?.page, law?.entity]).toEqual([
      spoken.entities.get('lawRegulation')?.pages.law,
      spoken.entities.get('lawRegulation'),
    ]);
    expect(law?.entity.title).not.toBe(written.entities.get('lawRegulation')?.title);
    for (const [code, { entity, page }] of spoken.pages) {
      expect(entity).toBe(spoken.entities.get(entity.key));
      expect([Object.values(entity.pages).includes(page), page.code]).toEqual([true, code]);
    }
    for (const [call, { entity, operation, path: address }] of spoken.operations) {
      const there = written.operations.get(call);
      expect(entity.operations.includes(operation)).toBe(true);
      expect([address, operation.kind, operation.name]).toEqual([
        there?.path,
        there?.operation.kind,
        there?.operation.name,
      ]);
    }
    expect(spoken.menu.map(({ code }) => code)).toEqual(written.menu.map(({ code }) => code));
    expect(await inLanguage('en-US', () => store.snapshot(TENANT))).toBe(spoken);
  });

  it('gives entities, pages, operations, dictionaries and the menu', async () => {
    const snapshot = await store.snapshot(TENANT);
    expect(snapshot.entities.get('lawRegulation')?.title).toBe('法律法规');
    expect(snapshot.pages.get('law')?.entity.key).toBe('lawRegulation');
    expect(
      snapshot.operations.get('GET /api/anlan-safety/securitysystem/lawsregulations/list-conditions'),
    ).toBeDefined();
    expect(snapshot.dictionaries.get('law-effect')?.choices.map((choice) => choice.title)).toEqual([
      '现行有效',
      '尚未生效',
      '已修订',
      '已废止',
    ]);
    expect(snapshot.dictionaries.get('risk-level')?.severity).toBe('descending');
    const law = snapshot.menu.find((entry) => entry.code === 'law');
    expect(law).toMatchObject({ id: '10000403', path: '/safety/base/law', parentId: '100004', roles: ['everyone'] });
  });

  it('places a page that the arrangement does not know under its area', async () => {
    const snapshot = await store.snapshot(TENANT);
    expect(snapshot.menu.find((entry) => entry.code === 'session')).toMatchObject({
      parentId: '100017',
      path: '/safety/system/session',
      roles: ['administrator'],
    });
  });

  it('keeps pages of the platform itself for the top tenant', async () => {
    const [company, top] = [await store.snapshot(TENANT), await store.snapshot('000000')];
    expect([company.pages.has('tenant'), company.menu.some((entry) => entry.code === 'tenant')]).toEqual([
      false,
      false,
    ]);
    expect([top.pages.has('tenant'), top.menu.some((entry) => entry.code === 'tenant')]).toEqual([true, true]);
  });

  it('imports nothing when nothing changed, and keeps the snapshot', async () => {
    const before = await store.snapshot(TENANT);
    expect((await importAll()).imported).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(await store.snapshot(TENANT)).toBe(before);
  });

  it('judges once what serves: again with other settings, and each time where something is wrong', async () => {
    const isKnown = async (values = settings) => areKnownSound(database, soundName(readMetadataFiles(folder), values));
    expect([await isKnown(), await isKnown(new Map([['perilMaximumDays', 3]]))]).toEqual([true, false]);
    const good = await readFile(lawFile(), 'utf8');
    await editLaw((text) => text.replace('effectiveDate >= issueDate', 'effectiveDate >= isueDate'));
    for (const time of ['first', 'second']) {
      const { problems } = await importAll();
      expect([time, problems.length > 0, await isKnown()]).toEqual([time, true, false]);
    }
    await writeFile(lawFile(), good);
    expect([(await importAll()).problems, await isKnown()]).toEqual([[], true]);
  });

  it('makes the same of files that are known to be sound', () => {
    const files = readMetadataFiles(folder);
    // Texts that nobody has read yet, so that neither is given what the other has made.
    const unread = (suffix: string) => files.map((file) => ({ ...file, hash: `${file.hash} ${suffix}` }));
    const [known, judged] = [parseFiles(unread('known'), true), parseFiles(unread('judged'))];
    expect(known.entities).toEqual(judged.entities);
    expect(known.problems).toEqual([]);
  });

  it('refuses a broken file with its problems while the last good one serves on', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await editLaw((text) => text.replace('effectiveDate >= issueDate', 'effectiveDate >= isueDate'));
    const { imported, problems } = await importAll();
    expect(imported).toEqual([]);
    expect(problems.map((problem) => problem.pointer)).toContain('/record/properties/effectiveDate/rules/0/when');
    expect((await store.snapshot(TENANT)).entities.has('lawRegulation')).toBe(true);
    await writeFile(lawFile(), good);
  });

  it('lets a changed file serve without a restart, with its new column', async () => {
    const lines: string[] = [];
    const stop = watchMetadata({
      database,
      folder,
      settings,
      now: () => new Date(),
      // So rarely that only a watch can have told.
      lookEvery: 3_600_000,
      onImport: ({ line }) => lines.push(line),
      onError: (error) => {
        throw error;
      },
    });
    // As editors save: another file takes the place of this one.
    await replaceLaw((text) =>
      text.replace(
        '"replaces": {',
        '"shelfNo": { "title": "档案盒号", "field": "input", "type": "string" },\n      "replaces": {',
      ),
    );
    const took = await until(
      async () => (await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.has('shelfNo') ?? false,
      5_000,
    );
    await stop();
    expect(lines.join()).toMatch(
      /^元数据：已导入 法律法规（lawRegulation） 新增 字段 shelfNo（档案盒号）；?.*，用时 \d+ 毫秒$/,
    );
    console.info(`a changed file served after ${Math.round(took)} ms`);
    expect(took).toBeLessThan(promised(5_000));
    await database.transaction(TENANT, async (connection) => {
      await connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, "isDeleted", "shelfNo") values ('1', $1, 1, 0, 'A-1')`,
        [TENANT],
      );
    });
  });
});

describe('overlay of a tenant', () => {
  const publish = (tenantId: string, expected: number, own: readonly OverlayEdit[]) =>
    publishOverlay(store, tenantId, { entity: 'lawRegulation', edits: own, expected });

  const edits: readonly OverlayEdit[] = [
    {
      edit: 'add',
      at: ['record', 'properties', 'localCode'],
      section: 'base',
      after: 'docNo',
      value: { title: '企业编号', field: 'input', type: 'string', maxLength: 30 },
    },
    { edit: 'set', at: ['record', 'properties', 'keywords'], property: 'key', base: 'keywords', value: 'tags' },
    { edit: 'set', at: ['record', 'properties', 'keywords'], property: 'title', base: '关键词', value: '标签' },
    { edit: 'move', at: ['record', 'properties', 'summary'], section: 'base', after: 'name' },
  ];

  it('adds, renames and moves fields for this tenant only, keeps the data, and is stored as a version', async () => {
    await database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, "isDeleted", name, keywords) values ('2', $1, 1, 0, '某法', '动火')`,
        [TENANT],
      ),
    );
    const published = await publish(TENANT, 0, edits);
    expect(published).toMatchObject({ version: 1, conflicts: [] });
    expect('columnsLeft' in published && published.columnsLeft).toBeLessThan(1600);

    const model = (await store.snapshot(TENANT)).entities.get('lawRegulation');
    const base = model?.sections.find((section) => section.key === 'base')?.fields ?? [];
    expect(base.slice(0, 4)).toEqual(['name', 'summary', 'docNo', 'localCode']);
    expect([model?.field.get('tags')?.id, model?.field.get('tags')?.title]).toEqual(['keywords', '标签']);
    const [row] = await database.withTenant(TENANT, (connection) =>
      connection.query(`select "x645967_localCode" as "localCode", keywords from data."lawRegulation" where id = '2'`),
    );
    expect(row).toEqual({ localCode: null, keywords: '动火' });

    const other = (await store.snapshot('645968')).entities.get('lawRegulation');
    expect([other?.field.has('localCode'), other?.field.get('keywords')?.title]).toEqual([false, '关键词']);
  });

  it('survives an import of the shipped file and is refused with its problems when it cannot be built', async () => {
    await editLaw((text) => text.replace('"内容摘要"', '"摘要"'));
    await importAll();
    await until(
      async () => (await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.get('summary')?.title === '摘要',
      1_000,
    );
    expect((await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.get('tags')?.title).toBe('标签');

    const broken = await publish(TENANT, 1, [
      {
        edit: 'add',
        at: ['record', 'properties', 'score'],
        section: 'base',
        after: null,
        value: { title: '得分', field: 'calculate', type: 'number', compute: 'nothing + 1' },
      },
    ]);
    expect('problems' in broken && broken.problems[0]?.message).toContain('nothing');
    expect((await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.has('score')).toBe(false);
  });

  const add = (id: string, value: Readonly<Record<string, unknown>>): OverlayEdit => ({
    edit: 'add',
    at: ['record', 'properties', id],
    section: 'base',
    after: null,
    value,
  });

  it('is refused where another version serves than the one that was edited', async () => {
    expect(await publish(TENANT, 0, edits)).toEqual({ serving: 1 });
    const both = await Promise.all([publish(TENANT, 1, edits), publish(TENANT, 1, edits)]);
    expect(both.filter((answer) => 'version' in answer)).toHaveLength(1);
    expect(both.filter((answer) => 'serving' in answer)).toEqual([{ serving: 2 }]);
  });

  it.each<readonly [string, OverlayEdit, string]>([
    [
      'a role that does not exist',
      { edit: 'add', at: ['pages', 'law', 'grants', 'nobodyAtAll', 'view'], after: null, value: 'view' },
      '没有名为“nobodyAtAll”的角色',
    ],
    [
      'a condition that compares a text with a number',
      { edit: 'set', at: ['pages', 'law'], property: 'where', base: null, value: 'name == 1' },
      '不能比较',
    ],
    [
      'what only the file says',
      { edit: 'set', at: [], property: 'api.base', base: null, value: 'laws/others' },
      '“api.base”由出厂文件规定，企业不能修改',
    ],
  ])('is judged as files are: %s', async (_, edit, message) => {
    const answer = await publish(TENANT, 2, [...edits, edit]);
    expect('problems' in answer && answer.problems.map((problem) => problem.message).join()).toContain(message);
  });

  it('is refused where it gives a column that all companies share another type', async () => {
    const answer = await publish(TENANT, 2, [
      { edit: 'set', at: ['record', 'properties', 'summary'], property: 'field', base: 'textarea', value: 'number' },
      { edit: 'set', at: ['record', 'properties', 'summary'], property: 'type', base: 'string', value: 'number' },
    ]);
    expect('problems' in answer && answer.problems.length).toBeGreaterThan(0);
  });

  it('adds the same key as another company with another type, and an import drops nothing of either', async () => {
    const other = '645968';
    const number = await publish(other, 0, [
      add('localCode', { title: '本地编号', field: 'number', type: 'number', index: true }),
    ]);
    expect(number).toMatchObject({ version: 1 });
    const held = () =>
      database.withOwner(async (client) => {
        const columns = await client.query(
          `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
           where attrelid = 'data."lawRegulation"'::regclass and attname like 'x6459%' and not attisdropped order by 1`,
        );
        const indexes = await client.query(
          `select indexname from pg_indexes where schemaname = 'data' and tablename = 'lawRegulation'
             and indexdef like '%x6459%' order by 1`,
        );
        const keys = await client.query(
          `select conname from pg_constraint where conrelid = 'data."lawRegulation"'::regclass and contype = 'f' order by 1`,
        );
        return { columns: columns.rows, indexes: indexes.rows, keys: keys.rows };
      });
    const before = await held();
    expect(before.columns.map(({ name, type }) => [name, String(type).replace(/\(.*/, '')])).toEqual([
      ['x645967_localCode', 'text'],
      ['x645968_localCode', 'numeric'],
    ]);
    expect(before.indexes.length).toBeGreaterThan(0);
    await editLaw((text) => text.replace('"摘要"', '"概要"'));
    await importAll();
    expect(await held()).toEqual(before);
    expect((await store.snapshot(other)).entities.get('lawRegulation')?.field.get('localCode')?.valueType).toBe(
      'number',
    );
    expect((await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.get('localCode')?.valueType).toBe(
      'text',
    );
  });

  it('loses only the edit that an upgrade has broken, which is listed', async () => {
    const computed = { title: '字数', field: 'calculate', type: 'number', compute: 'size(attachments)' };
    const published = await publish(TENANT, 2, [...edits, add('amount', computed)]);
    expect(published).toMatchObject({ version: 3 });
    const good = await readFile(lawFile(), 'utf8');
    // The field that the company's one reads is called otherwise from now on.
    await editLaw((text) =>
      text
        .replace('"attachments": {', '"enclosures": {"id": "attachments",')
        .replaceAll('"attachments"', '"enclosures"')
        .replaceAll('size(attachments)', 'size(enclosures)')
        .replace('{"id": "enclosures",', '{"id": "attachments",'),
    );
    const { problems } = await importAll();
    expect(problems).toEqual([]);
    const states = await store.overlayStates(TENANT);
    expect(states.get('lawRegulation')?.disabled.map(({ edit }) => edit)).toEqual([edits.length]);
    expect(states.get('lawRegulation')?.disabled[0]?.problems[0]?.message).toContain('attachments');
    await until(
      async () => (await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.has('enclosures') === true,
      5_000,
    );
    const law = (await store.snapshot(TENANT)).entities.get('lawRegulation');
    expect([law?.field.has('localCode'), law?.field.get('tags')?.title, law?.field.has('amount')]).toEqual([
      true,
      '标签',
      false,
    ]);
    await writeFile(lawFile(), good);
    await importAll();
    expect((await store.overlayStates(TENANT)).get('lawRegulation')?.disabled).toEqual([]);
  });
});

describe('what records hold', () => {
  let shipped: string;
  // What one of them leaves behind when it fails is not told again by the others.
  afterEach(async () => {
    await clear();
    await writeFile(lawFile(), shipped);
    await importMetadata({ database, folder, settings, now: () => new Date(), consent: true });
  });
  beforeAll(async () => {
    shipped = await readFile(lawFile(), 'utf8');
    await database.transaction('000000', (connection) =>
      connection.execute(
        `insert into data.tenant (id, "tenantId", version, "isDeleted", "tenantCode", "tenantName")
         values ('held', '000000', 1, 0, $1, '示例企业')`,
        [TENANT],
      ),
    );
  });

  const rows = (count: number, columns: string, values: string) =>
    database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, "isDeleted", name, ${columns})
         select 'held' || n, $1, 1, 0, 'held' || n, ${values} from generate_series(1, ${count}) n`,
        [TENANT],
      ),
    );
  const clear = () =>
    database.transaction(TENANT, (connection) =>
      connection.execute(`delete from data."lawRegulation" where id like 'held%' and "tenantId" = $1`, [TENANT]),
    );
  const summary = async () => (await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.get('summary');
  /** Takes the field out of the record and of every list that names it. */
  function removeSummary(text: string): string {
    const without = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.filter((item) => item !== 'summary').map(without);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, part]) => (key === 'summary' ? [] : [[key, without(part)]])),
      );
    };
    return JSON.stringify(without(JSON.parse(text)), null, 2);
  }

  it('is not lost by a renamed or removed field: the change is held back with its count, and consent lets it pass', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await rows(128, 'summary', `'摘要'`);
    await editLaw(removeSummary);
    const { imported, problems } = await importAll();
    expect(imported).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('（summary）：128 条记录有值')]);
    expect(problems[0]?.fix).toContain('"removed": ["summary"]');
    expect(await summary()).toBeDefined();
    // Said to be removed it goes, and its values stay in the database.
    await editLaw((text) => text.replace('"dialect": 1,', '"dialect": 1,\n  "removed": ["summary"],'));
    expect((await importAll()).problems).toEqual([]);
    await expect.poll(summary, { timeout: patient(5_000) }).toBeUndefined();
    const [kept] = await database.withTenant(TENANT, (connection) =>
      connection.query<{ count: string }>(
        `select count(summary) as count from data."lawRegulation" where id like 'held%'`,
      ),
    );
    expect(Number(kept?.count)).toBe(128);
    await writeFile(lawFile(), good);
    await importAll();
    await clear();
  });

  it('is counted where a changed definition would make stored results others, and stays as it is', async () => {
    const shelf = (where: string) => ({
      dialect: 1,
      entity: 'lawShelf',
      title: '书架',
      api: { service: 'safety', base: 'law-shelf' },
      record: {
        type: 'object',
        properties: {
          name: { title: '名称', field: 'input', type: 'string' },
          laws: {
            title: '法规数',
            field: 'calculate',
            type: 'number',
            scale: 0,
            rollup: { count: true, of: 'lawRegulation', by: 'shelf', where },
          },
        },
      },
    });
    const define = async (worth: string, where: string) => {
      await editLaw((text) => {
        const law = JSON.parse(text) as { record: { properties: Record<string, object> } };
        law.record.properties.worth = { title: '分值', field: 'calculate', type: 'number', scale: 0, compute: worth };
        law.record.properties.shelf = {
          title: '书架',
          field: 'reference',
          type: 'string',
          ref: { entity: 'lawShelf' },
        };
        return JSON.stringify(law);
      });
      const file = path.join(folder, 'areas/base/lawShelf.entity.json');
      await writeFile(file, JSON.stringify(shelf(where)));
      const { problems, outdated } = await importAll();
      expect(problems).toEqual([]);
      return outdated.map(({ pointer, message, fix }) => `${pointer} ${message}；${fix}`);
    };
    expect(await define('isNull(summary) ? 1 : 2', 'isNull(summary)')).toEqual([]);
    await database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."lawShelf" (id, "tenantId", version, "isDeleted", name, laws) values ('held1', $1, 1, 0, '甲', 2), ('held2', $1, 1, 0, '乙', 0)`,
        [TENANT],
      ),
    );
    const summed = `case when n > 2 then '摘要' end`;
    await rows(5, 'shelf, summary, worth', `'held1', ${summed}, case when n > 2 then 2 else 1 end`);
    // Rows of the tests before hold what both formulas give them.
    await database.transaction(TENANT, (connection) =>
      connection.execute(`update data."lawRegulation" set worth = 1 where id not like 'held%'`, []),
    );
    const recalculate = '在该页面上点“重新计算”，确认后改变它们';
    expect(await define('isNull(summary) ? 1 : 3', 'isNull(summary)')).toEqual([
      '/record/properties/worth “分值”（worth）的算法已改变：3 条记录存的值与现在的算法不同；每条记录在下次保存时改变；此前保持原值',
    ]);
    expect(await define("isNull(summary) ? 1 : rank('risk-level', '1')", 'not isNull(summary)')).toEqual([
      expect.stringMatching(
        /^\/record\/properties\/worth “分值”（worth）的算法已改变：\d+ 条记录的值可能不同，要看各企业自己的设置/,
      ),
      `/record/properties/laws “法规数”（laws）的算法已改变：1 条记录存的值与现在的算法不同；${recalculate}`,
    ]);
    // A block alone changes, and with it a column of the rows.
    const scored = async (worth: string, points: string) => {
      const calculated = (compute: string) => ({
        title: '分值',
        field: 'calculate',
        type: 'number',
        scale: 1,
        compute,
      });
      const lines = {
        title: '条款',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          properties: { weight: { title: '权重', field: 'number', type: 'number' }, points: calculated(points) },
        },
      };
      const properties = { worth: { ...calculated(worth), scale: 0 }, lines };
      await mkdir(path.join(folder, 'blocks/base'), { recursive: true });
      await writeFile(path.join(folder, 'blocks/base/scored.block.json'), JSON.stringify({ record: { properties } }));
      const { problems, outdated } = await importAll();
      expect(problems).toEqual([]);
      return outdated.map(({ pointer, message }) => `${pointer} ${message}`);
    };
    await editLaw((text) => {
      const law = JSON.parse(text) as { use?: object; record: { properties: Record<string, object> } };
      delete law.record.properties.worth;
      law.use = { scored: { block: 'base/scored' } };
      return JSON.stringify(law);
    });
    await scored('isNull(summary) ? 1 : 3', 'weight * 2');
    const cells = JSON.stringify([
      { weight: 0.25, points: 0.5 },
      { weight: null, points: null },
    ]);
    await database.transaction(TENANT, (connection) =>
      connection.execute(
        `update data."lawRegulation" set lines = $1::jsonb, worth = case when summary is null then 1 else 3 end where id in ('held1', 'held3')`,
        [cells],
      ),
    );
    expect(await scored('isNull(summary) ? 1 : 3', 'weight + weight')).toEqual([]);
    expect(await scored('isNull(summary) ? 1 : 4', 'parent.worth > 0 ? weight * 4 : 0')).toEqual([
      expect.stringContaining('“分值”（worth）的算法已改变：3 条'),
      '/record/properties/lines/items/properties/points “条款的分值”（points）的算法已改变：2 条记录存的值与现在的算法不同',
    ]);
    const [held] = await database.withTenant(TENANT, (connection) =>
      connection.query(`select laws from data."lawShelf" where id = 'held1'`),
    );
    expect(held).toEqual({ laws: 2 });
    await clear();
    await database.transaction(TENANT, (connection) => connection.execute('delete from data."lawShelf"', []));
    await rm(path.join(folder, 'areas/base/lawShelf.entity.json'));
  });

  it('is not served in a field of another type: the change is held back, and consent converts what can be', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await rows(5, '"shelfNo"', `case when n < 4 then n::text else '第' || n || '盒' end`);
    const narrower = (text: string) =>
      text.replace(
        /("shelfNo": \{ "title": "档案盒号", )"field": "input", "type": "string"/,
        '$1"field": "number", "type": "number"',
      );
    await editLaw(narrower);
    const { imported, problems } = await importAll();
    expect(imported).toEqual([]);
    // One of the rows that came before holds a number too.
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/（shelfNo）的存储类型由 text 改为 numeric\(\d+,\d+\)：6 条记录有值/),
    ]);
    const type = async () =>
      (await store.snapshot(TENANT)).entities.get('lawRegulation')?.field.get('shelfNo')?.valueType;
    expect(await type()).toBe('text');
    const agreed = await importMetadata({ database, folder, settings, now: () => new Date(), consent: true });
    expect(agreed.problems).toEqual([]);
    await expect.poll(type, { timeout: patient(5_000) }).toBe('number');
    const values = await database.withTenant(TENANT, (connection) =>
      connection.query<{ value: string | null }>(
        `select "shelfNo"::text as value from data."lawRegulation" where id like 'held%' order by id`,
      ),
    );
    expect(values.map(({ value }) => (value === null ? null : Number(value)))).toEqual([1, 2, 3, null, null]);
    await clear();
    await writeFile(lawFile(), good);
    await importMetadata({ database, folder, settings, now: () => new Date(), consent: true });
  });

  it('costs nothing where there is none', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await editLaw(removeSummary);
    expect((await importAll()).problems).toEqual([]);
    await writeFile(lawFile(), good);
    expect((await importAll()).problems).toEqual([]);
  });

  /** The file as JSON, changed. */
  const edited = (change: (law: LawFile) => void) =>
    editLaw((text) => {
      const law = JSON.parse(text) as LawFile;
      change(law);
      return JSON.stringify(law, null, 2);
    });
  const agree = () => importMetadata({ database, folder, settings, now: () => new Date(), consent: true });
  const shelves = async () =>
    (
      await database.withTenant(TENANT, (connection) =>
        connection.query<{ value: string | null }>(
          `select "shelfNo"::text as value from data."lawRegulation" where id like 'held%' order by id`,
        ),
      )
    ).map(({ value }) => (value === null ? null : Number(value)));
  const asNumber = (convert: string) =>
    edited((law) => {
      law.record.properties.shelfNo = { title: '档案盒号', field: 'number', type: 'number', convert };
    });
  /** No other row holds a number of a shelf. */
  const onlyHeld = () =>
    database.transaction(TENANT, (connection) =>
      connection.execute(`update data."lawRegulation" set "shelfNo" = null where id not like 'held%'`),
    );

  it('is converted as the field says, once the losses that were counted are agreed to', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await onlyHeld();
    await rows(6, '"shelfNo"', `case when n < 4 then n::text when n = 4 then '4.55' else '第' || n || '盒' end`);
    await asNumber('number(old) * 10');
    const { imported, problems } = await importAll();
    expect(imported).toEqual([]);
    // Two are no numbers, and one has more decimals than the field.
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('6 条记录有值，其中 3 条不能完整转换'),
    ]);
    expect((await agree()).problems).toEqual([]);
    expect(await shelves()).toEqual([10, 20, 30, 46, null, null]);
    await clear();
    await writeFile(lawFile(), good);
    expect((await agree()).problems).toEqual([]);
  });

  it('is converted without asking where the field says how and nothing is lost', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await rows(3, '"shelfNo"', 'n::text');
    await asNumber('number(old) * 10');
    expect((await importAll()).problems).toEqual([]);
    expect(await shelves()).toEqual([10, 20, 30]);
    await clear();
    await writeFile(lawFile(), good);
    expect((await importAll()).problems).toEqual([]);
  });

  it('is not converted, whoever agrees, by what cannot read the stored type', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await rows(1, '"shelfNo"', 'n::text');
    await asNumber('old * 10');
    const { imported, problems } = await agree();
    expect(imported).toEqual([]);
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/record/properties/shelfNo/convert']);
    expect(problems[0]?.message).toContain('convert 不能用于已存的 text');
    await clear();
    await writeFile(lawFile(), good);
    await importAll();
  });

  it('is not served where it means something else, though it is stored alike: what does not fit is counted', {
    timeout: 120_000,
  }, async () => {
    await onlyHeld();
    await rows(3, '"shelfNo"', 'n::text');
    const options = (...keys: string[]) =>
      Object.fromEntries(keys.map((key, order) => [key, { title: `第${key}盒`, order }]));
    const as = (field: object) =>
      edited((law) => {
        law.record.properties.shelfNo = { title: '档案盒号', type: 'string', ...field };
      });
    const told = async () => (await importAll()).problems.map(({ message }) => /：(.*)$/.exec(message)?.[1]);
    const misfit = (count: number) => [`${count} 条记录的值不是它现在能有的值`];
    await as({ field: 'radio', options: options('1', '2') });
    expect(await told()).toEqual(misfit(1));
    await as({ field: 'select', dict: 'yes-no' });
    expect(await told()).toEqual(misfit(2));
    await as({ field: 'reference', ref: { entity: 'systemRule' } });
    expect(await told()).toEqual(misfit(3));
    // What all records hold is a choice, and then no choice any more.
    await as({ field: 'radio', options: options('1', '2', '3') });
    expect(await told()).toEqual([]);
    await as({ field: 'input' });
    expect(await told()).toEqual(misfit(3));
    expect((await agree()).problems).toEqual([]);
    expect(await shelves()).toEqual([1, 2, 3]);
  });

  it('moves to the state and the option that take the place of those that went, each change logged', async () => {
    const good = await readFile(lawFile(), 'utf8');
    const grades = { a: { title: '甲', order: 1 }, b: { title: '乙', order: 2 }, c: { title: '丙', order: 3 } };
    await edited((law) => {
      law.record.properties.grade = { title: '等级', field: 'radio', type: 'string', options: grades };
      law.record.properties.marks = { title: '标记', field: 'checkbox', type: 'array', options: grades };
      law.states['2'] = { title: '归档', order: 30 };
    });
    expect((await importAll()).problems).toEqual([]);
    await rows(3, 'status, grade, marks', `'2', 'b', case when n = 1 then array['a', 'b'] else array['b', 'c'] end`);
    const shrink = (words: boolean) =>
      edited((law) => {
        const { b: _, ...left } = grades;
        const replaced = words ? { removedOptions: { b: 'a' } } : {};
        law.record.properties.grade = { title: '等级', field: 'radio', type: 'string', options: left, ...replaced };
        law.record.properties.marks = { title: '标记', field: 'checkbox', type: 'array', options: left, ...replaced };
        delete law.states['2'];
        if (words) law.removedStates = { '2': '0' };
      });
    await shrink(false);
    // Not even consent lets records keep what no longer exists.
    expect((await agree()).problems.map(({ message }) => message).sort()).toEqual([
      expect.stringContaining('删除“标记”的选项“乙”（b）：3 条记录还是它'),
      expect.stringContaining('删除“等级”的选项“乙”（b）：3 条记录还是它'),
      expect.stringContaining('删除状态“归档”（2）：3 条记录还是它'),
    ]);
    await shrink(true);
    const { problems, changes } = await importAll();
    expect(problems).toEqual([]);
    expect(changes.filter((line) => line.includes('换成'))).toEqual([
      '法律法规（lawRegulation）的状态“归档”换成“停用”：3 条记录',
      '法律法规（lawRegulation）的等级“乙”换成“甲”：3 条记录',
      '法律法规（lawRegulation）的标记“乙”换成“甲”：3 条记录',
    ]);
    const query = <Row>(text: string) => database.withTenant(TENANT, (connection) => connection.query<Row>(text));
    expect(
      await query(`select status, grade, marks, version from data."lawRegulation" where id like 'held%' order by id`),
    ).toEqual([
      { status: '0', grade: 'a', marks: ['a'], version: 4 },
      { status: '0', grade: 'a', marks: ['a', 'c'], version: 4 },
      { status: '0', grade: 'a', marks: ['a', 'c'], version: 4 },
    ]);
    const logged = await query<{ summary: string }>(
      `select summary from data."auditLog" where "recordId" = 'held1' order by summary`,
    );
    expect(logged.map(({ summary }) => summary).sort()).toEqual([
      '标记：乙 → 甲',
      '状态：归档 → 停用',
      '等级：乙 → 甲',
    ]);
    // It is done once.
    expect((await importAll()).changes).toEqual([]);
    await clear();
    await edited((law) => {
      law.removed = ['grade', 'marks'];
      delete law.record.properties.grade;
      delete law.record.properties.marks;
    });
    await importAll();
    await writeFile(lawFile(), good);
    await importAll();
  });

  it('stays as it was when the change cannot be stored with it', async () => {
    const good = await readFile(lawFile(), 'utf8');
    await edited((law) => {
      law.states['2'] = { title: '归档', order: 30 };
    });
    await importAll();
    await rows(1, 'status', `'2'`);
    await database.withOwner((client) =>
      client.query(`create function platform.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
        create trigger refuse before update on platform."metadataCurrent" for each row execute function platform.refuse()`),
    );
    await edited((law) => {
      delete law.states['2'];
      law.removedStates = { '2': '0' };
    });
    await expect(importAll()).rejects.toThrow('no');
    await database.withOwner((client) => client.query('drop function platform.refuse() cascade'));
    const status = async () =>
      (
        await database.withTenant(TENANT, (connection) =>
          connection.query<{ status: string }>(`select status from data."lawRegulation" where id = 'held1'`),
        )
      )[0]?.status;
    expect(await status()).toBe('2');
    expect((await importAll()).problems).toEqual([]);
    expect(await status()).toBe('0');
    await clear();
    await writeFile(lawFile(), good);
    await importAll();
  });
});
