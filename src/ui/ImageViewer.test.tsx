// @vitest-environment jsdom
import { Modal } from 'antd';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ImageViewer } from './ImageViewer.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let host: HTMLElement;
let opener: HTMLButtonElement;
const closed = vi.fn();
const downloads: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has neither dialogs on top nor addresses of blobs.
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
  let made = 0;
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = vi.fn();
  closed.mockReset();
  downloads.length = 0;
  opener = document.createElement('button');
  host = document.createElement('div');
  document.body.append(opener, host);
  opener.focus();
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  opener.remove();
  vi.useRealTimers();
});

const image = (name: string, load: () => Promise<Blob> = async () => new Blob([name])) => ({
  key: name,
  name,
  load,
  download: async () => {
    downloads.push(name);
  },
});

async function open(count = 3, start = 0) {
  const images = Array.from({ length: count }, (_, index) => image(`${index + 1}.png`));
  await act(async () => root.render(<ImageViewer images={images} start={start} onClose={closed} />));
}

const button = (label: string) => {
  const found = host.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
  if (found === null) throw new Error(`no button ${label}`);
  return found;
};
const click = (label: string) => act(async () => button(label).click());
const press = (key: string) =>
  act(async () => {
    host.querySelector('dialog')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
const shown = () => host.querySelector('img')?.alt;
const transform = () => host.querySelector('img')?.style.transform;
const counter = () => host.querySelector('[aria-live]')?.textContent;
const scale = () => host.querySelector('output')?.textContent;

it('zooms by 0.1, turns by 90 degrees and flips both ways, by buttons and keys', async () => {
  await open();
  await click('放大');
  await press('+');
  expect([scale(), transform()]).toEqual(['120%', 'translate(0px, 0px) rotate(0deg) scale(1.2, 1.2)']);
  await click('缩小');
  await press('-');
  await press('-');
  expect(scale()).toBe('90%');
  await click('还原');
  await click('向右旋转90度');
  await press('r');
  expect(transform()).toBe('translate(0px, 0px) rotate(180deg) scale(1, 1)');
  await click('向左旋转90度');
  await click('向左旋转90度');
  await click('水平翻转');
  expect(transform()).toBe('translate(0px, 0px) rotate(0deg) scale(-1, 1)');
  await click('垂直翻转');
  expect(transform()).toBe('translate(0px, 0px) rotate(0deg) scale(-1, -1)');
});

it('turns the page with a counter and starts each picture as it is', async () => {
  await open(3, 1);
  expect([shown(), counter()]).toEqual(['2.png', '2 / 3']);
  await press('+');
  await press('ArrowRight');
  expect([shown(), counter(), scale()]).toEqual(['3.png', '3 / 3', '100%']);
  await click('下一张');
  expect(shown()).toBe('1.png');
  await press('ArrowLeft');
  expect(shown()).toBe('3.png');
  await press('Home');
  expect(shown()).toBe('1.png');
});

it('advances every 2 seconds, or every 5, until it is paused', async () => {
  await open();
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await wait(60_000);
  expect(shown()).toBe('1.png');
  await click('幻灯片播放');
  await wait(1_999);
  expect(shown()).toBe('1.png');
  await wait(1);
  expect(shown()).toBe('2.png');
  await click('每5秒一张');
  await wait(4_999);
  expect(shown()).toBe('2.png');
  await wait(1);
  expect(shown()).toBe('3.png');
  await wait(5_000);
  expect(shown()).toBe('1.png');
  await click('暂停播放');
  await wait(60_000);
  expect(shown()).toBe('1.png');
});

it('takes the focus, gives it back, and keeps keys to itself', async () => {
  const behind = vi.fn();
  document.addEventListener('keydown', behind);
  await open(1);
  expect(host.querySelector('dialog')?.contains(document.activeElement)).toBe(true);
  await press('Escape');
  expect(closed).toHaveBeenCalledOnce();
  expect(behind).not.toHaveBeenCalled();
  document.removeEventListener('keydown', behind);
  act(() => root.render(null));
  expect(document.activeElement).toBe(opener);
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1);
});

it('has no page to turn with one picture, and downloads it under its name', async () => {
  await open(1);
  expect(host.querySelector('[aria-label="下一张"]')).toBeNull();
  expect(host.querySelector('[aria-label="幻灯片播放"]')).toBeNull();
  await click('下载1.png');
  expect(downloads).toEqual(['1.png']);
});

it('says what failed, and reads it again', async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new Error('网络连接失败，请检查网络后重试');
    return new Blob(['x']);
  };
  await act(async () => root.render(<ImageViewer images={[image('a.png', load)]} onClose={closed} />));
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('网络连接失败，请检查网络后重试');
  await click('重试');
  expect([tries, shown()]).toEqual([2, 'a.png']);
});

it('labels every button', async () => {
  await open();
  for (const one of host.querySelectorAll('button')) expect(one.getAttribute('aria-label')).toBeTruthy();
});

it('closes before the dialog in which it was opened', async () => {
  const left = vi.fn();
  await act(async () =>
    root.render(
      <Modal open onCancel={left}>
        <ImageViewer images={[image('a.png')]} onClose={closed} />
      </Modal>,
    ),
  );
  const viewer = document.querySelector('dialog');
  await act(async () => {
    viewer
      ?.querySelector('button')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
  expect([closed.mock.calls.length, left.mock.calls.length]).toEqual([1, 0]);
});
