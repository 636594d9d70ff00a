// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../tests/fixtures/patience.ts';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { type FieldServices, FieldServicesProvider } from '../../field-types/field-services.ts';
import { formPage } from '../model/form-page.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { FormView } from './FormView.tsx';
import { createFormEngine } from './form-engine.ts';

let holder: HTMLElement;

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  holder = document.body.appendChild(document.createElement('div'));
});
afterEach(() => holder.remove());

const text = { field: 'input', type: 'string' } as const;
const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    required: ['name', 'place', 'owner', 'count', 'code'],
    properties: {
      name: { title: '名称', ...text },
      above: { title: '上级', field: 'reference', type: 'string', ref: { entity: 'sample' } },
      // Only the server knows what stands behind the reference.
      place: { title: '位置', ...text, defaultFrom: 'above.place' },
      owner: { title: '责任人', ...text, defaultFrom: 'above.owner', visible: "name == '甲'" },
      count: { title: '次数', field: 'number', type: 'number', default: 3 },
      code: { title: '代码', ...text, defaultFrom: 'above.code', disabledWhen: 'true' },
      note: { title: '备注', ...text, defaultFrom: 'above.note' },
    },
  },
  label: 'name',
  form: { columns: 2 },
  detail: { header: [] },
  pages: { sample: { title: '样品', columns: ['name'] } },
  transitions: {},
}));

test('what must be filled is marked while the server would fill it too, and only the server refuses it', () => {
  const form = formPage(page);
  const engine = createFormEngine({ page: form, environment: browserEnvironment(form, smallUser) });
  const root = createRoot(holder);
  act(() =>
    root.render(
      <FieldServicesProvider value={{} as FieldServices}>
        <FormView engine={engine} id="f" lazy={false} />
      </FieldServicesProvider>,
    ),
  );
  const marked = () => [...holder.querySelectorAll('.anlan-label-required')].map((label) => label.textContent);
  expect(marked()).toEqual(['名称', '位置', '次数']);

  act(() => engine.enter('name', '甲'));
  expect(marked()).toEqual(['名称', '位置', '责任人', '次数']);
  expect(engine.check('complete')).toEqual([]);
  act(() => root.unmount());
  engine.dispose();
});

test('a column is marked where some row demands its cell, and so is each such cell', async () => {
  const rows = smallPage((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      required: [],
      properties: {
        name: { title: '名称', ...text },
        steps: {
          title: '措施',
          field: 'subTable',
          type: 'array',
          items: {
            type: 'object',
            required: ['content', 'place', 'sum'],
            properties: {
              content: { title: '内容', ...text },
              note: { title: '说明', ...text, requiredWhen: "content == '其他'" },
              reason: { title: '原因', ...text, requiredWhen: "parent.name == '动火作业'" },
              place: { title: '位置', ...text, disabledWhen: 'true' },
              sum: { title: '合计', field: 'calculate', type: 'string', compute: 'content' },
              free: { title: '备注', ...text },
            },
          },
        },
      },
    },
    label: 'name',
    form: { columns: 2 },
    detail: { header: [] },
    pages: { sample: { title: '样品', columns: ['name'] } },
    transitions: {},
  }));
  const form = formPage(rows);
  const engine = createFormEngine({ page: form, environment: browserEnvironment(form, smallUser) });
  const root = createRoot(holder);
  act(() =>
    root.render(
      <FieldServicesProvider value={{} as FieldServices}>
        <FormView engine={engine} id="f" lazy={false} />
      </FieldServicesProvider>,
    ),
  );
  const heads = () => [...holder.querySelectorAll('.anlan-rows-required')].map((head) => head.textContent);
  const cells = () =>
    [...holder.querySelectorAll('tr[data-row]')].map((row) =>
      [...row.querySelectorAll('td[data-required]')].map((cell) => cell.getAttribute('data-label')),
    );
  act(() => engine.enter('steps', [{ content: '戴手套' }, { content: '通风' }]));
  // The table is fetched when it is first needed.
  await vi.waitFor(
    async () => {
      await act(async () => undefined);
      expect(heads()).toEqual(['内容']);
    },
    { timeout: patient(5_000) },
  );
  expect(cells()).toEqual([['内容'], ['内容']]);

  act(() => engine.enter('steps', [{ content: '戴手套' }, { content: '其他' }]));
  expect(heads()).toEqual(['内容', '说明']);
  expect(cells()).toEqual([['内容'], ['内容', '说明']]);

  // The record around the rows demands it of each.
  act(() => engine.enter('name', '动火作业'));
  expect(heads()).toEqual(['内容', '说明', '原因']);
  expect(cells()).toEqual([
    ['内容', '原因'],
    ['内容', '说明', '原因'],
  ]);
  act(() => root.unmount());
  engine.dispose();
});
