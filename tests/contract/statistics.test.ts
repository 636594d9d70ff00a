import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { formatFigure, type StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { cellsOf, openedWorkbook } from '../fixtures/workbook.ts';

const BASE = '/api/anlan-safety/sample/leaks';
const overseer: TestPerson = { userId: 'u1', roleCodes: ['overseer'], scope: 'tenant' };
const worker: TestPerson = { userId: 'u2', roleCodes: ['worker'], scope: 'own' };

const leak: Entity = {
  dialect: 1,
  entity: 'leak',
  title: '泄漏',
  api: { service: 'safety', base: 'sample/leaks', operations: { stats: { call: 'GET stats', does: 'statistics' } } },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      kind: {
        title: '类别',
        field: 'select',
        type: 'string',
        options: { gas: { title: '气体', order: 20 }, oil: { title: '油品', order: 10 } },
      },
      found: { title: '发现日期', field: 'date', type: 'string', format: 'date' },
      stopped: { title: '止漏日期', field: 'date', type: 'string', format: 'date' },
      litres: { title: '泄漏量', field: 'number', type: 'number', scale: 1 },
      grade: {
        title: '等级',
        field: 'calculate',
        type: 'string',
        options: { big: { title: '大', order: 10 } },
        cases: [{ when: 'litres >= 2', value: 'big' }],
      },
      again: {
        title: '同类是否再发',
        field: 'calculate',
        type: 'string',
        options: { yes: { title: '是', order: 10 }, no: { title: '否', order: 20 } },
        cases: [{ when: "exists('leak', kind == parent.kind and id != parent.id)", value: 'yes' }, { value: 'no' }],
      },
    },
  },
  pages: {
    leak: { title: '泄漏', filters: ['kind', 'found'], grants: { everyone: ['view', 'add', 'export'] } },
    oilLeak: { title: '油品泄漏', view: 'statistics', where: "kind == 'oil'", grants: { everyone: ['view'] } },
  },
  statistics: {
    measures: {
      total: { title: '次数', kind: 'count', date: 'found' },
      stoppedCount: { title: '已止漏', kind: 'count', where: 'not isNull(stopped)', date: 'stopped' },
      litres: { title: '泄漏量', kind: 'sum', of: 'litres', unit: 'L', scale: 1, date: 'found' },
      stopRate: {
        title: '止漏率',
        kind: 'ratio',
        numerator: 'stoppedCount',
        denominator: 'total',
        unit: '%',
        scale: 1,
      },
      typical: {
        title: '平均止漏量',
        kind: 'avg',
        of: 'litres',
        where: 'not isNull(stopped)',
        scale: 2,
        date: 'found',
      },
      share: { title: '占比', kind: 'share', numerator: 'total', unit: '%', scale: 1 },
    },
    blocks: {
      byKind: { title: '按类别', measures: ['total', 'stopRate', 'litres', 'share'], by: ['kind'] },
      byGrade: { title: '按等级', measures: ['total'], by: ['grade'] },
      byAgain: { title: '按是否再发', measures: ['total'], by: ['again'] },
      numbers: { title: '总览', measures: ['total', 'litres'], chart: 'number' },
      byDay: { title: '按止漏日', measures: ['total'], by: ['stopped'], chart: 'ring' },
      byYear: { title: '按年', measures: ['total', 'stopRate', 'stoppedCount'], by: ['found:year'], chart: 'line' },
      byMonth: { title: '按月', measures: ['total', 'stoppedCount'], by: ['found:month'] },
      byQuarter: { title: '按季', measures: ['total', 'stoppedCount'], by: ['found:quarter'], chart: 'line' },
      byWeek: { title: '按周', measures: ['total', 'stoppedCount'], by: ['found:week'], chart: 'bar' },
      byKindGrade: { title: '按类别和等级', measures: ['total', 'stoppedCount', 'share'], by: ['kind', 'grade'] },
      byAgainKind: { title: '按是否再发和类别', measures: ['total'], by: ['again', 'kind'] },
      byTypical: { title: '平均', measures: ['total', 'typical'], by: ['kind'], chart: 'bar' },
    },
  },
};

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { sample: [leak] } });
  const rows = [
    { name: '甲', kind: 'gas', found: '2026-01-10', stopped: '2026-02-01', litres: 1.5 },
    { name: '乙', kind: 'gas', found: '2026-02-11', litres: 2 },
    { name: '丙', kind: 'oil', found: '2026-02-12', stopped: '2026-02-13', litres: 0.5 },
  ];
  for (const row of rows) await server.call(overseer, `POST ${BASE}/save`, row);
});

afterAll(() => server.close());

const blocks = async (person: TestPerson, query = '') =>
  (await server.call<{ blocks: StatisticsBlock[] }>(person, `GET ${BASE}/stats${query}`)).data.blocks;

it('counts by choices in their order, with ratios, sums and shares', async () => {
  const [byKind] = await blocks(overseer, '?block=byKind');
  expect(byKind?.rows).toEqual([
    { key: 'oil', label: '油品', values: [1, 100, 0.5, 33.3] },
    { key: 'gas', label: '气体', values: [2, 50, 3.5, 66.7] },
  ]);
  expect(byKind?.total).toEqual([3, 66.7, 4, 100]);
});

