import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { editsOf } from '../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type {
  BundleOutlook,
  ComparedEntity,
  DesignBundle,
  DesignChange,
  DesignDraft,
  DesignEntity,
  DesignFile,
  DesignFindings,
  DesignImpact,
  DesignNames,
  DesignTaken,
  ImpactChoice,
  RollbackOutlook,
} from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { callAs } from '../fixtures/call-as.ts';
import { callDesign } from '../fixtures/call-design.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { randomEdit } from '../fixtures/random-edits.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const LAW = 'lawRegulation';
const CERT = 'workCert';
/** Steps that two people do at once; 500 in `npm run test:deep`. */
const INTERLEAVED = process.env.ANLAN_DEEP === '1' ? 500 : 60;
const LAWS = 'safety/securitysystem/lawsregulations';

let server: TestServer;
let designer: SignedIn;
let admin: SignedIn;
let safety: SignedIn;
let neighbour: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  await addNewcomers(server, TENANT, [{ account: 'designer', name: '设己六', role: 'designer' }]);
  designer = await server.signIn('designer');
  admin = await server.signIn('administrator');
  safety = await server.signIn('safetyOfficer');
  neighbour = await server.signIn('administrator', '645968');
});
afterAll(() => server?.stop());

const call = <T>(person: SignedIn, method: 'GET' | 'POST', path: string, given?: Record<string, unknown>) =>
  callDesign<T>(server, person, method, path, given);

let count = 0;
const nextId = () => {
  count += 1;
  return `step-${String(count).padStart(6, '0')}`;
};
const field = (id: string) => ['record', 'properties', id];
const titled = (value: string): OverlayEdit => ({
  edit: 'set',
  at: field('docNo'),
  property: 'title',
  base: '文号/标准号',
  value,
});
const added = (key: string): OverlayEdit => ({
  edit: 'add',
  at: field(key),
  section: 'base',
  after: 'docNo',
  value: { title: '本地编号', field: 'input', type: 'string', maxLength: 40 },
});

const draftOf = async (person: SignedIn) => (await call<DesignDraft>(person, 'GET', 'draft', { entity: LAW })).data;
/** Does one command upon what the person knows of the draft. */
async function act(person: SignedIn, edits: readonly OverlayEdit[], entity = LAW, known?: DesignDraft) {
  const { id, seq } = known ?? (await draftOf(person));
  const step = { step: 'do', id: nextId(), entity, edits };
  return call<DesignTaken>(person, 'POST', 'step', { draft: id ?? '', after: seq, step });
}
async function again(person: SignedIn, verb: 'undo' | 'redo', of: string) {
  const { id, seq } = await draftOf(person);
  const step = { step: verb, id: nextId(), of };
  return call<DesignTaken>(person, 'POST', 'step', { draft: id ?? '', after: seq, step });
}
async function publish(person: SignedIn, title: string, choices: readonly ImpactChoice[] = []) {
  const { seq } = await draftOf(person);
  return call<DesignChange>(person, 'POST', 'publish', { after: seq, title, reason: '试用', choices });
}
const impact = async (person: SignedIn) => {
  const { data, msg } = await call<DesignImpact>(person, 'GET', 'impact');
  expect(msg).toBe('操作成功');
  return data.items;
};
const discard = async (person: SignedIn) => {
  const { seq } = await draftOf(person);
  return call<true>(person, 'POST', 'discard', { after: seq });
};
const served = async (person: SignedIn) => {
  const { data } = await callAs<PageMetadata>(server.main, person, 'GET', 'system/metadata/page?code=law');
  return data.entity.record.properties;
};

it('what expressions may name is told with titles and types, and nothing else of the entities', async () => {
  const { data } = await call<DesignNames>(designer, 'GET', 'names');
  const law = data.entities.find(({ entity }) => entity === LAW);
  expect(law?.record.properties.docNo).toMatchObject({ title: '文号/标准号', field: 'input', type: 'string' });
  expect(Object.keys(law ?? {})).not.toContain('permissions');
  expect(Object.values(data.dictionaries).every(({ choices }) => choices.length > 0)).toBe(true);
  expect((await call(safety, 'GET', 'names')).code).toBe(403);
});

