// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { menuItem } from '../../../tests/fixtures/wire-samples.ts';
import { resetAccess, useAccess } from '../../api/access.ts';
import { buildMenuTree } from '../../api/menu-tree.ts';
import { entryActions, Permitted } from './Permitted.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const menu = buildMenuTree([
  menuItem({
    id: '1',
    code: 'baseGroup',
    name: '安全基础管理',
    alias: 'menu',
    path: '/safety/base',
    children: [
      menuItem({ id: '11', code: 'gauge', name: '压力表', alias: 'menu', path: '/safety/base/gauge' }),
      menuItem({ id: '12', code: 'board', name: '看板', alias: 'menu', path: '/safety/base/board' }),
    ],
  }),
]);

let host: HTMLElement;
let root: Root;

beforeEach(() => {
  useAccess.setState({ ready: true, menu, rights: { gauge_view: true, gauge_add: true, gauges_delete: true } });
  host = document.createElement('div');
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  resetAccess();
});

function show(path: string, element: React.ReactNode): HTMLElement | null {
  act(() => root.render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>));
  return host.querySelector('button');
}

const button = (action: string, more: { page?: string; hide?: boolean } = {}) => (
  <Permitted action={action} {...more}>
    <button type="button">按钮</button>
  </Permitted>
);

it('shows what the entry of the route lists and removes what it does not', () => {
  expect(show('/safety/base/gauge', button('add'))).not.toBeNull();
  expect(show('/safety/base/gauge', button('delete'))).toBeNull();
  expect(show('/safety/base/gauge/view/7', button('delete'))).toBeNull();
});

it('hides without removing where asked', () => {
  expect(show('/safety/base/gauge', button('delete', { hide: true }))?.closest('[hidden]')).not.toBeNull();
  expect(show('/safety/base/gauge', button('add', { hide: true }))?.closest('[hidden]')).toBeNull();
});

it('restricts nothing where the route has no entry', () => {
  expect(show('/safety/base/board', button('delete'))).not.toBeNull();
  expect(show('/account/settings', button('delete'))).not.toBeNull();
});

it('takes the entry of a page that is named', () => {
  expect(show('/safety/base/board', button('delete', { page: 'gauge' }))).toBeNull();
  expect(show('/safety/base/board', button('view', { page: 'gauge' }))).not.toBeNull();
});

it('follows permissions that change', () => {
  expect(show('/safety/base/gauge', button('delete'))).toBeNull();
  act(() => useAccess.setState({ rights: { gauge_view: true, gauge_delete: true } }));
  expect(host.querySelector('button')).not.toBeNull();
  act(() => useAccess.setState({ rights: { gauge_view: true } }));
  expect(host.querySelector('button')).toBeNull();
});

it('reads the actions of one page only', () => {
  expect([...(entryActions(useAccess.getState().rights, 'gauge') ?? [])]).toEqual(['view', 'add']);
  expect(entryActions(useAccess.getState().rights, 'board')).toBeUndefined();
});
