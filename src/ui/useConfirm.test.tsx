// @vitest-environment jsdom
import { App } from 'antd';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { useConfirm } from './useConfirm.tsx';

const page = mounted();
let ask: ReturnType<typeof useConfirm>;

function Asker({ place }: { place: string }) {
  ask = useConfirm(place);
  return null;
}

const show = (place: string | undefined) => page.settle(<App>{place !== undefined && <Asker place={place} />}</App>);
const dialogs = () => [...document.querySelectorAll('.ant-modal-confirm')].length;
const answered = async (answer: Promise<boolean>) =>
  Promise.race([answer, new Promise((wait) => setTimeout(wait, 50))]);

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