describe('a draft of a company', () => {
  it('is the log of its steps, and serves nobody before it is published', async () => {
    const before = await served(safety);
    const taken = await act(designer, [titled('文号')]);
    expect([taken.status, taken.msg, taken.data.seq]).toEqual([200, '操作成功', 1]);
    const { id, seq, steps, people } = await draftOf(admin);
    expect([id, seq]).toEqual([taken.data.id, 1]);
    expect(steps).toMatchObject([{ seq: 1, userName: '设己六', step: { step: 'do', entity: LAW } }]);
    expect(people).toMatchObject([{ userName: '设己六', entity: LAW }]);
    expect(await served(safety)).toEqual(before);
    const base = (await call<DesignEntity>(admin, 'GET', 'entity', { entity: LAW })).data;
    expect([base.version, base.edits, base.entity.record.properties.docNo?.title]).toEqual([0, [], '文号/标准号']);
  });

  it('takes each step once, whatever comes twice, and tells only what is new', async () => {
    const { id, seq } = await draftOf(designer);
    const step = { step: 'do', id: nextId(), entity: LAW, edits: [titled('编号')] };
    const both = await Promise.all(
      [1, 2, 3].map(() => call<DesignTaken>(designer, 'POST', 'step', { draft: id ?? '', after: seq, step })),
    );
    expect(both.map(({ status, data }) => [status, data.seq, data.steps.length])).toEqual(Array(3).fill([200, 2, 1]));
    expect((await call<DesignDraft>(admin, 'GET', 'draft', { draft: id ?? '', after: '1' })).data.steps).toHaveLength(
      1,
    );
  });

  it('stands against a second person only where both touched the same, and says who did', async () => {
    const known = await draftOf(admin);
    await act(designer, [titled('文件编号')]);
    const clash = await act(admin, [titled('标准编号')], LAW, known);
    expect([clash.status, clash.msg]).toEqual([409, '设己六刚刚修改了同一处，请查看后再改']);
    expect(clash.data).toMatchObject([{ step: { edits: [{ value: '文件编号' }] } }]);
    const beside = await act(
      admin,
      [{ ...titled('颁布单位'), at: field('issueDept'), base: '颁布机关' } as OverlayEdit],
      LAW,
      known,
    );
    expect([beside.status, beside.data.steps.length]).toEqual([200, 2]);
  });

  it('takes back and brings back one’s own steps, and nobody else’s', async () => {
    const { steps } = await draftOf(designer);
    const own = steps.findLast(({ userName }) => userName === '设己六')?.step.id ?? '';
    const others = steps.findLast(({ userName }) => userName !== '设己六')?.step.id ?? '';
    expect((await again(designer, 'undo', others)).msg).toBe('这一步不能撤销');
    expect((await again(designer, 'undo', own)).status).toBe(200);
    expect((await again(designer, 'undo', own)).status).toBe(400);
    expect((await again(designer, 'redo', own)).status).toBe(200);
    expect((await discard(admin)).data).toBe(true);
    expect(await draftOf(designer)).toMatchObject({ id: null, seq: 0, steps: [] });
  });

  it('is judged as files are, with the edits that nobody may make', async () => {
    await act(designer, [
      { edit: 'set', at: field('docNo'), property: 'visible', base: null, value: 'nothing == 1' },
      { edit: 'set', at: [], property: 'api.base', base: null, value: 'elsewhere' },
    ]);
    const { problems, conflicts } = (await call<DesignFindings>(designer, 'GET', 'findings')).data;
    expect(problems.map(({ message }) => message)).toEqual([
      '“api.base”由出厂文件规定，企业不能修改',
      expect.stringContaining('没有名为“nothing”的字段'),
    ]);
    expect(conflicts[LAW]).toMatchObject([{ edit: 1, reason: 'refused' }]);
    const refused = await publish(designer, '不能发布');
    expect([refused.status, refused.errors.length]).toEqual([400, 2]);
    expect((await call<DesignChange[]>(designer, 'GET', 'history')).data).toEqual([]);
    await discard(designer);
  });
});

describe('a published change', () => {
  it('serves at once and whole, of several entities, with its own columns, and is in the history and the log', async () => {
    await act(designer, [titled('文号')]);
    await act(designer, [titled('编号')]);
    await act(admin, [added('localNo')]);
    await act(
      admin,
      [{ edit: 'set', at: field('name'), property: 'title', base: '名称', value: '规章名称' }],
      'systemRule',
    );
    const { data: change, msg, status } = await publish(admin, '本地编号');
    expect([status, msg]).toEqual([200, '操作成功']);
    expect(change).toMatchObject({ title: '本地编号', reason: '试用', userName: '管甲一', rollbackTo: null });
    expect(change.entities).toMatchObject([
      { entity: LAW, title: '法律法规', before: 0, after: 1 },
      { entity: 'systemRule', before: 0, after: 1 },
    ]);
    const now = await served(safety);
    expect([now.docNo?.title, now.localNo?.title, now.localNo?.id]).toEqual(['编号', '本地编号', 'x645967_localNo']);
    // What was set twice is published once.
    expect((await call<DesignEntity>(admin, 'GET', 'entity', { entity: LAW })).data).toMatchObject({
      version: 1,
      edits: [{ value: '编号' }, { edit: 'add' }],
    });
    expect((await draftOf(designer)).id).toBeNull();
    expect((await call<DesignChange[]>(designer, 'GET', 'history')).data).toMatchObject([{ id: change.id }]);
    const log = await callAs<WirePage<WireRecord>>(server.main, admin, 'GET', 'system/audit-log/page?entityKey=design');
    expect(log.data.records, log.msg).toMatchObject([{ action: 'publish', recordTitle: '本地编号' }]);
    const other = await served(neighbour);
    expect([other.docNo?.title, other.localNo]).toEqual(['文号/标准号', undefined]);
  });

  it('is rolled back as a new change that takes no value away', async () => {
    const written = await callAs<string>(server.main, safety, 'POST', `${LAWS}/save`, {
      ...{ name: '安全生产规定', docNo: '1号', fileType: '1', issueDept: '示例机关', localNo: 'L-1' },
      ...{ issueDate: '2026-01-01', effectiveDate: '2026-02-01' },
    });
    expect(written.status, written.msg).toBe(200);
    const [first] = (await call<DesignChange[]>(designer, 'GET', 'history')).data;
    await act(designer, [{ edit: 'hide', at: field('localNo') }]);
    const second = await publish(designer, '不再填写');
    expect(second.status, second.msg).toBe(200);
    expect((await served(safety)).localNo?.hidden).toBe(true);

    const back = await call<DesignChange>(admin, 'POST', 'rollback', { id: first?.id, reason: '还要用' });
    expect(back.data, back.msg).toMatchObject({ title: '回退到“本地编号”', rollbackTo: first?.id, reason: '还要用' });
    expect(back.data.entities).toMatchObject([{ entity: LAW, before: 2, after: 3 }]);
    expect((await served(safety)).localNo).toMatchObject({ title: '本地编号' });
    const { data } = await callAs<WirePage<WireRecord>>(server.main, safety, 'GET', `${LAWS}/list-conditions?size=1`);
    expect(data.records[0]).toMatchObject({ localNo: 'L-1' });
    const twice = await call<DesignChange>(admin, 'POST', 'rollback', { id: first?.id, reason: '再来' });
    expect([twice.status, twice.msg]).toEqual([400, '现在就是这个版本']);
  });

  it('is refused without a title, of nothing, after steps that were not seen, and of what is locked', async () => {
    expect((await publish(designer, '空')).msg).toBe('没有可以发布的修改');
    const { seq } = await draftOf(designer);
    await act(designer, [titled('标准号')]);
    expect((await publish(designer, '')).errors).toMatchObject([{ pointer: '/title', msg: '标题不能为空' }]);
    const unseen = await call<DesignChange>(admin, 'POST', 'publish', { after: seq, title: '抢先' });
    expect([unseen.status, unseen.msg]).toEqual([409, '设己六刚刚修改了这份草稿，请看过新的修改再决定']);
    await discard(designer);
    const locked = await act(
      designer,
      [{ edit: 'set', at: field('account'), property: 'title', base: null, value: 'x' }],
      'user',
    );
    expect([locked.status, locked.msg]).toEqual([400, '“用户”已锁定，不能修改']);
  });
});

