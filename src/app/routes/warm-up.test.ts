// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { menuItem } from '../../../tests/fixtures/wire-samples.ts';
import { resetAccess, useAccess } from '../../api/access.ts';
import { buildMenuTree } from '../../api/menu-tree.ts';
import { fetchPage } from '../../api/metadata.ts';
import { clearSession, useSession } from '../../api/session.ts';
import type { AccountInfo } from '../../core/wire/people.ts';
import { screenOfCode } from '../../screens/registry.ts';
import { loadBasicLayout, loadEntityPage } from './parts.ts';
import { warmEntry, warmUp } from './warm-up.ts';

vi.mock('./parts.ts', () => ({ loadBasicLayout: vi.fn(async () => {}), loadEntityPage: vi.fn(async () => {}) }));
vi.mock('../../api/metadata.ts', async (original) => ({
  ...(await original<object>()),
  fetchPage: vi.fn(async () => {}),
}));

const menu = buildMenuTree([
  menuItem({
    id: '2',
    code: 'baseGroup',
    name: '安全基础管理',
    alias: 'menu',
    path: '/safety/base',
    children: [
      menuItem({ id: '21', code: 'law', name: '法律法规', alias: 'menu', path: '/safety/base/law' }),
      menuItem({
        id: '22',
        code: 'meetings',
        name: '安全会议',
        alias: 'menu',
        path: '/safety/base/meetings',
        isPage: '0',
      }),
    ],
  }),
]);
const open = () => useAccess.setState({ ready: true, menu, rights: {} });

let end: () => void = () => {};
const start = (path: string) => {
  window.history.replaceState(null, '', path);
  end = warmUp();
};

beforeEach(() => {
  clearSession();
  resetAccess();
  vi.clearAllMocks();
});
afterEach(() => end());

it('begins the shell, then the program of pages, before the menu is there', async () => {
  start('/safety/base/law/edit/7');
  expect(loadBasicLayout).toHaveBeenCalledTimes(1);
  expect(loadEntityPage).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(loadEntityPage).toHaveBeenCalledTimes(1));
  expect(fetchPage).not.toHaveBeenCalled();
});

it.each(['/safety/base/law/edit/7', '/safety/base', '/'])(
  'asks for the metadata of %s when the menu arrives',
  (path) => {
    start(path);
    open();
    expect(vi.mocked(fetchPage).mock.calls).toEqual([['law']]);
    useAccess.setState({ menu: [...menu] });
    expect(fetchPage).toHaveBeenCalledTimes(1);
  },
);

it.each(['/safety/base/meetings', '/safety/nowhere', '/404'])('asks for no metadata of %s', (path) => {
  start(path);
  open();
  expect(fetchPage).not.toHaveBeenCalled();
});

it('asks for no metadata while the password must be changed, and none once it has ended', () => {
  useSession.setState({ userInfo: { account: 'admin', mustChangePassword: true } as AccountInfo });
  start('/safety/base/law');
  open();
  expect(fetchPage).not.toHaveBeenCalled();
  useSession.setState({ userInfo: null });
  end();
  useAccess.setState({ ready: false });
  open();
  expect(fetchPage).not.toHaveBeenCalled();
});

it('leaves it to the page to tell that a part could not be loaded', async () => {
  vi.mocked(loadBasicLayout).mockRejectedValueOnce(new Error('gone'));
  vi.mocked(fetchPage).mockRejectedValueOnce(new Error('away'));
  start('/safety/base/law');
  open();
  await vi.waitFor(() => expect(loadEntityPage).toHaveBeenCalledTimes(1));
});

it.each([
  ['', '/user/login', true],
  ['', '/safety/base/law', true],
  ['token', '/user/login', true],
  ['token', '/safety/base/law', false],
])('with the session %j begins the login page at %s: %s', (token, path, begun) => {
  const login = screenOfCode('login');
  if (login === undefined) throw new Error('no login page');
  const load = vi.spyOn(login, 'load').mockRejectedValue(new Error('gone'));
  useSession.setState({ token });
  window.history.replaceState(null, '', path);
  warmEntry();
  expect(load).toHaveBeenCalledTimes(begun ? 1 : 0);
});
