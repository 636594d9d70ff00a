import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const LAW = '/api/anlan-safety/securitysystem/lawsregulations';
const EVALUATION = '/api/anlan-safety/contractor/evaluation/submit';

let server: TestServer;
let officer: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
});
afterAll(() => server?.stop());

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly errors?: readonly { readonly pointer: string; readonly msg: string }[];
  readonly data: unknown;
}

async function ask(method: 'GET' | 'POST', url: string, language: string | undefined, more: object = {}) {
  const headers = { ...officer.headers, ...(language === undefined ? {} : { 'accept-language': language }) };
  const response = await server.main.inject({ method, url, headers, ...more });
  return { language: response.headers['content-language'], ...response.json<Answer>() };
}

describe('a message is in the language that the call asks for', () => {
  it.each([
    [undefined, 'zh-CN', '没有这个接口'],
    ['*', 'zh-CN', '没有这个接口'],
    ['zh-HK', 'zh-TW', '沒有這個介面'],
    ['en-GB,en;q=0.9', 'en-US', 'There is no such call'],
    ['fr, pt;q=0.8, en;q=0.5', 'pt-BR', 'Essa chamada não existe'],
  ])('%s: an unknown call', async (asked, language, msg) => {
    expect(await ask('GET', '/api/anlan-safety/nothing', asked)).toMatchObject({ code: 404, language, msg });
  });

  it('signing in', async () => {
    const { headers } = officer;
    const refused = await server.main.inject({
      method: 'POST',
      url: '/api/anlan-auth/oauth/token',
      query: { tenantId: '645967', username: 'nobody-here', password: 'x', grant_type: 'password', scope: 'all' },
      headers: { authorization: String(headers.authorization ?? headers.Authorization), 'accept-language': 'pt-BR' },
    });
    expect(refused.json()).toMatchObject({ error_description: 'Conta ou senha incorreta' });
  });

  it.each([
    ['zh-CN', '评价期间的结束不能早于开始'],
    ['zh-TW', '評價期間的結束不能早於開始'],
    ['en-US', 'Evaluation period must not end before it starts'],
    ['pt-BR', 'Período da avaliação não pode terminar antes de começar'],
  ])('a range that both ends are named after, in %s', async (language, msg) => {
    const payload = { periodStart: '2026-05-02', periodEnd: '2026-05-01' };
    const { errors } = await ask('POST', EVALUATION, language, { payload });
    expect(errors).toContainEqual({ pointer: '/periodEnd', msg });
  });

  it('a body that cannot be read', async () => {
    const broken = { payload: '{', headers: { ...officer.headers, 'content-type': 'application/json' } };
    const response = await server.main.inject({
      method: 'POST',
      url: `${LAW}/submit`,
      ...broken,
      headers: { ...broken.headers, 'accept-language': 'en-US' },
    });
    expect(response.json<Answer>().msg).toBe('The content of the request is not valid JSON');
  });

  it('faults name fields by their titles in that language', async () => {
    const empty = { payload: { name: 'x'.repeat(500) } };
    const chinese = await ask('POST', `${LAW}/submit`, 'zh-CN', empty);
    const english = await ask('POST', `${LAW}/submit`, 'en-US', empty);
    const portuguese = await ask('POST', `${LAW}/submit`, 'pt-BR', empty);
    const at = (answer: Answer, pointer: string) => answer.errors?.find((fault) => fault.pointer === pointer)?.msg;
    expect(at(chinese, '/fileType')).toBe('请选择文件类型');
    expect(at(english, '/fileType')).toMatch(/^Choose [A-Z]/);
    expect(at(portuguese, '/fileType')).toMatch(/^Escolha [A-Z]/);
    expect(at(english, '/name')).toMatch(/^[A-Z].* may have at most \d+ characters, now 500$/);
    expect(JSON.stringify([english, portuguese])).not.toMatch(/\p{Script=Han}/u);
    expect(english.errors?.map(({ pointer }) => pointer)).toEqual(chinese.errors?.map(({ pointer }) => pointer));
  });

  it('page metadata, menu and dictionary come in that language', async () => {
    const page = await ask('GET', '/api/anlan-system/metadata/page?code=law', 'pt-BR');
    expect(page.data).toMatchObject({ entity: { pages: { law: { title: 'Leis e regulamentos' } } } });
    const items = await ask('GET', '/api/anlan-system/dict-biz/dictionary?code=law-effect', 'en-US');
    expect(items.data).toMatchObject([{ dictKey: '1', dictValue: 'In force' }, {}, {}, {}]);
    const menu = await ask('GET', '/api/anlan-system/menu/biz/routes-children', 'zh-TW');
    expect(JSON.stringify(menu.data)).toContain('隱患');
  });

  it('what is stored is in Chinese, whoever acted', async () => {
    const record = {
      name: '语言示例规定',
      docNo: 'YY-1',
      fileType: '1',
      issueDept: '示例机关',
      issueDate: '2020-01-01',
      effectiveDate: '2020-02-01',
    };
    const saved = await ask('POST', `${LAW}/submit`, 'en-US', { payload: record });
    expect(saved).toMatchObject({ code: 200, msg: 'Operation successful' });
    const { id } = saved.data as { id: string };
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query<{ actionTitle: string; entityTitle: string; summary: string }>(
        'select "actionTitle", "entityTitle", summary from data."auditLog" where "recordId" = $1',
        [id],
      ),
    );
    expect(rows[0]).toMatchObject({ actionTitle: '新增', entityTitle: '法律法规' });
    expect(rows[0]?.summary).toContain('文件类型：');
    const history = await ask('GET', `${LAW}/history?id=${id}`, 'en-US');
    const [entry] = (history.data as { records: { actionLabel: string; changes: { to: string }[] }[] }).records;
    expect(entry?.actionLabel).toBe('Add');
    expect(entry?.changes.some(({ to }) => to === '法律')).toBe(false);
  });
});

describe('what a role can be granted', () => {
  interface Page {
    readonly title: string;
    readonly actions: readonly { readonly key: string; readonly title: string }[];
    readonly children: readonly Page[];
  }
  const flat = (pages: readonly Page[]): readonly Page[] => pages.flatMap((page) => [page, ...flat(page.children)]);

  it.each(['zh-CN', 'en-US', 'pt-BR'])('is named on every page, never by its key: %s', async (language) => {
    const { headers } = await server.signIn('administrator');
    const url = '/api/anlan-system/menu/grantable';
    const response = await server.main.inject({ url, headers: { ...headers, 'accept-language': language } });
    const pages = flat(response.json<{ data: readonly Page[] }>().data);
    expect(pages.length).toBeGreaterThan(100);
    const raw = pages.flatMap(({ title, actions }) =>
      actions
        .filter(
          (action) => action.title === action.key || (language !== 'zh-CN' && /\p{Script=Han}/u.test(action.title)),
        )
        .map(({ key }) => `${title}: ${key}`),
    );
    expect(raw).toEqual([]);
  });
});
