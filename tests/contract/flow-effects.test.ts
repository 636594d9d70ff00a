import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence, findEvidence, isIntact } from '../../server/flow/evidence/evidence.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const number = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'number',
  type: 'number',
  ...more,
});
const grants = { officer: ['view', 'add', 'edit', 'delete'] };
const entity = entityMaker(() => ({ grants }));

/** A check without states: a bad result raises a fault bound to it, once, and tells the site. */
const check = entity(
  'check',
  '检查',
  {
    name: text('名称'),
    result: text('结果'),
    siteId: referenceTo('场地', 'place'),
    faultId: referenceTo('隐患', 'fault'),
    photos: { title: '照片', field: 'upload', type: 'array' },
  },
  {
    effects: {
      raise: {
        when: "result == 'bad' and isNull(faultId)",
        create: 'fault',
        values: { title: "concat(name, '不合格')", checkId: 'id', siteId: 'siteId', photos: 'photos' },
      },
      bind: { when: "result == 'bad' and isNull(faultId)", set: { faultId: 'created.raise' } },
      open: {
        when: "result == 'bad' and isNull(old.faultId)",
        fire: 'open',
        target: 'faultId',
        values: { note: 'name' },
      },
      tell: { when: 'not isNull(siteId)', set: { lastCheck: 'name' }, target: 'siteId' },
    },
  },
);

const place = entity('place', '地点', { name: text('名称'), lastCheck: text('最近检查'), busy: number('占用') });

const fault = entity(
  'fault',
  '隐患',
  {
    title: text('名称'),
    checkId: referenceTo('检查', 'check'),
    siteId: referenceTo('场地', 'place'),
    photos: { title: '照片', field: 'upload', type: 'array' },
    duty: text('责任'),
    amount: number('数额'),
  },
  {
    states: {
      draft: { title: '草稿', initial: true, draft: true },
      open: { title: '待办' },
      closed: { title: '销号' },
    },
    transitions: {
      open: { title: '登记', from: ['draft'], to: 'open', who: ['creator'], writes: 'faultNote' },
      close: {
        title: '销号',
        from: ['open'],
        to: 'closed',
        who: ['creator'],
        effects: {
          steps: {
            create: 'step',
            from: { entity: 'template', where: 'grade <= record.amount' },
            values: { faultId: 'id', words: 'row.words' },
          },
          archive: { create: 'archive', when: 'amount > 1', values: { faultId: 'id', from: 'old.status' } },
          seal: { fire: 'seal', target: 'created.archive' },
        },
      },
      reopen: {
        title: '重开',
        from: ['closed'],
        to: 'open',
        who: ['creator'],
        effects: {
          again: { create: 'archive', values: { from: "'x'" } },
        },
      },
    },
  },
);

const faultNote = entity(
  'faultNote',
  '登记说明',
  { faultId: referenceTo('隐患', 'fault'), note: text('说明') },
  { parent: { entity: 'fault', field: 'faultId' }, pages: {} },
);
const template = entity('template', '模板', { words: text('内容'), grade: number('级别') }, { small: true });
const step = entity('step', '步骤', { faultId: referenceTo('隐患', 'fault'), words: text('内容') });
const archive = entity(
  'archive',
  '归档',
  { faultId: referenceTo('隐患', 'fault'), from: text('来自') },
  {
    record: {
      type: 'object',
      properties: {
        faultId: referenceTo('隐患', 'fault'),
        from: { ...text('来自'), rules: [{ when: "from != 'x'", else: '来源不能是x' }] },
      },
    },
    states: { new: { title: '新', initial: true }, sealed: { title: '封存' } },
    transitions: { seal: { title: '封存', from: ['new'], to: 'sealed', who: ['system'] } },
  },
);

/** Two that set each other off under a condition that always holds. */
const ping = entity(
  'ping',
  '乒',
  { n: number('数'), other: referenceTo('乓', 'pong') },
  { effects: { hit: { when: 'n > 0', set: { n: 'n + 1' }, target: 'other' } } },
);
const pong = entity(
  'pong',
  '乓',
  { n: number('数'), other: referenceTo('乒', 'ping') },
  { effects: { hit: { when: 'n > 0', set: { n: 'n + 1' }, target: 'other' } } },
);

