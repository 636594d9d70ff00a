// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { type CallAnswer, closeSmallApp, openSmallApp, type SentCall } from '../../../tests/fixtures/small-app.tsx';

const row = { id: '11', version: 3, status: '1', name: '示例项', abilities: { view: true, edit: true, delete: true } };
const refusal = {
  status: 400,
  msg: '“示例项”还有记录在用：隐患3条、法律法规2条。',
  data: {
    uses: [
      { entity: 'peril', title: '隐患', count: 3 },
      { entity: 'lawRegulation', title: '法律法规', count: 2 },
    ],
    others: [{ key: 'b', title: '乙项' }],
    seal: { isSealed: '1' },
  },
};

vi.setConfig({ testTimeout: 60_000 });
afterEach(closeSmallApp);

/** Opens the list, and asks to delete its record, which is refused as given. */
async function askToDelete(refused: CallAnswer, more: (call: SentCall) => CallAnswer | undefined = () => undefined) {
  const app = await openSmallApp('/safety/sample', (call) => {
    const given = more(call);
    if (given !== undefined) return given;
    if (call.path === 'safety/sample/remove') return refused;
    return { data: { records: [row], total: 1, size: 20, current: 1, pages: 1 } };
  });
  await app.until(() => app.text().includes('示例项'));
  await app.press(app.button('删除'));
  await app.until(() => app.text().includes('确定删除'));
  await app.press(app.find('.ant-modal-confirm .ant-btn-dangerous'));
  return app;
}

test('says how many records of which businesses hold it, and seals it at the version that was seen', async () => {
  const app = await askToDelete(refusal, (call) => (call.path === 'safety/sample/submit' ? { data: row } : undefined));
  await app.until(() => app.text().includes('“示例项”还有5条记录在用'));
  expect([...document.querySelectorAll('.anlan-held-uses li')].map((line) => line.textContent)).toEqual([
    '隐患3条',
    '法律法规2条',
  ]);
  // The dialog tells it; no warning stands beside it.
  expect(app.text()).not.toContain(refusal.msg);
  await app.press(app.button('停用'));
  await app.until(() => app.text().includes('“示例项”已停用'));
  const sent = app.calls.filter(({ path }) => path === 'safety/sample/submit');
  expect(sent.map(({ body }) => body)).toEqual([{ id: '11', version: 3, isSealed: '1' }]);
  expect(sent[0]?.key).toBeTypeOf('string');
});

test('replacing asks for the other item before anything is sent', async () => {
  const app = await askToDelete(refusal);
  await app.until(() => app.text().includes('还有5条记录在用'));
  await app.press(app.find('.anlan-held-ways input[value="replace"]'));
  await app.press(app.button('替换并删除'));
  expect(app.find('[role="alert"]').textContent).toBe('请选择替换成的项');
  expect(app.calls.filter(({ path }) => path === 'safety/sample/remove')).toHaveLength(1);
});

test('offers no way that is not there, and tells another refusal as ever', async () => {
  const app = await askToDelete({ ...refusal, data: { ...refusal.data, seal: undefined } });
  await app.until(() => app.text().includes('还有5条记录在用'));
  expect(document.querySelectorAll('.anlan-held-ways input')).toHaveLength(1);
  await app.close();
  const other = await askToDelete({ status: 400, msg: '“已批准”的样品不能删除' });
  await other.until(() => other.text().includes('“已批准”的样品不能删除'));
  expect(document.querySelector('.anlan-held-uses')).toBeNull();
});
