import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const grants = { everyone: ['view', 'add', 'edit', 'delete'] };
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };

const card: Entity = {
  dialect: 1,
  entity: 'skillCard',
  title: '上岗证',
  label: 'name',
  labelDetail: ['number', 'kind', 'until'],
  api: { service: 'safety', base: 'skillcard' },
  record: {
    type: 'object',
    required: ['name', 'holder'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      number: { title: '编号', field: 'input', type: 'string', maxLength: 20 },
      kind: {
        title: '类别',
        field: 'select',
        type: 'string',
        options: { weld: { title: '焊接', order: 1 }, climb: { title: '登高', order: 2 } },
      },
      holder: { title: '持证人', field: 'input', type: 'string', maxLength: 20 },
      until: { title: '有效期止', field: 'date', type: 'string', format: 'date' },
    },
  },
  pages: { skillCard: { title: '上岗证', columns: ['name'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { everyone: 'tenant' } },
};

const job: Entity = {
  dialect: 1,
  entity: 'cardJob',
  title: '派工',
  label: 'title',
  api: { service: 'safety', base: 'cardjob' },
  record: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      worker: { title: '作业人', field: 'input', type: 'string', maxLength: 20 },
      day: { title: '日期', field: 'date', type: 'string', format: 'date' },
      cardId: {
        title: '证件',
        field: 'reference',
        type: 'string',
        ref: { entity: 'skillCard', where: 'holder == record.worker and (isNull(record.day) or until >= record.day)' },
      },
      spareId: {
        title: '备用证件',
        field: 'reference',
        type: 'string',
        ref: {
          entity: 'skillCard',
          where: "kind in ['weld', 'climb']",
          rules: [
            {
              when: 'isNull(record.day) or isNull(until) or until >= record.day',
              else: '证件已过期',
              elseFrom: "concat('证件已于 ', until, ' 过期')",
            },
            { when: "holder == record.worker or holder == '乙'", else: '不是本人的证件' },
          ],
        },
      },
      // The same conditions as the one before, in other words.
      thirdId: {
        title: '第三证件',
        field: 'reference',
        type: 'string',
        ref: {
          entity: 'skillCard',
          where: "kind in ['weld', 'climb']",
          rules: [
            {
              when: 'isNull(record.day) or isNull(until) or until >= record.day',
              else: '证件已过期',
              elseFrom: "concat('证件已于 ', until, ' 过期')",
            },
            { when: "holder == record.worker or holder == '乙'", else: '第三证件须是本人的' },
          ],
        },
      },
      helpers: {
        title: '帮工',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          required: [],
          properties: {
            cardId: {
              title: '帮工证件',
              field: 'reference',
              type: 'string',
              ref: { entity: 'skillCard', where: "kind == 'climb'" },
            },
          },
        },
      },
    },
  },
  pages: { cardJob: { title: '派工', columns: ['title'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { everyone: 'tenant' } },
};

let server: EntityServer;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await createEntityServer({ entities: { safety: [card, job] } });
  for (const [name, holder, kind, until] of [
    ['甲焊', "O'Brien", 'weld', '2027-01-31'],
    ['甲登', "O'Brien", 'climb', '2026-01-31'],
    ['乙焊', '乙', 'weld', null],
  ]) {
    const { data } = await server.call<WireRecord>(officer, `POST ${P}/skillcard/save`, {
      name,
      holder,
      kind,
      until,
      number: `No-${name}`,
    });
    ids[String(name)] = data.id;
  }
});

afterAll(() => server.close());

const select = (query: Record<string, string>) =>
  server.call<
    readonly { readonly id: string; readonly label: string; readonly detail?: string; readonly misfit?: string }[]
  >(officer, `GET ${P}/skillcard/select?${new URLSearchParams(query)}`);
const offered = async (record: unknown, more: Record<string, string> = {}) =>
  (await select({ for: 'cardJob.cardId', record: JSON.stringify(record), ...more })).data.map(({ label }) => label);