describe('the impact of a change on the records that exist', () => {
  const asks = (edit: Omit<Extract<OverlayEdit, { edit: 'set' }>, 'edit'>): OverlayEdit => ({ edit: 'set', ...edit });
  const whole = ['form', 'rules', 'own'];
  const laws = async () => {
    const path = `${LAWS}/list-conditions?size=200`;
    return (await callAs<WirePage<WireRecord>>(server.main, safety, 'GET', path)).data.records;
  };
  const save = (values: Readonly<Record<string, unknown>>) =>
    callAs<string>(server.main, safety, 'POST', `${LAWS}/save`, values);
  const text = (value: unknown) => String(value ?? '');
  let first: string;

  it('is counted as one counts by hand, over generated records', async () => {
    // A generator of its own, so that each run has the same records.
    let state = 7;
    const below = (most: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * most);
    };
    for (let index = 0; index < 40; index += 1) {
      const written = await save({
        ...{
          name: `规定${index}`,
          docNo: `${index}号`,
          fileType: '1',
          issueDept: below(2) === 0 ? `${index}号` : '机关',
        },
        ...{ issueDate: '2026-01-01', effectiveDate: '2026-02-01', amended: String(below(2)) },
        ...(below(3) === 0 ? {} : { keywords: '字'.repeat(1 + below(20)) }),
        ...(below(2) === 0 ? {} : { abolishDate: '2026-03-01' }),
      });
      expect(written.status, written.msg).toBe(200);
    }
    await act(designer, [
      asks({ at: field('keywords'), property: 'required', base: false, value: true }),
      asks({ at: field('keywords'), property: 'maxLength', base: 200, value: 10 }),
      {
        edit: 'add',
        at: [...field('issueDept'), 'rules', 'own'],
        after: null,
        value: { when: 'issueDept != docNo', else: '颁布机关不能是文号' },
      },
      {
        edit: 'add',
        at: whole,
        after: null,
        value: { when: "isNull(abolishDate) or amended == '1'", else: '废止的须已修订', at: 'amended' },
      },
    ]);
    const records = await laws();
    const by = (broken: (record: WireRecord) => boolean) => records.filter(broken).length;
    const items = await impact(designer);
    expect(items.map(({ id, count, ways }) => [id, count, ways])).toEqual([
      [`${LAW} rule issueDept issueDept != docNo`, by(({ issueDept, docNo }) => issueDept === docNo), ['since']],
      [`${LAW} required keywords`, by(({ keywords }) => text(keywords) === ''), ['fill', 'since']],
      [`${LAW} limits keywords`, by(({ keywords }) => text(keywords).length > 10), ['since']],
      [
        `${LAW} rule  isNull(abolishDate) or amended == '1'`,
        by(({ abolishDate, amended }) => text(abolishDate) !== '' && amended !== '1'),
        ['since'],
      ],
    ]);
    // Whoever may not see the records is told their number and none of their names.
    expect(items.map(({ sample }) => sample)).toEqual(items.map(() => []));
    const seen = await impact(admin);
    expect(seen.every(({ sample }) => sample.length > 0 && sample.length <= 5)).toBe(true);
    expect(items[1]?.message).toBe(`“关键词”改为必填：${items[1]?.count}条记录还没有填`);
  });

  it('refuses to be published while something is left open, in words and at its place, and nothing of it serves', async () => {
    const before = await served(safety);
    const items = await impact(designer);
    const open = await publish(designer, '不管记录');
    expect(open.status).toBe(400);
    expect(open.errors.map(({ pointer }) => pointer)).toEqual(items.map(({ id }) => `/choices/${id}`));
    expect(open.errors[1]?.msg).toBe(`${items[1]?.message}；请选择怎样处理`);
    const wrong = await publish(designer, '填得太长', [
      ...items.map(({ id }): ImpactChoice => ({ id, do: 'since' })).filter(({ id }) => !id.includes(' required ')),
      { id: `${LAW} required keywords`, do: 'fill', value: '字'.repeat(11) },
    ]);
    expect(wrong.errors).toMatchObject([
      { pointer: `/choices/${LAW} required keywords`, msg: '关键词最多10个字，现有11个字' },
    ]);
    const never = await publish(designer, '不能映射', [{ id: `${LAW} limits keywords`, do: 'map', value: 'x' }]);
    expect(never.errors).toContainEqual({ pointer: `/choices/${LAW} limits keywords`, msg: '这里不能这样处理' });
    expect((await publish(designer, '写法不对', [{ id: 3 } as unknown as ImpactChoice])).errors).toEqual([
      { pointer: '/choices/0', msg: '对已有记录的处理写法不对' },
    ]);
    expect(await served(safety)).toEqual(before);
  });

  it('may hold from now on: older records stay savable, new and changed ones are held to it', async () => {
    const items = await impact(designer);
    const done = await publish(
      designer,
      '从现在起',
      items.map(({ id }) => ({ id, do: 'since' })),
    );
    expect(done.status, done.msg).toBe(200);
    first = done.data.id;
    expect(done.data.choices).toEqual(items.map(() => expect.stringContaining('从现在起要求')));
    const now = await served(safety);
    expect([now.keywords?.since, now.issueDept?.rules?.at(0)?.since]).toEqual(
      Array(2).fill(expect.stringMatching(/^2/)),
    );
    const empty = (await laws()).find(({ keywords }) => text(keywords) === '');
    const known = { id: empty?.id, version: empty?.version };
    const other = await save({ ...known, summary: '只改摘要' });
    expect(other.status, other.msg).toBe(200);
    const long = await save({ ...known, version: Number(known.version) + 1, keywords: '字'.repeat(11) });
    expect(long.errors).toMatchObject([{ pointer: '/keywords', msg: '关键词最多10个字，现有11个字' }]);
    const { id: _, version: __, ...values } = { ...empty };
    const fresh = await save({
      ...{ name: '新规定', docNo: '新1号', fileType: '1', issueDept: '机关', issueDate: '2026-01-01' },
      ...{ effectiveDate: '2026-02-01', amended: values.amended },
    });
    expect(fresh.errors).toMatchObject([{ pointer: '/keywords', msg: '请输入关键词' }]);
    expect(await impact(designer)).toEqual([]);
  });

  it('may fill in what lacks, in the same change, and each record says so in its log', async () => {
    await act(designer, [asks({ at: field('summary'), property: 'required', base: false, value: true })]);
    const [item] = await impact(designer);
    const before = await laws();
    const lacking = before.filter(({ summary }) => text(summary) === '');
    expect(item).toMatchObject({ count: lacking.length, ways: ['fill', 'since'] });
    const done = await publish(designer, '补填', [{ id: item?.id ?? '', do: 'fill', value: '待补充' }]);
    expect(done.data.choices, done.msg).toEqual([`${item?.message}；补填“待补充”`]);
    const after = new Map((await laws()).map((record) => [record.id, record]));
    for (const { id, version, summary } of before) {
      const isFilled = text(summary) === '';
      expect(after.get(id)).toMatchObject({
        summary: isFilled ? '待补充' : summary,
        version: Number(version) + (isFilled ? 1 : 0),
      });
    }
    const path = `system/audit-log/page?entityKey=${LAW}&recordId=${lacking[0]?.id}`;
    const log = await callAs<WirePage<WireRecord>>(server.main, admin, 'GET', path);
    expect(log.data.records[0], log.msg).toMatchObject({ cause: '发布设计时补填', action: 'update' });
  });

  it('puts another choice in the place of one that goes, or keeps it where it is', async () => {
    const options = { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 }, c: { title: '丙', order: 30 } };
    const value = { title: '分类', field: 'select', type: 'string', options };
    await act(designer, [{ edit: 'add', at: field('ownKind'), section: 'base', after: 'docNo', value }]);
    expect((await publish(designer, '加分类')).status).toBe(200);
    const [one, two] = await laws();
    for (const [record, kind] of [
      [one, 'a'],
      [two, 'b'],
    ] as const) {
      const written = await save({ id: record?.id, version: record?.version, ownKind: kind });
      expect(written.status, written.msg).toBe(200);
    }
    for (const key of ['a', 'b']) await act(designer, [{ edit: 'hide', at: [...field('ownKind'), 'options', key] }]);
    const items = await impact(designer);
    expect(items).toMatchObject([
      { count: 1, ways: ['keep', 'map'], choices: [{ key: 'c', title: '丙' }] },
      { count: 1, ways: ['keep', 'map'] },
    ]);
    const [gone, kept] = items.map(({ id }) => id);
    const done = await publish(designer, '并入丙', [
      { id: gone ?? '', do: 'map', value: 'c' },
      { id: kept ?? '', do: 'keep' },
    ]);
    expect(done.data.choices, done.msg).toEqual([
      '“分类”不能再选“甲”：1条记录选了它；换成“丙”',
      '“分类”不能再选“乙”；保留，不能再选',
    ]);
    const now = new Map((await laws()).map(({ id, ownKind }) => [id, ownKind]));
    expect([now.get(one?.id ?? ''), now.get(two?.id ?? '')]).toEqual(['c', 'b']);
  });

  it('asks what becomes of records in a state that goes, when a change is rolled back', async () => {
    await act(designer, [
      {
        edit: 'add',
        at: ['states', 'held'],
        after: null,
        value: { title: '搁置', order: 30, color: 'orange', edit: true },
      },
    ]);
    const made = await publish(designer, '加状态');
    expect(made.status, JSON.stringify(made.errors)).toBe(200);
    const [record] = await laws();
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."${LAW}" set status = 'held' where "tenantId" = $1 and id = $2`, [
        TENANT,
        record?.id,
      ]),
    );
    const outlook = (await call<RollbackOutlook>(admin, 'GET', 'rollback-outlook', { id: first })).data;
    expect(outlook.entities[0]?.changes).toContainEqual(expect.objectContaining({ verb: 'removed', title: '搁置' }));
    expect(outlook.impact).toMatchObject([{ count: 1, ways: ['map'], sample: [{ id: record?.id }] }]);
    const between = await call<ComparedEntity[]>(admin, 'GET', 'compare', { from: first, to: made.data.id });
    expect(between.data, between.msg).toMatchObject([{ entity: LAW }]);
    expect(between.data[0]?.changes).toContainEqual(expect.objectContaining({ verb: 'added', title: '搁置' }));
    const open = await call<DesignChange>(admin, 'POST', 'rollback', { id: first, reason: '回去' });
    expect([open.status, open.errors[0]?.msg]).toEqual([400, '没有状态“搁置”了：1条记录还在这个状态；请选择怎样处理']);
    const choices = [{ id: `${LAW} state held`, do: 'map', value: '1' }];
    const back = await call<DesignChange>(admin, 'POST', 'rollback', { id: first, reason: '回去', choices });
    expect(back.status, back.msg).toBe(200);
    expect((await laws()).find(({ id }) => id === record?.id)).toMatchObject({ status: '1' });
  });

  it('asks what becomes of records that hold a choice which a dictionary puts out of use, wherever it is chosen', async () => {
    await discard(designer);
    const [record] = await laws();
    const key = String(record?.fileType ?? '');
    const subject = '@dictionary/law-file-type';
    const sealed: OverlayEdit = { edit: 'set', at: [key], property: 'sealed', base: null, value: true };
    await act(designer, [sealed], subject);
    const items = await impact(designer);
    const held = (await laws()).filter(({ fileType }) => fileType === key).length;
    const own = items.find(({ entity }) => entity === LAW);
    expect(own).toMatchObject({ count: held, ways: ['keep', 'map'] });
    expect(own?.choices?.map((choice) => choice.key)).not.toContain(key);
    const open = await publish(designer, '停用一类');
    expect([open.status, open.errors[0]?.msg]).toEqual([400, expect.stringContaining('请选择怎样处理')]);
    const heir = own?.choices?.[0];
    const choices = items.map(
      ({ id, entity }): ImpactChoice =>
        entity === LAW ? { id, do: 'map', value: heir?.key ?? '' } : { id, do: 'keep' },
    );
    const done = await publish(designer, '停用一类', choices);
    expect(done.data.choices, done.msg).toContainEqual(expect.stringContaining(`换成“${heir?.title}”`));
    expect((await laws()).some(({ fileType }) => fileType === key)).toBe(false);
    expect((await laws()).find(({ id }) => id === record?.id)).toMatchObject({ fileType: heir?.key });
    await act(designer, [{ ...sealed, base: true, value: null }], subject);
    expect((await publish(designer, '又启用')).status).toBe(200);
  });

  it('lets a state of the company’s own go when its records have another to go to', async () => {
    const value = { title: '搁置', order: 30, color: 'orange', edit: true };
    await act(designer, [{ edit: 'add', at: ['states', 'held'], after: null, value }]);
    expect((await publish(designer, '加搁置')).status).toBe(200);
    const [record] = await laws();
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."${LAW}" set status = 'held' where "tenantId" = $1 and id = $2`, [
        TENANT,
        record?.id,
      ]),
    );
    await act(designer, [{ edit: 'hide', at: ['states', 'held'] }]);
    const open = await publish(designer, '去掉搁置');
    expect([open.status, open.errors[0]?.msg]).toEqual([400, '没有状态“搁置”了：1条记录还在这个状态；请选择怎样处理']);
    expect((await laws()).find(({ id }) => id === record?.id)).toMatchObject({ status: 'held' });
    const done = await publish(designer, '去掉搁置', [{ id: `${LAW} state held`, do: 'map', value: '1' }]);
    expect(done.status, JSON.stringify(done.errors)).toBe(200);
    expect((await laws()).find(({ id }) => id === record?.id)).toMatchObject({ status: '1' });
  });
});

