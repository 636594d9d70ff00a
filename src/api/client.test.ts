// @vitest-environment jsdom
import { Blob } from 'node:buffer';
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { http, queryParameters, request, requestFile } from './client.ts';
import { ApiError, type FaultNotice, faultChannel, isSignatureNotice, sessionEndedChannel } from './faults.ts';
import { startUpload, type UploadItem } from './files.ts';
import { clearPages, fetchPage } from './metadata.ts';
import { clearSession, currentTenantId, SESSION_KEY, storeTokens, useSession } from './session.ts';

interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

let calls: InternalAxiosRequestConfig[] = [];
let notices: FaultNotice[] = [];
let answers: Answer[] = [];

http.defaults.adapter = async (config) => {
  calls.push(config);
  const answer = answers.shift() ?? { body: { code: 200, success: true, data: null, msg: '' } };
  const status = answer.status ?? 200;
  const response = {
    data: answer.body,
    status,
    statusText: '',
    headers: answer.headers ?? {},
    config,
  } as AxiosResponse;
  if (status >= 400) {
    throw new AxiosError('failed', 'ERR_BAD_REQUEST', config, {}, response);
  }
  return response;
};
faultChannel.on((notice) => notices.push(notice));

beforeEach(() => {
  calls = [];
  notices = [];
  answers = [];
  clearSession();
  clearPages();
});

const fail = (status: number, code: number, msg: string): Answer => ({
  status,
  body: { code, success: false, data: null, msg },
});

describe('request', () => {
  it('sends client credentials, token and tenant, and gives the data of the envelope', async () => {
    storeTokens({ token: 'abc', refreshToken: 'r', tenantId: '645968' });
    answers = [{ body: { code: 200, success: true, data: { a: 1 }, msg: '操作成功' } }];
    expect(await request({ service: 'system', path: 'info', query: { a: '', b: [1, 2], c: 0 } })).toEqual({ a: 1 });
    const call = calls[0];
    expect(call?.url).toBe('/anlan-system/info');
    expect(String(call?.params)).toBe('b=1%2C2&c=0');
    expect(call?.headers.get('Authorization')).toBe(`Basic ${btoa('anlan:anlan_secret')}`);
    expect(call?.headers.get('Anlan-Auth')).toBe('bearer abc');
    expect(call?.headers.get('Tenant-Id')).toBe('645968');
    expect(call?.timeout).toBe(100_000);
  });

  it('gives an answer without envelope as it is', async () => {
    answers = [{ body: { access_token: 't' } }];
    expect(await request({ service: 'auth', path: 'oauth/token', method: 'POST', form: { username: 'a' } })).toEqual({
      access_token: 't',
    });
    expect(String(calls[0]?.data)).toBe('username=a');
  });

  it.each<[string, Answer, FaultNotice[]]>([
    [
      '403',
      fail(403, 403, '您没有“新增”的权限'),
      [{ kind: 'notification', title: 'Forbidden', message: '您没有“新增”的权限' }],
    ],
    ['500', fail(500, 500, '系统繁忙'), [{ kind: 'warning', message: '系统繁忙' }]],
    ['400', fail(400, 400, '名称必填'), [{ kind: 'warning', message: '名称必填' }]],
    ['400 of missing signatures', fail(400, 400, '安全措施确认未全部签字'), []],
    ['409', fail(409, 409, '已被修改'), []],
    ['HTTP 200 with code 500', fail(200, 500, '出错了'), [{ kind: 'error', message: '出错了' }]],
    ['HTTP 200 with code 400', fail(200, 400, '不行'), [{ kind: 'warning', message: '不行' }]],
  ])('tells the person of %s as the catalogue says', async (_, answer, expected) => {
    answers = [answer];
    await expect(request({ service: 'system', path: 'info' })).rejects.toBeInstanceOf(ApiError);
    expect(notices).toEqual(expected);
  });

  it('tells of an export that was refused in its body, and takes no such file for one', async () => {
    // The one of jsdom cannot be read.
    vi.stubGlobal('Blob', Blob);
    onTestFinished(() => void vi.unstubAllGlobals());
    const refused = JSON.stringify({ code: 500, success: false, data: null, msg: '导出失败，请缩小范围' });
    answers = [{ body: new Blob([refused], { type: 'application/json' }) }];
    await expect(requestFile({ service: 'safety', path: 'peril/export' })).rejects.toMatchObject({ code: 500 });
    expect(notices).toEqual([{ kind: 'error', message: '导出失败，请缩小范围' }]);
    const named = new Blob([refused], { type: 'application/json' });
    answers = [{ body: named, headers: { 'content-disposition': 'attachment; filename=a.json' } }];
    expect(await requestFile({ service: 'system', path: 'sbom' })).toBe(named);
    const sheet = new Blob(['PK'], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
    answers = [{ body: sheet }];
    expect(await requestFile({ service: 'safety', path: 'peril/export' })).toBe(sheet);
  });

  it('stays silent for the statuses that the caller shows itself', async () => {
    answers = [fail(400, 400, '名称必填'), fail(400, 400, '名称必填')];
    await expect(request({ service: 'system', path: 'info', quiet: [400] })).rejects.toMatchObject({ status: 400 });
    expect(notices).toEqual([]);
    await expect(request({ service: 'system', path: 'info', quiet: [404] })).rejects.toMatchObject({ status: 400 });
    expect(notices).toHaveLength(1);
  });

  it('carries the faults and the data of a refusal', async () => {
    const errors = [{ pointer: '/name', msg: '文件名称必填' }];
    answers = [{ status: 400, body: { code: 400, success: false, data: { version: 3 }, msg: '文件名称必填', errors } }];
    await expect(request({ service: 'system', path: 'info' })).rejects.toMatchObject({ errors, data: { version: 3 } });
  });

  it('ends the session on 401', async () => {
    let ended = 0;
    const stop = sessionEndedChannel.on(() => {
      ended += 1;
    });
    storeTokens({ token: 'old', refreshToken: 'r', tenantId: '645967' });
    answers = [fail(401, 401, '登录已失效，请重新登录')];
    await expect(request({ service: 'system', path: 'info' })).rejects.toMatchObject({ status: 401 });
    stop();
    expect(ended).toBe(1);
    expect(notices).toEqual([]);
  });

  it('repeats a 401 once with the token that another tab stored meanwhile', async () => {
    let ended = 0;
    const stop = sessionEndedChannel.on(() => {
      ended += 1;
    });
    storeTokens({ token: 'old', refreshToken: 'r', tenantId: '645967' });
    answers = [fail(401, 401, '登录已失效'), { body: { code: 200, success: true, data: 'fine', msg: '' } }];
    const pending = request({ service: 'system', path: 'info' });
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state: { token: string } };
    stored.state.token = 'new';
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
    expect(await pending).toBe('fine');
    stop();
    expect(calls[1]?.headers.get('Anlan-Auth')).toBe('bearer new');
    expect(ended).toBe(0);
  });
});