/** Jobs of which only one may run in a place at a time. */
const job = entity(
  'job',
  '作业',
  { title: text('名称'), placeId: referenceTo('地点', 'place') },
  {
    states: { ready: { title: '待开工', initial: true, edit: true }, running: { title: '进行中' } },
    transitions: {
      start: {
        title: '开工',
        from: ['ready'],
        to: 'running',
        who: ['everyone'],
        lock: 'placeId',
        when: [
          {
            when: "not exists('job', placeId == parent.placeId and id != parent.id and status == 'running')",
            else: '该地点已有作业',
          },
        ],
      },
    },
  },
);

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };

describe('effects, locks and evidence', () => {
  let server: EntityServer;
  const post = (path: string, body: object, person = officer) =>
    server.call<WireRecord>(person, `POST ${P}/${path}`, body);
  const get = async (base: string, id: unknown) =>
    (
      await server.call<WireRecord & { children: Record<string, WireRecord[]> }>(
        officer,
        `GET ${P}/${base}/detail?id=${id}&with=children`,
      )
    ).data;
  const all = async (base: string) =>
    (await server.call<WirePage<WireRecord>>(officer, `GET ${P}/${base}/page?size=200`)).data.records;

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [check, place, fault, faultNote, template, step, archive, ping, pong, job] },
      parts: { evidence },
    });
    await insertPeople(server);
    for (const [words, grade] of [
      ['甲', 1],
      ['乙', 5],
      ['丙', 9],
    ])
      await post('template/save', { words, grade });
  });

  afterAll(() => server.close());

  it('create a record on a save, know its id, fire and set, in one transaction', async () => {
    const site = (await post('place/save', { name: '罐区' })).data;
    const { data } = await post('check/save', { name: '巡检一', result: 'bad', siteId: site.id });
    expect(data.faultId).toMatch(/^\d{19}$/);
    const raised = await get('fault', data.faultId);
    expect(raised).toMatchObject({ title: '巡检一不合格', checkId: data.id, status: 'open', createUser: 'u1' });
    expect(raised.children.faultNote).toMatchObject([{ note: '巡检一' }]);
    expect(await get('place', site.id)).toMatchObject({ lastCheck: '巡检一', version: 2 });
    // Saving again raises no second one.
    const now = await get('check', data.id);
    expect((await post('check/save', { id: data.id, version: now.version, name: '巡检一改' })).status).toBe(200);
    expect((await all('fault')).filter((record) => record.checkId === data.id)).toHaveLength(1);
  });

  it('give a record they create files of its own with the same contents', async () => {
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data.attach (id, "tenantId", "createUser", "originalName", name, extension, "contentType", "attachSize", sha256)
         values ('1900000000000000001', '645967', 'u1', '现场.jpg', '20260430/645967/1.jpg', 'jpg', 'image/jpeg', 10, 'abc')`,
      ),
    );
    const photos = ['1900000000000000001'];
    const { data, msg } = await post('check/save', { name: '带照片', result: 'bad', photos });
    expect(msg).toBe('操作成功');
    const own = (await get('check', data.id)).photos as { attachId: string; name: string }[];
    const copied = (await get('fault', data.faultId)).photos as { attachId: string; name: string }[];
    expect(own.map(({ attachId }) => attachId)).toEqual(photos);
    expect(copied).toMatchObject([{ name: '20260430/645967/1.jpg', originalName: '现场.jpg' }]);
    expect(copied[0]?.attachId).not.toBe(photos[0]);
    const [held] = await server.database.withTenant('645967', (connection) =>
      connection.query('select "bizType", "bizId", "createUser" from data.attach where id = $1', [copied[0]?.attachId]),
    );
    expect(held).toEqual({ bizType: 'fault', bizId: data.faultId, createUser: 'u1' });
  });

  it('say in the log by which record they came', async () => {
    const { data } = await post('check/save', { name: '巡检二', result: 'bad' });
    const { data: history } = await server.call<WirePage<{ action: string; cause: string | null }>>(
      officer,
      `GET ${P}/fault/history?id=${data.faultId}`,
    );
    expect(history.records.map(({ action, cause }) => [action, cause])).toEqual([
      ['open', '由检查“巡检二”的“保存”触发'],
      ['insert', '由检查“巡检二”的“保存”触发'],
    ]);
  });

  it('create one record for each row of a library, and act on what they created', async () => {
    const made = (await post('fault/save', { title: '多步', amount: 5 })).data;
    await post('fault/open', { id: made.id, row: { note: 'x' } });
    expect((await post('fault/close', { id: made.id })).status).toBe(200);
    const steps = (await all('step')).filter((record) => record.faultId === made.id);
    expect(steps.map(({ words }) => words).sort()).toEqual(['乙', '甲']);
    const [archived] = (await all('archive')).filter((record) => record.faultId === made.id);
    expect(archived).toMatchObject({ status: 'sealed', from: 'open' });
  });

  it('take everything back where one of them is refused', async () => {
    const made = (await post('fault/save', { title: '回滚', amount: 0 })).data;
    await post('fault/open', { id: made.id, row: { note: 'x' } });
    await post('fault/close', { id: made.id });
    const before = await get('fault', made.id);
    const answer = await post('fault/reopen', { id: made.id });
    expect([answer.status, answer.msg]).toEqual([400, '来源不能是x']);
    expect(await get('fault', made.id)).toMatchObject({ status: 'closed', version: before.version });
  });

  it('are stopped where they set each other off without end, and nothing stays', async () => {
    const first = (await post('ping/save', { n: 0 })).data;
    const second = (await post('pong/save', { n: 0, other: first.id })).data;
    await post('ping/save', { id: first.id, version: 1, other: second.id });
    const answer = await post('ping/save', { id: first.id, version: 2, n: 1 });
    expect([answer.status, answer.msg]).toEqual([400, '联动操作超过8层，可能互相触发，请联系管理员']);
    expect(await get('ping', first.id)).toMatchObject({ n: 0, version: 2 });
  });

  it('locks let one of many start in a place, and others elsewhere', async () => {
    const [here, there] = await Promise.all(
      ['甲地', '乙地'].map(async (name) => (await post('place/save', { name })).data.id),
    );
    const jobs = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post('job/save', { title: `作业${n}`, placeId: n % 2 ? here : there })),
    );
    const answers = await Promise.all(jobs.map(({ data }) => post('job/start', { id: data.id })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ msg }) => msg))).toEqual(
      new Set(['该地点已有作业']),
    );
    const running = (await all('job')).filter(({ status }) => status === 'running').map(({ placeId }) => placeId);
    expect(new Set(running)).toEqual(new Set([here, there]));
  });

  it('seal what was signed with the row, and nobody can change it', async () => {
    const made = (await post('fault/save', { title: '存证', amount: 3, duty: '张三' })).data;
    await post('fault/open', { id: made.id, row: { note: '原话' } });
    const [row] = (await get('fault', made.id)).children.faultNote ?? [];
    const { id, hash } = (row?.evidence ?? {}) as { id: string; hash: string };
    const found = await server.database.withTenant('645967', (connection) => findEvidence(connection, id));
    if (found === undefined) throw new Error('no evidence');
    expect(found).toMatchObject({ recordId: made.id, entityKey: 'fault', hash, userName: '人员1' });
    expect(isIntact(found)).toBe(true);
    expect(isIntact({ ...found, snapshot: found.snapshot.replace('原话', '假话') })).toBe(false);
    const sealed = JSON.parse(found.snapshot);
    expect(sealed.values).toContainEqual({ id: 'amount', key: 'amount', title: '数额', text: '3', value: 3 });
    expect(sealed.proposal.row).toContainEqual({ id: 'note', key: 'note', title: '说明', text: '原话', value: '原话' });
    for (const statement of [
      'update platform.evidence set hash = $1',
      'delete from platform.evidence where hash <> $1',
    ]) {
      const act = server.database.withTenant('645967', (connection) => connection.execute(statement, ['x']));
      await expect(act).rejects.toThrow(/permission denied/);
    }
  });
});
