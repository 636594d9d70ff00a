// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CallAnswer, closeSmallApp, openSmallApp, type SentCall } from '../../tests/fixtures/small-app.tsx';

const rows = [
  {
    id: '11',
    version: 3,
    status: '1',
    name: '盐酸',
    kind: '2',
    total: 20,
    taker: '8',
    takerLabel: '样乙',
    abilities: { view: true, edit: true, delete: true, release: true },
  },
  { id: '12', version: 1, status: '2', name: '硫酸', kind: '1', total: null, abilities: { view: true } },
];

const pageOf = (records: readonly unknown[]) => ({
  data: { records, total: records.length, size: 20, current: 1, pages: 1 },
});

function serve(more: (call: SentCall) => CallAnswer | undefined = () => undefined): (call: SentCall) => CallAnswer {
  return (call) => {
    const given = more(call);
    if (given !== undefined) return given;
    if (call.path === 'safety/sample/page') return pageOf(rows);
    if (call.path === 'safety/sample/detail') return { data: rows[0] };
    if (call.path === 'safety/sample/history') return pageOf([]);
    throw new Error(`unexpected ${call.method} ${call.path}`);
  };
}

// Pages of real components take their time where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });
afterEach(closeSmallApp);

describe('list', () => {
  test('shows records, the buttons of each as it is now, and keeps filters in the address', async () => {
    const app = await openSmallApp('/safety/sample?kind=2', serve());
    await app.until(() => app.text().includes('盐酸'));
    expect(app.calls[0]?.query).toEqual({ page: 'sample', current: '1', size: '12', kind: '2' });
    expect(app.text()).toContain('类别：液体');
    const [first, second] = [...document.querySelectorAll('.ant-table-row')];
    expect(first?.textContent).toContain('编辑放行删除');
    expect(second?.textContent).not.toContain('编辑');
    await app.press(app.button('清除筛选'));
    await app.until(() => app.address() === '/safety/sample');
    await app.until(() => app.calls.length === 2);
    expect(app.calls[1]?.query).toEqual({ page: 'sample', current: '1', size: '12' });
  });

  test('has a column of actions only where a row has one', async () => {
    const heads = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent);
    const app = await openSmallApp('/safety/sample', serve());
    await app.until(() => app.text().includes('盐酸'));
    expect(heads()).toContain('操作');
    await app.close();
    const readOnly = await openSmallApp('/safety/sample', () => pageOf(rows.slice(1)));
    await readOnly.until(() => readOnly.text().includes('硫酸'));
    expect(heads()).not.toContain('操作');
  });

  test('says why it is empty and what to do next', async () => {
    const app = await openSmallApp('/safety/sample', () => pageOf([]));
    await app.until(() => app.text().includes('还没有样品'));
    expect(document.querySelectorAll('[data-testid="empty-none"] button')[0]?.textContent).toBe('新增');
    await app.close();
    const narrowed = await openSmallApp('/safety/sample?name=x', () => pageOf([]));
    await narrowed.until(() => narrowed.text().includes('没有符合条件的样品'));
  });

  test('says what failed and tries again', async () => {
    let fails = true;
    const app = await openSmallApp(
      '/safety/sample',
      serve(() => (fails ? { status: 500, msg: '系统繁忙' } : undefined)),
    );
    await app.until(() => app.text().includes('列表加载失败'));
    expect(app.text()).toContain('系统繁忙');
    fails = false;
    await app.press(app.button('重试'));
    await app.until(() => app.text().includes('盐酸'));
    expect(app.text()).not.toContain('列表加载失败');
  });

  test('without the right to see it says so', async () => {
    const app = await openSmallApp('/safety/sample', () => ({ status: 403, msg: '您没有“查看样品”的权限' }), []);
    await app.until(() => app.text().includes('您没有查看“样品管理”的权限'));
  });

  test('leaves a page behind the last one', async () => {
    const app = await openSmallApp('/safety/sample?_page=5', (call) =>
      call.query.current === '5'
        ? { data: { records: [], total: 21, size: 20, current: 5, pages: 2 } }
        : { data: { records: rows, total: 21, size: 20, current: 2, pages: 2 } },
    );
    await app.until(() => app.text().includes('盐酸'));
    expect(app.address()).toBe('/safety/sample?_page=2');
  });
});

describe('actions', () => {
  test('deletion names the record, is sent once, refreshes and says so', async () => {
    const app = await openSmallApp(
      '/safety/sample',
      serve((call) => (call.path === 'safety/sample/remove' ? { data: true } : undefined)),
    );
    await app.until(() => app.text().includes('盐酸'));
    await app.press(app.button('删除'));
    await app.until(() => app.text().includes('确定删除“盐酸”吗？'));
    const confirm = app.find('.ant-modal-confirm .ant-btn-dangerous');
    await app.press(confirm);
    await app.press(confirm);
    await app.until(() => app.text().includes('删除成功'));
    const sent = app.calls.filter((call) => call.path === 'safety/sample/remove');
    expect(sent.map(({ method, query }) => ({ method, query }))).toEqual([
      { method: 'POST', query: { ids: '11', page: 'sample' } },
    ]);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    await app.until(() => app.calls.filter((call) => call.path === 'safety/sample/page').length === 2);
  });

  test('a transition carries the version it was seen at', async () => {
    const app = await openSmallApp(
      '/safety/sample',
      serve((call) => (call.path === 'safety/sample/release' ? { data: true } : undefined)),
    );
    await app.until(() => app.text().includes('盐酸'));
    await app.press(app.button('放行'));
    await app.until(() => app.text().includes('操作成功'));
    expect(app.calls.find((call) => call.path === 'safety/sample/release')).toMatchObject({
      method: 'POST',
      query: { page: 'sample' },
      body: { id: '11', version: 3 },
    });
  });
});

