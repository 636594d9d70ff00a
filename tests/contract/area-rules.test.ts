import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAreaRules } from '../../server/assembly/load-area-rules.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { EXAMPLE_RULES, exampleRules } from '../fixtures/example-areas.ts';
import { tryout, tryoutPass } from '../fixtures/tryout-entities.ts';

const placed = (entity: Entity, area = 'test') => new Map([[entity.entity, { area, source: entity }]]);

describe('rules of an entity', () => {
  let server: EntityServer;

  beforeAll(async () => {
    const entities = { test: [tryout, tryoutPass] };
    server = await createEntityServer({ entities, shipped: [], rules: await exampleRules() });
  });
  afterAll(() => server?.close());

  const save = (body: object) => server.call<WireRecord>({}, 'POST /api/anlan-safety/tryout/save', body);
  const passes = async () =>
    (await server.call<WirePage<WireRecord>>({}, 'GET /api/anlan-safety/tryoutPass/page')).data.records.map(
      ({ name, status }) => [name, status],
    );

  it('derive values, whatever was sent for them, before what is computed from them', async () => {
    const saved = await save({ answers: 'ABXD', key: 'ABCD', points: 100 });
    expect(saved).toMatchObject({ status: 200, data: { points: 3, passed: '是', version: 1 } });
    expect(await passes()).toEqual([['合格证 3', 'given']]);
  });

  it('refuse a record at the field that is wrong, knowing what is stored', async () => {
    const refused = await save({ answers: 'XXXX', key: 'ABCD' });
    expect(refused.errors).toMatchObject([{ pointer: '/answers', msg: '答案不能全是X' }]);
    const { data } = await save({ answers: 'A', key: 'ABCD' });
    const changed = await save({ id: data.id, version: data.version, answers: 'AB' });
    expect(changed.errors).toMatchObject([{ pointer: '/answers', msg: '答案交上后不能修改' }]);
    const rekeyed = await save({ id: data.id, version: data.version, key: 'BBCD' });
    expect(rekeyed.data).toMatchObject({ points: 0, passed: '否' });
  });

  it('create and fire after a save, and with what is refused then nothing of it stays', async () => {
    const before = await passes();
    await save({ answers: 'ABCD', key: 'ABCD' });
    expect(await passes()).toHaveLength(before.length + 1);
    expect(await passes()).toContainEqual(['合格证 4', 'honoured']);
    const key = 'ABCDEFGHIJKL';
    expect((await save({ answers: key, key })).status).toBe(400);
    expect(await passes()).toHaveLength(before.length + 1);
    const { data } = await server.call<WirePage<WireRecord>>({}, 'GET /api/anlan-safety/tryout/page?size=50');
    expect(data.records.some(({ answers }) => answers === key)).toBe(false);
  });
});

describe('the start', () => {
  const trees: string[] = [];
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  function folder(files: Readonly<Record<string, string>>): string {
    const root = mkdtempSync(join(tmpdir(), 'anlan-areas-'));
    trees.push(root);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return root;
  }

  const rule = (entity: string) => `export const rules = { entity: '${entity}' };`;

  it('does without rules where there are none', async () => {
    expect((await loadAreaRules(new Map(), join(EXAMPLE_RULES, 'nowhere'))).size).toBe(0);
  });

  it.each<[string, Record<string, string>, Entity, string]>([
    ['of an unknown entity', { 'test/nobody.rules.ts': rule('nobody') }, { ...tryoutPass }, '没有“nobody”'],
    ['in another area', { 'other/tryout.rules.ts': rule('tryout') }, tryout, '领域“other”里没有“tryout”'],
    ['that the entity does not name', { 'test/tryoutPass.rules.ts': rule('tryoutPass') }, tryoutPass, '没有被实体引用'],
    ['that are named otherwise inside', { 'test/tryout.rules.ts': rule('other') }, tryout, '定义的是“other”的规则'],
    ['that export nothing', { 'test/tryout.rules.ts': 'export {};' }, tryout, '没有导出 rules'],
    ['that cannot be loaded', { 'test/tryout.rules.ts': 'throw new Error("坏了");' }, tryout, '不能使用：坏了'],
    [
      'that fill what the file does not leave to them',
      {
        'test/tryout.rules.ts':
          "export const rules = { entity: 'tryout', fills: ['points', 'key'], derive: () => ({}) };",
      },
      tryout,
      '填写“key”，但实体文件没有给它写 "by": "rules"',
    ],
    [
      'that leave out what the file leaves to them',
      { 'test/tryout.rules.ts': "export const rules = { entity: 'tryout' };" },
      tryout,
      '没有填写“points”',
    ],
    ['that an entity names and nobody defines', {}, tryout, '没有文件 areas/test/tryout.rules.ts'],
  ])('is refused by rules %s', async (_, files, entity, message) => {
    await expect(loadAreaRules(placed(entity), folder(files))).rejects.toThrow(message);
  });
});
