import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidence, findEvidence } from '../../server/flow/evidence/evidence.ts';
import { openSealed } from '../../server/flow/evidence/open-sealed.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { Entity, FieldRight, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { SealedField, SealedRecord } from '../../src/core/wire/evidence.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const TENANT = '645967';
const P = '/api/anlan-safety';
const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const secret = (): FieldRight[] => [
  { roles: ['staff'], access: 'write' },
  { roles: ['everyone'], access: 'hidden' },
];

const repair: Entity = {
  dialect: 1,
  entity: 'repair',
  title: '检修',
  api: { service: 'safety', base: 'repair' },
  record: {
    type: 'object',
    properties: { name: text('名称'), cause: text('原因'), spot: { title: '位置', field: 'geo', type: 'object' } },
  },
  states: { open: { title: '进行中', initial: true, edit: true } },
  transitions: {
    extend: { title: '延期', from: ['open'], who: ['everyone'], writes: 'delay' },
    inspect: {
      title: '检查',
      from: ['open'],
      who: ['everyone'],
      writes: 'finding',
      place: { within: 'spot', metres: '50' },
    },
  },
  pages: { repair: { title: '检修', grants: { everyone: ['view', 'add', 'edit'] } } },
  permissions: { scope: { everyone: 'tenant' }, fields: { cause: secret(), spot: secret() } },
};

const below = (entity: string, title: string, more: Readonly<Record<string, Property>>): Entity => ({
  dialect: 1,
  entity,
  title,
  api: { service: 'safety', base: entity },
  parent: { entity: 'repair', field: 'repairId' },
  record: {
    type: 'object',
    properties: {
      repairId: { title: '检修', field: 'reference', type: 'string', ref: { entity: 'repair' } },
      ...more,
    },
  },
  permissions: {
    fields: Object.fromEntries(
      Object.keys(more)
        .slice(1)
        .map((key) => [key, secret()]),
    ),
  },
});
const spare = below('spare', '备件', { part: text('备件'), price: text('价格') });
const delay = below('delay', '延期单', { until: text('延至'), why: text('缘由') });

const finding: Entity = {
  ...below('finding', '检查记录', { words: text('所见') }),
  permissions: { scope: { staff: 'tenant', guest: 'own' } },
};
const SPOT = { lng: 120.5, lat: 30.5 };

let server: EntityServer;
let id = '';
const staff: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['staff'] };
const guest: TestPerson = { userId: 'u2', realName: '人员2', roleCodes: ['guest'] };

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [repair, spare, delay, finding] }, parts: { evidence } });
  const { data } = await server.call<WireRecord>(staff, `POST ${P}/repair/save`, {
    name: '塔检修',
    cause: '腐蚀',
    spot: SPOT,
    spare: [{ part: '垫片', price: '12' }],
  });
  id = data.id;
  const fired = await server.call(staff, `POST ${P}/repair/extend`, { id, row: { until: '六月', why: '备件未到' } });
  expect(fired.msg).toBe('操作成功');
});
afterAll(() => server?.close());

async function seenBy(person: TestPerson, as: (sealed: SealedRecord) => SealedRecord = (sealed) => sealed) {
  const [row] = await server.database.withTenant(TENANT, (connection) =>
    connection.query<{ id: string }>(
      'select id from platform.evidence where "recordId" = $1 order by "createTime" desc, id desc',
      [id],
    ),
  );
  const found = await server.database.withTenant(TENANT, (connection) => findEvidence(connection, row?.id ?? ''));
  const snapshot = await server.metadata.snapshot(TENANT);
  const model = snapshot.entities.get('repair');
  if (found === undefined || model === undefined) throw new Error('nothing was sealed');
  const call = createEntityCall(server.services, server.context(person), snapshot, model);
  return server.database.withTenant(TENANT, (db) =>
    openSealed(
      { call, db },
      as(JSON.parse(found.snapshot) as SealedRecord),
      found.rowEntity === null ? null : { entity: found.rowEntity, id: found.rowId },
    ),
  );
}

const textsOf = ({ values, children, proposal }: SealedRecord) => {
  const parts: readonly (readonly SealedField[])[] = [
    values,
    ...children.flatMap(({ rows }) => rows),
    proposal?.row ?? [],
  ];
  return parts.flat().map((field) => field.text);
};

it('who may see all of a record, its rows and what was written with it sees all of its evidence', async () => {
  const { sealed, complete } = await seenBy(staff);
  expect(textsOf(sealed)).toEqual(expect.arrayContaining(['塔检修', '腐蚀', '垫片', '12', '六月', '备件未到']));
  expect(complete).toBe(true);
});

it('fields that the reader may not see are left out of the record, of the rows below it and of the written row', async () => {
  const { sealed, complete } = await seenBy(guest);
  const texts = textsOf(sealed);
  expect(texts).toEqual(expect.arrayContaining(['塔检修', '垫片', '六月']));
  for (const hidden of ['腐蚀', '12', '备件未到']) expect(texts).not.toContain(hidden);
  expect(complete).toBe(false);
});

it('rows of an entity that there is no more are kept from everybody', async () => {
  const { sealed, complete } = await seenBy(staff, (one) => ({
    ...one,
    children: one.children.map((child) => ({ ...child, entity: 'gone' })),
  }));
  expect([sealed.children, complete]).toEqual([[], false]);
});

it('the written row is seen by whoever sees it in the record, and where its writer stood by whoever sees the place', async () => {
  const time = server.context(staff).clock.now().toISOString();
  const fired = await server.call(staff, `POST ${P}/repair/inspect`, {
    ...{ id, row: { words: '密封面有划痕' } },
    onSite: { ...SPOT, accuracy: 8, time },
  });
  expect(fired.msg).toBe('操作成功');
  const [his, others] = [await seenBy(staff), await seenBy(guest)];
  expect(textsOf(his.sealed)).toContain('密封面有划痕');
  expect(his.sealed.site).toMatchObject(SPOT);
  expect([others.sealed.proposal?.row, others.sealed.site, others.complete]).toEqual([
    [],
    { text: '现场定位（误差约8米）' },
    false,
  ]);
});
