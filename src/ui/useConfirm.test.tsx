// @vitest-environment jsdom
import { App } from 'antd';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConfirm } from './useConfirm.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let host: HTMLElement;
let ask: ReturnType<typeof useConfirm>;

function Asker({ place }: { place: string }) {
  ask = useConfirm(place);
  return null;
}

const show = (place: string | undefined) =>
  act(async () => root.render(<App>{place !== undefined && <Asker place={place} />}</App>));
const dialogs = () => [...document.querySelectorAll('.ant-modal-confirm')].length;
const answered = async (answer: Promise<boolean>) =>
  Promise.race([answer, new Promise((wait) => setTimeout(wait, 50))]);

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

describe('a question', () => {
  it('stays open while its place is shown, whatever else is drawn anew', async () => {
    await show('/law/view/1');
    let answer: Promise<boolean> = Promise.resolve(true);
    await act(async () => {
      answer = ask({ title: '删除？' });
    });
    await show('/law/view/1');
    expect(dialogs()).toBe(1);
    expect(await answered(answer)).toBeUndefined();
  });

  it.each([
    ['another place is shown', '/law'],
    ['whoever asks is gone', undefined],
  ])('is withdrawn, as if it were cancelled, once %s', async (_, next) => {
    await show('/law/view/1');
    let answer: Promise<boolean> = Promise.resolve(true);
    await act(async () => {
      answer = ask({ title: '删除？' });
    });
    expect(dialogs()).toBe(1);
    await show(next);
    expect(await answered(answer)).toBe(false);
    await expect.poll(dialogs).toBe(0);
  });
});
