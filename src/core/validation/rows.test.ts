import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { definition as subTable } from '../../field-types/sub-table/definition.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity } from '../dialect/entity.generated.ts';
import { buildModel } from '../model/build-model.ts';
import { computeRecord, normalizeRecord } from './compute-record.ts';
import { cellState } from './field-state.ts';
import type { RecordEnvironment } from './record-environment.ts';
import { followDefaults, followParent, newRow } from './row-defaults.ts';
import { validateRecord } from './validate-record.ts';

const entity: Entity = {
  dialect: 1,
  entity: 'hazardUnit',
  title: '单元',
  api: { service: 'safety', base: 'unit' },
  record: {
    type: 'object',
    properties: {
      factor: { title: '校正系数', field: 'number', type: 'number', scale: 2 },
      grade: { title: '等级值', field: 'calculate', type: 'number', scale: 3, compute: 'sum(chemicals, share)' },
      chemicals: {
        title: '化学品',
        field: 'subTable',
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          required: ['name', 'q'],
          properties: {
            share: { title: '比值', field: 'calculate', type: 'number', scale: 3, compute: 'ratio * parent.factor' },
            ratio: { title: 'q/Q', field: 'calculate', type: 'number', scale: 4, compute: 'q / limit' },
            name: { title: '名称', field: 'input', type: 'string', maxLength: 5 },
            casNo: { title: 'CAS号', field: 'input', type: 'string', check: 'casNo' },
            q: { title: '存量', field: 'number', type: 'number', scale: 2 },
            limit: {
              title: '临界量',
              field: 'number',
              type: 'number',
              scale: 2,
              default: 50,
              rules: [{ when: 'limit > 0', else: '临界量须大于0' }],
            },
            kind: {
              title: '物态',
              field: 'select',
              type: 'string',
              options: { gas: { title: '气体', order: 10 }, liquid: { title: '液体', order: 20 } },
            },
            label: { title: '标签', field: 'input', type: 'string', defaultFrom: 'name' },
            weight: { title: '系数', field: 'number', type: 'number', scale: 2, defaultFrom: 'parent.factor' },
            heavy: { title: '加权', field: 'number', type: 'number', scale: 2, defaultFrom: 'weight * 2' },
            pressure: {
              title: '压力',
              field: 'amount',
              type: 'number',
              visible: "kind == 'gas'",
              requiredWhen: 'parent.factor > 1',
            },
          },
        },
      },
    },
  },
};

const { model, problems } = buildModel(entity, {
  area: 'risk',
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  entity: (key) => (key === 'hazardUnit' ? entity : undefined),
  settings: new Map(),
});
const environment: RecordEnvironment = {
  now: '2026-11-20 08:00:00',
  me: { userId: '1', account: 'a', realName: '测', deptId: null, deptIds: [], roles: [], tenantId: '1' },
  choices: (field) =>
    field.property.options && Object.entries(field.property.options).map(([key, { title }]) => ({ key, title })),
};
const field = model.field.get('chemicals');
if (field === undefined) throw new Error('no sub-table');

const validate = (chemicals: unknown, stage: 'types' | 'complete' = 'complete', factor = 1) =>
  validateRecord(model, normalizeRecord(model, { factor, chemicals }, environment), environment, stage);

it('builds without problems', () => {
  expect(problems).toEqual([]);
  expect(subTable.rowwise).toBe(true);
});

describe('computed columns', () => {
  it('follow each other and the record around the row, and feed aggregates', () => {
    const record = {
      factor: 1.5,
      chemicals: [
        { name: '苯', q: 12.5, limit: 50 },
        { name: '氯', q: 1, limit: 3 },
      ],
    };
    expect(computeRecord(model, record, environment)).toEqual({
      factor: 1.5,
      grade: 0.875,
      chemicals: [
        { name: '苯', q: 12.5, limit: 50, ratio: 0.25, share: 0.375 },
        { name: '氯', q: 1, limit: 3, ratio: 0.3333, share: 0.5 },
      ],
    });
  });

  it('overwrite what was sent, are null where an input is missing or 0, and leave an unchanged row as it is', () => {
    const settled = { name: '苯', q: 1, limit: 1, ratio: 1, share: 2 };
    const record = { factor: 2, chemicals: [{ q: 1, limit: 0, share: 99 }, { limit: 5 }, settled] };
    const { chemicals } = computeRecord(model, record, environment) as { chemicals: unknown[] };
    expect(chemicals[0]).toEqual({ q: 1, limit: 0, ratio: null, share: null });
    expect(chemicals[1]).toEqual({ limit: 5, ratio: null, share: null });
    expect(chemicals[2]).toBe(settled);
  });

  it('leave a missing table and what is none alone', () => {
    expect(computeRecord(model, { factor: 1 }, environment)).toEqual({ factor: 1, grade: 0 });
    expect(computeRecord(model, { chemicals: '苯' }, environment).chemicals).toBe('苯');
    expect(computeRecord(model, { chemicals: ['苯'] }, environment).chemicals).toEqual(['苯']);
  });
});