it('knows no average of nothing', async () => {
  const [all] = await blocks(overseer, '?block=byTypical');
  expect(all?.columns.map(({ measured }) => measured)).toEqual([undefined, true]);
  expect([all?.rows.map(({ values }) => values), all?.total]).toEqual([
    [
      [1, 0.5],
      [2, 1.5],
    ],
    [3, 1],
  ]);
  const [none] = await blocks(overseer, '?block=byTypical&startFound=2026-02-11&endFound=2026-02-11');
  expect([none?.rows.map(({ values }) => values), none?.total]).toEqual([[[1, null]], [1, null]]);
});

it('places each measure in time by its own date', async () => {
  const [byMonth] = await blocks(overseer, '?block=byMonth');
  expect(byMonth?.rows).toEqual([
    { key: '2026-01', label: '2026-01', values: [1, 0] },
    { key: '2026-02', label: '2026-02', values: [2, 2] },
  ]);
});

it('counts by quarters and by ISO weeks, each measure by its own date', async () => {
  const [byQuarter, byWeek] = await blocks(overseer, '?block=byQuarter,byWeek');
  expect(byQuarter?.rows.map(({ key, values }) => [key, ...values])).toEqual([['2026-Q1', 3, 2]]);
  expect(byWeek?.rows.map(({ key, values }) => [key, ...values])).toEqual([
    ['2026-W02', 1, 0],
    ['2026-W05', 0, 1],
    ['2026-W07', 2, 1],
  ]);
});

it('counts what the filters let through, and 0 for an empty denominator', async () => {
  const [byKind] = await blocks(overseer, '?block=byKind&startFound=2026-02-12');
  expect(byKind?.rows.map((row) => [row.key, row.values[0]])).toEqual([['oil', 1]]);
  const [none] = await blocks(overseer, '?block=byKind&startFound=2030-01-01');
  expect([none?.rows, none?.total]).toEqual([[], [0, 0, 0, 0]]);
});

it('counts only the records that the person may see', async () => {
  const [byKind] = await blocks(worker, '?block=byKind');
  expect(byKind?.total[0]).toBe(0);
});

it('refuses an unknown block and an unknown filter', async () => {
  expect((await server.call(overseer, `GET ${BASE}/stats?block=nothing`)).status).toBe(404);
  expect((await server.call(overseer, `GET ${BASE}/stats?nothing=1`)).status).toBe(400);
});

it('groups by what is computed from other records', async () => {
  const [byAgain] = await blocks(overseer, '?block=byAgain');
  expect(byAgain?.rows).toEqual([
    { key: 'yes', label: '是', values: [2] },
    { key: 'no', label: '否', values: [1] },
  ]);
});

it('divides the rows of a dimension by a second one', async () => {
  const [byKindGrade, byAgainKind] = await blocks(overseer, '?block=byKindGrade,byAgainKind');
  expect([byKindGrade?.dimension?.title, byKindGrade?.below?.title]).toEqual(['类别', '等级']);
  expect(byKindGrade?.rows).toEqual([
    {
      key: 'oil',
      label: '油品',
      values: [1, 1, 33.3],
      below: [{ key: null, label: '无', values: [1, 1, 33.3] }],
    },
    {
      key: 'gas',
      label: '气体',
      values: [2, 1, 66.7],
      below: [
        { key: 'big', label: '大', values: [1, 0, 33.3] },
        { key: null, label: '无', values: [1, 1, 33.3] },
      ],
    },
  ]);
  expect(byAgainKind?.rows.map(({ key, below }) => [key, below?.map((part) => part.key)])).toEqual([
    ['yes', ['gas']],
    ['no', ['oil']],
  ]);
});

it('calls a missing value not filled in where somebody enters it, and none where it is computed', async () => {
  const labels = async (block: string) => (await blocks(overseer, `?block=${block}`))[0]?.rows;
  expect(await labels('byDay')).toContainEqual({ key: null, label: '未填写', values: [1] });
  expect(await labels('byGrade')).toEqual([
    { key: 'big', label: '大', values: [1] },
    { key: null, label: '无', values: [2] },
  ]);
});

it('counts for a page the records that it stands over', async () => {
  const [byKind] = await blocks(overseer, '?block=byKind&page=oilLeak');
  expect(byKind?.rows.map((row) => [row.key, row.values[0]])).toEqual([['oil', 1]]);
});

const EXTRA = new Set(['stopRate', 'litres', 'share', 'typical']);

