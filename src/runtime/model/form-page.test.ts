import { expect, test } from 'vitest';
import { drawnFields, formSections } from '../../compile/form/form-schema.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { PageMetadata } from '../../core/wire/page.ts';
import { createFormEngine } from '../form/form-engine.ts';
import {
  copiedRows,
  formChildren,
  formPage,
  formPlace,
  providedRows,
  readsChildren,
  seededTables,
  withChildRows,
} from './form-page.ts';
import { buildPageModel } from './page-model.ts';
import { browserEnvironment } from './record-environment.ts';

const base = { dialect: 1 as const, api: { service: 'safety' as const, base: 'sheet' } };
const sheet: Entity = {
  ...base,
  entity: 'sheet',
  title: '检查表',
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      weight: { title: '总重', field: 'calculate', type: 'number', scale: 1, compute: 'sum(sheetItem, heavy)' },
    },
  },
  form: { sections: { base: { title: '基本', fields: ['name', 'weight'] } } },
  pages: { sheet: { title: '检查表' } },
};
const item: Entity = {
  ...base,
  entity: 'sheetItem',
  title: '检查项',
  parent: { entity: 'sheet', field: 'sheetId' },
  record: {
    type: 'object',
    required: ['sheetId', 'content'],
    properties: {
      sheetId: { title: '检查表', field: 'reference', type: 'string', ref: { entity: 'sheet' } },
      content: { title: '内容', field: 'input', type: 'string' },
      heavy: { title: '重量', field: 'number', type: 'number', scale: 1 },
    },
  },
};
const photo: Entity = {
  ...item,
  entity: 'sheetPhoto',
  record: {
    type: 'object',
    properties: {
      sheetId: item.record.properties.sheetId as never,
      files: { title: '照片', field: 'upload', type: 'array' },
    },
  },
};
const page = buildPageModel({
  entity: sheet,
  area: 'base',
  page: 'sheet',
  revision: '1',
  dictionaries: {},
  settings: {},
  timeZone: 'Asia/Shanghai',
  targets: {},
  children: {
    sheetItem: { entity: item, area: 'base' },
    sheetPhoto: { entity: photo, area: 'base' },
    sheetStep: { entity: { ...item, entity: 'sheetStep', readOnly: true }, area: 'base' },
  },
  lookups: {},
} as PageMetadata);
const me = { userId: '1', account: 'a', realName: '测', deptId: null, deptIds: [], roles: [], tenantId: '1' };

test('plain rows are entered in the form of their record; files and what nobody writes are not', () => {
  expect(formChildren(page).map(({ entity }) => entity)).toEqual(['sheetItem']);
  expect(formPage(page)).toBe(formPage(page));
  expect(
    formSections(formPage(page).form).map((section) => [section.title, drawnFields(section).map(({ name }) => name)]),
  ).toEqual([
    ['基本', ['name', 'weight']],
    ['检查项', ['sheetItem']],
  ]);
});

test('rows are checked, counted and sent with their record, those that are stored by their id', () => {
  const stored = withChildRows(page, {
    id: '7',
    version: 2,
    name: '班前检查',
    children: { sheetItem: [{ id: '71', version: 1, sheetId: '7', content: '护罩', heavy: 1.5, createUser: '1' }] },
  } as never);
  expect(stored.sheetItem).toEqual([{ id: '71', content: '护罩', heavy: 1.5 }]);
  const engine = createFormEngine({
    page: formPage(page),
    stored,
    environment: browserEnvironment(formPage(page), me, { stored }),
  });
  expect(engine.body()).toEqual({ id: '7', version: 2 });
  engine.enter('sheetItem', [...(engine.values().sheetItem as object[]), { heavy: 2 }]);
  expect(engine.check('complete')).toEqual([{ pointer: '/sheetItem/1/content', msg: '检查项第2行内容不能为空' }]);
  expect(engine.values().weight).toBe(3.5);
  engine.enter('sheetItem', [
    { id: '71', content: '护罩', heavy: 1.5 },
    { content: '急停', heavy: 2 },
  ]);
  expect(engine.check('complete')).toEqual([]);
  expect(engine.body()).toEqual({
    id: '7',
    version: 2,
    sheetItem: [
      { id: '71', content: '护罩', heavy: 1.5 },
      { content: '急停', heavy: 2 },
    ],
  });
});

