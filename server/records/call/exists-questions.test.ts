import { expect, it } from 'vitest';
import type { SqlWorld } from '../../../src/compile/sql/record-sql.ts';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { callsWithin, renderSql } from '../../../src/core/expression/index.ts';
import { buildModel } from '../../../src/core/model/build-model.ts';
import { fieldTypes } from '../../../src/field-types/definitions.ts';
import { pageKinds } from '../../../src/page-kinds/definitions.generated.ts';
import { askedAbout } from './exists-questions.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';

const calculated = { title: '值', field: 'calculate', type: 'string' } as const;

const entity: Entity = {
  dialect: 1,
  entity: 'sign',
  title: '标牌',
  api: { service: 'safety', base: 'sign' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      due: { title: '到期', field: 'date', type: 'string', format: 'date' },
      alike: { ...calculated, compute: "exists('sign', name == parent.name) ? 'a' : null" },
      late: { ...calculated, compute: "exists('sign', name == parent.name and due < today()) ? 'a' : null" },
      mine: { ...calculated, compute: "exists('sign', name == me.realName) ? 'a' : null" },
      chief: { ...calculated, compute: "exists('sign', name == parent.name and hasRole('chief')) ? 'a' : null" },
    },
  },
  pages: { sign: { title: '标牌' } },
};

const { model } = buildModel(entity, {
  area: 'test',
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  entity: (key) => (key === 'sign' ? entity : undefined),
  settings: new Map(),
});

const snapshot = { timeZone: 'Asia/Shanghai' };
const first = {
  now: '2026-04-30 10:00:00',
  me: { userId: 'u1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' },
};
const other = { now: '2027-01-01 10:00:00', me: { ...first.me, userId: 'u2', realName: '乙', roles: ['chief'] } };

/** The question of a field about a record, for somebody at a time. */
function question(
  key: string,
  record: Row,
  of: Pick<SqlWorld, 'now' | 'me'> = first,
  tenantId = '645967',
  over = snapshot,
) {
  const entityOf = (name: string) => (name === 'sign' ? model : undefined);
  const world = { entity: entityOf, zone: 'Asia/Shanghai', settings: {}, ranks: () => undefined, ...of };
  const call = { context: { tenantId }, snapshot: over, model, world } as unknown as EntityCall;
  const node = model?.field.get(key)?.compute?.node;
  const [asked] = node === undefined ? [] : callsWithin(node);
  if (asked === undefined) throw new Error(`${key} asks nothing`);
  return askedAbout(call, asked, { record, stored: undefined, row: undefined, rowModel: undefined });
}

/** It as the database is asked. */
const ask = (...given: Parameters<typeof question>) => renderSql(question(...given).query);

/** The same, compiled anew. */
const fresh = (...[key, record, of, tenantId]: Parameters<typeof ask>) =>
  ask(key, record, of, tenantId, { ...snapshot });

it('is the same from the second record on as it would be compiled anew, whatever is missing in it', () => {
  for (const name of ['甲', null, '乙', null, ''])
    for (const tenantId of ['645967', '645968'])
      expect(ask('alike', { name }, first, tenantId)).toEqual(fresh('alike', { name }, first, tenantId));
  expect(ask('alike', { name: '甲' })).not.toEqual(ask('alike', { name: '乙' }));
});

it('has one key for the same values, and another for others', () => {
  const keyOf = (name: string | null) => question('alike', { name }).key;
  expect(keyOf('丙')).toBe(keyOf('丙'));
  expect(new Set([keyOf('丙'), keyOf('丁'), keyOf(null), question('late', { name: '丙' }).key]).size).toBe(4);
});

it('tells of each moment and each person by itself', () => {
  for (const key of ['late', 'mine', 'chief'])
    for (const of of [first, other, first])
      expect([key, ask(key, { name: '甲', due: '2026-05-01' }, of)]).toEqual([
        key,
        fresh(key, { name: '甲', due: '2026-05-01' }, of),
      ]);
  expect(ask('late', { name: '甲' }, first)).not.toEqual(ask('late', { name: '甲' }, other));
  expect(ask('mine', { name: '甲' }, first)).not.toEqual(ask('mine', { name: '甲' }, other));
  expect(ask('chief', { name: '甲' }, first)).not.toEqual(ask('chief', { name: '甲' }, other));
});
