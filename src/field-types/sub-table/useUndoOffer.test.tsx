// @vitest-environment jsdom
import { App } from 'antd';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type UndoOffers, useUndoOffer } from './useUndoOffer.tsx';

let root: Root;
let offers: UndoOffers;

function Table() {
  offers = useUndoOffer();
  return null;
}

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <App>
        <Table />
      </App>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const backs = () => [...document.querySelectorAll<HTMLElement>('.ant-message-notice button')];
const said = () => document.querySelector('.ant-message')?.textContent ?? '';

async function offer(text: string, back: () => void, rows?: readonly number[]): Promise<void> {
  await act(async () => offers.make({ text, isFaulty: false, back, ...(rows === undefined ? {} : { rows }) }));
}

test('a newer step takes the place of an older offer', async () => {
  const [paste, removal] = [vi.fn(), vi.fn()];
  await offer('已粘贴 3 行', paste, [1, 2, 3]);
  const first = backs()[0];
  await offer('已删除第3行', removal);
  expect(said()).toContain('已删除第3行');
  expect(said()).not.toContain('已粘贴');
  expect(backs()).toHaveLength(1);
  await act(async () => (first?.isConnected ? first : backs()[0])?.click());
  expect(paste).not.toHaveBeenCalled();
  expect(removal).toHaveBeenCalledOnce();
  expect(said()).toContain('已撤销');
  expect(offers.goBack()).toBe(false);
});

test('an offer is withdrawn when something is entered where going back would take it away', async () => {
  const paste = vi.fn();
  await offer('已粘贴 2 行', paste, [4, 5]);
  await act(async () => offers.entered(5));
  expect(offers.goBack()).toBe(false);
  await vi.waitFor(() => expect(backs()).toHaveLength(0));
  expect(paste).not.toHaveBeenCalled();
});

test('an entry elsewhere leaves the button, and Ctrl+Z to the input', async () => {
  const paste = vi.fn();
  await offer('已粘贴 1 行', paste, [4]);
  await act(async () => offers.entered(9));
  expect(offers.goBack()).toBe(false);
  await act(async () => backs()[0]?.click());
  expect(paste).toHaveBeenCalledOnce();
});

test('without the table there is nothing to take back to', async () => {
  const removal = vi.fn();
  await offer('已删除第1行', removal);
  await act(async () => root.render(<App />));
  await vi.waitFor(() => expect(backs()).toHaveLength(0));
});