/** Every figure of a page's blocks that counts rows, with what the list says of it. */
async function figuresOf(person: TestPerson, page: string, query = '') {
  const found: { name: string; figure: number; rows: number }[] = [];
  for (const block of await blocks(person, `?page=${page}${query}`)) {
    const parts = block.rows.flatMap(({ key, below = [] }) => below.map((part) => ({ ...part, key, below: part.key })));
    const whole = block.rows.map(({ key, values }) => ({ key, values, below: undefined }));
    const rows = [{ key: undefined, values: block.total, below: undefined }, ...whole, ...parts];
    for (const { key, values, below } of rows) {
      for (const [index, { key: measure, counts }] of block.columns.entries()) {
        expect(counts).toBe(!EXTRA.has(measure));
        if (!counts) continue;
        const name = formatFigure({ page, block: block.key, measure, key, below });
        const list = await server.call<{ total: number }>(
          person,
          `GET ${BASE}/page?page=leak&figure=${encodeURIComponent(name)}${query}`,
        );
        found.push({ name, figure: values[index] ?? -1, rows: list.data.total });
      }
    }
  }
  return found;
}

it('lists behind every figure as many rows as it says, on every page, under filters and scopes', async () => {
  const whole = await figuresOf(overseer, 'leak');
  expect(whole.length).toBeGreaterThan(25);
  expect(whole.find(({ name }) => name === 'leak:byKindGrade.total=gas>!')?.rows).toBe(1);
  expect(whole.some(({ name }) => name === 'leak:byDay.total!')).toBe(true);
  const narrowed = [
    ...(await figuresOf(overseer, 'oilLeak')),
    ...(await figuresOf(overseer, 'leak', '&startFound=2026-02-01')),
    ...(await figuresOf(worker, 'leak')),
  ];
  for (const { name, figure, rows } of [...whole, ...narrowed]) expect([name, rows]).toEqual([name, figure]);
  expect(whole.find(({ name }) => name === 'leak:byMonth.stoppedCount=2026-02')?.rows).toBe(2);
  expect(whole.find(({ name }) => name === 'leak:byWeek.stoppedCount=2026-W07')?.rows).toBe(1);
  expect(whole.find(({ name }) => name === 'leak:byQuarter.total=2026-Q1')?.rows).toBe(3);
});

it('refuses figures that count no rows, that are none, and those of pages that are not the person’s', async () => {
  const names = [
    'byKind.stopRate=oil',
    'byKind.litres=oil',
    'byKind.nothing=oil',
    'nothing.total',
    'byMonth.total=2026-99',
    'byMonth.total=x',
    'byWeek.total=2026-W54',
    'byQuarter.total=2026-Q5',
    'numbers.total=oil',
    'nowhere:byKind.total=oil',
    'byKind.total=gas>big',
    'byKindGrade.total=gas>big>x',
    'byKind',
    '=',
  ];
  for (const name of names) {
    const answer = await server.call(overseer, `GET ${BASE}/page?figure=${encodeURIComponent(name)}`);
    expect([name, answer.status]).toEqual([name, 400]);
  }
});

it('draws measures in one unit, one of them in a round chart', async () => {
  const series = (await blocks(overseer)).map(({ key, series: drawn }) => [key, drawn]);
  expect(series).toEqual([
    ['byKind', ['total']],
    ['byGrade', ['total']],
    ['byAgain', ['total']],
    ['numbers', ['total']],
    ['byDay', ['total']],
    ['byYear', ['total', 'stoppedCount']],
    ['byMonth', ['total', 'stoppedCount']],
    ['byQuarter', ['total', 'stoppedCount']],
    ['byWeek', ['total', 'stoppedCount']],
    ['byKindGrade', ['total', 'stoppedCount']],
    ['byAgainKind', ['total']],
    ['byTypical', ['total', 'typical']],
  ]);
});

it('exports a sheet for each block and one that says of what, to those who may export', async () => {
  const said = '=HYPERLINK("x")';
  const query = `?as=xlsx&page=leak&said=${encodeURIComponent(said)}`;
  const file = await server.app.inject({
    url: `${BASE}/stats${query}`,
    headers: { 'x-test-person': encodeURIComponent(JSON.stringify(overseer)) },
  });
  expect(file.statusCode).toBe(200);
  const workbook = await openedWorkbook(file.rawPayload);
  expect(workbook.worksheets.map(({ name }) => name)).toEqual([
    '按类别',
    '按等级',
    '按是否再发',
    '总览',
    '按止漏日',
    '按年',
    '按月',
    '按季',
    '按周',
    '按类别和等级',
    '按是否再发和类别',
    '平均',
    '统计说明',
  ]);
  expect(cellsOf(workbook, 1)).toEqual([
    ['类别', '次数', '止漏率（%）', '泄漏量（L）', '占比（%）'],
    ['油品', 1, 100, 0.5, 33.3],
    ['气体', 2, 50, 3.5, 66.7],
    ['合计', 3, 66.7, 4, 100],
  ]);
  expect(cellsOf(workbook, 10)).toEqual([
    ['类别', '等级', '次数', '已止漏', '占比（%）'],
    ['油品', '无', 1, 1, 33.3],
    ['油品', '合计', 1, 1, 33.3],
    ['气体', '大', 1, 0, 33.3],
    ['气体', '无', 1, 1, 33.3],
    ['气体', '合计', 2, 1, 66.7],
    ['合计', '', 3, 2, 100],
  ]);
  expect(cellsOf(workbook, 13)[2]).toEqual(['筛选条件', said]);
  expect((await server.call(overseer, `GET ${BASE}/stats?as=xlsx&page=oilLeak`)).status).toBe(403);
});
