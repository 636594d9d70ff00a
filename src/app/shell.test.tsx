// @vitest-environment jsdom
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from '../../tests/fixtures/patience.ts';
import { accountInfo, menuItem } from '../../tests/fixtures/wire-samples.ts';
import { resetAccess } from '../api/access.ts';
import { http } from '../api/client.ts';
import { clearSession, session, storeTokens, useSession } from '../api/session.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { AppRoutes } from './routes/AppRoutes.tsx';
import { FaultNotices } from './session/FaultNotices.tsx';

vi.setConfig({ testTimeout: 60_000 });

window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof ResizeObserver;

type Reply = { readonly status?: number; readonly data: unknown };

const user = accountInfo({
  account: 'admin',
  name: '赵甲一',
  realName: '赵甲一',
  roleCode: 'administrator,principal',
  tenantName: '蓝岭新材料有限公司(示例)',
});
const menu = [
  menuItem({ id: '1', code: 'overview', name: '总览', alias: 'menu', path: '/safety/overview' }),
  menuItem({
    id: '2',
    code: 'baseGroup',
    name: '安全基础管理',
    alias: 'menu',
    path: '/safety/base',
    children: [
      menuItem({ id: '21', code: 'meetings', name: '安全会议', alias: 'menu', path: '/safety/base/meetings' }),
    ],
  }),
];

let replies: Record<string, (config: InternalAxiosRequestConfig) => Reply>;
let calls: InternalAxiosRequestConfig[];
let root: Root;
let host: HTMLElement;

const ok = (data: unknown): Reply => ({ data: { code: 200, success: true, data, msg: '' } });
const refused = (status: number, msg: string): Reply => ({
  status,
  data: { code: status, success: false, data: null, msg },
});

http.defaults.adapter = async (config) => {
  calls.push(config);
  const path = config.url ?? '';
  const reply = replies[path]?.(config) ?? refused(404, '没有这个接口');
  const status = reply.status ?? 200;
  const response = { data: reply.data, status, statusText: '', headers: {}, config } as AxiosResponse;
  if (status >= 400) {
    throw new AxiosError('failed', 'ERR_BAD_REQUEST', config, {}, response);
  }
  return response;
};

