// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

/** Lets the page be one over plain http, whose browser copies or forbids it; gives what came onto the clipboard. */
function overHttp(allows: boolean): Map<string, string> {
  vi.stubGlobal('navigator', {});
  const clipboard = new Map<string, string>();
  document.execCommand = () => {
    if (!allows) return false;
    const event = new Event('copy', { bubbles: true, cancelable: true });
    const clipboardData = { setData: (type: string, text: string) => void clipboard.set(type, text) };
    document.body.dispatchEvent(Object.assign(event, { clipboardData }));
    return true;
  };
  return clipboard;
}

it('copies over plain http, where the browser has no clipboard, and lets nobody else answer', async () => {
  const clipboard = overHttp(true);
  const other = vi.fn();
  document.addEventListener('copy', other);
  await copyText('编号 0012');
  document.removeEventListener('copy', other);
  expect([...clipboard]).toEqual([['text/plain', '编号 0012']]);
  expect(other).not.toHaveBeenCalled();
});

it('rejects where the browser forbids it, and answers no copying of the person afterwards', async () => {
  const clipboard = overHttp(false);
  await expect(copyText('编号 0012')).rejects.toThrow();
  overHttp(true);
  document.execCommand('copy');
  expect([...clipboard]).toEqual([]);
});

it('uses the clipboard where there is one', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copyText('编号 0012');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('编号 0012');
});
