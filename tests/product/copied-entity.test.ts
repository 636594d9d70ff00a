import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renameField } from '../../src/core/overlay/rename.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type ProductClient, productSchemas, signIn } from '../fixtures/product-client.ts';
import { resolvedEntity } from '../fixtures/resolved-entities.ts';

interface MenuNode {
  readonly code: string;
  readonly path: string;
  readonly name: string;
  readonly children?: readonly MenuNode[];
}

const random = () => `x${randomBytes(5).toString('hex')}`;

/** Milliseconds in which a new file must have become a page. */
const WITHIN = 1_500;

/** A copy that may be slow because the machine does other work besides; a slow product is so each time. */
const TRIES = 3;

/** The register of laws under other names: entity, every field, page and base. */
interface Copy {
  readonly entityKey: string;
  readonly pageCode: string;
  readonly base: string;
  readonly file: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly entity: Record<string, unknown>;
}

const files: string[] = [];

async function copyOfLaws(): Promise<Copy> {
  const entityKey = random();
  const pageCode = random();
  const base = `${random()}/${random()}`;
  const file = path.join(productSchemas(), 'areas/base', `${entityKey}.entity.json`);
  const keys = new Map<string, string>();
  const entity = JSON.parse(JSON.stringify(resolvedEntity('lawRegulation')));
  for (const key of Object.keys(entity.record.properties)) {
    keys.set(key, random());
    renameField(entity, key, keys.get(key) ?? '');
  }
  // A new entity has no earlier keys: its columns bear the new ones.
  for (const property of Object.values<{ id?: string }>(entity.record.properties)) delete property.id;
  entity.entity = entityKey;
  entity.title = `抄本${entityKey}`;
  entity.api.base = base;
  entity.pages = { [pageCode]: { ...entity.pages.law, title: `抄本${pageCode}` } };
  files.push(file);
  return { entityKey, pageCode, base, file, keys, entity };
}

function flatten(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

afterAll(() => Promise.all(files.map((file) => rm(file, { force: true }))));

/** Milliseconds from the writing of its file until the copy stands in the menu. */
async function timeToMenu(safety: ProductClient, { file, entity, pageCode }: Copy): Promise<number> {
  await writeFile(file, JSON.stringify(entity, null, 2));
  const written = performance.now();
  let menu: MenuNode[] = [];
  while (!menu.some((node) => node.code === pageCode) && performance.now() - written < 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await safety.call<MenuNode[]>('GET', '{p}-system/menu/biz/routes-children');
    menu = flatten(answer.body.data ?? []);
  }
  const took = performance.now() - written;
  expect(menu.find((node) => node.code === pageCode)).toMatchObject({
    name: `抄本${pageCode}`,
    path: `/safety/base/${pageCode}`,
  });
  return took;
}

it('an entity file copied under random names appears in menu, page, API, OpenAPI and database without a restart', async () => {
  const safety = await signIn('safety');
  let copy = await copyOfLaws();
  const took = [await timeToMenu(safety, copy)];
  while (Math.min(...took) >= WITHIN && took.length < TRIES) {
    copy = await copyOfLaws();
    took.push(await timeToMenu(safety, copy));
  }
  // The menu is asked every 100 ms, and the call itself takes its time.
  expect(Math.min(...took)).toBeLessThan(WITHIN);

  const { entityKey, pageCode, base, file, keys } = copy;
  const metadata = await safety.call<{ entity: { entity: string } }>('GET', '{p}-system/metadata/page', {
    query: { code: pageCode },
  });
  expect(metadata.body.data.entity.entity).toBe(entityKey);

  const key = (name: string) => keys.get(name) ?? name;
  const body = {
    [key('name')]: '抄本中的文件',
    [key('docNo')]: '抄本第1号',
    [key('fileType')]: '1',
    [key('issueDept')]: '示例机关',
    [key('issueDate')]: '2026-01-01',
    [key('effectiveDate')]: '2026-02-01',
  };
  const saved = await safety.call<WireRecord>('POST', `{p}-safety/${base}/save`, { json: body });
  expect([saved.body.msg, saved.status, saved.body.data[key('effectiveness')]]).toEqual([saved.body.msg, 200, '1']);
  const refused = await safety.call('POST', `{p}-safety/${base}/save`, {
    json: { ...body, [key('docNo')]: '抄本第2号', [key('effectiveDate')]: '2025-01-01' },
  });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ pointer: `/${key('effectiveDate')}`, msg: '施行日期不能早于颁布日期' }],
  ]);
  const listed = await safety.call<WirePage<WireRecord>>('GET', `{p}-safety/${base}/list-conditions`, {
    query: { [key('effectiveness')]: '1', page: pageCode },
  });
  expect(listed.body.data.records.map((record) => record.id)).toEqual([saved.body.data.id]);

  const openApi = (await safety.call('GET', 'openapi.json')).body as unknown as { paths: Record<string, unknown> };
  expect(Object.keys(openApi.paths)).toContain(`/api/anlan-safety/${base}/save`);

  // A file whose records are there is not taken away from them: they go first.
  const admin = await signIn('admin');
  const { id } = saved.body.data;
  expect((await admin.call('POST', `{p}-safety/${base}/remove`, { query: { ids: String(id) } })).status).toBe(200);
  await rm(file);
  const gone = performance.now();
  let status = 200;
  while (status !== 404 && performance.now() - gone < 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    status = (await safety.call('GET', `{p}-safety/${base}/list-conditions`)).status;
  }
  expect(status).toBe(404);
});
