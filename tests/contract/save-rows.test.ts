import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_ROWS_SAVED } from '../../src/core/wire/operations.ts';
import { type PastedMatrix, pastedCells, pasteWithFaults, startPastedMatrix } from '../fixtures/pasted-matrix.ts';

let matrix: PastedMatrix;
beforeAll(async () => {
  matrix = await startPastedMatrix();
});
afterAll(() => matrix?.close());

it('rows are saved together, in their order, and once for a key', async () => {
  const rows = pastedCells(3, new Set(), 2020);
  const saved = await matrix.save(matrix.officer, rows, 'pasted-once');
  expect(saved.data.map(({ name }) => name)).toEqual(['2020年第0格', '2020年第1格', '2020年第2格']);
  const again = await matrix.save(matrix.officer, rows, 'pasted-once');
  expect(again.data.map(({ id }) => id)).toEqual(saved.data.map(({ id }) => id));
  const changed = saved.data.map(({ id, version }, at) => ({ id, version, level: at === 1 ? 'low' : 'high' }));
  expect((await matrix.save(matrix.officer, changed)).data.map(({ level }) => level)).toEqual(['high', 'low', 'high']);
});

it('of rows of which some are refused none is saved, and all faults are told by their row', async () => {
  const { total } = await matrix.list();
  const [first] = (await matrix.list()).records;
  const answer = await matrix.save(matrix.officer, [
    { name: '好的一格', happenDate: '2021-02-01' },
    { name: '坏的一格', happenDate: '2021-02-02', level: 'nowhere' },
    // Two of one day in what is sent, and one of a day that there is.
    { name: '同日', happenDate: '2021-02-03' },
    { name: '又同日', happenDate: '2021-02-03' },
    { name: '已有之日', happenDate: '2020-01-01' },
    // Changed by somebody else since.
    { id: first?.id, version: 0, level: 'low' },
    { remark: '没有名称' },
  ]);
  expect(answer.status).toBe(400);
  expect(answer.errors.map(({ pointer }) => pointer)).toEqual([
    '/rows/1/level',
    '/rows/3/deptId',
    '/rows/4/deptId',
    '/rows/5',
    '/rows/6/name',
  ]);
  expect((await matrix.list()).total).toBe(total);
});

it.each([
  ['no rows', []],
  ['no list', 'rows'],
  ['a row that is none', [{ name: '甲' }, '乙']],
  ['too many', pastedCells(MOST_ROWS_SAVED + 1)],
])('%s are refused by name', async (_, rows) => {
  const { total } = await matrix.list();
  const answer = await matrix.save(matrix.officer, rows);
  expect([answer.status, answer.errors[0]?.pointer.startsWith('/rows')]).toEqual([400, true]);
  expect((await matrix.list()).total).toBe(total);
});

it('whoever may not add a record saves none', async () => {
  const { total } = await matrix.list();
  expect((await matrix.save(matrix.reader, [{ name: '越权' }])).status).not.toBe(200);
  expect((await matrix.list()).total).toBe(total);
});

it(
  'of 600 pasted cells the 40 at fault are named and all others are saved',
  () => pasteWithFaults(matrix, 600),
  60_000,
);
