// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { type CallAnswer, closeSmallApp, openSmallApp, type SentCall } from '../../../tests/fixtures/small-app.tsx';
import type { Entity } from '../../core/dialect/entity.generated.ts';

const row = {
  id: '11',
  version: 3,
  status: '1',
  name: '示例项',
  abilities: { view: true, release: true, releaseCode: true, openAuthor: true },
};

vi.setConfig({ testTimeout: 60_000 });
afterEach(closeSmallApp);

const scanning = (entity: Entity): Entity => {
  const { release } = entity.transitions ?? {};
  if (release === undefined) throw new Error('the sample has no such step');
  const scanned = { ...release, who: ['everyone' as const], scan: { code: 'turning' } };
  return {
    ...entity,
    anonymous: { when: "kind == '1'", open: ['everyone'] },
    transitions: { ...entity.transitions, release: scanned },
  };
};

function open(address: string, more: (call: SentCall) => CallAnswer | undefined = () => undefined) {
  return openSmallApp(
    address,
    (call) => {
      const given = more(call);
      if (given !== undefined) return given;
      if (call.path === 'safety/sample/detail') return { data: row };
      if (call.path === 'system/flow/course') return { data: { stages: [], since: null, awaited: [] } };
      // What else is asked for, the history of the record among it, is empty.
      const records = call.path === 'safety/sample/page' ? [row] : [];
      return { data: { records, total: records.length, size: 20, current: 1, pages: 1 } };
    },
    undefined,
    scanning,
  );
}

test('a typed code is sent without a version; why it was refused is said, and what was typed stays', async () => {
  const app = await open('/safety/sample', ({ path }) =>
    path === 'safety/sample/release' ? { status: 400, msg: '不能放行：码已过期，请扫描屏幕上现在的码' } : undefined,
  );
  await app.until(() => app.text().includes('示例项'));
  await app.press(app.button('放行'));
  await app.until(() => app.text().includes('扫描或输入现场的码'));
  const input = app.find<HTMLInputElement>('.anlan-scan input');
  await app.type(input, 'abcd-2345');
  await app.press(app.find('.ant-modal-footer .ant-btn-primary'));
  await app.until(() => app.text().includes('码已过期'));
  expect(input.value).toBe('abcd-2345');
  const sent = app.calls.filter(({ path }) => path === 'safety/sample/release');
  expect(sent.map(({ body }) => body)).toEqual([{ id: '11', scan: { code: 'abcd-2345' } }]);
});

test('the code of a record is shown, and the next one by itself', async () => {
  const codes = ['ABCD2345', 'EFGH6789'];
  const app = await open('/safety/sample', ({ path }) =>
    path === 'safety/sample/release-code'
      ? { data: { code: codes.shift() ?? 'ZZZZ9999', remaining: codes.length > 0 ? 40 : 30_000 } }
      : undefined,
  );
  await app.until(() => app.text().includes('示例项'));
  await app.press(app.button('显示放行码'));
  await app.until(() => app.text().includes('EFGH-6789'));
  await app.until(() => document.querySelector('[role="img"][aria-label="放行的二维码"] svg') !== null);
});

test('an address with a code behind it opens the dialog with the code', async () => {
  const app = await open('/safety/sample/view/11#scan=release:11:ABCD2345', ({ path }) =>
    path === 'safety/sample/release' ? { data: row } : undefined,
  );
  await app.until(() => app.text().includes('扫描或输入现场的码'));
  await app.press(app.find('.ant-modal-footer .ant-btn-primary'));
  await app.until(() => app.calls.some(({ path }) => path === 'safety/sample/release'));
  const [sent] = app.calls.filter(({ path }) => path === 'safety/sample/release');
  expect(sent?.body).toEqual({ id: '11', scan: { code: 'ABCD2345', record: '11' } });
});

test('an anonymous author is told only against a reason, without a key that would keep the answer', async () => {
  const app = await open('/safety/sample/view/11', ({ path }) =>
    path === 'safety/sample/open-author'
      ? { data: { fields: [{ field: 'createUser', title: '创建人', text: '样乙' }] } }
      : undefined,
  );
  await app.until(() => app.text().includes('查看匿名提交人'));
  await app.press(app.button('查看匿名提交人'));
  await app.until(() => app.text().includes('提交人选择了匿名'));
  await app.type(app.find<HTMLTextAreaElement>('.anlan-scan textarea'), '核实来函');
  await app.press(app.find('.ant-modal-footer .ant-btn-primary'));
  await app.until(() => app.text().includes('样乙'));
  const [sent] = app.calls.filter(({ path }) => path === 'safety/sample/open-author');
  expect(sent).toMatchObject({ body: { id: '11', reason: '核实来函' }, key: undefined });
});
