import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { choiceEdit, newChoiceEdit, type PlacedChoice } from '../../src/core/overlay/own-dictionary.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type {
  DesignChange,
  DesignDictionary,
  DesignDraft,
  DesignSubject,
  DesignTaken,
  DesignTexts,
  SheetColumns,
} from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { callAs } from '../fixtures/call-as.ts';
import { callDesign } from '../fixtures/call-design.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { type Cells, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const TENANT = '645967';
const KEY = 'ownToolCheck';
const RECORDS = `safety/own/${KEY}`;

let server: TestServer;
let designer: SignedIn;
let safety: SignedIn;
let neighbour: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  await addNewcomers(server, TENANT, [{ account: 'designer', name: '设己六', role: 'designer' }]);
  designer = await server.signIn('designer');
  safety = await server.signIn('safetyOfficer');
  neighbour = await server.signIn('administrator', '645968');
});
afterAll(() => server?.stop());

const call = <T>(person: SignedIn, method: 'GET' | 'POST', path: string, given?: Record<string, unknown>) =>
  callDesign<T>(server, person, method, path, given);

let count = 0;
async function act(person: SignedIn, edits: readonly unknown[], entity = KEY) {
  const { id, seq } = (await call<DesignDraft>(person, 'GET', 'draft', { entity })).data;
  count += 1;
  const step = { step: 'do', id: `step-${String(count).padStart(6, '0')}`, entity, edits };
  return call<DesignTaken>(person, 'POST', 'step', { draft: id ?? '', after: seq, step });
}
async function publish(person: SignedIn, title: string) {
  const { seq } = (await call<DesignDraft>(person, 'GET', 'draft', { entity: KEY })).data;
  return call<DesignChange>(person, 'POST', 'publish', { after: seq, title, reason: '' });
}

