import { describe, expect, it } from 'vitest';
import { menuItem } from '../../../tests/fixtures/wire-samples.ts';
import { buildMenuTree } from '../../api/menu-tree.ts';
import { text } from '../i18n/texts.ts';
import { FIXED_ROUTES } from './fixed-routes.ts';
import { homePath, isOwnPage, resolveRoute } from './resolve-route.ts';

const menu = buildMenuTree([
  menuItem({ id: '1', code: 'overview', name: '总览', alias: 'menu', path: '/safety/overview' }),
  menuItem({
    id: '2',
    code: 'baseGroup',
    name: '安全基础管理',
    alias: 'menu',
    path: '/safety/base',
    children: [
      menuItem({ id: '21', code: 'law', name: '法律法规', alias: 'menu', path: '/safety/base/law' }),
      menuItem({ id: '22', code: 'manageAdd', name: '新增', alias: 'menu', path: '/safety/base/add', isShow: '1' }),
      menuItem({ id: '23', code: '@dashboards/overview', name: '文件', alias: 'menu', path: '/safety/base/file' }),
    ],
  }),
]);
const resolve = (path: string) => resolveRoute(menu, path, text);

describe('resolveRoute', () => {
  it('leads from / to /safety and from there to the default tab', () => {
    expect(resolve('/')).toEqual({ kind: 'redirect', to: '/safety' });
    expect(resolve('/safety')).toEqual({ kind: 'redirect', to: '/safety/overview' });
    expect(homePath([])).toBe('/blank');
    expect(homePath([], true)).toBe('/design');
    expect(homePath(menu.slice(1), true)).toBe('/safety/base/law');
    expect(homePath(menu.slice(1))).toBe('/safety/base/law');
  });

  it('passes a container through to its first child', () => {
    expect(resolve('/safety/base')).toEqual({ kind: 'redirect', to: '/safety/base/law' });
  });

  it('shows a leaf, also under its own sub-paths, and keeps hidden ones alive', () => {
    expect(resolve('/safety/base/law/edit/7')).toMatchObject({ page: { code: 'law', path: '/safety/base/law' } });
    expect(resolve('/safety/base/add')).toMatchObject({ page: { code: 'manageAdd', keepAlive: true } });
    expect(resolve('/safety/base/law')).toMatchObject({ page: { keepAlive: false, title: '法律法规' } });
  });

  it('binds a code with @ to its file', () => {
    expect(resolve('/safety/base/file')).toMatchObject({ page: { file: 'dashboards/overview' } });
  });

  it('leads home from the addresses by which people come in', () => {
    for (const path of ['/login', '/login/', '/user', '/user/']) {
      expect(resolve(path), path).toEqual({ kind: 'redirect', to: '/safety' });
    }
  });

  it('knows the pages of a person from those that a redirect must not lead to', () => {
    const own = (path: string) => isOwnPage(menu, path, text);
    for (const path of ['/', '/safety/base', '/safety/base/law/view/7', '/workflow/todo', '/bigScreen']) {
      expect(own(path), path).toBe(true);
    }
    const others = ['/nowhere', '/safety/system/user', '/playground', '/404', '/exception/500', '/blank', '/loginAll'];
    for (const path of others) {
      expect(own(path), path).toBe(false);
    }
  });

  it('leads unknown paths, and those below a screen without paths of its own, to /404', () => {
    for (const path of ['/nowhere', '/safety/base/nothing', '/safety/base/file/x', '/safety/overview/x']) {
      expect(resolve(path), path).toEqual({ kind: 'redirect', to: '/404' });
    }
  });

  it.each(FIXED_ROUTES.map((route) => route.path))('has the fixed route %s', (path) => {
    expect(resolve(path).kind).toBe('page');
  });

  it('asks no token of loginAll and bigScreen, and one of all pages of the main area', () => {
    const open = FIXED_ROUTES.filter((route) => route.open).map((route) => route.path);
    expect(open).toEqual(expect.arrayContaining(['/loginAll', '/bigScreen', '/user/login']));
    expect(open.filter((path) => path.startsWith('/safety'))).toEqual([]);
  });
});