describe('a draft of several people', () => {
  it('may be published by some of them; what others have done stays in the draft, and what lies upon it is refused', async () => {
    await discard(designer);
    await act(designer, [{ ...added('ownPart'), section: 'base' } as OverlayEdit]);
    await act(admin, [titled('只发这个')]);
    await act(admin, [{ edit: 'set', at: field('ownPart'), property: 'hint', base: null, value: '先选上' }]);
    const { authors } = (await call<DesignImpact>(admin, 'GET', 'impact')).data;
    expect(authors.map(({ userName }) => userName)).toEqual(['设己六', '管甲一']);
    const own = authors.at(-1)?.userId ?? '';
    const some = async (title: string) => {
      const { seq } = await draftOf(admin);
      return call<DesignChange>(admin, 'POST', 'publish', { after: seq, title, authors: [own] });
    };
    expect((await some('一部分')).errors).toEqual([
      { pointer: '/authors', msg: '“ownPart”是未选的人加的，请一并选上，或撤销对它的修改' },
    ]);
    const { steps } = await draftOf(admin);
    await again(admin, 'undo', steps.at(-1)?.step.id ?? '');
    const done = await some('一部分');
    expect(done.status, JSON.stringify(done.errors)).toBe(200);
    const now = await served(safety);
    expect([now.docNo?.title, now.ownPart]).toEqual(['只发这个', undefined]);
    expect((await draftOf(designer)).steps).toMatchObject([{ seq: 1, userName: '设己六', step: { step: 'do' } }]);
    await discard(designer);
  });
});