beforeEach(() => {
  calls = [];
  clearSession();
  resetAccess();
  replies = {
    '/anlan-system/info': () => ok(user),
    '/anlan-system/menu/biz/routes-children': () => ok(menu),
    '/anlan-system/menu/buttons': () => ok([{ code: 'meetings', children: [{ code: 'meetings_view' }] }]),
    '/anlan-system/index/tenant-list': () => ok([{ tenantId: '645967', tenantName: '蓝岭新材料有限公司(示例)' }]),
    '/anlan-system/enterprise-config/display': () => ok({ title: '安澜示例', captchaMode: '0' }),
    '/anlan-auth/oauth/token': () => ({ data: { access_token: 't1', refresh_token: 'r1', tenant_id: '645967' } }),
  };
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

async function open(path: string) {
  const router = createMemoryRouter([{ path: '*', element: <AppRoutes /> }], { initialEntries: [path] });
  root.render(
    <UiProvider>
      <FaultNotices />
      <RouterProvider router={router} />
    </UiProvider>,
  );
  await until(() => host.textContent !== '');
  return router;
}

async function until(what: () => boolean) {
  await vi.waitFor(
    () => {
      expect(what(), document.body.textContent ?? '').toBe(true);
    },
    { timeout: patient(30_000), interval: 20 },
  );
}

const shows = (text: string) => () => document.body.textContent?.includes(text) === true;

function type(selector: string, value: string) {
  const input = document.querySelector<HTMLInputElement>(selector);
  if (!input) {
    throw new Error(`no ${selector}`);
  }
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

describe('without a token', () => {
  it('leads to the login page and comes back to the asked path after the login', async () => {
    const router = await open('/safety/base/meetings?x=1');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/user/login?redirect=%2Fsafety%2Fbase%2Fmeetings%3Fx%3D1',
    );
    await until(() => document.querySelector('#password') !== null);
    type('#username', 'admin');
    type('#password', 'secret');
    press('button[type=submit]');
    await until(() => router.state.location.pathname === '/safety/base/meetings');
    const login = calls.find((call) => call.url === '/anlan-auth/oauth/token');
    expect(String(login?.data)).toBe('tenantId=645967&username=admin&password=secret&grant_type=password&scope=all');
    expect(String(login?.params)).toBe('');
    await until(shows('“安全会议”不在当前版本中'));
    expect(document.title).toBe('安全会议 - 安澜示例');
    expect(session()).toMatchObject({ token: 't1', menuId: '1000' });
  });

  it.each([
    '/user/login?redirect=%2Fnowhere',
    '/user/login?redirect=%2Fsafety%2Fsystem%2Frole',
    '/user/login?redirect=%2F404',
    '/user/login?redirect=%2FloginAll',
    '/user/login?redirect=%2Fuser%2Fregister',
    '/safety/system/role',
    '/login',
  ])('leads home after the login at %s, where the redirect names no page of the person', async (path) => {
    const router = await open(path);
    await until(() => document.querySelector('#password') !== null);
    type('#username', 'admin');
    type('#password', 'secret');
    press('button[type=submit]');
    await until(() => router.state.location.pathname === '/safety/overview');
    await until(shows('今日异常与临期'));
    expect(session().token).toBe('t1');
  });

  it('asks for account and password by name, and shows a refusal in place', async () => {
    replies['/anlan-auth/oauth/token'] = () => ({
      status: 400,
      data: { error: 'invalid_grant', error_description: '账号或密码错误' },
    });
    await open('/user/login');
    await until(() => document.querySelector('#password') !== null);
    press('button[type=submit]');
    await until(() => shows('请输入账号')() && shows('请输入密码')());
    type('#username', 'admin');
    type('#password', 'wrong');
    press('button[type=submit]');
    await until(() => document.querySelector('[data-testid=login-error]')?.textContent === '账号或密码错误');
    expect(session().token).toBe('');
  });

  it('asks for the captcha where the company wants one, and sends it in the headers', async () => {
    replies['/anlan-system/enterprise-config/display'] = () => ok({ captchaMode: '1' });
    replies['/anlan-auth/oauth/captcha'] = () => ok({ key: 'k1', image: 'data:image/svg+xml;base64,' });
    await open('/user/login');
    await until(
      () => document.querySelector('#captchaCode') !== null && document.querySelector('img[alt=验证码]') !== null,
    );
    type('#username', 'admin');
    type('#password', 'secret');
    type('#captchaCode', 'ab12');
    press('button[type=submit]');
    await until(() => session().token === 't1');
    const login = calls.find((call) => call.url === '/anlan-auth/oauth/token');
    expect(String(login?.data)).toContain('grant_type=captcha');
    expect([login?.headers.get('Captcha-Key'), login?.headers.get('Captcha-Code')]).toEqual(['k1', 'ab12']);
  });

  it('shows bigScreen and loginAll, which need none', async () => {
    const router = await open('/bigScreen');
    await until(shows('安全监控大屏'));
    await router.navigate('/loginAll');
    await until(() => document.querySelector('#password') !== null);
    expect(router.state.location.pathname).toBe('/loginAll');
  });
});

describe('with a token', () => {
  beforeEach(() => {
    storeTokens({ token: 't', refreshToken: 'r', tenantId: '645967' });
    useSession.setState({ menuId: '1000' });
  });

  it('loads person, menu by the stored id and buttons, in that order, then shows the default tab', async () => {
    const router = await open('/');
    await until(() => router.state.location.pathname === '/safety/overview');
    const order = calls.map((call) => call.url).filter((url) => !url?.includes('enterprise'));
    expect(order.slice(0, 3)).toEqual([
      '/anlan-system/info',
      '/anlan-system/menu/biz/routes-children',
      '/anlan-system/menu/buttons',
    ]);
    expect(String(calls.find((call) => call.url?.includes('routes-children'))?.params)).toBe('id=1000');
    await until(shows('今日异常与临期'));
    expect(document.querySelector('[data-testid=sider]')?.getAttribute('style')).toContain('223px');
  });

  it('leads home from /login, and keeps the session', async () => {
    const router = await open('/login');
    await until(() => router.state.location.pathname === '/safety/overview');
    expect(session().token).toBe('t');
  });

  it('clears the session when the login page is visited', async () => {
    useSession.setState({ userInfo: user });
    await open('/user/login');
    expect(session()).toMatchObject({ token: '', menuId: '', userInfo: null });
  });

  it('leads to /blank without a main area and to /404 for an unknown path', async () => {
    const router = await open('/nowhere');
    await until(() => router.state.location.pathname === '/404');
    await until(shows('抱歉，您访问的页面不存在'));
    resetAccess();
    replies['/anlan-system/menu/biz/routes-children'] = () => ok([]);
    await router.navigate('/safety/base/meetings');
    await until(() => router.state.location.pathname === '/blank');
    await until(shows('您的账号还没有分配菜单'));
  });

  it('leads to the login page when a call says 401', async () => {
    replies['/anlan-system/info'] = () => refused(401, '登录已失效，请重新登录');
    const router = await open('/safety/overview');
    await until(() => router.state.location.pathname === '/user/login');
    expect(session().token).toBe('');
  });

  it('keeps a hidden page alive: what was typed is there when one comes back', async () => {
    replies['/anlan-system/menu/biz/routes-children'] = () =>
      ok([
        ...menu,
        menuItem({ id: '3', code: '@dashboards/workplace', name: '隐藏', path: '/safety/hidden', isShow: '1' }),
      ]);
    const router = await open('/safety/hidden');
    const search = 'input[aria-label=搜索功能]';
    await until(() => document.querySelector(search) !== null);
    type(search, '会议');
    await router.navigate('/safety/base/meetings');
    await until(shows('“安全会议”不在当前版本中'));
    await router.navigate('/safety/hidden');
    await until(() => !shows('“安全会议”不在当前版本中')());
    expect(document.querySelector<HTMLInputElement>(search)?.value).toBe('会议');
    expect(document.querySelector('[data-testid=sider]')?.textContent).not.toContain('隐藏');
  });

  it('says which module a menu entry asks for when there is none', async () => {
    replies['/anlan-system/menu/biz/routes-children'] = () =>
      ok([...menu, menuItem({ id: '3', code: '@nowhere/page', name: '丢失', path: '/safety/lost' })]);
    await open('/safety/lost');
    await until(shows('找不到页面模块“nowhere/page”'));
  });

  it('asks before the logout, and goes to the login page even when the call fails', async () => {
    replies['/anlan-auth/oauth/logout'] = () => refused(500, '系统繁忙');
    const router = await open('/safety/base/meetings');
    await until(() => document.querySelector('[data-testid=user-menu]') !== null);
    press('[data-testid=user-menu]');
    await until(shows('退出登录'));
    expect(document.body.textContent).toContain('权限设置');
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
      .find((item) => item.textContent === '退出登录')
      ?.click();
    await until(shows('确定要退出当前账号吗？'));
    expect(session().token).toBe('t');
    [...document.querySelectorAll('button')].find((button) => button.textContent === '退出')?.click();
    await until(() => router.state.location.pathname === '/user/login');
    expect(router.state.location.search).toBe('');
    expect(session().token).toBe('');
  });

  it('offers to try again when the menu cannot be read', async () => {
    replies['/anlan-system/menu/buttons'] = () => refused(500, '系统繁忙，请稍后重试');
    const router = await open('/safety/overview');
    await until(shows('暂时无法进入系统'));
    replies['/anlan-system/menu/buttons'] = () => ok([]);
    [...document.querySelectorAll('button')].find((button) => button.textContent === '重试')?.click();
    await until(shows('今日异常与临期'));
    expect(router.state.location.pathname).toBe('/safety/overview');
  });

  it('makes a person with a given password change it first', async () => {
    replies['/anlan-system/info'] = () => ok({ ...user, mustChangePassword: true });
    replies['/anlan-system/update-password'] = () => refused(400, '原密码错误');
    await open('/safety/overview');
    await until(() => document.querySelector('#oldPassword') !== null);
    type('#oldPassword', 'Old@1234');
    type('#newPassword', 'short');
    type('#newPassword1', 'New@12345');
    const submit = () => document.querySelector<HTMLElement>('main button.ant-btn-primary')?.click();
    submit();
    await until(() => shows('密码长度不能少于8位')() && shows('两次输入的密码不一致')());
    type('#newPassword', 'New@12345');
    submit();
    await until(shows('原密码错误'));
    const sent = new URLSearchParams(String(calls.find((call) => call.url?.includes('update-password'))?.data));
    expect(atob(sent.get('newPassword') ?? '')).toBe('New@12345');
    replies['/anlan-system/update-password'] = () => ok(null);
    replies['/anlan-system/info'] = () => ok({ ...user, mustChangePassword: false });
    expect(calls.filter((call) => call.url?.includes('/menu/'))).toEqual([]);
    submit();
    await until(shows('密码修改成功'));
    // What was asked for comes now.
    await until(shows('今日异常与临期'));
    expect(session().userInfo?.mustChangePassword).toBe(false);
  });
});
