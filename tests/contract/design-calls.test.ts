import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type {
  DesignChange,
  DesignDraft,
  DesignEntity,
  DesignFindings,
  DesignNames,
  DesignTaken,
} from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { callAs } from '../fixtures/call-as.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const LAW = 'lawRegulation';
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

function call<T>(person: SignedIn, method: 'GET' | 'POST', path: string, given: Record<string, unknown> = {}) {
  const get = method === 'GET';
  const search = get ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  return callAs<T>(server.main, person, method, `system/design/${path}${search}`, get ? undefined : given);
}

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
async function publish(person: SignedIn, title: string) {
  const { seq } = await draftOf(person);
  return call<DesignChange>(person, 'POST', 'publish', { after: seq, title, reason: '试用' });
}
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
    expect([unseen.status, unseen.msg]).toEqual([409, '设己六刚刚修改了同一处，请查看后再改']);
    await discard(designer);
    const locked = await act(
      designer,
      [{ edit: 'set', at: field('account'), property: 'title', base: null, value: 'x' }],
      'user',
    );
    expect([locked.status, locked.msg]).toEqual([400, '“用户”已锁定，不能修改']);
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