describe('a server that ends while it publishes', () => {
  /** Every which statement of the transaction fails; each in the test that has time. */
  const STRIDE = 3;

  it('leaves the old or the new, whichever statement it was', async () => {
    await act(designer, [
      { edit: 'set', at: field('replaces'), property: 'required', base: false, value: true },
      titled('断电的文号'),
    ]);
    const [item] = await impact(designer);
    const choices: ImpactChoice[] = [{ id: item?.id ?? '', do: 'fill', value: '无' }];
    const state = async () => ({
      records: (await callAs<WirePage<WireRecord>>(server.main, safety, 'GET', `${LAWS}/list-conditions?size=200`)).data
        .records,
      history: (await call<DesignChange[]>(designer, 'GET', 'history')).data.length,
      draft: (await draftOf(designer)).id,
      title: (await served(safety)).docNo?.title,
    });
    const before = await state();
    const database = server.database as { -readonly [Key in keyof Database]: Database[Key] };
    const { transaction } = database;
    let tried = 0;
    for (let fails = 1; ; fails += STRIDE) {
      let asked = 0;
      database.transaction = (tenantId, work) =>
        transaction(tenantId, (connection) => {
          // Others, such as the delivery of messages, ask beside it.
          let isPublishing = false;
          const counted = (text: string, values: readonly unknown[] = []) => {
            isPublishing ||= text.includes('pg_advisory_xact_lock') && String(values[0]).startsWith('anlan.design');
            if (!isPublishing) return;
            asked += 1;
            if (asked === fails) throw new Error('the server ends here');
          };
          return work({
            tenantId: connection.tenantId,
            query(text, values, name) {
              counted(text, values);
              return connection.query(text, values, name);
            },
            execute(text, values) {
              counted(text, values);
              return connection.execute(text, values);
            },
          });
        });
      const answer = await publish(designer, '断电', choices).finally(() => {
        database.transaction = transaction;
      });
      if (asked < fails) break;
      tried += 1;
      expect(answer.status).toBe(500);
      expect(await state()).toEqual(before);
    }
    expect(tried).toBeGreaterThan(3);
    const after = await state();
    expect(after).toMatchObject({ history: before.history + 1, draft: null, title: '断电的文号' });
  });
});

