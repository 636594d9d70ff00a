// @vitest-environment jsdom
import { App } from 'antd';
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../tests/fixtures/mounted.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { type FieldServices, FieldServicesProvider, type UploadProgress } from '../field-services.ts';
import { uploadsRunning } from './running-uploads.ts';
import { UploadEdit } from './UploadEdit.tsx';

interface Sent {
  readonly file: File;
  readonly report: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}

const page = mounted();
let sent: Sent[];
let value: unknown;
let removals: string[];
let removal: () => Promise<boolean>;

beforeEach(() => {
  window.matchMedia = ((media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  sent = [];
  removals = [];
  removal = async () => true;
  value = null;
});

const services = {
  upload: async (file: File, report: Sent['report'], signal: AbortSignal) => {
    sent.push({ file, report, signal });
  },
  removeFile: (id: string) => {
    removals.push(id);
    return removal();
  },
  readFile: async () => new Blob(['x']),
} as unknown as FieldServices;

function Field({ property, initial }: { property: Property; initial: unknown }) {
  const [current, setCurrent] = useState<unknown>(initial);
  value = current;
  return (
    <App>
      <FieldServicesProvider value={services}>
        <UploadEdit
          id="f"
          value={current}
          onChange={setCurrent}
          onBlur={() => undefined}
          field={{ key: 'f', title: '附件', property, target: undefined, multiple: false }}
          disabled={false}
          invalid={false}
          describedBy={undefined}
        />
      </FieldServicesProvider>
    </App>
  );
}

async function show(more: Partial<Property> = {}, initial: unknown = null) {
  const property: Property = { title: '附件', field: 'upload', type: 'array', ...more };
  await page.settle(<Field property={property} initial={initial} />);
}

const file = (name: string, lastModified = 1, size = 3) => {
  const made = new File(['abc'], name, { lastModified });
  if (size !== 3) Object.defineProperty(made, 'size', { value: size });
  return made;
};
async function choose(...files: File[]) {
  const input = page.host.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no input');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}
const step = (at: number, progress: UploadProgress) => act(async () => sent[at]?.report(progress));
const stored = (id: string, name: string, lastModified?: number) => ({
  attachId: id,
  name: `${id}.x`,
  originalName: name,
  link: '',
  ...(lastModified === undefined ? {} : { lastModified }),
});
const done = (at: number, id: string, name: string) =>
  step(at, { status: 'done', percent: 100, stored: stored(id, name, 1) });
const alerts = () =>
  [...page.host.querySelectorAll('.anlan-upload > [role="alert"] > div')].map((line) => line.textContent);
const button = (label: string) => {
  const found = page.host.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
  if (found === null) throw new Error(`no button ${label}`);
  return found;
};
const click = (label: string) => act(async () => button(label).click());
const ids = () => (Array.isArray(value) ? value.map(({ attachId }) => attachId) : value);
const said = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));

it('goes from 0 percent to done, and keeps what the server gave instead of the local file', async () => {
  await show();
  expect(uploadsRunning()).toBe(false);
  await choose(file('a.pdf'));
  expect(uploadsRunning()).toBe(true);
  expect(page.host.querySelector('[data-status="uploading"]')?.textContent).toContain('0%');
  await step(0, { status: 'uploading', percent: 40 });
  expect(page.host.querySelector('[data-status="uploading"]')?.textContent).toContain('40%');
  expect(value).toBeNull();
  await done(0, '1', 'a.pdf');
  expect([page.host.querySelector('[data-status]'), uploadsRunning()]).toEqual([null, false]);
  expect(value).toEqual([stored('1', 'a.pdf', 1)]);
});

it('shows a failed file with its reason, tries it again, and forgets it', async () => {
  await show();
  await choose(file('a.pdf'), file('b.pdf'));
  await step(0, { status: 'error', percent: 0, message: '网络连接失败' });
  await step(1, { status: 'error', percent: 0 });
  const failed = [...page.host.querySelectorAll('[data-status="error"]')];
  expect(failed.map((one) => one.querySelector('[role="alert"]')?.textContent)).toEqual(['网络连接失败', '上传失败']);
  await act(async () => failed[0]?.querySelector<HTMLButtonElement>('.ant-btn-link')?.click());
  expect([sent.length, sent[2]?.file.name]).toEqual([3, 'a.pdf']);
  await done(2, '1', 'a.pdf');
  await click('删除b.pdf');
  expect([ids(), page.host.querySelector('[data-status]')]).toEqual([['1'], null]);
});

it('cancels a file on its way, whatever comes of it', async () => {
  await show();
  await choose(file('a.pdf'));
  await click('取消上传a.pdf');
  expect([sent[0]?.signal.aborted, uploadsRunning()]).toEqual([true, false]);
  await done(0, '1', 'a.pdf');
  expect([value, page.host.querySelector('[data-status]')]).toEqual([null, null]);
});

it('tells the error of a batch once, or of each file where the field says so', async () => {
  const batch = [file('a.pdf'), file('a.pdf'), file('big.pdf', 1, 102_400 * 1024 + 1)];
  await show();
  await choose(...batch);
  expect([sent.length, alerts()]).toEqual([1, ['不能重复导入文件']]);
  await page.settle(null);
  sent = [];
  await show({ eachError: true });
  await choose(...batch);
  expect(alerts()).toEqual(['a.pdf：不能重复导入文件', 'big.pdf：文件大小超限，最大100M']);
});

it('knows duplicates among stored files by their time', async () => {
  await show({}, [stored('1', 'a.pdf', 1)]);
  await choose(file('a.pdf', 1));
  expect(alerts()).toEqual(['不能重复导入文件']);
  await choose(file('a.pdf', 2));
  expect([alerts(), sent.length]).toEqual([[], 1]);
});

it('deletes on the server what was sent here, and says so', async () => {
  await show();
  await choose(file('a.pdf'));
  await done(0, '11', 'a.pdf');
  await click('删除a.pdf');
  expect([removals, value]).toEqual([['11'], null]);
  await said('删除成功');
});

it('leaves a file of the saved record to the next save', async () => {
  await show({}, [stored('21', 'a.pdf'), stored('22', 'b.pdf')]);
  await click('删除a.pdf');
  expect([removals, ids()]).toEqual([[], ['22']]);
  await said('“a.pdf”已移除，保存后删除');
});

it('keeps the file where the server could not be asked, and lets it go where a record has taken it', async () => {
  await show();
  await choose(file('a.pdf'));
  await done(0, '31', 'a.pdf');
  removal = () => Promise.reject(new Error('网络连接失败'));
  await click('删除a.pdf');
  expect(ids()).toEqual(['31']);
  removal = async () => false;
  await click('删除a.pdf');
  expect(value).toBeNull();
});

it.each([
  ['text', 'anlan-files', 0],
  ['picture', 'anlan-files', 1],
  ['picture-card', 'anlan-tiles', 1],
] as const)('shows a list of type %s', async (listType, list, thumbnails) => {
  await show({ listType }, [stored('1', 'a.png')]);
  expect(page.host.querySelectorAll(`.${list}`)).toHaveLength(1);
  await vi.waitFor(() => expect(page.host.querySelectorAll('img')).toHaveLength(thumbnails));
  expect(button('查看a.png')).toBeTruthy();
});

it('orders by buttons', async () => {
  await show({}, [stored('1', 'a.pdf'), stored('2', 'b.pdf'), stored('3', 'c.pdf')]);
  await click('后移a.pdf');
  await click('前移c.pdf');
  expect(ids()).toEqual(['2', '3', '1']);
  expect(button('后移a.pdf').getAttribute('aria-disabled')).toBe('true');
  await click('后移a.pdf');
  expect(ids()).toEqual(['2', '3', '1']);
});

it('orders by dragging, and takes what is dropped from outside', async () => {
  await show({}, [stored('1', 'a.pdf'), stored('2', 'b.pdf'), stored('3', 'c.pdf')]);
  const place = (at: number) => page.host.querySelector(`[data-place="${at}"]`);
  const drag = (type: string, at: number, files: readonly File[] = []) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { files, effectAllowed: '' } });
    return act(async () => place(at)?.dispatchEvent(event));
  };
  await drag('dragstart', 0);
  await drag('drop', 2);
  expect(ids()).toEqual(['2', '3', '1']);
  await drag('drop', 0, [file('d.pdf')]);
  expect([ids(), sent.map((one) => one.file.name)]).toEqual([['2', '3', '1'], ['d.pdf']]);
});

it('takes a pasted screenshot under the time as its name', async () => {
  await show();
  const paste = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(paste, 'clipboardData', { value: { files: [file('image.png')] } });
  await act(async () => page.host.querySelector('.anlan-upload')?.dispatchEvent(paste));
  expect(sent[0]?.file.name).toMatch(/^截图\d{8}-\d{6}\.png$/);
  expect(paste.defaultPrevented).toBe(true);
});

it('of videos says what the video uploader says', async () => {
  await show(
    { media: 'video' },
    [1, 2, 3, 4].map((id) => stored(`${id}`, `${id}.mp4`)),
  );
  await choose(file('a.pdf'));
  expect(alerts()).toEqual(['只能上传视频!']);
  await choose(file('1.mp4'));
  expect(alerts()).toEqual(['不能重复上传']);
  await choose(file('big.mp4', 1, 102_400 * 1024 + 1));
  expect(alerts()).toEqual(['上传视频大小不能超过100M']);
  await choose(file('5.mp4'), file('6.mp4'));
  expect([alerts(), sent.map((one) => one.file.name)]).toEqual([['最多上传5个视频'], ['5.mp4']]);
});
