import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type {
  DashboardAnswer,
  JointPageHead,
  MapAnswer,
  RecordFileAnswer,
  TileAnswer,
  UnionAnswer,
  UnionRow,
} from '../../src/core/wire/joint.ts';
import type { MenuItem } from '../../src/core/wire/menu.ts';
import { formatFigure } from '../../src/core/wire/statistics.ts';
import { callProduct, type ProductClient, signIn } from '../fixtures/product-client.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';
import { cellsOf, openedWorkbook } from '../fixtures/workbook.ts';

const { models } = await shippedModels();
const { jointPages } = parseFiles(readMetadataFiles('schemas'));

/** One account for each way to see or not to see. */
const ACCOUNTS = [
  'admin',
  'safety',
  'director',
  'officer',
  'leader',
  'employee',
  'contractor',
  'auditor',
  'nobody',
  'principal',
  'workshop',
];

const modelOf = (page: string) => {
  const found = models.find(({ pages }) => Object.hasOwn(pages, page));
  if (found === undefined) throw new Error(`no entity has the page ${page}`);
  return found;
};

/** What a list answers: undefined where it is refused. */
async function listed(
  client: ProductClient,
  page: string,
  query: Readonly<Record<string, string>>,
): Promise<WirePage<WireRecord> | undefined> {
  const [method, path] = callOf(modelOf(page), 'page') ?? ['', ''];
  const sent = method === 'GET' ? { query: { ...query, page } } : { query: { page }, json: query };
  const answer = await client.call<WirePage<WireRecord>>(method, path, sent);
  if (answer.status === 403) return undefined;
  expect([path, answer.status, answer.body.msg]).toEqual([path, 200, answer.body.msg]);
  return answer.body.data;
}

/** Pages that hide themselves and that no menu places: what hand-written pages and tiles show of them. */
const { items } = JSON.parse(readFileSync('schemas/menus/menu.json', 'utf8')) as { items: Record<string, unknown> };
const isWithin = (code: string): boolean => jointPages.get(code)?.hidden === true && items[code] === undefined;

const ask = <T>(client: ProductClient, query: Readonly<Record<string, string>>) =>
  client.call<T>('GET', '{p}-system/joint/records', { query });

/** The list of a page as a spreadsheet, of as few rows as can be. */
function exported(client: ProductClient, page: string) {
  const [, path] = callOf(modelOf(page), 'export') ?? ['', ''];
  return client.download(path, { query: { page, ids: '1' } });
}

async function wholeUnion(client: ProductClient, code: string): Promise<UnionAnswer | undefined> {
  const first = await ask<UnionAnswer>(client, { code });
  if (first.status === 403) return undefined;
  expect([code, first.status, first.body.msg]).toEqual([code, 200, first.body.msg]);
  const rows = [...first.body.data.rows];
  for (let { next } = first.body.data; next !== undefined; ) {
    const piece = await ask<UnionAnswer>(client, { code, after: next });
    expect(piece.status).toBe(200);
    rows.push(...piece.body.data.rows);
    next = piece.body.data.next;
  }
  return { ...first.body.data, rows };
}

const leaves = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.children.length === 0 ? [item] : leaves(item.children)));

