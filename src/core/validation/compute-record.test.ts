import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity, Property } from '../dialect/entity.generated.ts';
import { buildModel } from '../model/build-model.ts';
import type { EntityModel } from '../model/entity-model.ts';
import { applyDefaults, computeRecord, normalizeRecord } from './compute-record.ts';
import type { RecordEnvironment } from './record-environment.ts';
import { validateRecord } from './validate-record.ts';

const environment: RecordEnvironment = {
  now: '2026-11-20 12:00:00',
  me: { userId: '7', account: 'a', realName: '甲', deptId: '3', deptIds: ['3'], roles: [], tenantId: '645967' },
  choices: () => undefined,
};

function modelOf(properties: Record<string, Property>): EntityModel {
  const entity: Entity = {
    dialect: 1,
    entity: 'sample',
    title: '样品',
    api: { service: 'safety', base: 'sample' },
    record: { type: 'object', properties },
  };
  const { model, problems } = buildModel(entity, {
    area: 'work',
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    entity: () => undefined,
    settings: new Map(),
  });
  expect(problems.map(({ message }) => message)).toEqual([]);
  return model;
}

const number = (more: Partial<Property> = {}): Property => ({ title: '数', field: 'number', type: 'number', ...more });
const formula = (compute: string, more: Partial<Property> = {}): Property => ({
  title: '合计',
  field: 'calculate',
  type: 'number',
  compute,
  ...more,
});

describe('defaults', () => {
  it('follow each other whatever the order of the fields, through what is computed, and a body wins', () => {
    const model = modelOf({
      last: number({ defaultFrom: 'total + 1' }),
      total: formula('first * 2'),
      first: number({ defaultFrom: 'base' }),
      base: number({ default: 5 }),
    });
    expect(applyDefaults(model, {}, environment)).toEqual({ base: 5, first: 5, last: 11 });
    expect(applyDefaults(model, { first: 1 }, environment)).toEqual({ first: 1, base: 5, last: 3 });
    expect(applyDefaults(model, { base: null }, environment)).toEqual({ base: null });
  });

  it('see nothing in a field that is not there for the record', () => {
    const model = modelOf({
      kind: { title: '类别', field: 'input', type: 'string' },
      extra: number({ default: 9, visible: "kind == 'x'" }),
      copy: number({ defaultFrom: 'coalesce(extra, 0)' }),
    });
    expect(applyDefaults(model, {}, environment).copy).toBe(0);
    expect(applyDefaults(model, { kind: 'x' }, environment).copy).toBe(9);
  });
});

it('the end of a range is there only with its start, wherever it stands', () => {
  const date = (more: Partial<Property>): Property => ({
    title: '期间',
    field: 'dateDuration',
    type: 'string',
    format: 'date',
    ...more,
  });
  const model = modelOf({
    until: date({ endOf: 'from' }),
    from: date({ end: 'until', visible: "kind == 'x'" }),
    kind: { title: '类别', field: 'input', type: 'string' },
  });
  const given = { from: '2026-11-01', until: '2026-11-02' };
  expect(normalizeRecord(model, { ...given, kind: 'x' }, environment)).toMatchObject(given);
  expect(normalizeRecord(model, { ...given, kind: 'y' }, environment)).toMatchObject({ from: null, until: null });
});

describe('a computed number', () => {
  const faults = (property: Property, a: number, b: number) => {
    const model = modelOf({ a: number({ scale: 10 }), b: number({ scale: 10 }), total: property });
    const values = normalizeRecord(model, computeRecord(model, { a, b }, environment), environment);
    return validateRecord(model, values, environment, 'types').filter(({ pointer }) => pointer === '/total');
  };
  const overflow = [{ pointer: '/total', msg: '合计计算结果超出范围' }];

  it('that its field cannot hold is refused by name, at the edge of its digits', () => {
    const money = formula('a * b', { precision: 6, scale: 2 });
    expect(faults(money, 9999.99, 1)).toEqual([]);
    expect(faults(money, 9999.994, 1)).toEqual([]);
    expect(faults(money, 9999.995, 1)).toEqual(overflow);
    expect(faults(money, -10000, 1)).toEqual(overflow);
    expect(faults(formula('a * b'), 999999999999999, 1)).toEqual([]);
    expect(faults(formula('a * b'), 999999999999999, 10)).toEqual(overflow);
    expect(faults(formula('a * b', { field: 'amount' }), 99999, 100000000)).toEqual([]);
    expect(faults(formula('a * b', { field: 'amount' }), 100000, 100000000)).toEqual(overflow);
  });

  it('divided by zero is null and refused by nobody', () => {
    const model = modelOf({ a: number(), b: number(), total: formula('a / b', { scale: 2 }) });
    expect(computeRecord(model, { a: 1, b: 0 }, environment).total).toBeNull();
    expect(validateRecord(model, { a: 1, b: 0, total: null }, environment, 'complete')).toEqual([]);
  });

  it('is rounded half away from zero at its scale, exactly', () => {
    const model = modelOf({
      a: number({ scale: 10 }),
      b: number({ scale: 10 }),
      total: formula('a * b', { scale: 2 }),
    });
    const total = (a: number, b: number) => computeRecord(model, { a, b }, environment).total;
    expect([total(1.005, 1), total(-1.005, 1), total(0.1, 0.2), total(-0.005, 1), total(-0.004, 1)]).toEqual([
      1.01, -1.01, 0.02, -0.01, 0,
    ]);
    expect(total(1234567890123.45, 1)).toBe(1234567890123.45);
    expect(total(123456789.015, 3)).toBe(370370367.05);
  });
});

describe('dates', () => {
  const model = modelOf({
    from: { title: '从', field: 'date', type: 'string', format: 'date' },
    n: number(),
    months: { title: '月后', field: 'calculate', type: 'string', format: 'date', compute: 'from + months(n)' },
    days: { title: '日后', field: 'calculate', type: 'string', format: 'date', compute: 'from + days(n)' },
  });
  it.each([
    ['2026-01-31', 1, '2026-02-28', '2026-02-01'],
    ['2024-01-31', 1, '2024-02-29', '2024-02-01'],
    ['2024-02-29', 12, '2025-02-28', '2024-03-12'],
    ['2024-02-29', -12, '2023-02-28', '2024-02-17'],
    ['2026-12-31', 1, '2027-01-31', '2027-01-01'],
    ['2026-12-31', 2, '2027-02-28', '2027-01-02'],
    ['2100-02-28', 1, '2100-03-28', '2100-03-01'],
    ['9999-12-31', 1, null, null],
    ['1986-05-04', 1, '1986-06-04', '1986-05-05'],
  ])('%s moved by %i', (from, n, months, days) => {
    expect(computeRecord(model, { from, n }, environment)).toMatchObject({ months, days });
  });
});