describe('a picker offers what its field may hold', () => {
  it('offers the records that meet the condition over the values of the form', async () => {
    expect(await offered({ worker: "O'Brien" })).toEqual(['甲登', '甲焊']);
    expect(await offered({ worker: "O'Brien", day: '2026-06-01' })).toEqual(['甲焊']);
    expect(await offered({ worker: '乙' })).toEqual(['乙焊']);
    expect(await offered({})).toEqual([]);
    expect(await offered({ worker: "O'Brien" }, { keyword: '登' })).toEqual(['甲登']);
  });

  it('says of known records which still fit', async () => {
    const both = [ids.甲焊, ids.乙焊].join(',');
    expect(await offered({ worker: '乙' }, { ids: both })).toEqual(['乙焊']);
  });

  it('knows the column of a table, whose condition reads nothing of the record', async () => {
    const { data } = await select({ for: 'cardJob.helpers.cardId' });
    expect(data.map(({ label }) => label)).toEqual(['甲登']);
  });

  it('offers all without a field, with what tells them apart', async () => {
    const { data } = await select({});
    expect(data.map(({ label, detail }) => [label, detail])).toEqual([
      ['甲登', 'No-甲登 · 登高 · 有效期止 2026-01-31'],
      ['甲焊', 'No-甲焊 · 焊接 · 有效期止 2027-01-31'],
      ['乙焊', 'No-乙焊 · 焊接'],
    ]);
  });

  it('offers what does not fit with the reason, and refuses it in the same words where it is newly chosen', async () => {
    const why = async (record: unknown) =>
      (await select({ for: 'cardJob.spareId', record: JSON.stringify(record) })).data.map((one) => [
        one.label,
        one.misfit,
      ]);
    expect(await why({ worker: "O'Brien", day: '2026-06-01' })).toEqual([
      ['甲登', '证件已于 2026-01-31 过期'],
      ['甲焊', undefined],
      ['乙焊', undefined],
    ]);
    expect(await why({ worker: '乙' })).toEqual([
      ['甲登', '不是本人的证件'],
      ['甲焊', '不是本人的证件'],
      ['乙焊', undefined],
    ]);
    const body = { title: '登高', worker: "O'Brien", day: '2026-06-01' };
    const refused = await server.call(officer, `POST ${P}/cardjob/save`, { ...body, spareId: ids.甲登 });
    expect([refused.status, refused.errors]).toEqual([400, [{ pointer: '/spareId', msg: '证件已于 2026-01-31 过期' }]]);
    // Each field says it in its own words.
    const both = await server.call(officer, `POST ${P}/cardjob/save`, {
      title: '焊接',
      worker: '乙',
      spareId: ids.甲焊,
      thirdId: ids.甲焊,
    });
    expect(both.errors).toEqual([
      { pointer: '/spareId', msg: '不是本人的证件' },
      { pointer: '/thirdId', msg: '第三证件须是本人的' },
    ]);
    // What was chosen while it was right stays, as what a picker no longer offers does.
    const early = await server.call<WireRecord>(officer, `POST ${P}/cardjob/save`, {
      ...body,
      day: '2026-01-01',
      spareId: ids.甲登,
    });
    const later = { id: early.data.id, version: early.data.version, day: '2026-06-01' };
    expect([early.status, (await server.call(officer, `POST ${P}/cardjob/save`, later)).status]).toEqual([200, 200]);
  });

  it('refuses a field that is no reference to these records, and values that no field could hold', async () => {
    for (const field of ['cardJob.title', 'cardJob.nothing', 'nothing.cardId', 'cardJob']) {
      const refused = await select({ for: field });
      expect([refused.status, refused.errors[0]?.pointer]).toEqual([400, '/for']);
    }
    for (const record of ['{', '[]', '{"worker":{"a":1}}', '{"worker":["乙"]}', '{"day":"\' or 1=1"}', '{"day":7}']) {
      const refused = await select({ for: 'cardJob.cardId', record });
      expect([record, refused.status]).toEqual([record, 400]);
    }
  });

  it('refuses a record whose choice no longer fits what was changed beside it', async () => {
    const { data } = await server.call<WireRecord>(officer, `POST ${P}/cardjob/save`, {
      title: '动火',
      worker: '乙',
      cardId: ids.乙焊,
    });
    const refused = await server.call(officer, `POST ${P}/cardjob/save`, {
      id: data.id,
      version: data.version,
      worker: "O'Brien",
    });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ pointer: '/cardId', msg: '证件所选的记录不符合可选条件' }],
    ]);
    const moved = await server.call(officer, `POST ${P}/cardjob/save`, {
      id: data.id,
      version: data.version,
      worker: "O'Brien",
      cardId: ids.甲焊,
    });
    expect(moved.status).toBe(200);
  });
});
