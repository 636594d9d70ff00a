// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { http } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/faults.ts';
import { useSession } from '../../src/api/session.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { BARE, buildDraft, type Surroundings } from '../../src/runtime/preview/draft-model.ts';
import { type PreviewMode, PreviewStage } from '../../src/runtime/preview/PreviewStage.tsx';
import { UiProvider } from '../../src/ui/UiProvider.tsx';
import { prepareDom } from '../fixtures/small-app.tsx';
import { accountInfo } from '../fixtures/wire-samples.ts';

const ME = '64596710001';
const OTHER = '64596710002';

/** People and departments of a record, as those fill in who make it, and somebody else. */
const entity: Entity = {
  dialect: 1,
  entity: 'ownCheck',
  title: '自建检查',
  label: 'name',
  api: { service: 'safety', base: 'own/check' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      maker: { title: '登记人', field: 'orgSelect', type: 'string', org: 'user', defaultFrom: 'me.userId' },
      dept: { title: '登记部门', field: 'orgSelect', type: 'string', org: 'dept', defaultFrom: 'me.deptId' },
      other: { title: '复核人', field: 'orgSelect', type: 'string', org: 'user', default: OTHER },
    },
  },
  pages: { ownCheck: { title: '自建检查' } },
};
const target = (base: string, label: string, title: string) => ({ service: 'system', base, label, title, pages: [] });
const told: Surroundings = {
  ...BARE,
  targets: { user: target('user', 'realName', '用户'), dept: target('dept', 'deptName', '部门') },
};

let root: Root;
let host: HTMLElement;
let asked: string[];

beforeAll(prepareDom);
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  asked = [];
  useSession.setState({
    userInfo: accountInfo({ userId: ME, realName: '李样六', deptId: '77', deptName: '样例车间' }),
  });
  // Whoever designs may have no list of people.
  http.defaults.adapter = ({ url = '' }) => {
    asked.push(url);
    return Promise.reject(new ApiError({ status: 403, code: 403, msg: '您没有“选择用户”的权限' }));
  };
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

async function draw(surroundings: Surroundings, mode: PreviewMode): Promise<void> {
  await act(async () =>
    root.render(
      <UiProvider>
        <MemoryRouter>
          <PreviewStage
            page={buildDraft(entity, surroundings, null)}
            subject="ownCheck"
            mode={mode}
            viewer={undefined}
            example={undefined}
            stored={false}
            results={false}
          />
        </MemoryRouter>
      </UiProvider>,
    ),
  );
}

const textOf = (key: string) => host.querySelector(`[data-field="${key}"]`)?.textContent ?? '';

it('the canvas of an entity that no server serves calls people and departments by name, or says that it cannot', async () => {
  await draw(BARE, 'edit');
  expect(textOf('maker')).toContain('李样六');
  expect(textOf('dept')).toContain('样例车间');
  expect(textOf('other')).toContain('…');
  expect(asked).toEqual([]);
  await draw(told, 'edit');
  expect(asked.length).toBeGreaterThan(0);
  expect(textOf('maker')).toContain('李样六');
  expect(textOf('dept')).toContain('样例车间');
  expect(textOf('other')).toContain('用户（名称不可见）');
  expect(host.textContent).not.toContain('执行出错');
  for (const id of [ME, OTHER, '77']) expect(host.textContent).not.toContain(id);
});

it.each(['read', 'list'] as const)('so does its %s', async (mode) => {
  await draw(told, mode);
  expect(host.textContent).toContain('李样六');
  expect(host.textContent).toContain('样例车间');
  expect(host.textContent).toContain('用户（名称不可见）');
  for (const id of [ME, OTHER]) expect(host.textContent).not.toContain(id);
});

it('what could not be named is no name of anybody on other pages', async () => {
  await draw(told, 'edit');
  expect(sessionStorage.getItem('anlan-labels') ?? '').not.toContain('名称不可见');
});
