// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../../tests/fixtures/mounted.ts';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { view as amountView } from '../amount/view.tsx';
import type { EditProps, FieldView } from '../field-view.ts';
import { view as numberView } from './view.tsx';

const page = mounted();
const property: Property = { title: '数量', field: 'number', type: 'number', scale: 2 };

function drawn(view: FieldView) {
  const seen: unknown[] = [];
  function Form() {
    const [value, setValue] = useState<unknown>(3);
    const Edit = view.Edit as (props: EditProps) => React.ReactNode;
    const change = (next: unknown) => {
      seen.push(next);
      setValue(next);
    };
    const field = { key: 'amount', title: '数量', property } as EditProps['field'];
    return <Edit {...({ id: 'amount', value, onChange: change, field } as EditProps)} />;
  }
  page.draw(<Form />);
  const input = page.host.querySelector('input');
  if (input === null) throw new Error('no box');
  const type = (text: string) =>
    act(() => {
      input.focus();
      input.dispatchEvent(new KeyboardEvent('keydown', { key: '5', bubbles: true }));
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { seen, input, type, leave: () => act(() => input.blur()) };
}

it.each([
  ['number', numberView],
  ['amount', amountView],
])('a text in a box of %s that is no number stays, and the form hears of it', (_, view) => {
  const { seen, input, type, leave } = drawn(view);
  for (const text of ['三吨', '1e5', '٣', '5¼']) {
    type(text);
    leave();
    expect(seen.at(-1)).toBe(text);
    expect(input.value).toBe(text);
  }
  type('＋１２．５');
  expect(seen.at(-1)).toBe(12.5);
  leave();
  expect(Number(input.value)).toBe(12.5);
  type('');
  leave();
  expect(seen.at(-1)).toBeNull();
});

it.each([
  ['75', '75'],
  ['75.50', '75.5'],
  ['0.00', '0'],
  ['1200', '1200'],
  ['0.05', '0.05'],
])('%s stands in its box as %s once it is left, and as it is typed before', (text, left) => {
  const { seen, input, type, leave } = drawn(numberView);
  type(text);
  expect(input.value).toBe(text);
  leave();
  expect(input.value).toBe(left);
  expect(seen.at(-1)).toBe(Number(text));
});
