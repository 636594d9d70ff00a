// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, type RefObject } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formFields, formSections } from '../../src/compile/form/form-schema.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { componentName } from '../../src/core/field-type.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { type FieldServices, FieldServicesProvider } from '../../src/field-types/field-services.ts';
import { installFieldTypes } from '../../src/field-types/install.ts';
import { formComponents, installComponents } from '../../src/runtime/form/components.ts';
import { FormView, type FormViewHandle } from '../../src/runtime/form/FormView.tsx';
import { fieldShows } from '../../src/runtime/form/field-shows.ts';
import { createFormEngine, type FormEngine } from '../../src/runtime/form/form-engine.ts';
import { buildPageModel, type EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { browserEnvironment } from '../../src/runtime/model/record-environment.ts';
import { everyField } from '../fixtures/entities/every-field.ts';
import * as plate from '../fixtures/extensions/field-types/plate-number/definition.ts';
import * as plateView from '../fixtures/extensions/field-types/plate-number/view.tsx';
import * as levelBar from '../fixtures/extensions/formily/components/LevelBar.tsx';
import * as crew from '../fixtures/extensions/formily/field-types/crew/definition.ts';
import * as level from '../fixtures/extensions/formily/field-types/level/definition.ts';
import { mounted } from '../fixtures/mounted.ts';
import { patient } from '../fixtures/patience.ts';
import { smallUser } from '../fixtures/small-page.ts';

const FOLDER = 'tests/fixtures/extensions/formily';
const page = mounted();
/** What React, antd and Formily complain of. */
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  Element.prototype.scrollIntoView ??= () => undefined;
  globalThis.matchMedia ??= (() => ({
    matches: false,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation(
      (...said: unknown[]) => void complaints.push(said.map(String).join(' ')),
    );
  }
});
afterEach(() => vi.restoreAllMocks());

function pageOf(entity: Entity): EntityPageModel {
  const [code = ''] = Object.keys(entity.pages ?? {});
  return buildPageModel({
    entity,
    area: 'samples',
    page: code,
    revision: '1',
    dictionaries: {},
    settings: {},
    timeZone: 'Asia/Shanghai',
    targets: {},
  } as PageMetadata);
}

const sample = (properties: Record<string, Property>): Entity => ({
  dialect: 1,
  entity: 'sample',
  title: '样品',
  label: Object.keys(properties)[0] ?? '',
  api: { service: 'safety', base: 'sample' },
  record: { type: 'object', properties },
  pages: { sample: { title: '样品', columns: [], actions: ['add'] } },
});

const services = new Proxy({} as FieldServices, { get: () => () => Promise.resolve([]) });

async function fill(model: EntityPageModel, handle?: RefObject<FormViewHandle | null>): Promise<FormEngine> {
  const engine = createFormEngine({ page: model, environment: browserEnvironment(model, smallUser) });
  await page.settle(
    <FieldServicesProvider value={services}>
      <FormView engine={engine} id="f" lazy={false} ref={handle ?? null} />
    </FieldServicesProvider>,
  );
  // Editors that come when they are first shown.
  for (let waits = 0; page.host.querySelector('.anlan-waiting') !== null && waits < 200; waits += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  return engine;
}

const field = (key: string): HTMLElement => {
  const found = page.host.querySelector<HTMLElement>(`[data-field="${key}"]`);
  if (found === null) throw new Error(`no field ${key}`);
  return found;
};

describe('the components of a form', () => {
  test('are there for every type of field under the name that its schema says', () => {
    const fallback = formComponents.field('Nobody');
    const missing = Object.values(fieldTypes)
      .map(componentName)
      .filter((name) => name !== 'Input' && formComponents.field(name) === fallback);
    expect(missing).toEqual([]);
  });

  test('draw a form with every type of field, of which neither React nor antd nor Formily complains', async () => {
    const model = pageOf(everyField());
    const engine = await fill(model);
    const drawn = [...page.host.querySelectorAll('[data-field]')].map((item) => item.getAttribute('data-field'));
    expect(drawn).toEqual(
      formFields(model.form)
        .map(({ name }) => name)
        .filter((name) => fieldShows(engine, name)),
    );
    expect(complaints).toEqual([]);
    engine.dispose();
  });

  test('are what the schema says they are, field by field', async () => {
    const model = pageOf(sample({ note: { title: '说明', field: 'input', type: 'string' } }));
    (await fill(model)).dispose();
    expect(field('note').querySelector('textarea')).toBeNull();
    const form = structuredClone(model.form);
    const note = formSections(form)[0]?.properties.note;
    if (note === undefined) throw new Error('no field');
    Object.assign(note, { 'x-component': 'Input.TextArea', title: '详细说明' });
    const engine = await fill({ ...model, form });
    expect(field('note').querySelector('textarea')).not.toBeNull();
    expect(field('note').textContent).toContain('详细说明');
    engine.dispose();
  });

  test('that a schema names and nobody has are a fault of the schema for sections, and a line of text for fields', () => {
    expect(() => formComponents.section('Nobody')).toThrow('no component Nobody');
    expect(formComponents.field('Nobody')).toBe(formComponents.field('Input'));
  });
});

describe('the sections of a form', () => {
  const text = (title: string): Property => ({ title, field: 'input', type: 'string', maxLength: 3 });
  const inLayout = (layout: 'tabs' | 'steps' | 'collapse'): EntityPageModel =>
    pageOf({
      ...sample({ name: text('名称'), place: text('地点'), note: { ...text('说明'), visible: "place == '库'" } }),
      form: {
        layout,
        sections: {
          base: { title: '基本', fields: ['name'] },
          more: { title: '位置', fields: ['place'], folded: true },
          last: { title: '其他', fields: ['note'] },
        },
      },
    });
  const late = (selector: string) =>
    act(() => vi.waitFor(() => expect(page.host.querySelector(selector)).not.toBeNull(), { timeout: patient(20_000) }));
  const drawn = () => [...page.host.querySelectorAll('[data-field]')].map((item) => item.getAttribute('data-field'));

  test.each([
    ['tabs', '.ant-tabs', '.ant-tabs-tab'],
    ['steps', '.ant-steps', '.ant-steps-item'],
    ['collapse', '.ant-collapse', '.ant-collapse-header'],
  ] as const)(
    'stand as %s that Formily draws; a fault opens its section, and a section comes with its first field',
    async (layout, whole, part) => {
      const handle: { current: FormViewHandle | null } = { current: null };
      const engine = await fill(inLayout(layout), handle);
      await late(whole);
      const titles = () => [...page.host.querySelectorAll(part)].map((one) => one.textContent.replace(/^\d/, ''));
      expect(titles()).toEqual(['基本', '位置']);
      await act(async () => handle.current?.reveal('place'));
      expect(drawn()).toContain('place');
      expect(document.activeElement?.id).toBe('f-place');
      await act(async () => engine.enter('place', '库'));
      expect(titles()).toEqual(['基本', '位置', '其他']);
      await act(async () => engine.enter('note', '太长的说明'));
      await act(async () => engine.leave('note'));
      expect(
        page.host.querySelector(part === '.ant-steps-item' ? '.ant-steps-item-error' : '.ant-badge-count'),
      ).not.toBeNull();
      await act(async () => handle.current?.reveal('note'));
      expect(document.activeElement?.id).toBe('f-note');
      expect(engine.values()).toMatchObject({ place: '库', note: '太长的说明' });
      expect(complaints.filter((one) => !/rc-collapse.*children/.test(one))).toEqual([]);
      engine.dispose();
    },
  );
});

describe('components of Formily that an extension names', () => {
  const options = { east: { title: '东班', order: 10 }, west: { title: '西班', order: 20 } };

  test('are shown by the guide to the letter', () => {
    const guide = readFileSync('docs/dialect/own-field-type.md', 'utf8');
    for (const file of [
      'field-types/crew/definition.ts',
      'field-types/level/definition.ts',
      'components/LevelBar.tsx',
    ]) {
      const text = readFileSync(`${FOLDER}/${file}`, 'utf8').replaceAll('../../../../../../src', '../../../src');
      expect(guide).toContain(text.trimEnd());
    }
  });

  test('draw its field, those of the platform and those that it brings, and give the form their value', async () => {
    installFieldTypes({ '/x/crew/definition.ts': crew, '/x/level/definition.ts': level }, {});
    installComponents({ '/x/LevelBar.tsx': levelBar });
    const model = pageOf(
      sample({
        crews: { title: '班组', field: 'crew', type: 'array', items: { type: 'string' }, options },
        level: { title: '级别', field: 'level', type: 'string', options },
      }),
    );
    const engine = await fill(model);
    const transfer = field('crews').querySelector('.ant-transfer');
    expect(transfer?.textContent).toContain('东班');
    expect(transfer?.textContent).toContain('已选');
    await act(async () => transfer?.querySelector<HTMLElement>('.ant-transfer-list-content-item')?.click());
    await act(async () =>
      [...field('crews').querySelectorAll<HTMLElement>('.ant-transfer-actions button, .ant-transfer-operation button')]
        .find((button) => !button.hasAttribute('disabled'))
        ?.click(),
    );
    expect(engine.values().crews).toEqual(['east']);
    await act(async () => field('level').querySelectorAll<HTMLElement>('input[type=radio]')[1]?.click());
    expect(engine.values().level).toBe('west');
    expect(engine.body()).toMatchObject({ crews: ['east'], level: 'west' });
    expect(complaints).toEqual([]);
    engine.dispose();
  });

  test('give way to the view of a type, though the type is called as one of them', async () => {
    const named = { definition: { ...plate.definition, type: 'transfer' } };
    installFieldTypes({ '/x/transfer/definition.ts': named }, { '/x/transfer/view.tsx': plateView });
    const engine = await fill(pageOf(sample({ plate: { title: '车牌', field: 'transfer', type: 'string' } })));
    expect(field('plate').querySelector('.ant-transfer')).toBeNull();
    expect(field('plate').querySelector('input')?.maxLength).toBe(8);
    engine.dispose();
  });

  test('may not take the name of one of the platform, and must be there', () => {
    expect(() => installComponents({ '/x/Input.tsx': levelBar })).toThrow('组件“Input”是平台自带的，请换一个名称');
    expect(() => installComponents({ '/x/Gone.tsx': {} })).toThrow('/x/Gone.tsx 没有导出 component');
  });
});