describe('fetchPage', () => {
  const page = (revision: string): Answer => ({
    body: { code: 200, success: true, data: { page: 'law', revision }, msg: '' },
    headers: { 'anlan-revision': revision },
  });

  it('asks once for a revision and again after the server has named another', async () => {
    answers = [page('1')];
    expect((await fetchPage('law')).revision).toBe('1');
    expect((await fetchPage('law')).revision).toBe('1');
    expect(calls).toHaveLength(1);
    answers = [
      { body: { code: 200, success: true, data: null, msg: '' }, headers: { 'anlan-revision': '2' } },
      page('2'),
    ];
    await request({ service: 'system', path: 'info' });
    expect((await fetchPage('law')).revision).toBe('2');
    expect(calls).toHaveLength(3);
  });

  it('forgets a failed answer', async () => {
    answers = [fail(403, 403, '没有权限'), page('3')];
    await expect(fetchPage('law')).rejects.toMatchObject({ status: 403 });
    expect(notices).toEqual([]);
    expect((await fetchPage('law')).revision).toBe('3');
  });

  it('remembers that no entity serves a code until the metadata changes', async () => {
    answers = [fail(404, 404, '页面不存在')];
    await expect(fetchPage('new')).rejects.toMatchObject({ status: 404 });
    await expect(fetchPage('new')).rejects.toMatchObject({ status: 404 });
    expect(calls).toHaveLength(1);
    answers = [
      { body: { code: 200, success: true, data: null, msg: '' }, headers: { 'anlan-revision': '4' } },
      page('4'),
    ];
    await request({ service: 'system', path: 'info' });
    expect((await fetchPage('new')).revision).toBe('4');
  });
});

describe('startUpload', () => {
  it('goes from uploading at 0 to done with the server values and without the local file', async () => {
    const stored = { attachId: '7', name: 'x.pdf', originalName: '制度.pdf', link: '/l' };
    answers = [{ body: { code: 200, success: true, data: stored, msg: '' } }];
    const steps: UploadItem[] = [];
    const last = await startUpload(new File(['a'], '制度.pdf'), (item) => steps.push(item));
    expect(steps[0]).toMatchObject({ status: 'uploading', percent: 0 });
    expect(last).toMatchObject({ status: 'done', percent: 100, stored });
    expect(last.file).toBeUndefined();
  });

  it('ends in error where the answer is not a success', async () => {
    answers = [{ body: { code: 200, success: false, data: null, msg: '文件类型不允许' } }];
    const last = await startUpload(new File(['a'], 'a.exe'), () => {});
    expect(last).toMatchObject({ status: 'error', message: '文件类型不允许' });
    expect(last.file).toBeDefined();
  });
});

it('sends the chosen company only for people of the top tenant', () => {
  useSession.setState({ tenantId: '000000', companyTenantId: '645968' });
  expect(currentTenantId()).toBe('645968');
  useSession.setState({ tenantId: '645967' });
  expect(currentTenantId()).toBe('645967');
});

it('leaves empty query values out', () => {
  expect(queryParameters({ a: null, b: undefined, c: '', d: [], e: false }).toString()).toBe('e=false');
});

it('knows the notice of missing signatures from others', () => {
  expect(isSignatureNotice('安全措施确认签名未全部完成')).toBe(true);
  expect(isSignatureNotice('安全措施不能为空')).toBe(false);
});
