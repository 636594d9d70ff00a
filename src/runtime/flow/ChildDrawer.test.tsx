// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { prepareDom } from '../../../tests/fixtures/small-app.tsx';
import { smallMetadata, smallUser } from '../../../tests/fixtures/small-page.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { FieldServicesProvider } from '../../field-types/field-services.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { EntityContextProvider, type EntityPageContext } from '../EntityContext.ts';
import { childPage } from '../model/child-page.ts';
import { buildPageModel } from '../model/page-model.ts';
import { pageFieldServices } from '../services/field-services.ts';
import { ChildDrawer } from './ChildDrawer.tsx';

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
      content: { title: '内容', field: 'input', type: 'string' },
    },
  },
};

vi.setConfig({ testTimeout: 60_000 });

test('keeps what was typed into a row when its record and the page around it are read anew', async () => {
  prepareDom();
  const page = buildPageModel({ ...smallMetadata(), children: { check: { entity: check, area: 'base' } } });
  const child = childPage(page, 'check');
  if (child === undefined) throw new Error('no child');
  const services = pageFieldServices(page.metadata, { base: '', menu: [], me: null, navigate: () => undefined });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (version: number) => {
    const parent: WireRecord = { id: '5', version, status: '1', name: '盐' };
    const around: EntityPageContext = {
      page: child,
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
              <ChildDrawer child={child} parent={parent} row={undefined} onSaved={() => {}} onClose={() => {}} />
            </FieldServicesProvider>
          </EntityContextProvider>
        </UiProvider>,
      ),
    );
  };
  const input = () => document.querySelector<HTMLInputElement>('[data-field="content"] input');
  await show(1);
  await vi.waitFor(() => expect(input()).not.toBeNull(), 30_000);
  await act(async () => {
    const field = input();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '打了一半');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(input()?.value).toBe('打了一半');
  await show(2);
  expect(input()?.value).toBe('打了一半');
  await act(async () => root.unmount());
});