const scored: Entity = {
  ...item,
  entity: 'sheetScore',
  record: {
    type: 'object',
    properties: {
      sheetId: item.record.properties.sheetId as never,
      count: { title: '件数', field: 'number', type: 'number', scale: 0 },
      each: { title: '单重', field: 'number', type: 'number', scale: 1 },
      whole: { title: '小计', field: 'calculate', type: 'number', scale: 1, compute: 'count * each' },
      share: { title: '占比', field: 'calculate', type: 'number', scale: 2, compute: 'whole / parent.most' },
      by: { title: '登记人', field: 'calculate', type: 'string', compute: 'createUser' },
    },
  },
};
const parent: Entity = {
  ...sheet,
  record: {
    type: 'object',
    properties: {
      most: { title: '上限', field: 'number', type: 'number', scale: 1 },
      weight: { title: '总重', field: 'calculate', type: 'number', scale: 1, compute: 'sum(sheetScore, whole)' },
      stops: { title: '停机次数', field: 'calculate', type: 'integer', compute: "count(sheetStep, content == '停机')" },
    },
  },
  form: {},
};
const scoring = buildPageModel({
  ...page.metadata,
  entity: parent,
  children: {
    sheetScore: { entity: scored, area: 'base' },
    sheetStep: { entity: { ...item, entity: 'sheetStep', readOnly: true }, area: 'base' },
  },
});

test('computed columns of rows show in the form and count in the record, but for those that only the server knows', () => {
  const made = formPage(scoring);
  const columns = made.model.field.get('sheetScore')?.columns?.map(({ key }) => key);
  expect(columns).toEqual(['count', 'each', 'whole', 'share', 'id']);
  const engine = createFormEngine({ page: made, environment: browserEnvironment(made, me) });
  engine.enter('most', 10);
  engine.enter('sheetScore', [
    { count: 2, each: 1.5 },
    { count: 4, each: 0.5 },
  ]);
  engine.settle();
  expect(engine.values().sheetScore).toEqual([
    { count: 2, each: 1.5, whole: 3, share: 0.3 },
    { count: 4, each: 0.5, whole: 2, share: 0.2 },
  ]);
  expect(engine.values().weight).toBe(5);
});

test('rows that are no table of the form are provided to what reads them', () => {
  const tables = formChildren(scoring).map(({ entity }) => entity);
  expect([tables, readsChildren(scoring, tables), readsChildren(page, ['sheetItem'])]).toEqual([
    ['sheetScore'],
    true,
    false,
  ]);
  expect(providedRows(scoring, undefined, tables)).toEqual({ sheetStep: [] });
  const rows = [{ id: '1', content: '停机', createTime: '2026-01-01 08:00:00' }];
  const record = { id: '7', children: { sheetStep: rows, sheetScore: [] } };
  expect(providedRows(scoring, record, tables)).toEqual({ sheetStep: rows });
  expect(providedRows(scoring, { id: '7' }, tables)).toEqual({});
  const made = formPage(scoring);
  const environment = { ...browserEnvironment(made, me), others: providedRows(scoring, record, tables) };
  expect(createFormEngine({ page: made, environment }).values().stops).toBe(1);
});

test('a form with rows of children opens as a page, unless the entity says otherwise', () => {
  const small = (form: Entity['form']) => ({ ...page.metadata, entity: { ...sheet, form: form ?? {} } });
  expect(formPlace(page)).toBe('page');
  expect(formPlace(buildPageModel(small({ open: 'drawer' })))).toBe('drawer');
  expect(formPlace(buildPageModel({ ...page.metadata, children: {} }))).toBe('drawer');
});

test('rows that no state of the form can take have no table in it', () => {
  const states = {
    draft: { title: '草稿', order: 10, initial: true, draft: true },
    running: { title: '进行中', order: 20 },
  };
  const tables = (when: string | undefined, who?: readonly ['creator']) => {
    const create = { ...(when === undefined ? {} : { when }), ...(who === undefined ? {} : { who: [...who] }) };
    const child: Entity = { ...item, parent: { entity: 'sheet', field: 'sheetId', create } };
    const children = { sheetItem: { entity: child, area: 'base' } };
    const made = buildPageModel({ ...page.metadata, entity: { ...sheet, states }, children });
    return formChildren(made).map(({ entity }) => entity);
  };
  expect(tables(undefined)).toEqual(['sheetItem']);
  expect(tables("status == 'running' and name == '甲'")).toEqual([]);
  expect(tables("status == 'draft' and name == '甲'")).toEqual(['sheetItem']);
  expect(tables("name == '甲'")).toEqual(['sheetItem']);
  expect(tables("status != 'running' and createUser == me.userId", ['creator'])).toEqual(['sheetItem']);
});

