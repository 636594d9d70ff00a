import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const entity = entityMaker(() => ({
  grants: { trainer: ['view', 'add', 'edit', 'delete', 'export'], guest: ['view'] },
}));

const several = (title: string, more: Pick<Property, 'field' | 'ref' | 'org'>): Property => ({
  title,
  type: 'array',
  multiple: true,
  items: { type: 'string' },
  quickSearch: true,
  ...more,
});

const course = entity('course', '课程', { name: text('名称') });
/** Guests do not see what it is called. */
const topic = entity(
  'topic',
  '主题',
  { name: text('名称') },
  {
    permissions: {
      scope: { everyone: 'tenant' },
      fields: {
        name: [
          { roles: ['guest', 'auditor'], access: 'hidden' },
          { roles: ['everyone'], access: 'write' },
        ],
      },
    },
  },
);
const lesson = entity(
  'lesson',
  '课次',
  { course: referenceTo('课程', 'course'), no: text('编号') },
  { label: 'course' },
);
/** Called as a lesson, which is called as a course. */
const sign = entity(
  'sign',
  '签到',
  {
    lesson: referenceTo('课次', 'lesson'),
    said: { ...text('课名'), defaultFrom: 'labelOf(lesson)' },
    memo: text('备注'),
    topic: { ...referenceTo('主题', 'topic'), quickSearch: true },
    also: several('相关课程', { field: 'reference', ref: { entity: 'course' } }),
    hosts: several('讲师', { field: 'orgSelect', org: 'user' }),
    about: several('相关主题', { field: 'reference', ref: { entity: 'topic' } }),
    parts: {
      title: '分段',
      field: 'subTable',
      type: 'array',
      items: { type: 'object', properties: { topic: referenceTo('主题', 'topic') } },
    },
  },
  {
    label: 'lesson',
    states: { open: { title: '在办', initial: true, edit: true, remove: true }, done: { title: '已完成' } },
    transitions: {
      finish: {
        title: '完成',
        from: ['open'],
        to: 'done',
        who: ['everyone'],
        effects: { keep: { create: 'trace', values: { sign: 'id' } } },
      },
    },
  },
);
const trace = entity('trace', '留痕', { sign: referenceTo('签到', 'sign'), memo: text('备注') });

const P = '/api/anlan-safety';
const trainer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['trainer'] };

