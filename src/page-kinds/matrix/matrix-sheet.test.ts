import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { type GridRules, gridChanges, gridServices, unsoundCells } from '../../runtime/detail/grid/grid-rows.ts';
import { browserEnvironment } from '../../runtime/model/record-environment.ts';
import type { RecordData } from '../../runtime/model/record-view.ts';
import { enterTexts, faultsOfCells, type MatrixSheet, placeKey, textsOfPiece } from './matrix-sheet.ts';

const page = smallPage();
const fieldOf = (key: string) => {
  const field = page.model.field.get(key);
  if (field === undefined) throw new Error(`no field ${key}`);
  return field;
};
const settings = { rows: 'taker', columns: 'day', cells: ['amount'] };
const rules: GridRules = {
  page,
  environment: browserEnvironment(page, smallUser, { now: new Date('2026-11-20T04:00:00Z') }),
  fields: [fieldOf('amount')],
  start: {},
  writes: () => true,
  adds: true,
};
const sheet = (rowCount: number, dayCount: number): MatrixSheet => ({
  page,
  settings,
  field: fieldOf('amount'),
  rows: Array.from({ length: rowCount }, (_, at) => ({ key: `r${at}`, title: `设备${at}` })),
  days: Array.from({ length: dayCount }, (_, at) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10)),
  create: () => gridServices(rules).create(),
  mayEnter: (record) => record?.locked !== true,
});
const first = { row: 'r0', day: '2026-11-01' };

test('a piece of 6,000 cells with 40 faults: each is told at its cell, and what is right is sent', () => {
  const whole = sheet(100, 60);
  const wrong = new Set(Array.from({ length: 40 }, (_, at) => at * 149));
  const piece = whole.rows
    .map((_, row) => whole.days.map((__, day) => (wrong.has(row * 60 + day) ? '停机' : String(row + day))).join('\t'))
    .join('\n');
  const { texts, left } = textsOfPiece(whole, piece, first);
  expect([texts.length, left]).toEqual([6_000, 0]);
  const { records, refused } = enterTexts(whole, [], texts, '没有权限');
  expect([records.length, refused.size]).toEqual([6_000, 0]);
  const faults = records.flatMap((record, index) =>
    unsoundCells(rules, record).map(({ msg }) => ({ pointer: `/rows/${index}/amount`, msg })),
  );
  const told = faultsOfCells(settings, records, faults);
  expect([...told.keys()]).toEqual(
    [...wrong].map((at) => placeKey({ row: `r${Math.floor(at / 60)}`, day: whole.days[at % 60] ?? '' })),
  );
  const sound = gridChanges(rules, records, new Map()).filter(
    (change) => !change.faults.some(({ pointer }) => pointer === '/amount'),
  );
  expect(sound).toHaveLength(5_960);
});

test('days above and names at the left say where texts belong; those of no cell are counted', () => {
  const piece = '设备\t2\t1\n设备1\t7\t8\n没有的设备\t9\t';
  const { texts, left } = textsOfPiece(sheet(2, 3), piece, first);
  expect(texts).toEqual([
    { place: { row: 'r1', day: '2026-11-02' }, text: '7' },
    { place: { row: 'r1', day: '2026-11-01' }, text: '8' },
  ]);
  expect(left).toBe(1);
});

test('a piece begins at its cell and ends with the table', () => {
  const { texts, left } = textsOfPiece(sheet(2, 2), '1\t2\n3\t4', { row: 'r1', day: '2026-11-02' });
  expect(texts).toEqual([{ place: { row: 'r1', day: '2026-11-02' }, text: '1' }]);
  expect(left).toBe(3);
});

test('a record that stands in the cell is changed, one that may not be entered stays, and an empty text makes none', () => {
  const known: RecordData = { id: '1', version: 2, taker: 'r0', day: '2026-11-01', amount: 5 };
  const locked: RecordData = { id: '2', version: 1, taker: 'r0', day: '2026-11-02', amount: 6, locked: true };
  const at = (day: string, text: string) => ({ place: { row: 'r0', day: `2026-11-0${day}` }, text });
  const { records, refused } = enterTexts(
    sheet(1, 3),
    [known, locked],
    [at('1', '9'), at('2', '9'), at('3', '')],
    '没有权限',
  );
  expect(records).toEqual([{ ...known, amount: 9 }, locked]);
  expect([...refused]).toEqual([['r0|2026-11-02', '没有权限']]);
});