test('rows with states are entered in a draft that cannot be submitted without them, where the rules ask for them', () => {
  const worker: Entity = {
    ...item,
    entity: 'sheetWorker',
    title: '人员',
    parent: { entity: 'sheet', field: 'sheetId', create: { when: "status in ['draft', 'running']" } },
    states: { waiting: { title: '待签字', initial: true, edit: true }, signed: { title: '已签字' } },
    record: {
      type: 'object',
      required: ['sheetId', 'content'],
      properties: {
        ...item.record.properties,
        content: {
          title: '内容',
          field: 'input',
          type: 'string',
          rules: [
            { when: "not exists('sheetWorker', content == parent.content)", else: '重复' },
            { when: 'length(content) > 1', else: '太短' },
          ],
        },
        signedAt: { title: '签字时间', field: 'date', type: 'string', format: 'date-time', disabledWhen: 'true' },
      },
    },
  };
  const made = (rule: string) =>
    buildPageModel({
      ...page.metadata,
      entity: {
        ...sheet,
        form: {
          sections: {
            base: { title: '基本', fields: ['name'] },
            rest: { title: '其他', fields: ['weight'] },
          },
          rules: [{ when: rule, else: '至少一人', at: 'name' }],
        },
        states: {
          draft: { title: '草稿', initial: true, draft: true, edit: true },
          running: { title: '进行中', edit: true },
        },
      },
      children: { ...page.metadata.children, sheetWorker: { entity: worker, area: 'base' } },
    });
  const needed = made("any(sheetWorker, content != 'x')");
  const keys = (record?: { readonly status: string }) => formChildren(needed, record).map(({ entity }) => entity);
  expect([keys(), keys({ status: 'draft' }), keys({ status: 'running' })]).toEqual([
    ['sheetItem', 'sheetWorker'],
    ['sheetItem', 'sheetWorker'],
    ['sheetItem'],
  ]);
  expect(formChildren(made("name != '甲'")).map(({ entity }) => entity)).toEqual(['sheetItem']);
  const form = formPage(needed);
  expect(formSections(form.form).map(({ title }) => title)).toEqual(['基本', '人员', '其他', '检查项']);
  const table = form.model.field.get('sheetWorker');
  expect(table?.columns?.map(({ key, rules }) => [key, rules.map(({ message }) => message)])).toEqual([
    ['content', ['太短']],
    ['heavy', []],
    ['id', []],
    ['status', []],
  ]);
  const engine = createFormEngine({ page: form, environment: browserEnvironment(form, me) });
  engine.enter('name', '甲');
  expect(engine.check('complete').map(({ pointer, msg }) => [pointer, msg])).toEqual([['/sheetWorker', '至少一人']]);
  engine.enter('sheetWorker', [{ content: '样甲' }]);
  expect(engine.check('complete')).toEqual([]);
  expect(engine.body().sheetWorker).toEqual([{ content: '样甲' }]);
});

test('does not demand of a new record or row what the server fills from behind a reference', () => {
  const text = { field: 'input', type: 'string' } as const;
  const patrol: Entity = {
    ...sheet,
    record: {
      ...sheet.record,
      required: ['name', 'above', 'owner'],
      properties: {
        name: { title: '名称', ...text },
        above: { title: '上级', field: 'reference', type: 'string', ref: { entity: 'sheet' } },
        owner: { title: '责任人', ...text, defaultFrom: 'above.owner' },
      },
    },
  };
  const row: Entity = {
    ...item,
    record: {
      ...item.record,
      required: ['sheetId', 'content', 'owner'],
      properties: {
        ...item.record.properties,
        owner: { title: '责任人', ...text, defaultFrom: 'sheetId.above.owner' },
      },
    },
  };
  const made = buildPageModel({
    ...page.metadata,
    entity: patrol,
    children: { sheetItem: { entity: row, area: 'base' } },
  });
  const faults = (stored?: { readonly id: string }) => {
    const form = formPage(made, stored);
    const engine = createFormEngine({ page: form, stored, environment: browserEnvironment(form, me) });
    engine.enter('sheetItem', [{}]);
    return engine.check('complete').map(({ pointer }) => pointer);
  };
  expect(faults()).toEqual(['/name', '/sheetItem/0/content', '/above']);
  expect(faults({ id: '1' })).toContain('/owner');
});

