import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lossesOf } from '../../server/metadata/hold-back.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';

const TENANT = '645967';
const BASE = '/api/anlan-safety/test/loans';
const TAKEN = '该工具还没有归还，不能再借出';

/** A tool is lent to one person at a time; what was given back or lost does not count. */
const loan: Entity = {
  dialect: 1,
  entity: 'loan',
  title: '借用',
  label: 'tool',
  api: { service: 'safety', base: 'test/loans' },
  record: {
    type: 'object',
    required: ['tool'],
    properties: {
      tool: { title: '工具', field: 'input', type: 'string' },
      urgent: {
        title: '应急',
        field: 'radio',
        type: 'string',
        options: { yes: { title: '是', order: 1 }, no: { title: '否', order: 2 } },
      },
    },
  },
  states: {
    draft: { title: '草稿', initial: true, edit: true },
    out: { title: '借出', edit: true },
    back: { title: '归还', id: 'returned', edit: true },
    lost: { title: '丢失', edit: true },
  },
  transitions: {
    lend: { title: '借出', from: ['draft', 'back'], to: 'out', who: ['everyone'] },
    giveBack: { title: '归还', from: ['out'], to: 'back', who: ['everyone'] },
  },
  unique: {
    open: { fields: ['tool'], where: "not (status in ['draft', 'back', 'lost']) and urgent != 'yes'", else: TAKEN },
  },
  pages: { loan: { title: '借用', columns: ['tool'], grants: { everyone: ['view', 'add', 'edit', 'import'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [loan] }, shipped: ['user', 'auditLog', 'tenant'] });
  await plantTenant(server.database, TENANT);
}, patient(120_000));
afterAll(() => server?.close());

async function added(tool: string, values: object = {}): Promise<string> {
  const answer = await server.call<WireRecord>({}, `POST ${BASE}/save`, { tool, ...values });
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200]);
  return answer.data.id;
}

const fire = (transition: string, id: string) => server.call<WireRecord>({}, `POST ${BASE}/${transition}`, { id });

describe('values that may occur once among some records', () => {
  it('meet each other only where both lie under the condition', async () => {
    const [first, second] = [await added('扳手'), await added('扳手')];
    expect((await fire('lend', first)).status).toBe(200);
    const refused = await fire('lend', second);
    expect([refused.status, refused.errors]).toEqual([400, [{ pointer: '/tool', msg: TAKEN }]]);
    expect((await fire('giveBack', first)).status).toBe(200);
    expect((await fire('lend', second)).status).toBe(200);
    // The state of the first has another name than it is stored by.
    expect((await fire('lend', first)).errors).toEqual([{ pointer: '/tool', msg: TAKEN }]);
  });

  it('are judged by every field that the condition reads, on a save too', async () => {
    const [first, second] = [await added('铜锤'), await added('铜锤', { urgent: 'yes' })];
    await fire('lend', first);
    expect((await fire('lend', second)).status).toBe(200);
    const record = (await server.call<WireRecord>({}, `GET ${BASE}/detail?id=${second}`)).data;
    const save = await server.call({}, `POST ${BASE}/save`, { id: second, version: record.version, urgent: 'no' });
    expect([save.status, save.errors]).toEqual([400, [{ pointer: '/tool', msg: TAKEN }]]);
  });

  it('are kept by one of fifty who write at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => added('防爆灯')));
    const answers = await Promise.all(ids.map((id) => fire('lend', id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errors } of answers) {
      if (status !== 200) expect([status, errors]).toEqual([400, [{ pointer: '/tool', msg: TAKEN }]]);
    }
  });

  it('are not what finds a record for an import', async () => {
    const { identifying } = await import('../../src/core/model/identifying.ts');
    expect(identifying(modelOf(loan))).toEqual([]);
    const whole = { ...loan, unique: { tool: { fields: ['tool'], else: TAKEN } } };
    expect(identifying(modelOf(whole))).toEqual([['tool']]);
  });
});

function modelOf(entity: Entity): EntityModel {
  const { model, problems } = buildModel(entity, {
    area: 'test',
    registry: fieldTypes,
    pageKinds,
    entity: () => undefined,
    dictionaries: { has: () => false, choices: () => undefined },
    settings: new Map(),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return model;
}

describe('publishing a new rule', () => {
  const losses = (before: Entity, now: Entity) => {
    const models = (entity: Entity) => new Map([[entity.entity, modelOf(entity)]]);
    return lossesOf(server.database, models(before), models(now), new Set(['loan']));
  };
  const rule = (where?: string): Entity => ({
    ...loan,
    unique: { tool: { fields: ['tool'], else: TAKEN, ...(where === undefined ? {} : { where }) } },
  });

  it('counts the records that break it, and does not let it pass whoever agrees', async () => {
    await server.database.transaction(TENANT, async (db) => {
      await db.execute('delete from data.loan');
      for (const [id, tool, status] of [
        ['1', '锯', 'draft'],
        ['2', '锯', 'lost'],
        ['3', '锯', 'lost'],
        ['4', '刨', 'lost'],
        ['5', null, 'lost'],
        ['6', null, 'lost'],
      ]) {
        await db.execute('insert into data.loan (id, "tenantId", tool, status) values ($1, $2, $3, $4)', [
          id,
          TENANT,
          tool,
          status,
        ]);
      }
    });
    const found = await losses(loan, rule());
    expect(found.map(({ consentable, problem }) => [consentable, problem.pointer, problem.message])).toEqual([
      [false, '/unique/tool', '“工具”在规定的范围内应当唯一，但有 3 条记录相互重复'],
    ]);
    const [lost] = await losses(loan, rule("status == 'lost'"));
    expect(lost?.problem.message).toContain('有 2 条记录');
    expect(await losses(loan, rule("status == 'draft'"))).toEqual([]);
    expect(await losses(rule(), rule())).toEqual([]);
    // Of a field that comes with the rule all rows hold nothing when the index is built: by it no two differ.
    const withSpan = (...fields: string[]): Entity => ({
      ...loan,
      record: {
        ...loan.record,
        properties: {
          ...loan.record.properties,
          span: { title: '所属期', field: 'input', type: 'string', maxLength: 20 },
        },
      },
      unique: { span: { fields, else: TAKEN } },
    });
    const [held] = await losses(loan, withSpan('tool', 'span'));
    expect([held?.problem.message, held?.problem.fix]).toEqual([
      '“工具、所属期”在规定的范围内应当唯一，但有 5 条记录相互重复',
      '先改正这些记录；新字段的值能区分它们的，先导入新字段并补齐已有记录，再加唯一规则',
    ]);
    expect(await losses(loan, withSpan('span'))).toEqual([]);
  });
});
