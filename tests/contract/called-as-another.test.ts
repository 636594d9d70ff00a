import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const entity = entityMaker(() => ({ grants: { trainer: ['view', 'add', 'edit', 'delete', 'export'] } }));

const course = entity('course', '课程', { name: text('名称') });
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
    server = await createEntityServer({ entities: { test: [course, lesson, sign, trace] } });
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
  it('bears it where it stands in the way of a removal', async () => {
    const answer = await server.call(trainer, `POST ${P}/lesson/remove`, { ids: ids.lesson });
    expect(answer.status).not.toBe(200);
    expect(JSON.stringify(answer)).toContain('受限空间');
    expect(JSON.stringify(answer)).not.toContain(`“${ids.lesson}”`);
  });
});