describe('normalizing rows', () => {
  it('strips keys of the client, empties blank cells and clears cells that do not exist', () => {
    const rows = [{ __key: 'a', kindLabel: '气体', name: '', kind: 'liquid', pressure: 2 }];
    expect(normalizeRecord(model, { chemicals: rows }, environment).chemicals).toEqual([
      { name: null, kind: 'liquid', pressure: null },
    ]);
  });
});

describe('faults of cells', () => {
  it('bear the pointer of the cell and name table, row and column', () => {
    const rows = [
      { name: '苯', q: 1 },
      { name: '一二三四五六', q: 'x', kind: 'solid', casNo: '71-43-3', colour: 'red' },
    ];
    expect(validate(rows, 'types')).toEqual([
      { pointer: '/chemicals/1/colour', msg: '化学品第2行不认识的字段：colour' },
      { pointer: '/chemicals/1/name', msg: '化学品第2行名称最多5个字，现有6个字' },
      { pointer: '/chemicals/1/casNo', msg: '化学品第2行CAS号错误' },
      { pointer: '/chemicals/1/q', msg: '化学品第2行存量须为数字' },
      { pointer: '/chemicals/1/kind', msg: '化学品第2行物态不是可选的值：solid' },
    ]);
  });

  it('say 不能为空 for required cells, only when the record is complete', () => {
    expect(validate([{ name: '', limit: 1 }], 'types')).toEqual([]);
    expect(validate([{ name: '', limit: 1 }])).toEqual([
      { pointer: '/chemicals/0/name', msg: '化学品第1行名称不能为空' },
      { pointer: '/chemicals/0/q', msg: '化学品第1行存量不能为空' },
    ]);
  });

  it('follow conditions over the row and the record around it', () => {
    const gas = [{ name: '氯', q: 1, kind: 'gas' }];
    expect(validate(gas, 'complete', 1)).toEqual([]);
    expect(validate(gas, 'complete', 2)).toEqual([
      { pointer: '/chemicals/0/pressure', msg: '化学品第1行压力不能为空' },
    ]);
    expect(validate([{ name: '苯', q: 1, kind: 'liquid' }], 'complete', 2)).toEqual([]);
  });

  it('carry the rules of columns', () => {
    expect(validate([{ name: '苯', q: 1, limit: 0 }])).toEqual([
      { pointer: '/chemicals/0/limit', msg: '化学品第1行临界量须大于0' },
    ]);
  });

  it('come after those of the table itself', () => {
    expect(validate([{}, {}, {}, {}])).toEqual([{ pointer: '/chemicals', msg: '化学品最多3行，现有4行' }]);
    expect(validate(['苯'], 'types')).toEqual([{ pointer: '/chemicals', msg: '化学品须为行的列表' }]);
  });
});

it('starts a row with its defaults and tells the state of a cell', () => {
  expect(newRow(field, {}, environment)).toEqual({ limit: 50 });
  const column = field.columns?.find(({ key }) => key === 'pressure');
  if (column === undefined) throw new Error('no column');
  expect(cellState(column, { kind: 'gas' }, { factor: 2 }, environment)).toEqual({
    visible: true,
    required: true,
    disabled: false,
  });
  expect(cellState(column, { kind: 'liquid' }, { factor: 2 }, environment)).toMatchObject({
    visible: false,
    required: false,
  });
});

describe('a default within a row', () => {
  const follow = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    followDefaults(field, before, after, {}, environment);

  it('follows what it reads while it was not touched', () => {
    expect(follow({ name: null, label: null }, { name: '苯', label: null })).toEqual({ name: '苯', label: '苯' });
    expect(follow({ name: '苯', label: '苯' }, { name: '甲苯', label: '苯' })).toEqual({ name: '甲苯', label: '甲苯' });
  });

  it('stays once a person has entered it, and while something else changes', () => {
    const own = { name: '甲苯', label: '自定' };
    expect(follow({ name: '苯', label: '自定' }, own)).toBe(own);
    const cleared = { name: '苯', label: null };
    expect(follow({ name: '苯', label: '苯' }, cleared)).toBe(cleared);
    const other = { name: '苯', label: null, q: 2 };
    expect(follow({ name: '苯', label: null, q: 1 }, other)).toBe(other);
  });
});

describe('a default that follows the record around the row', () => {
  const follow = (rows: readonly unknown[], stored?: unknown) =>
    followParent(field, rows, { before: { factor: 1 }, after: { factor: 2 }, stored }, environment);

  it('follows while the cell was not touched, and takes along what follows the cell', () => {
    expect(follow([{ name: '苯', weight: 1, heavy: 2 }, { name: '氯' }])).toEqual([
      { name: '苯', weight: 2, heavy: 4 },
      { name: '氯' },
    ]);
    const came = { before: {}, after: { factor: 2 } };
    expect(followParent(field, [{ name: '氯', weight: null }], came, environment)).toEqual([
      { name: '氯', weight: 2, heavy: 4 },
    ]);
  });

  it('stays once a person has entered or cleared it, and as it was stored', () => {
    const touched = [{ weight: 5 }, { weight: null }];
    expect(follow(touched)).toBe(touched);
    const stored = [{ weight: 1 }];
    expect(follow(stored, [{ weight: 1 }])).toBe(stored);
    expect(follow([...stored, { weight: 1 }], [{ weight: 1 }])).toEqual([{ weight: 1 }, { weight: 2, heavy: 4 }]);
  });
});