describe('form', () => {
  const input = (key: string) => `[data-field="${key}"] input`;

  test('in a drawer checks, sends once under one key, and returns to the list', async () => {
    let answers = 0;
    const answering = Promise.withResolvers<void>();
    const app = await openSmallApp('/safety/sample/add?kind=1', async (call) => {
      if (call.path !== 'safety/sample/save') return serve()(call);
      answers += 1;
      await answering.promise;
      return { data: { id: '13', version: 1, status: '0', name: '样', abilities: { submit: true } } };
    });
    await app.until(() => document.querySelector(input('name')) !== null);
    await app.type(app.find(input('name')), '一二三四五六七八九十一');
    await app.press(app.button('保存草稿'));
    await app.until(() => app.text().includes('名称最多10个字，现有11个字'));
    expect(answers).toBe(0);
    await app.type(app.find(input('name')), '样');
    const save = app.button('保存草稿');
    await app.press(save);
    await app.until(() => answers === 1);
    // The second press comes while the first one is not answered yet.
    await app.press(save);
    answering.resolve();
    await app.until(() => app.text().includes('草稿已保存'));
    expect(answers).toBe(1);
    expect(app.calls.find((call) => call.path === 'safety/sample/save')).toMatchObject({
      query: { page: 'sample' },
      body: { name: '样', taker: '7' },
    });
    // The draft has its own address now, and the filters of the list stay in it.
    await app.until(() => app.address() === '/safety/sample/edit/13?kind=1');
    await app.until(() => document.querySelector<HTMLInputElement>(input('name'))?.value === '样');
  });

  test('puts the faults of the server at their fields', async () => {
    const app = await openSmallApp(
      '/safety/sample/add',
      serve((call) =>
        call.path === 'safety/sample/save'
          ? { status: 400, msg: '名称已存在', errors: [{ pointer: '/name', msg: '名称已存在' }] }
          : undefined,
      ),
    );
    await app.until(() => document.querySelector(input('name')) !== null);
    await app.type(app.find(input('name')), '样');
    await app.press(app.button('保存草稿'));
    await app.until(() => app.text().includes('还有1处需要修改：名称已存在'));
    const element = app.find<HTMLInputElement>(input('name'));
    expect(element.getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    expect([described?.getAttribute('role'), described?.textContent]).toEqual(['alert', '名称已存在']);
    expect(document.activeElement).toBe(element);
  });

  test('shows what others changed beside what was typed, and saves the choice over the newest version', async () => {
    const current = { ...rows[0], version: 4, name: '磷酸', kind: '1' };
    const changed = [
      { field: 'name', title: '名称', from: '盐酸', to: '磷酸', by: '样丁' },
      { field: 'kind', title: '类别', from: '液体', to: '固体', by: '样丁' },
    ];
    const app = await openSmallApp(
      '/safety/sample/edit/11',
      serve((call) => {
        if (call.path !== 'safety/sample/save') return undefined;
        return call.body?.version === 3
          ? { status: 409, msg: '该记录已被样丁修改', data: { current, changed } }
          : { data: { ...current, version: 5, name: '硝酸' } };
      }),
    );
    await app.until(() => document.querySelector(input('name')) !== null);
    await app.type(app.find(input('name')), '硝酸');
    await app.press(app.button('保存'));
    await app.until(() => app.text().includes('该记录已被修改'));
    const dialog = [...document.querySelectorAll('.ant-modal .ant-table-row')].map((row) => row.textContent);
    expect(dialog).toEqual(['名称磷酸样丁修改硝酸保留我的采用最新', '类别固体样丁修改采用最新']);
    await app.press(app.button('按选择保存'));
    await app.until(() => app.text().includes('修改成功'));
    expect(app.calls.filter((call) => call.path === 'safety/sample/save').map(({ body }) => body)).toEqual([
      { id: '11', version: 3, name: '硝酸' },
      { id: '11', version: 4, name: '硝酸' },
    ]);
  });

  test('keeps what was typed over a reload and offers it', async () => {
    const app = await openSmallApp('/safety/sample/add', serve());
    await app.until(() => document.querySelector(input('name')) !== null);
    await app.type(app.find(input('name')), '未存');
    await app.until(() => app.text().includes('未保存的内容已暂存于本机'));
    const kept = { ...localStorage };
    await app.close();
    const again = await openSmallApp('/safety/sample', serve());
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    await again.until(() => again.text().includes('盐酸'));
    await again.press(again.button('新增'));
    await again.until(() => again.text().includes('要恢复吗？'));
    await again.press(again.button('恢复'));
    await again.until(() => again.find<HTMLInputElement>(input('name')).value === '未存');
  });
});

test('a detail page reads sections, folds what is empty and shows what was done', async () => {
  const app = await openSmallApp(
    '/safety/sample/view/11',
    serve((call) =>
      call.path === 'safety/sample/history'
        ? pageOf([
            {
              id: 'h1',
              time: '2026-11-20 10:00:00',
              userName: '样丁',
              actionLabel: '修改',
              changes: [{ field: 'name', title: '名称', from: '盐', to: '盐酸' }],
            },
          ])
        : undefined,
    ),
  );
  await app.until(() => app.text().includes('样丁'));
  expect(app.find('h1').textContent).toBe('盐酸');
  expect(app.text()).toContain('名称盐 → 盐酸');
  expect(app.text()).not.toContain('单价');
  await app.press(app.button('显示空白项（10）'));
  expect(app.text()).toContain('单价');
});