describe('a design elsewhere', () => {
  it('is exported as the file that would be shipped, over which its own edits change nothing', async () => {
    await act(designer, [titled('发文号')]);
    const { data } = await call<DesignFile>(designer, 'GET', 'export', { entity: LAW });
    expect(data.name).toBe('schemas/areas/base/lawRegulation.entity.json');
    expect(printJson(data.text)).toEqual({ printed: data.text });
    const read = parseEntity(data.text, data.name);
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    const { data: base } = await call<DesignEntity>(designer, 'GET', 'entity', { entity: LAW });
    const edits = [...base.edits, titled('发文号')];
    expect(diffEntities(mergeOverlay(base.entity, edits).entity, read.entity)).toEqual([]);
    await discard(designer);
  });

  it('goes as a signed bundle, is tried without changing anything, taken once, and refused where it was altered', async () => {
    await act(
      admin,
      [
        { edit: 'set', at: field('name'), property: 'title', base: '制度名称', value: '制度的名称' },
        {
          edit: 'add',
          at: field('ownNote'),
          section: 'base',
          after: 'name',
          value: { title: '备注', field: 'input', type: 'string' },
        },
      ],
      'systemRule',
    );
    expect((await publish(admin, '给别处')).status).toBe(200);
    const { data: bundle } = await call<DesignBundle>(admin, 'POST', 'bundle', { entities: ['systemRule'] });
    const outlook = await call<BundleOutlook>(neighbour, 'POST', 'bundle-check', { bundle });
    expect(outlook.data, outlook.msg).toMatchObject({ missing: [], impact: [], entities: [{ entity: 'systemRule' }] });
    expect((await draftOf(neighbour)).id).toBeNull();
    const unknown = await call<DesignTaken>(neighbour, 'POST', 'bundle-take', { bundle, from: 'somebody' });
    expect(unknown.errors).toMatchObject([{ pointer: '/from', msg: '请先核对导出方的指纹' }]);
    const { from } = outlook.data;
    for (const count of [1, 1]) {
      const taken = await call<DesignTaken>(neighbour, 'POST', 'bundle-take', { bundle, from });
      expect([taken.status, taken.data.seq], taken.msg).toEqual([200, count]);
    }
    expect((await publish(neighbour, '由设计包')).status).toBe(200);
    const { data: page } = await callAs<PageMetadata>(server.main, neighbour, 'GET', 'system/metadata/page?code=rules');
    expect(page.entity.record.properties.name?.title).toBe('制度的名称');
    expect(page.entity.record.properties.ownNote?.id).toBe('x645968_ownNote');
    const altered = { ...bundle, entities: bundle.entities.map((each) => ({ ...each, edits: each.edits.slice(1) })) };
    const refused = await call<BundleOutlook>(neighbour, 'POST', 'bundle-check', { bundle: altered });
    expect(refused.errors).toMatchObject([{ pointer: '/bundle', msg: '设计包在导出后被改动过，不能使用，请重新导出' }]);
    expect((await call(neighbour, 'POST', 'bundle-check', { bundle: { format: 'x' } })).status).toBe(400);
    const gone = await call<BundleOutlook>(neighbour, 'POST', 'bundle-check', {});
    expect(gone.errors).toMatchObject([{ msg: '这不是设计包：请选择由“设计包”导出的文件' }]);
  });
});

