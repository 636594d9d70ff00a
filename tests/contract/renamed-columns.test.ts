import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety/renamedkit';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const grades = {
  good: { title: '完好', order: 10, id: 'ok' },
  bad: { title: '损坏', order: 20 },
};

/** Rows hold `code`, `old` and the choice `ok`; today they are called `no`, nothing at all, and `good`. */
const kit: Entity = {
  dialect: 1,
  entity: 'renamedKit',
  title: '工具箱',
  api: { service: 'safety', base: 'renamedkit' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      parts: {
        title: '部件',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          required: ['no'],
          removed: ['old'],
          properties: {
            no: { title: '编号', field: 'input', type: 'string', id: 'code' },
            grade: { title: '状况', field: 'select', type: 'string', options: grades },
            seen: { title: '见过', field: 'checkbox', type: 'array', options: grades },
            due: { title: '到期', field: 'date', type: 'string', format: 'date' },
          },
        },
      },
      // Read on the clock, so PostgreSQL computes them.
      lateGood: {
        title: '到期而完好',
        field: 'calculate',
        type: 'number',
        compute: `count(parts, grade == 'good' and due < today() and no != 'none')`,
      },
      lateSeen: {
        title: '到期而见过完好',
        field: 'calculate',
        type: 'number',
        compute: `count(parts, includes(seen, 'good') and due < today())`,
      },
    },
  },
  pages: {
    renamedKit: {
      title: '工具箱',
      columns: ['name', 'lateGood'],
      actions: ['add', 'edit', 'delete'],
      grants: { everyone: ['view', 'add', 'edit', 'delete'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

describe('columns of a sub-table that are called otherwise than at first', () => {
  let server: EntityServer;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [kit] } });
    server.setNow('2026-04-30T02:00:00Z');
  });
  afterAll(() => server.close());

  const stored = async (id: string) =>
    (
      await server.database.withTenant('645967', (connection) =>
        connection.query<{ parts: unknown }>('select parts from data."renamedKit" where id = $1', [id]),
      )
    )[0]?.parts;

  it('keep what rows hold: read, computed in SQL, changed and written back by permanent id', async () => {
    await server.database.withTenant('645967', (connection) =>
      connection.execute(
        `insert into data."renamedKit" (id, "tenantId", version, "isDeleted", "createTime", name, parts) values ('1', '645967', 1, 0, now(), '甲', $1)`,
        [JSON.stringify([{ code: 'A1', old: '旧', grade: 'ok', seen: ['bad', 'ok'], due: '2026-01-01' }])],
      ),
    );
    const read = (await server.call<WireRecord>(officer, `GET ${P}/detail?id=1`)).data;
    expect(read).toMatchObject({
      parts: [{ no: 'A1', grade: 'good', seen: ['bad', 'good'], due: '2026-01-01' }],
      lateGood: 1,
      lateSeen: 1,
    });
    expect(Object.keys((read as unknown as { parts: object[] }).parts[0] ?? {})).not.toContain('old');
    const { parts } = read as unknown as { parts: Record<string, unknown>[] };
    const saved = await server.call<WireRecord>(officer, `POST ${P}/submit`, {
      id: '1',
      version: 1,
      parts: [...parts.map((row) => ({ ...row, due: '2026-01-02' })), { no: 'B2', grade: 'bad', seen: ['good'] }],
    });
    expect([saved.status, saved.errors]).toEqual([200, []]);
    expect(await stored('1')).toEqual([
      { code: 'A1', grade: 'ok', seen: ['bad', 'ok'], due: '2026-01-02' },
      { code: 'B2', grade: 'bad', seen: ['ok'] },
    ]);
  });

  it('are named by their key of today where a row is wrong', async () => {
    const refused = await server.call(officer, `POST ${P}/submit`, { name: '乙', parts: [{ no: 'C3', grade: 'ok' }] });
    expect(refused.errors.map(({ pointer }) => pointer)).toEqual(['/parts/0/grade']);
  });
});