describe.each(ACCOUNTS)('%s', (account) => {
  it('finds in the menu just the joint pages that answer him', async () => {
    const client = await signIn(account);
    const menu = await client.call<MenuItem[]>('GET', '{p}-system/menu/biz/routes-children');
    const shown = new Set(leaves(menu.body.data).flatMap(({ code, isPage }) => (isPage === '2' ? [code] : [])));
    for (const code of jointPages.keys()) {
      // Hand-written pages show it, and no menu.
      if (isWithin(code)) continue;
      const head = await client.call('GET', '{p}-system/joint/page', { query: { code } });
      expect([code, head.status]).toEqual([code, shown.has(code) ? 200 : 403]);
    }
  });

  for (const [code, { union }] of jointPages) {
    if (union === undefined) continue;
    it(`sees on ${code} no record and no value that the lists of its pages do not show him`, async () => {
      const client = await signIn(account);
      const answer = await wholeUnion(client, code);
      if (answer === undefined) return;
      expect(new Set(answer.rows.map(({ member, id }) => `${member}/${id}`)).size).toBe(answer.rows.length);
      const byMember = Map.groupBy(answer.rows, ({ member }) => member);
      for (const part of answer.parts ?? []) {
        const rows = byMember.get(part.key) ?? [];
        expect([part.key, rows.length]).toEqual([part.key, part.count]);
      }
      for (const [member, rows] of byMember) {
        const { page, columns } = union.of[member] ?? { page: '', columns: {} };
        const own = await listed(client, page, { ids: rows.map(({ id }) => id).join(','), size: '200' });
        const records = new Map(own?.records.map((record) => [record.id, record]));
        expect([member, rows.filter(({ id }) => !records.has(id))]).toEqual([member, []]);
        for (const row of rows) expectShown(row, columns, records.get(row.id));
      }
    });
  }

  for (const [code, { union }] of jointPages) {
    if (union === undefined) continue;
    it(`takes out of ${code} as a spreadsheet just what the lists of its pages let him export`, async () => {
      const client = await signIn(account);
      const head = await client.call<JointPageHead>('GET', '{p}-system/joint/page', { query: { code } });
      const file = await client.download('{p}-system/joint/export', { query: { code } });
      const may = head.status === 200 ? (head.body.data.settings as { exports: readonly string[] }).exports : [];
      expect([head.status, may, file.status]).toEqual([head.status, may, may.length > 0 ? 200 : 403]);
      if (file.status !== 200) return;
      for (const key of Object.keys(union.of)) {
        const own = await exported(client, union.of[key]?.page ?? '');
        expect([key, own.status]).toEqual([key, may.includes(key) ? 200 : 403]);
      }
      const [heads, ...rows] = cellsOf(await openedWorkbook(file.content));
      expect(heads).toEqual([...Object.values(union.columns).map(({ title }) => title), '类别']);
      const shown = await wholeUnion(client, code);
      const titles = new Map(shown?.parts?.map(({ key, title }) => [key, title]));
      const wanted = shown?.rows.filter(({ member }) => may.includes(member)) ?? [];
      const [first = ''] = Object.keys(union.columns);
      expect(rows.map((row) => [row[0], row.at(-1)])).toEqual(
        wanted.map(({ member, cells }) => [cells[first]?.text, titles.get(member)]),
      );
    });
  }

  for (const [code, { map }] of jointPages) {
    if (map === undefined) continue;
    it(`sees on ${code} no place that the lists of its pages do not show him`, async () => {
      const client = await signIn(account);
      const answer = await ask<MapAnswer>(client, { code });
      if (answer.status === 403) return;
      expect([answer.status, answer.body.msg]).toEqual([200, answer.body.msg]);
      for (const { key, page, places } of answer.body.data.layers) {
        const ids = places.slice(0, 200).map(({ id }) => id);
        const own = ids.length === 0 ? undefined : await listed(client, page, { ids: ids.join(','), size: '200' });
        const seen = new Set(own?.records.map(({ id }) => id));
        expect([key, ids.filter((id) => !seen.has(id))]).toEqual([key, []]);
      }
    });
  }

  for (const [code, { file }] of jointPages) {
    if (file === undefined) continue;
    it(`counts in a file of ${code} what the lists of its pages count for him`, async () => {
      const client = await signIn(account);
      const first = (await listed(client, file.of, { size: '3' }))?.records ?? [];
      for (const { id } of first) {
        const answer = await ask<RecordFileAnswer>(client, { code, record: id });
        expect([answer.status, answer.body.msg]).toEqual([200, answer.body.msg]);
        for (const [key, count] of Object.entries(answer.body.data.counts)) {
          const { page = '', by = '' } = file.tabs[key] ?? {};
          expect([key, count]).toEqual([key, (await listed(client, page, { [by]: id, size: '1' }))?.total]);
        }
      }
      const stranger = await ask(client, { code, record: '1' });
      expect([403, 404]).toContain(stranger.status);
    });
  }

  for (const [code, { dashboard }] of jointPages) {
    if (dashboard === undefined) continue;
    it(`opens on ${code} behind each figure just as many rows as it says`, async () => {
      const client = await signIn(account);
      const answer = await ask<DashboardAnswer>(client, { code });
      if (answer.status === 403) return;
      expect([answer.status, answer.body.msg]).toEqual([200, answer.body.msg]);
      for (const tile of answer.body.data.tiles) await expectCounted(client, tile);
    });
  }
});

/** No cell without the value in the list: what the list leaves out or masks says nothing here. */
function expectShown(row: UnionRow, columns: Readonly<Record<string, string>>, record: WireRecord | undefined): void {
  for (const [column, cell] of Object.entries(row.cells)) {
    const field = columns[column] ?? '';
    expect([row.id, column, record?.[field] ?? null, cell.text]).not.toEqual([row.id, column, null, cell.text]);
  }
}

/** Times that a figure is compared while the demo plant is still being written. */
const ATTEMPTS = 6;

async function expectCounted(client: ProductClient, { key, content }: TileAnswer): Promise<void> {
  if (content?.kind === 'list') {
    const own = await listed(client, content.page, { size: '20' });
    const ids = new Set(own?.records.map(({ id }) => id));
    expect([key, content.rows.filter(({ id }) => !ids.has(id))]).toEqual([key, []]);
  }
  if (content?.kind === 'union') await expectUnion(client, key, content);
  if (content?.kind === 'chart' && content.list !== undefined) await expectDrawn(client, key, content, content.list);
  if (content?.kind !== 'number') return;
  for (const number of [content, ...(content.beside ?? [])]) {
    if (number.rows !== undefined) await expectRows(client, [key, number.rows.page], number.rows, number.value);
  }
}

