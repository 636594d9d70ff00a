// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { type FieldServices, FieldServicesProvider } from '../../field-types/field-services.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { FormView } from './FormView.tsx';
import { createFormEngine } from './form-engine.ts';

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
let holder: HTMLElement;

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  holder = document.body.appendChild(document.createElement('div'));
});
afterEach(() => holder.remove());

function input(key: string): HTMLInputElement {
  const found = document.getElementById(`f-${key}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no input ${key}`);
  return found;
}

function type(key: string, text: string): void {
  act(() => {
    setValue?.call(input(key), text);
    input(key).dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    required: [],
    properties: {
      amount: { title: '数量', field: 'number', type: 'number', scale: 2 },
      twice: { title: '双倍', field: 'number', type: 'number', scale: 2, defaultFrom: 'amount * 2' },
      total: { title: '合计', field: 'calculate', type: 'number', precision: 4, scale: 1, compute: 'twice * 10' },
      taker: { title: '领用人', field: 'input', type: 'string', defaultFrom: 'me.realName' },
    },
  },
  label: 'taker',
  form: { columns: 2 },
  detail: { header: [] },
  pages: { sample: { title: '样品', columns: ['amount'] } },
  transitions: {},
}));

test('a value changed by hand says so and can follow again; what follows nothing else never says it', () => {
  const engine = createFormEngine({ page, environment: browserEnvironment(page, smallUser) });
  const root = createRoot(holder);
  act(() =>
    root.render(
      <FieldServicesProvider value={{} as FieldServices}>
        <FormView engine={engine} id="f" lazy={false} />
      </FieldServicesProvider>,
    ),
  );
  type('amount', '3');
  expect(input('twice').value).toBe('6');
  type('taker', '样乙');
  expect(holder.textContent).not.toContain('已手动修改');

  type('twice', '500');
  expect(holder.textContent).toContain('已手动修改');
  act(() => engine.settle());
  expect(holder.textContent).toContain('合计计算结果超出范围');

  act(() => holder.querySelector<HTMLElement>('[aria-label="双倍恢复自动"]')?.click());
  act(() => engine.settle());
  expect(input('twice').value).toBe('6');
  expect(holder.textContent).not.toContain('已手动修改');
  expect(holder.textContent).not.toContain('合计计算结果超出范围');
  expect(document.getElementById('f-total')?.textContent).toBe('60');
  act(() => root.unmount());
  engine.dispose();
});