describe('a record that is called as the one that it refers to', () => {
  let server: EntityServer;
  const ids = { course: '', lesson: '', sign: '' };
  async function save(path: string, body: object): Promise<string> {
    const answer = await server.call<WireRecord>(trainer, `POST ${P}/${path}/save`, body);
    expect(`${path} ${answer.status} ${answer.msg}`).toContain(' 200 ');
    return String(answer.data.id);
  }
  const logged = async (id: string): Promise<readonly string[]> => {
    const rows = await server.database.transaction('645967', (db) =>
      db.query<{ entry: string }>('select to_jsonb(l)::text as entry from data."auditLog" l'),
    );
    return rows.map(({ entry }) => entry).filter((entry) => entry.includes(id));
  };

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [course, topic, lesson, sign, trace] } });
    await insertPeople(server);
    ids.course = await save('course', { name: '受限空间' });
    ids.lesson = await save('lesson', { course: ids.course, no: '01' });
    ids.sign = await save('sign', { lesson: ids.lesson });
    const answer = await server.call(trainer, `POST ${P}/sign/finish`, { id: ids.sign });
    expect(answer.status).toBe(200);
  });
  afterAll(() => server?.close());

  it('bears that name in lists and details, through two references', async () => {
    const { data } = await server.call<WirePage<WireRecord>>(trainer, `GET ${P}/trace/page`);
    expect(data.records[0]).toMatchObject({ sign: ids.sign, signLabel: '受限空间' });
    const detail = await server.call<WireRecord>(trainer, `GET ${P}/sign/detail?id=${ids.sign}`);
    expect(detail.data).toMatchObject({ lessonLabel: '受限空间' });
  });
  it('bears it where it is chosen', async () => {
    const { data } = await server.call<readonly { label: string }[]>(trainer, `GET ${P}/sign/select`);
    expect(data.map(({ label }) => label)).toEqual(['受限空间']);
  });
  it('bears it in expressions', async () => {
    const detail = await server.call<WireRecord>(trainer, `GET ${P}/sign/detail?id=${ids.sign}`);
    expect(detail.data.said).toBe('受限空间');
  });
  it('bears it in the log', async () => {
    const told = (await logged(ids.sign)).filter((entry) => entry.includes('签到'));
    expect(told.length).toBeGreaterThan(1);
    expect(told.filter((entry) => !entry.includes('受限空间'))).toEqual([]);
  });
  it('lets the log and the history of what refers to it say neither name nor id to whoever may not see the name', async () => {
    const secret = await save('topic', { name: '绝密课题' });
    const other = await save('topic', { name: '另一课题' });
    const id = await save('sign', { lesson: ids.lesson, topic: secret, parts: [{ topic: secret }], memo: '看得见' });
    const told = await server.call<WireRecord>(trainer, `GET ${P}/sign/detail?id=${id}`);
    const changed = { id, version: told.data.version, topic: other, parts: [{ topic: other }], memo: '还看得见' };
    expect((await server.call(trainer, `POST ${P}/sign/save`, changed)).status).toBe(200);
    const auditor: TestPerson = { userId: 'u3', realName: '人员3', roleCodes: ['auditor', 'guest'] };
    const asks = [`GET /api/anlan-system/audit-log/page?page=operLog&size=50`, `GET ${P}/sign/history?id=${id}`];
    const answers = await Promise.all(
      asks.map(async (ask) => {
        const { status, data } = await server.call<WirePage<Record<string, unknown>>>(auditor, ask);
        expect(status).toBe(200);
        return JSON.stringify(data.records.filter(({ entityTitle = '签到' }) => entityTitle === '签到'));
      }),
    );
    for (const answer of answers) {
      expect(answer).toContain('还看得见');
      for (const kept of [secret, other, '课题']) expect(answer).not.toContain(kept);
    }
    const seen = JSON.stringify((await server.call(trainer, asks[1] ?? '')).data);
    expect([seen.includes('绝密课题'), seen.includes('另一课题')]).toEqual([true, true]);
    await server.call(trainer, `POST ${P}/sign/remove`, { ids: id });
  });
  it('bears it where it stands in the way of a removal', async () => {
    const answer = await server.call(trainer, `POST ${P}/lesson/remove`, { ids: ids.lesson });
    expect(answer.status).not.toBe(200);
    expect(JSON.stringify(answer)).toContain('受限空间');
    expect(JSON.stringify(answer)).not.toContain(`“${ids.lesson}”`);
  });

  describe('among others', () => {
    const guest: TestPerson = { userId: 'u2', realName: '人员2', roleCodes: ['guest'] };
    const page = async (query: string, person = trainer) => {
      const path = `GET ${P}/sign/page?${query}`;
      const { status, data } = await server.call<WirePage<WireRecord>>(person, path);
      const rows = status === 200 ? data.records : [];
      return { status, names: rows.map(({ lessonLabel }) => lessonLabel), memos: rows.map(({ memo }) => memo) };
    };
    beforeAll(async () => {
      // Neither the ids, nor the order in which they are made, are those of the names.
      const made = { 动火: '', 吊装: '', 高处: '' };
      for (const name of ['高处', '动火', '吊装'] as const) {
        const id = await save('course', { name });
        made[name] = await save('lesson', { course: id, no: name });
      }
      const secret = await save('topic', { name: '秘' });
      for (const name of ['吊装', '高处', '动火', '高处', '动火'] as const) {
        await save('sign', { lesson: made[name], memo: `记${name}`, topic: secret });
      }
    });
    const BY_NAME = ['吊装', '动火', '动火', '高处', '高处', '受限空间'];

    it('stands where its name does, both ways, and on each page once', async () => {
      expect((await page('orderBy=lesson&size=9')).names).toEqual(BY_NAME);
      expect((await page('orderBy=-lesson&size=9')).names).toEqual(BY_NAME.toReversed());
      const whole = (await page('orderBy=lesson,memo&size=9')).memos;
      const leafed = [1, 2, 3].map(
        async (current) => (await page(`orderBy=lesson,memo&size=2&current=${current}`)).memos,
      );
      expect((await Promise.all(leafed)).flat()).toEqual(whole);
    });
    it('stands where its name does under a scope and under a text', async () => {
      expect((await page(`orderBy=lesson&size=9&keyword=${encodeURIComponent('高')}`)).names).toEqual(['高处', '高处']);
    });
    it('is found by its name in lists and where it is chosen, and by no id', async () => {
      expect((await page(`keyword=${encodeURIComponent('吊')}`)).names).toEqual(['吊装']);
      expect((await page(`keyword=${ids.lesson}`)).names).toEqual([]);
      const chosen = async (query: string) => {
        const { data } = await server.call<readonly { label: string }[]>(trainer, `GET ${P}/sign/select?${query}`);
        return data.map(({ label }) => label);
      };
      expect(await chosen('')).toEqual(BY_NAME);
      expect(await chosen(`keyword=${encodeURIComponent('动')}`)).toEqual(['动火', '动火']);
    });
    it('is neither sorted nor found by a name that the person may not see', async () => {
      const { data } = await server.call<WirePage<WireRecord>>(guest, `GET ${P}/sign/page?size=9`);
      expect(data.records.map(({ topicLabel }) => topicLabel)).toEqual(Array(6).fill(null));
      const by = async (person: TestPerson) => [
        (await page('orderBy=topic', person)).status,
        (await page(`keyword=${encodeURIComponent('秘')}`, person)).names.length,
      ];
      expect([await by(trainer), await by(guest)]).toEqual([
        [200, 5],
        [400, 0],
      ]);
    });

    describe('several in one field', () => {
      const made: Record<string, string> = {};
      const called = async (query: string, person = trainer) => {
        const path = `GET ${P}/sign/page?memo=${encodeURIComponent('多')}&${query}`;
        const { status, data } = await server.call<WirePage<WireRecord>>(person, path);
        return status === 200 ? data.records.map(({ memo }) => memo) : status;
      };
      beforeAll(async () => {
        for (const name of ['苯', '安', '氨']) made[name] = await save('course', { name });
        const secret = await save('topic', { name: '机密' });
        const lesson = ids.lesson;
        const also = (...names: string[]) => names.map((name) => made[name]);
        await save('sign', { lesson, memo: '多一', also: also('苯'), hosts: ['u2'] });
        await save('sign', { lesson, memo: '多二', also: also('安', '苯'), hosts: ['u1', 'u2'], about: [secret] });
        await save('sign', { lesson, memo: '多三', also: also('安', '氨'), hosts: ['u2', 'u1'] });
        await save('sign', { lesson, memo: '多四', also: [] });
      });

      it('stand by their names as they are read, one behind the other, both ways and on each page once', async () => {
        const sorted = ['多四', '多三', '多二', '多一'];
        expect(await called('orderBy=also')).toEqual(sorted);
        expect(await called('orderBy=-also')).toEqual(sorted.toReversed());
        expect(await called('orderBy=hosts')).toEqual(['多四', '多二', '多一', '多三']);
        const leafed = await Promise.all(
          [1, 2, 3, 4].map((current) => called(`orderBy=also&size=1&current=${current}`)),
        );
        expect(leafed.flat()).toEqual(sorted);
      });
      it('are found by each of their names and filtered by each', async () => {
        expect(await called(`orderBy=memo&keyword=${encodeURIComponent('苯')}`)).toEqual(['多二', '多一']);
        expect(await called(`orderBy=also&keyword=${encodeURIComponent('人员1')}`)).toEqual(['多三', '多二']);
        expect(await called(`orderBy=also&also=${made.氨}`)).toEqual(['多三']);
        expect(await called(`orderBy=also&hosts=u1`)).toEqual(['多三', '多二']);
        expect(await called(`orderBy=also&match=also:empty`)).toEqual(['多四']);
      });
      it('are neither sorted nor found by names that the person may not see', async () => {
        const by = async (person: TestPerson) => [
          await called('orderBy=about,memo', person).then((found) => Array.isArray(found)),
          await called(`keyword=${encodeURIComponent('机密')}`, person),
        ];
        expect([await by(trainer), await by(guest)]).toEqual([
          [true, ['多二']],
          [false, []],
        ]);
      });
    });
  });
});