const toolCheck = (more: Record<string, unknown> = {}) => ({
  dialect: 1,
  entity: KEY,
  title: '工器具检查',
  label: 'toolName',
  api: { service: 'safety', base: `own/${KEY}` },
  record: {
    type: 'object',
    required: ['toolName'],
    properties: {
      toolName: { title: '工器具名称', field: 'input', type: 'string', maxLength: 60, quickSearch: true },
      count: { title: '数量', field: 'number', type: 'number', scale: 0, minimum: 0 },
    },
  },
  form: { sections: { base: { title: '基本信息', fields: ['toolName', 'count'] } } },
  pages: {
    [KEY]: {
      title: '工器具检查',
      columns: ['toolName', 'count', 'createTime'],
      filters: ['toolName'],
      actions: ['add', 'edit', 'delete', 'export'],
      grants: { everyone: ['view'], safetyOfficer: ['add', 'edit', 'delete', 'export'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
  ...more,
});
const creation = (value: unknown = toolCheck(), area = 'own') => ({ edit: 'create', at: [], area, value });
const serial: OverlayEdit = {
  edit: 'add',
  at: ['record', 'properties', 'serialNo'],
  section: 'base',
  after: 'toolName',
  value: { title: '出厂编号', field: 'input', type: 'string', maxLength: 40 },
};
const subjects = async (person: SignedIn) =>
  (await call<readonly DesignSubject[]>(person, 'GET', 'entities')).data.filter(({ own }) => own !== undefined);
const add = (person: SignedIn, record: Record<string, unknown>) =>
  callAs<WireRecord>(server.main, person, 'POST', `${RECORDS}/save`, record);
const list = (person: SignedIn) =>
  callAs<WirePage<WireRecord>>(server.main, person, 'GET', `${RECORDS}/page?current=1&size=10`);

describe('an entity of a company’s own', () => {
  it('is refused where it could meet what is shipped, or others would see it', async () => {
    const tried = [
      [creation(toolCheck({ entity: 'toolCheck' })), 'toolCheck', '自建业务的代码须以 own 和大写字母开头'],
      [creation(toolCheck({ entity: 'ownOther' })), KEY, '业务的代码须与“ownToolCheck”一致'],
      [creation(toolCheck({ scope: 'global' })), KEY, '自建业务不能有“scope”'],
      [creation(toolCheck({ api: { service: 'safety', base: 'base/law' } })), KEY, '调用路径须为 own/ownToolCheck'],
      [creation(toolCheck({ pages: { law: { title: '法规' } } })), KEY, '自建业务的页面代码须以 own'],
      [creation(toolCheck(), 'nowhere'), KEY, '没有“nowhere”这个领域'],
      [creation(toolCheck({ title: {} })), KEY, '须为文本'],
      [creation([]), KEY, '须为对象'],
      [creation(toolCheck(), 'own'), 'lawRegulation', '自建业务的代码须以 own'],
    ] as const;
    for (const [edit, key, message] of tried) {
      const { status, msg, data } = await act(designer, [edit], key);
      expect([status, `${msg} ${JSON.stringify(data)}`]).toEqual([400, expect.stringContaining(message)]);
    }
    const two = await act(designer, [creation(), serial]);
    expect([two.status, two.msg]).toEqual([400, expect.stringContaining('新建业务须是单独的一步')]);
    expect((await act(designer, [serial])).status).toBe(404);
    expect(await subjects(designer)).toEqual([]);
  });

  it('is a draft until it is published, and then has table, calls, page and menu at once', async () => {
    expect((await act(designer, [creation()])).status).toBe(200);
    expect((await act(designer, [creation()])).msg).toContain('已有代码为“ownToolCheck”的业务');
    expect((await act(designer, [serial])).status).toBe(200);
    expect(await subjects(designer)).toMatchObject([{ entity: KEY, title: '工器具检查', own: 'drafted' }]);
    expect((await list(safety)).status).toBe(404);
    expect((await call(designer, 'GET', 'findings')).data).toMatchObject({ problems: [] });

    const published = await publish(designer, '新建工器具检查');
    expect([published.status, published.msg]).toEqual([200, '操作成功']);
    expect(published.data.entities).toMatchObject([{ entity: KEY, before: 0, after: 1 }]);
    expect(await subjects(designer)).toMatchObject([{ entity: KEY, own: 'served', pages: [{ code: KEY }] }]);
    const { data } = await callAs<PageMetadata>(server.main, safety, 'GET', `system/metadata/page?code=${KEY}`);
    expect(Object.keys(data.entity.record.properties)).toEqual(['toolName', 'count', 'serialNo']);
    const routes = await callAs(server.main, safety, 'GET', 'system/menu/biz/routes-children');
    expect(JSON.stringify(routes.data)).toContain(`/safety/own/${KEY}`);

    expect((await add(safety, { toolName: '', count: 3 })).status).toBe(400);
    expect((await add(safety, { toolName: '手拉葫芦', count: 3, serialNo: 'SL-1' })).status).toBe(200);
    expect((await list(safety)).data.records).toMatchObject([{ toolName: '手拉葫芦', count: 3, serialNo: 'SL-1' }]);
  });

  it('is called in other languages as the company says, from the draft on and for itself alone', async () => {
    const english = { 'accept-language': 'en-US' };
    const title = async (person: SignedIn, code: string) => {
      const url = `/api/anlan-system/metadata/page?code=${code}`;
      const { body } = await server.main.inject({ url, headers: { ...person.headers, ...english } });
      return (JSON.parse(body) as { data: PageMetadata }).data.entity.record.properties;
    };
    const say = (id: string, value: string) => ({ edit: 'set', at: [id], property: 'text', base: null, value });
    const wrong = await act(designer, [say('x', ' ')], '@texts/en-US');
    expect([wrong.status, wrong.msg]).toEqual([400, '译文须为文本，不超过2000个字']);
    expect((await act(designer, [say('x', 'y')], '@texts/zh-CN')).status).toBe(404);
    const edits = [say(`${KEY}.field.toolName.title`, 'Tool'), say('lawRegulation.field.docNo.title', 'Our number')];
    expect((await act(designer, edits, '@texts/en-US')).status).toBe(200);
    const before = (await title(safety, 'law')).docNo?.title;
    expect((await title(safety, KEY)).toolName?.title).toBe('工器具名称');
    expect((await publish(designer, '英文')).status).toBe(200);
    expect((await title(safety, KEY)).toolName?.title).toBe('Tool');
    expect((await title(safety, 'law')).docNo?.title).toBe('Our number');
    expect((await title(neighbour, 'law')).docNo?.title).toBe(before);
    const texts = (await call<DesignTexts>(designer, 'GET', 'texts', { entity: 'lawRegulation' })).data;
    expect(texts.shipped['en-US']['lawRegulation.field.docNo.title']).toBe(before);
    expect(Object.values(texts.own['en-US'])).toEqual(['Tool', 'Our number']);
  });

  it('has its dictionaries changed with the draft, which keeps what records may hold when it goes back', async () => {
    const subject = '@dictionary/law-file-type';
    const read = async () =>
      (await call<DesignDictionary>(designer, 'GET', 'dictionary', { code: 'law-file-type' })).data;
    const before = await read();
    expect(before.users.map(({ entity }) => entity)).toContain('lawRegulation');
    const [first] = before.choices;
    if (first === undefined) throw new Error('a dictionary without choices');
    const wrong = await act(designer, [choiceEdit(first, 'title', '')], subject);
    expect([wrong.status, wrong.msg]).toEqual([400, '字典选项的修改不正确：名称1至60个字，次序0至9999']);
    expect((await act(designer, [newChoiceEdit('x', '无', 1)], '@dictionary/none')).status).toBe(404);
    await act(designer, [choiceEdit(first, 'title', '国家法律'), newChoiceEdit('local', '地方规章', 999)], subject);
    expect(await read()).toEqual(before);
    const published = await publish(designer, '字典');
    expect([published.status, published.msg]).toEqual([200, '操作成功']);
    const titles = (choices: readonly PlacedChoice[]) =>
      choices.map(({ title, sealed }) => (sealed ? `-${title}` : title));
    const after = titles((await read()).choices);
    expect(after).toEqual([...titles(before.choices).with(0, '国家法律'), '地方规章']);
    const told = await callAs<readonly { dictValue: string }[]>(
      server.main,
      safety,
      'GET',
      'system/dict-biz/dictionary?code=law-file-type',
    );
    expect(told.data.map(({ dictValue }) => dictValue)).toContain('地方规章');
    // Another company keeps what is shipped.
    const others = (await call<DesignDictionary>(neighbour, 'GET', 'dictionary', { code: 'law-file-type' })).data;
    expect(others.choices).toEqual(before.choices);

    const changes = (await call<readonly DesignChange[]>(designer, 'GET', 'history')).data;
    const back = await call<DesignChange>(designer, 'POST', 'rollback', { id: changes[1]?.id, reason: '还是原来的' });
    expect([back.status, back.msg]).toEqual([200, '操作成功']);
    expect(titles((await read()).choices)).toEqual([...titles(before.choices), '-地方规章']);
  });

  it('is begun from a spreadsheet, whose columns are guessed and not kept', async () => {
    const people = await callAs<WirePage<WireRecord>>(server.main, safety, 'GET', 'system/employee/page?size=3');
    const names = people.data.records.map(({ realName, name }) => String(realName ?? name));
    const rows = Array.from({ length: 12 }, (_, row) => [
      `GQ-${row}`,
      names[row % 2] ?? '',
      row % 2 === 0 ? '是' : '否',
    ]);
    const columns = async (cells: Cells, person = designer) => {
      const { payload, headers } = sheetBody(await workbookOf(cells));
      const answer = await server.main.inject({
        method: 'POST',
        url: '/api/anlan-system/design/columns',
        headers: { ...person.headers, ...headers },
        payload,
      });
      return JSON.parse(answer.body) as { code: number; msg: string; data: SheetColumns };
    };
    const read = await columns([['编号*', '责任人', '是否合格'], ...rows]);
    expect(read.data.columns.map(({ title, kind, sure }) => [title, kind, sure])).toEqual([
      ['编号', 'input', true],
      ['责任人', 'user', true],
      ['是否合格', 'yesNo', true],
    ]);
    expect((await columns([['编号', '编号'], ...rows])).msg).toContain('表头“编号”出现了两次');
    expect((await columns([['', ''], ...rows])).msg).toContain('表格的第一行没有表头');
    expect((await columns([['编号'], ...rows], safety)).code).toBe(403);
    const bare = await call(designer, 'POST', 'columns', {});
    expect(bare.status).toBe(415);
  });

  it('is nobody else’s: another company may have one of the same key with other types', async () => {
    expect((await list(neighbour)).status).toBe(404);
    const { record } = toolCheck();
    const properties = { ...record.properties, count: { title: '数量', field: 'input', type: 'string', maxLength: 9 } };
    await act(neighbour, [creation(toolCheck({ record: { ...record, properties } }))]);
    expect((await publish(neighbour, '新建')).status).toBe(200);
    expect((await list(neighbour)).data.records).toEqual([]);
    expect((await list(safety)).data.records).toMatchObject([{ count: 3 }]);
  });

  it('is changed like any other, keeps the types of what is stored, and is rolled back', async () => {
    const retyped = {
      edit: 'set',
      at: ['record', 'properties', 'count'],
      property: 'type',
      base: 'number',
      value: 'string',
    };
    const field = { ...retyped, property: 'field', base: 'number', value: 'input' };
    const gone = ['scale', 'minimum'].map((property) => ({ ...retyped, property, base: 0, value: null }));
    await act(designer, [...gone, field, retyped]);
    const refused = await publish(designer, '改类型');
    expect(refused.status).toBe(400);
    expect(refused.msg).toMatch(/“数量”已经发布，不能改变它的存储类型/);
    const { seq } = (await call<DesignDraft>(designer, 'GET', 'draft', { entity: KEY })).data;
    await call(designer, 'POST', 'discard', { after: seq });

    const [first] = (await call<readonly DesignChange[]>(designer, 'GET', 'history')).data;
    const grade = { title: '完好', field: 'radio', type: 'string', dict: 'yes-no' };
    await act(designer, [{ ...serial, at: ['record', 'properties', 'sound'], value: grade }]);
    expect((await publish(designer, '加完好')).data.entities).toMatchObject([{ before: 1, after: 2 }]);
    expect((await add(safety, { toolName: '千斤顶', sound: '1' })).status).toBe(200);
    const back = await call<DesignChange>(designer, 'POST', 'rollback', { id: first?.id, reason: '不要了' });
    expect([back.status, back.data.entities]).toMatchObject([200, [{ entity: KEY, before: 2, after: 3 }]]);
    const { data } = await callAs<PageMetadata>(server.main, safety, 'GET', `system/metadata/page?code=${KEY}`);
    expect(Object.keys(data.entity.record.properties)).not.toContain('sound');
    expect((await list(safety)).data.records).toHaveLength(2);

    const change = (title: string) =>
      act(designer, [{ edit: 'set', at: [], property: 'title', base: '工器具检查', value: title }]);
    await change('工器具月检');
    const renamed = (await publish(designer, '改名')).data;
    expect(renamed.entities).toMatchObject([{ before: 3, after: 4 }]);
  });

  it('that was taken away stays away when others go back to how they stood behind that, or before it was made', async () => {
    const ladder = 'ownLadderCheck';
    const api = { service: 'safety', base: `own/${ladder}` };
    const pages = { [ladder]: toolCheck().pages[KEY] };
    await act(designer, [creation(toolCheck({ entity: ladder, title: '梯子检查', api, pages }))], ladder);
    expect((await publish(designer, '新建梯子检查')).status).toBe(200);
    await act(designer, [{ edit: 'remove', at: [] }], ladder);
    const away = await publish(designer, '收起梯子检查');
    expect(away).toMatchObject({ status: 200, data: { entities: [{ entity: ladder, before: 1, after: 2 }] } });
    const keys = async () => (await subjects(designer)).map(({ entity }) => entity);
    expect(await keys()).not.toContain(ladder);
    const title = { edit: 'set', at: [], property: 'title', base: '工器具检查', value: '工器具季检' };
    await act(designer, [title]);
    expect((await publish(designer, '再改名')).status).toBe(200);
    const back = await call<DesignChange>(designer, 'POST', 'rollback', { id: away.data.id, reason: '名称改回' });
    expect(back).toMatchObject({ status: 200, data: { entities: [{ entity: KEY }] } });
    expect(await keys()).not.toContain(ladder);
    const history = (await call<readonly DesignChange[]>(designer, 'GET', 'history')).data;
    const before = history[history.findIndex((change) => change.title === '新建梯子检查') + 1];
    const outlook = await call(designer, 'GET', 'rollback-outlook', { id: before?.id ?? '' });
    // All else stands as it did behind that change, and there is nothing to take away.
    expect(outlook).toMatchObject({ status: 400, msg: expect.stringContaining('现在就是这个版本') });
  });
});
