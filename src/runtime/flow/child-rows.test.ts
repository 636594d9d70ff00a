// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { smallMetadata, smallUser } from '../../../tests/fixtures/small-page.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { childPage, sortedRows } from '../model/child-page.ts';
import { buildPageModel } from '../model/page-model.ts';
import { awaits, isSigned, rowActions, tableFields } from './child-rows.ts';

const check: Entity = {
  dialect: 1,
  entity: 'check',
  title: '核对',
  label: 'content',
  parent: { entity: 'sample', field: 'sampleId' },
  api: { service: 'safety', base: 'sample/check' },
  record: {
    type: 'object',
    properties: {
      sampleId: { title: '样品', field: 'reference', type: 'string', ref: { entity: 'sample' } },
      content: { title: '内容', field: 'input', type: 'string' },
      round: { title: '轮次', field: 'number', type: 'number', hidden: true },
      note: { title: '说明', field: 'input', type: 'string' },
    },
  },
  states: { open: { title: '未核对', order: 10, initial: true }, done: { title: '已核对', order: 20 } },
  transitions: {
    sign: {
      title: '核对签字',
      from: ['open', 'done'],
      to: 'done',
      who: ['creator'],
      fields: { note: {} },
      when: [
        { when: "parent.name == '盐'", else: '只有盐要核对' },
        { when: 'isNull(round) or round != 2', else: '已经核对' },
        { when: 'not isNull(note)', else: '请填写说明' },
      ],
    },
    discard: { title: '作废', from: ['open'], to: 'done', who: ['creator'] },
    stop: { title: '停止', from: ['open'], to: 'done', who: ['creator'], danger: true },
    excuse: { title: '请假', from: ['open'], to: 'done', who: ['creator'], waits: 'none' },
  },
  pages: {
    waiting: {
      title: '待核对',
      columns: ['content', 'sampleId', 'round', 'note'],
      sort: ['round', '-note'],
      actions: ['sign', 'view'],
    },
    checks: { title: '核对', actions: ['add', 'edit', 'stop', 'excuse', 'delete'] },
  },
};

const page = buildPageModel({ ...smallMetadata(), children: { check: { entity: check, area: 'base' } } });
const child = childPage(page, 'check');
if (child === undefined) throw new Error('no child');
const salt = { id: '5', version: 1, status: '1', name: '盐' };
const row = (change: Readonly<Record<string, unknown>> = {}): WireRecord => ({
  id: '7',
  version: 1,
  status: 'open',
  content: '标签',
  round: null,
  abilities: { view: true, edit: true, delete: true, sign: true, discard: true },
  ...change,
});
const actions = (parent: WireRecord, one: WireRecord) =>
  rowActions(child, parent, one, { me: smallUser, can: () => false }).map(({ key }) => key);

test('a row offers what its own pages offer and the server lets the person do', () => {
  expect(actions(salt, row())).toEqual(['sign']);
  expect(actions(salt, row({ abilities: { view: true, edit: true } }))).toEqual([]);
});

test('what the record above or the row itself speaks against is not offered; what is asked decides later', () => {
  expect(actions({ ...salt, name: '糖' }, row())).toEqual([]);
  expect(actions(salt, row({ round: 2 }))).toEqual([]);
  expect(actions(salt, row({ round: 1, note: null }))).toEqual(['sign']);
});

test('a row waits for the person where a step takes it on, not where one only stops it or calls nobody', () => {
  const waits = (one: WireRecord) => awaits(child, salt, one, { me: smallUser, can: () => false });
  const stoppable = row({ abilities: { view: true, stop: true } });
  expect(actions(salt, stoppable)).toEqual(['stop']);
  const excusable = row({ abilities: { view: true, excuse: true } });
  expect(actions(salt, excusable)).toEqual(['excuse']);
  expect([waits(row()), waits(stoppable), waits(excusable)]).toEqual([true, false, false]);
});

test('hidden fields have no column, and pages of its own name whom a row needs', () => {
  expect(tableFields(child).map(({ key }) => key)).toEqual(['content', 'note']);
  expect(isSigned(child)).toBe(false);
});

test('its calls name no page, since all rights of the person on it count', () => {
  expect([page.callPage, child.callPage]).toEqual([page.page.code, undefined]);
});

test('rows stand in the order of its own first page', () => {
  const rows = [
    row({ id: '1', round: 10 }),
    row({ id: '2', round: 9, note: '甲' }),
    row({ id: '3', round: 9, note: '丙' }),
  ];
  expect(sortedRows(child, rows).map(({ id }) => id)).toEqual(['2', '3', '1']);
});