const library: Entity = {
  ...base,
  entity: 'standard',
  title: '标准',
  small: true,
  record: {
    type: 'object',
    properties: {
      text: { title: '内容', field: 'input', type: 'string' },
      kind: { title: '类别', field: 'input', type: 'string' },
    },
  },
};
const checked: Entity = {
  ...base,
  entity: 'sheetCheck',
  title: '核对',
  parent: {
    entity: 'sheet',
    field: 'sheetId',
    seed: { from: 'standard', where: 'kind == parent.name', map: { content: 'text' }, entered: ['done'] },
    lockRows: true,
  },
  record: {
    type: 'object',
    properties: {
      sheetId: { title: '检查表', field: 'reference', type: 'string', ref: { entity: 'sheet' } },
      content: { title: '内容', field: 'input', type: 'string' },
      done: { title: '涉及', field: 'input', type: 'string' },
    },
  },
  pages: { sheetCheck: { title: '核对', sort: ['content'] } },
};
const seeding = buildPageModel({
  ...page.metadata,
  entity: { ...sheet, record: { ...sheet.record, properties: { name: sheet.record.properties.name as never } } },
  children: { sheetCheck: { entity: checked, area: 'base' } },
  lookups: { standard: { entity: library, area: 'base' } },
});
const standards = [
  { id: '2', text: '液位', kind: '罐' },
  { id: '1', text: '压力', kind: '罐' },
  { id: '3', text: '温度', kind: '泵' },
];
const seededForm = (initial: Record<string, unknown>) =>
  createFormEngine({
    page: formPage(seeding),
    initial,
    seeds: seededTables(seeding),
    environment: { ...browserEnvironment(formPage(seeding), me), lookup: () => standards },
  });

test('rows of a library stand in a new form in their order, follow it, and keep what was entered', () => {
  const engine = seededForm({});
  expect(engine.values().sheetCheck ?? []).toEqual([]);
  engine.enter('name', '罐');
  expect(engine.values().sheetCheck).toMatchObject(
    [
      { seedId: '2', content: '液位' },
      { seedId: '1', content: '压力' },
    ].toSorted((one, other) => (one.content < other.content ? -1 : 1)),
  );
  const [first = {}, ...rest] = engine.values().sheetCheck as readonly Record<string, unknown>[];
  const services = engine.rows('sheetCheck');
  expect(services?.state(first, 'content').disabled).toBe(true);
  expect(services?.state(first, 'done').disabled).toBe(false);
  expect([services?.isFixed?.(first), services?.isFixed?.({ content: '自加' })]).toEqual([true, false]);
  engine.enter('sheetCheck', [{ ...first, done: '否' }, ...rest, { content: '自加' }]);
  engine.enter('name', '泵');
  expect(engine.values().sheetCheck).toMatchObject([{ seedId: '3', content: '温度' }, { content: '自加' }]);
});

test('a copy has each of them once, with what was decided, never mind whether its source is known', () => {
  const stored = {
    id: '9',
    name: '罐',
    children: {
      sheetCheck: [
        { id: '91', content: '压力', done: '否', seedId: null },
        { id: '92', content: '液位', done: '是', seedId: '2' },
        { id: '93', content: '自加', done: '是', seedId: null },
      ],
    },
  };
  const engine = seededForm({ name: '罐', sheetCheck: copiedRows(seeding, checked, stored) });
  const rows = engine.values().sheetCheck as readonly Record<string, unknown>[];
  expect(rows.map(({ id, seedId, content, done }) => [id, seedId ?? null, content, done]).toSorted()).toEqual(
    [
      [undefined, '1', '压力', '否'],
      [undefined, '2', '液位', '是'],
      [undefined, null, '自加', '是'],
    ].toSorted(),
  );
});