describe('bad input', () => {
  const typed = (formula: string): OverlayEdit => ({
    edit: 'add',
    at: field('ownSum'),
    section: 'base',
    after: 'docNo',
    value: { title: '合计', field: 'calculate', type: 'number', compute: formula },
  });

  it.each<readonly [string, readonly OverlayEdit[], RegExp]>([
    ['a formula that needs itself', [typed('ownSum + 1')], /字段互相依赖，无法计算/],
    ['a formula of the wrong type', [typed("'文字'")], /表达式得出文本/],
    [
      'a name that is taken',
      [
        {
          edit: 'add',
          at: field('docNo'),
          section: 'base',
          after: null,
          value: { title: '又一个', field: 'input', type: 'string' },
        },
      ],
      /已有|docNo/,
    ],
    ['a shipped state that goes', [{ edit: 'hide', at: ['states', '0'] }], /是出厂的状态，不能去掉/],
  ])('%s is refused in words and nothing of it is published', async (_, edits, words) => {
    const before = await served(safety);
    const { length } = (await call<DesignChange[]>(designer, 'GET', 'history')).data;
    await act(designer, edits);
    const { data } = await call<DesignFindings>(designer, 'GET', 'findings');
    const told = [...data.problems, ...Object.values(data.conflicts).flat()].map(({ message }) => message).join('；');
    expect(told).toMatch(words);
    await publish(designer, '不能发布');
    expect(await served(safety)).toEqual(before);
    await discard(designer);
    expect((await call<DesignChange[]>(designer, 'GET', 'history')).data.length - length).toBeLessThanOrEqual(1);
  });

  it('is a change to go back to that is not there', async () => {
    const answer = await call<DesignChange>(admin, 'POST', 'rollback', { id: '4711', reason: '回去' });
    expect([answer.status, answer.msg]).toEqual([404, expect.stringContaining('发布记录')]);
  });
});

describe('publishing that a second person approves', () => {
  const setting = async (value: '0' | '1') => {
    const path = 'system/tenant-setting/page?settingKey=design.approval';
    const found = await callAs<WirePage<WireRecord>>(server.main, admin, 'GET', path);
    const [row] = found.data.records;
    const body = { id: row?.id, version: row?.version, flagValue: value, changeReason: '内部规定' };
    const changed = await callAs<unknown>(server.main, admin, 'POST', 'system/tenant-setting/change-flag', body);
    expect(changed.status, changed.msg).toBe(200);
  };
  beforeAll(() => setting('1'));
  afterAll(() => setting('0'));
  const ask = async (person: SignedIn, title: string) => {
    const { seq } = await draftOf(person);
    return call<string>(person, 'POST', 'ask', { after: seq, title, reason: '审批试用', choices: [] });
  };
  const taskOf = async (id: string) => {
    const path = 'system/flow/todo?entity=designApproval';
    const { data } = await callAs<WirePage<{ recordId: string; taskId: string }>>(server.main, admin, 'GET', path);
    return data.records.find(({ recordId }) => recordId === id)?.taskId;
  };
  const decide = async (person: SignedIn, id: string) => {
    const body = { taskId: await taskOf(id), result: 'pass' };
    return callAs<unknown>(server.main, person, 'POST', 'system/flow/complete-task', body);
  };
  const asked = async (id: string) => {
    const [row] = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ status: string; outcome: string | null; changes: string }>(
        'select status, outcome, changes from data."designApproval" where id = $1',
        [id],
      ),
    );
    return row;
  };

  it('is asked for, is not decided by whoever has drafted, and is published at once when it is granted', async () => {
    await act(designer, [titled('经审批的文号')]);
    const direct = await publish(designer, '绕过审批');
    expect([direct.status, direct.msg]).toEqual([400, '企业规定发布须经另一人审批，请提交审批']);
    const made = await ask(designer, '改名');
    expect(made.status, made.msg).toBe(200);
    expect((await asked(made.data))?.changes).toMatch(/^.+：字段“经审批的文号”的标题由“.+”改为“经审批的文号”$/);
    expect((await ask(admin, '再来一次')).msg).toBe('已有一次发布在等待审批，请等它办完，或先撤回');
    expect((await decide(designer, made.data)).status).not.toBe(200);
    expect((await served(safety)).docNo?.title).not.toBe('经审批的文号');
    const granted = await decide(admin, made.data);
    expect(granted.status, granted.msg).toBe(200);
    expect(await asked(made.data)).toMatchObject({ status: '2', outcome: '已发布' });
    expect((await served(safety)).docNo?.title).toBe('经审批的文号');
  });

  it('is asked for anew where the draft has changed meanwhile', async () => {
    await act(designer, [titled('先')]);
    const made = await ask(designer, '先');
    await act(designer, [titled('后')]);
    await decide(admin, made.data);
    expect((await asked(made.data))?.outcome).toMatch(/^没有发布：/);
    expect((await served(safety)).docNo?.title).toBe('经审批的文号');
    await discard(designer);
  });
});

