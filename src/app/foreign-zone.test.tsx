// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mounted } from '../../tests/fixtures/mounted.ts';
import { noteServerTime } from '../api/plant-clock.ts';
import { view as dateView } from '../field-types/date/view.tsx';
import type { EditProps } from '../field-types/field-view.ts';
import { Deadline } from '../runtime/flow/Deadline.tsx';
import { FormFooter } from '../runtime/form/FormFooter.tsx';
import { FormNotices } from '../runtime/form/FormNotices.tsx';
import type { FormController } from '../runtime/form/useFormController.ts';
import { fileDay } from '../runtime/statistics/export-statistics.ts';
import { GreetingHeader } from '../screens/shared/GreetingHeader.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';

const page = mounted();
const zone = process.env.TZ;

/** 09:42 of the plant in Shanghai. */
const PLANT = Date.UTC(2026, 10, 23, 1, 42, 10);

// The browser stands in New York and runs two days behind.
beforeAll(() => {
  process.env.TZ = 'America/New_York';
  window.matchMedia ??= ((media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
  })) as unknown as typeof window.matchMedia;
  vi.useFakeTimers({ now: PLANT - 2 * 86_400_000, toFake: ['Date', 'performance'] });
  noteServerTime(String(PLANT));
});
afterAll(() => {
  vi.useRealTimers();
  process.env.TZ = zone;
});

const show = (node: React.ReactNode) =>
  page.settle(
    <UiProvider>
      <MemoryRouter>{node}</MemoryRouter>
    </UiProvider>,
  );

it('runs where the browser reads another day and hour', () => {
  expect([new Date().getDate(), new Date().getHours()]).toEqual([20, 20]);
});

it('greets by the hour of the plant, with its day', async () => {
  await show(<GreetingHeader />);
  expect(page.host.textContent).toContain('上午好');
  expect(page.host.textContent).toContain('2026-11-23 星期一');
});

it('counts what is left of a deadline by the clock of the plant', async () => {
  await show(<Deadline deadline="2026-11-23 09:00:00" open />);
  expect(page.host.textContent).toContain('已超期');
  await show(<Deadline deadline="2026-11-23 11:42:10" open />);
  expect(page.host.textContent).toContain('剩2小时');
});

it('says when a form was kept and saved as its fields say the time', async () => {
  const controller = { commands: [], busy: undefined, engine: { state: { dirty: true } } };
  const footer = (more: object) =>
    show(
      <FormFooter controller={{ ...controller, ...more } as unknown as FormController} onCancel={() => undefined} />,
    );
  await footer({ keptAt: '2026-11-23 09:42:10' });
  expect(page.host.textContent).toContain('09:42');
  const notices = { offer: { savedAt: PLANT, version: 1 }, stored: undefined, upgraded: false, problem: undefined };
  await show(<FormNotices controller={notices as unknown as FormController} />);
  expect(page.host.textContent).toContain('2026-11-23 09:42');
});

it('names files by the day of the plant', () => {
  expect(fileDay()).toBe('20261123');
});

it('opens pickers on the day of the plant, marks it as today and enters its present time', async () => {
  const field = {
    title: '开始时间',
    key: 'startTime',
    property: { field: 'date', format: 'date-time', title: '开始时间' },
  };
  const changed = vi.fn();
  const props = { id: 'f', value: null, onChange: changed, onBlur() {}, field, disabled: false, invalid: false };
  await show(<dateView.Edit {...(props as unknown as EditProps)} />);
  const input = document.querySelector<HTMLInputElement>('#f');
  await act(async () => {
    input?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    input?.focus();
    input?.click();
  });
  await vi.waitFor(() => expect(document.querySelector('.ant-picker-cell-today')).not.toBeNull());
  expect(document.querySelector('.ant-picker-cell-today')?.getAttribute('title')).toBe('2026-11-23');
  await act(async () => document.querySelector<HTMLElement>('.ant-picker-now-btn')?.click());
  await act(async () => document.querySelector<HTMLElement>('.ant-picker-ok button')?.click());
  expect(changed).toHaveBeenCalledWith('2026-11-23 09:42:10');
});
