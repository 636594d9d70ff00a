// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { prepareDom } from '../../../tests/fixtures/small-app.tsx';
import { smallMetadata, smallUser } from '../../../tests/fixtures/small-page.ts';
import { http } from '../../api/client.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { FieldServicesProvider } from '../../field-types/field-services.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { AskDialog } from '../actions/AskDialog.tsx';
import { EntityContextProvider, type EntityPageContext } from '../EntityContext.ts';
import { childPage } from '../model/child-page.ts';
import { buildPageModel, type EntityPageModel } from '../model/page-model.ts';
import { pageFieldServices } from '../services/field-services.ts';
import { ChildDrawer } from './ChildDrawer.tsx';
import { TransitionDialog } from './TransitionDialog.tsx';

const check: Entity = {
  dialect: 1,
  entity: 'check',
  title: '核对',
  label: 'content',
  parent: { entity: 'sample', field: 'sampleId' },
  api: { service: 'safety', base: 'sample/check' },
  record: {
    type: 'object',
    properties: {
      sampleId: { title: '样品', field: 'reference', type: 'string', ref: { entity: 'sample' } },
      content: { title: '内容', field: 'input', type: 'string', maxLength: 10 },
    },
  },
};

vi.setConfig({ testTimeout: 60_000 });

/** Each kind of form beside a page, with the field that is typed into. */
const forms = {
  'of a row': {
    field: 'content',
    draw: (page: EntityPageModel, parent: WireRecord) => {
      const child = childPage(page, 'check');
      if (child === undefined) throw new Error('no child');
      return <ChildDrawer child={child} parent={parent} row={undefined} onSaved={() => {}} onClose={() => {}} />;
    },
  },
  'that an action asks for several records at once': {
    field: 'name',
    draw: (page: EntityPageModel, record: WireRecord) => (
      <AskDialog plan={plan(page)} record={undefined} first={record} onSubmit={async () => {}} onClose={() => {}} />
    ),
  },
  'of a step': {
    field: 'name',
    draw: (page: EntityPageModel, record: WireRecord) => (
      <TransitionDialog
        plan={plan(page)}
        record={record}
        writes={undefined}
        approved={false}
        send={async () => {}}
        onClose={() => {}}
      />
    ),
  },
};

/** The button of a step that asks for the name. */
function plan({ toolbar }: EntityPageModel): ActionPlan {
  const found = toolbar.row.find(({ key }) => key === 'scrap');
  if (found === undefined) throw new Error('no button');
  return { ...found, asks: [{ field: 'name', required: true, anew: true }] };
}

test.each(Object.entries(forms))('a form %s keeps what was typed when its page is read anew', async (_, given) => {
  prepareDom();
  http.defaults.adapter = () => Promise.reject(new Error('away'));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (version: number, change?: (entity: Entity) => Entity) => {
    const page = buildPageModel({ ...smallMetadata(change), children: { check: { entity: check, area: 'base' } } });
    const services = pageFieldServices(page.metadata, { base: '', menu: [], me: null, navigate: () => undefined });
    const around: EntityPageContext = {
      page,
      base: '',
      me: { ...smallUser },
      can: () => true,
      access: () => 'write',
      open: () => undefined,
      changes: version,
      changed: () => undefined,
    };
    return act(async () =>
      root.render(
        <UiProvider>
          <EntityContextProvider value={around}>
            <FieldServicesProvider value={services}>
              {given.draw(page, { id: '5', version, status: '1', name: '盐' })}
            </FieldServicesProvider>
          </EntityContextProvider>
        </UiProvider>,
      ),
    );
  };
  const input = () => document.querySelector<HTMLInputElement>(`[data-field="${given.field}"] input`);
  const type = (text: string) =>
    act(async () => {
      const field = input();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await show(1);
  await vi.waitFor(() => expect(input()).not.toBeNull(), 30_000);
  await type('打了一半');
  expect(input()?.value).toBe('打了一半');
  // The field is gone from the files; it stays here, and lives, until the form is closed.
  await show(2, (entity) => ({ ...entity, title: '样品新' }));
  expect(input()?.value).toBe('打了一半');
  await type('打了一半多一点字数过长');
  await act(async () => {
    input()?.focus();
    input()?.blur();
  });
  expect(document.body.textContent).toMatch(/不能超过10个字|最多10个字/);
  await act(async () => root.unmount());
  document.body.replaceChildren();
});