describe('the designer’s calls', () => {
  const steps = { draft: '', after: 0, step: { step: 'do', id: 'step-nobody', entity: LAW, edits: [titled('x')] } };
  it.each<readonly ['GET' | 'POST', string, Record<string, unknown>]>([
    ['GET', 'entities', {}],
    ['GET', 'draft', {}],
    ['GET', 'entity', { entity: LAW }],
    ['POST', 'step', steps],
    ['GET', 'findings', {}],
    ['GET', 'impact', {}],
    ['GET', 'export', { entity: LAW }],
    ['GET', 'compare', { from: '1', to: '2' }],
    ['GET', 'rollback-outlook', { id: '1' }],
    ['POST', 'ask', { after: 0, title: '越权' }],
    ['GET', 'carried', {}],
    ['POST', 'bundle', {}],
    ['POST', 'bundle-check', { bundle: {} }],
    ['POST', 'bundle-take', { bundle: {}, from: 'x' }],
    ['POST', 'publish', { after: 0, title: '越权' }],
    ['POST', 'discard', { after: 0 }],
    ['GET', 'history', {}],
    ['POST', 'rollback', { id: '1', reason: '越权' }],
  ])('%s %s is closed to everybody else', async (method, path, given) => {
    const answer = await call<unknown>(safety, method, path, given);
    expect([answer.status, answer.msg]).toEqual([403, '您没有“表单设计”的权限']);
  });

  it.each([
    ['no step', undefined, '/step'],
    ['an unknown verb', { step: 'drop', id: 'step-wrong-1' }, '/step'],
    ['no edits', { step: 'do', id: 'step-wrong-2', entity: LAW, edits: [] }, '/step'],
    [
      'an edit without its base',
      { step: 'do', id: 'step-wrong-3', entity: LAW, edits: [{ edit: 'set', at: [] }] },
      '/step/edits/0',
    ],
    [
      'a way to a prototype',
      { step: 'do', id: 'step-wrong-4', entity: LAW, edits: [{ edit: 'hide', at: ['__proto__', 'x'] }] },
      '/step/edits/0/at',
    ],
    [
      'a step of 70,000 characters',
      { step: 'do', id: 'step-wrong-5', entity: LAW, edits: [titled('字'.repeat(70_000))] },
      '/step',
    ],
  ])('refuse a body with %s at its place', async (_, step, pointer) => {
    const answer = await call<unknown>(designer, 'POST', 'step', { draft: '', after: 0, ...(step && { step }) });
    expect([answer.status, answer.errors[0]?.pointer]).toEqual([400, pointer]);
  });
});

describe('a step that arrives late', () => {
  it('is not taken again after its draft was closed, nor at all upon a draft that was given up', async () => {
    await discard(designer);
    const first = { step: 'do', id: nextId(), entity: LAW, edits: [titled('编号')] };
    const send = (known: { readonly id: string | null; readonly seq: number }, step: object) =>
      call<DesignTaken>(designer, 'POST', 'step', { draft: known.id ?? '', after: known.seq, step });
    const unseen = { id: null, seq: 0 };
    const { data: known } = await send(unseen, first);
    await publish(designer, '改称编号');
    const late = await send(unseen, first);
    expect([late.status, late.data.id, late.data.steps.length]).toEqual([200, known.id, 1]);
    expect((await draftOf(designer)).steps).toEqual([]);
    // What was not taken yet goes on, upon what serves now.
    const next = await send(known, { ...first, id: nextId(), edits: [titled('编号二')] });
    expect([next.status, next.data.seq]).toEqual([200, 1]);
    await discard(admin);
    const lost = await send(next.data, { ...first, id: nextId() });
    expect([lost.status, lost.msg, lost.data]).toEqual([409, '草稿已被放弃，请查看后再改', []]);
    expect((await draftOf(designer)).id).toBeNull();
    expect((await act(designer, [titled('文号/标准号')])).status).toBe(200);
    await publish(designer, '改回');
  });
});

describe('two administrators at once', () => {
  it(`see the same entity after ${INTERLEAVED} interleaved steps over the server’s own calls, none of which is lost`, async () => {
    const shipped = (await call<DesignEntity>(admin, 'GET', 'entity', { entity: CERT })).data.entity;
    const work = async (person: SignedIn, seed: number) => {
      const random = seededRandom(seed);
      let known: DesignDraft = { id: null, seq: 0, steps: [], people: [] };
      const mine: string[] = [];
      for (let done = 0; done < INTERLEAVED / 2; done += 1) {
        if (random() < 0.3) known = await draftOf(person);
        const { entity } = mergeOverlay(shipped, editsOf(known.steps, CERT));
        const edits = [randomEdit(entity, shipped, random, `${seed}n${done}`)];
        const id = nextId();
        const step = { step: 'do', id, entity: CERT, edits };
        const sent = { draft: known.id ?? '', after: known.seq, step };
        const answer = await call<DesignTaken>(person, 'POST', 'step', sent);
        // Not each random edit is one that may be made; what is neither is a fault.
        expect([200, 400, 409], answer.msg).toContain(answer.status);
        if (answer.status === 200) {
          mine.push(id);
          const news = answer.data.steps.filter(({ seq }) => seq > known.seq);
          known = { ...known, id: answer.data.id, seq: answer.data.seq, steps: [...known.steps, ...news] };
        } else if (answer.status === 409) known = await draftOf(person);
      }
      const { id, seq } = known;
      const rest = await call<DesignDraft>(person, 'GET', 'draft', { draft: id ?? '', after: String(seq) });
      return { mine, steps: [...known.steps, ...rest.data.steps] };
    };
    await discard(admin);
    const both = await Promise.all([work(designer, 1), work(admin, 2)]);
    // Whoever ended first has not seen the last of the other.
    const { steps } = await draftOf(admin);
    const hashes = both.map((each) => {
      const last = each.steps.at(-1)?.seq ?? 0;
      const log = [...each.steps, ...steps.filter(({ seq }) => seq > last)];
      return createHash('sha256')
        .update(JSON.stringify(mergeOverlay(shipped, editsOf(log, CERT)).entity))
        .digest('hex');
    });
    expect(hashes[0]).toBe(hashes[1]);
    const taken = steps.map(({ step }) => step.id);
    expect(taken.toSorted()).toEqual(both.flatMap(({ mine }) => mine).toSorted());
    expect(taken.length).toBeGreaterThan(INTERLEAVED / 2);
    await discard(admin);
  });
});