interface Opened {
  readonly page: string;
  readonly figure: string;
}

/** The list that a press opens has as many rows as the figure says. */
async function expectRows(client: ProductClient, of: readonly string[], { page, figure }: Opened, value: number) {
  let total = -1;
  for (let attempt = 1; attempt <= ATTEMPTS && total !== value; attempt += 1) {
    total = (await listed(client, page, { figure, size: '1', exact: 'true' }))?.total ?? -1;
  }
  expect([...of, figure, total]).toEqual([...of, figure, value]);
}

type ContentOf<Kind> = Extract<NonNullable<TileAnswer['content']>, { kind: Kind }>;

/** Of each line of a chart the first and the last group, since each is one call. */
async function expectDrawn(client: ProductClient, key: string, { block, page }: ContentOf<'chart'>, list: string) {
  const ends = [...new Set([block.rows[0], block.rows.at(-1)])];
  for (const [at, column] of block.columns.entries()) {
    if (!column.counts || !block.series.includes(column.key)) continue;
    for (const row of ends) {
      if (row === undefined) continue;
      const figure = formatFigure({ page, block: block.key, measure: column.key, key: row.key });
      await expectRows(client, [key, row.label], { page: list, figure }, row.values[at] ?? 0);
    }
  }
}

/** A union's numbers are those of its own page, by kind; a month shows no day but of that month. */
async function expectUnion(client: ProductClient, key: string, { page, parts, rows, as, date }: ContentOf<'union'>) {
  for (const { key: member, count } of parts) {
    const { data } = (await ask<UnionAnswer>(client, { code: page, member })).body;
    const counted = data.next === undefined ? data.rows.length : count;
    const own = data.parts?.find((part) => part.key === member)?.count;
    expect([key, member, own, counted]).toEqual([key, member, count, count]);
  }
  const months = new Set(rows.map(({ cells }) => cells[date]?.text.slice(0, 7)));
  if (as === 'month') expect([key, months.size <= 1]).toEqual([key, true]);
}

describe('joint pages', () => {
  it('are of more than one kind, and somebody sees records on them', async () => {
    expect(new Set([...jointPages.values()].map(({ view }) => view)).size).toBeGreaterThan(1);
    const client = await signIn('safety');
    const union = await wholeUnion(client, 'expiries');
    expect(union?.rows.length).toBeGreaterThan(5);
    const due = union?.rows.map(({ cells }) => cells.due?.text ?? '') ?? [];
    expect(due).toEqual([...due].sort());
    const found = await ask<UnionAnswer>(client, { code: 'expiries', member: 'contractor' });
    expect(new Set(found.body.data.rows.map(({ member }) => member))).toEqual(new Set(['contractor']));
  });

  it('refuse places that nobody was given, kinds that are none, and pages that do not exist', async () => {
    const client = await signIn('safety');
    const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    for (const after of ['x', forged([0, '1', 'no date']), forged(['0', '1', null]), forged([0, '1', "'; drop"])]) {
      const { status, body } = await ask(client, { code: 'expiries', after });
      expect([after, status, body.errors?.[0]?.pointer]).toEqual([after, 400, '/after']);
    }
    expect((await ask(client, { code: 'expiries', member: 'none' })).body.errors?.[0]?.pointer).toBe('/member');
    expect((await ask(client, { code: 'none' })).status).toBe(404);
    for (const code of ['none', 'areaGraph']) {
      expect([code, (await client.call('GET', '{p}-system/joint/export', { query: { code } })).status]).toEqual([
        code,
        404,
      ]);
    }
    for (const box of ['1,2,3', '5,0,1,9', 'a,b,c,d', '0,-91,1,0', '0,0,1,1,1']) {
      expect([box, (await ask(client, { code: 'areaGraph', box })).body.errors?.[0]?.pointer]).toEqual([box, '/box']);
    }
    const nowhere = await ask<MapAnswer>(client, { code: 'areaGraph', box: '0,0,0.001,0.001' });
    const points = nowhere.body.data.layers.filter(({ shape }) => shape === 'point');
    expect(points.map(({ places }) => places)).toEqual(points.map(() => []));
  });

  it('show without login only what their file says', async () => {
    for (const [code, { dashboard }] of jointPages) {
      const answer = await callProduct<DashboardAnswer>('GET', '{p}-system/joint/open', { query: { code } });
      const open = dashboard?.public ?? [];
      expect([code, answer.status]).toEqual([code, open.length === 0 ? 404 : 200]);
      if (open.length > 0) expect(answer.body.data.tiles.map(({ key }) => key).sort()).toEqual([...open].sort());
      for (const path of ['joint/records', 'joint/export']) {
        const closed = await callProduct('GET', `{p}-system/${path}`, { query: { code } });
        expect([path, closed.status]).toEqual([path, 401]);
      }
    }
  });
});
