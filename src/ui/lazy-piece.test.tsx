// @vitest-environment jsdom
import { act, type ComponentType, Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { lazyPiece } from './lazy-piece.tsx';

window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

interface PieceProps {
  readonly name: string;
  readonly onClose: () => void;
}

const Loaded = ({ name }: PieceProps) => <b>{name}</b>;
let loading: () => Promise<ComponentType<PieceProps>>;
const page = mounted();

beforeEach(() => {
  loading = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  // React and the boundary tell of the failure; so they should.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function show(Piece: ComponentType<PieceProps>) {
  const Form = () => {
    const [open, setOpen] = useState(true);
    return (
      <>
        <input defaultValue="" aria-label="name" />
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        {open && (
          <Suspense fallback={null}>
            <Piece name="piece" onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  };
  await page.settle(<Form />);
}

const input = () => document.querySelector<HTMLInputElement>('input[aria-label=name]');
const press = (text: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent?.replace(/\s/g, '') === text)?.click(),
  );

it('fails alone: the page around it keeps what was typed, and trying again loads anew', async () => {
  await show(lazyPiece(() => loading()));
  const typed = input();
  if (typed) typed.value = '已经填写';
  expect(document.querySelector('[role=alert]')?.textContent).toContain('这部分内容加载失败');
  expect(document.body.textContent).toContain('重新加载');
  loading = () => Promise.resolve(Loaded);
  await press('重试');
  expect(document.querySelector('b')?.textContent).toBe('piece');
  expect(input()).toBe(typed);
  expect(input()?.value).toBe('已经填写');
});

it('tells of a dialog that does not come in a dialog; opening it again loads anew', async () => {
  await show(
    lazyPiece(
      () => loading(),
      ({ onClose }) => onClose(),
    ),
  );
  expect(document.querySelector('.ant-modal')?.textContent).toContain('这部分内容加载失败');
  loading = () => Promise.resolve(Loaded);
  await press('取消');
  await press('open');
  expect(document.querySelector('b')?.textContent).toBe('piece');
});

it('leaves a fault of a loaded piece to the page', async () => {
  loading = () =>
    Promise.resolve(() => {
      throw new Error('broken');
    });
  await expect(show(lazyPiece(() => loading()))).rejects.toThrow('broken');
});
