import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../../tests/fixtures/small-page.ts';
import { browserEnvironment } from '../../model/record-environment.ts';
import type { RecordData } from '../../model/record-view.ts';
import { cellPointers, type GridRules, gridChanges, gridServices, keptRows, unsoundCells } from './grid-rows.ts';

const page = smallPage();
const fields = ['name', 'amount', 'price', 'total'].flatMap((key) => page.model.field.get(key) ?? []);
const rules: GridRules = {
  page,
  environment: browserEnvironment(page, smallUser, { now: new Date('2026-11-20T04:00:00Z') }),
  fields,
  start: { kind: '2' },
  writes: (key) => key !== 'price',
  adds: true,
};
const stored: RecordData = {
  ...{ id: '11', version: 3, name: '盐酸', kind: '2', amount: 2, price: 10, total: 20 },
  abilities: { edit: true },
};
const known = new Map([['11', stored]]);

test('a new row begins with what it refers to, and its results follow what is entered', () => {
  const services = gridServices(rules);
  const row = services.create();
  expect(row).toMatchObject({ kind: '2' });
  expect(services.follow(row, { ...row, amount: 3, price: 4 })).toMatchObject({ total: 12 });
});

test('a cell is closed to whoever may not write it, a row to whoever may not change its record', () => {
  const services = gridServices(rules);
  expect(services.state(stored, 'name').disabled).toBe(false);
  expect(services.state(stored, 'price').disabled).toBe(true);
  expect(services.state({ ...stored, abilities: { edit: false } }, 'name').disabled).toBe(true);
  expect(services.isFixed?.(stored)).toBe(true);
  expect(services.isFixed?.(services.create())).toBe(false);
});

test('only what differs is sent, of a stored row with the version that it was read at', () => {
  const made = gridChanges(rules, [stored, { ...stored, id: '11', name: '硫酸' }, { kind: '2', name: '氨' }], known);
  expect(made.map(({ index, body }) => ({ index, body }))).toEqual([
    { index: 1, body: { id: '11', version: 3, name: '硫酸' } },
    { index: 2, body: { kind: '2', name: '氨' } },
  ]);
});

test('an empty new row is nothing to send', () => {
  expect(gridChanges(rules, [{ kind: '2' }], new Map())).toEqual([]);
});

test('what is wrong stands at its cell, and at the first one where it belongs to none', () => {
  expect(unsoundCells(rules, { ...stored, amount: 'viel' }).map(({ pointer }) => pointer)).toEqual(['/amount']);
  expect(
    cellPointers(rules, 4, [
      { pointer: '/amount', msg: '须为数值' },
      { pointer: '', msg: '没有权限' },
    ]),
  ).toEqual([
    { pointer: '/rows/4/amount', msg: '须为数值' },
    { pointer: '/rows/4/name', msg: '没有权限' },
  ]);
});

test('rows that were left lie over the records as they are now, with the version that they were read at', () => {
  const now = [
    { ...stored, version: 5, price: 11 },
    { ...stored, id: '12' },
  ];
  expect(
    keptRows(now, [
      { ...stored, name: '硫酸' },
      { kind: '2', name: '氨' },
    ]),
  ).toMatchObject([{ id: '11', version: 3, name: '硫酸' }, { id: '12' }, { name: '氨' }]);
});
