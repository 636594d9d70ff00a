// @vitest-environment jsdom
import { Schema } from '@formily/json-schema';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { smallMetadata, smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { OutOfReachError } from '../../core/expression/index.ts';
import { fieldState } from '../../core/validation/field-state.ts';
import { buildPageModel } from '../model/page-model.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import { createFormEngine, type FormEngine } from './form-engine.ts';
import { COMPUTE_DEBOUNCE } from './form-linkage.ts';

const page = smallPage();
const now = new Date('2026-11-20T04:00:00Z');

function engineOf(stored?: RecordData, initial?: RecordData): FormEngine {
  return createFormEngine({ page, stored, initial, environment: browserEnvironment(page, smallUser, { stored, now }) });
}

const record: RecordData = {
  id: '11',
  version: 3,
  status: '1',
  name: '盐酸',
  kind: '2',
  amount: 2,
  price: 10,
  total: 20,
  grade: '2',
  taker: '8',
  takerLabel: '样乙',
  files: [{ attachId: 'f1', name: 'a', originalName: '说明.pdf', link: '/a' }],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a new form', () => {
  test('starts with the defaults, which follow the person, and is not dirty', () => {
    const engine = engineOf();
    expect(engine.values().taker).toBe('7');
    expect(engine.state.dirty).toBe(false);
  });

  test('sends what is filled in, files as ids, without what is computed', () => {
    const engine = engineOf();
    engine.enter('name', '硫酸');
    engine.enter('amount', 3);
    engine.enter('files', record.files);
    engine.enter('useFrom', ['2026-01-01', '2026-01-31']);
    expect(engine.body()).toEqual({
      name: '硫酸',
      amount: 3,
      taker: '7',
      useFrom: '2026-01-01',
      useTo: '2026-01-31',
      files: ['f1'],
    });
  });
});

describe('linkage', () => {
  test('a field that is not visible is neither checked nor sent, and gets its value back when it shows again', () => {
    const engine = engineOf();
    engine.enter('name', '样');
    engine.enter('kind', '9');
    expect(engine.field('other')?.display).toBe('visible');
    engine.enter('other', '说明');
    engine.enter('kind', '1');
    expect(engine.field('other')?.display).toBe('none');
    expect(engine.body()).not.toHaveProperty('other');
    expect(engine.check('complete')).toEqual([]);
    engine.enter('kind', '9');
    expect(engine.values().other).toBe('说明');
  });

  test('required and disabled follow what they read', () => {
    const engine = engineOf();
    expect(engine.field('other')?.data.required).toBe(false);
    engine.enter('kind', '9');
    expect(engine.field('other')?.data.required).toBe(true);
    expect(engine.field('price')?.pattern).toBe('disabled');
    engine.enter('amount', 1);
    expect(engine.field('price')?.pattern).toBe('editable');
  });

  test('formulas are calculated after their debounce, through the whole chain', () => {
    const engine = engineOf();
    engine.enter('amount', 12.5);
    engine.enter('price', 8);
    expect(engine.values().total).toBeNull();
    vi.advanceTimersByTime(COMPUTE_DEBOUNCE - 1);
    expect(engine.values().total).toBeNull();
    vi.advanceTimersByTime(1);
    expect([engine.values().total, engine.values().grade]).toEqual([100, '1']);
    expect(engine.field('grade')?.value).toBe('1');
  });

  test('agrees with the core over every record along the way', () => {
    const engine = engineOf();
    const steps: [string, unknown][] = [
      ['kind', '9'],
      ['amount', 5],
      ['kind', '2'],
      ['amount', null],
      ['kind', null],
    ];
    for (const [key, value] of steps) {
      engine.enter(key, value);
      engine.settle();
      for (const field of page.model.fields.filter((one) => !one.base && one.property.endOf === undefined)) {
        const state = fieldState(page.model, field, engine.values(), browserEnvironment(page, smallUser, { now }));
        const model = engine.field(field.key);
        expect([field.key, model?.display !== 'none', model?.data.required, model?.pattern === 'disabled']).toEqual([
          field.key,
          state.visible,
          state.required,
          state.disabled,
        ]);
      }
    }
  });
});

describe('results and defaults', () => {
  const formulas = smallPage((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      required: [],
      properties: {
        kind: { title: '类别', field: 'select', type: 'string', dict: 'sample-kind' },
        amount: { title: '数量', field: 'number', type: 'number', scale: 2 },
        twice: { title: '双倍', field: 'number', type: 'number', scale: 2, defaultFrom: 'amount * 2' },
        next: { title: '再加', field: 'number', type: 'number', scale: 2, defaultFrom: 'total + 1' },
        total: { title: '合计', field: 'calculate', type: 'number', scale: 2, precision: 6, compute: 'twice * 10' },
        shown: { title: '余数', field: 'calculate', type: 'number', compute: 'total - 1', visible: "kind == '1'" },
        after: { title: '其后', field: 'calculate', type: 'number', compute: 'coalesce(shown, -1)' },
        region: {
          title: '地区',
          field: 'select',
          type: 'string',
          options: { a: { title: '甲', order: 1 }, b: { title: '乙', order: 2 } },
        },
        town: {
          title: '乡镇',
          field: 'select',
          type: 'string',
          parentField: 'region',
          options: {
            a1: { title: '甲一', order: 1, parent: 'a' },
            b1: { title: '乙一', order: 2, parent: 'b' },
          },
        },
      },
    },
    form: { columns: 2 },
    detail: { header: [] },
    pages: { sample: { title: '样品', columns: ['kind'] } },
    transitions: {},
  }));
  const open = (stored?: RecordData, initial?: RecordData) =>
    createFormEngine({
      page: formulas,
      stored,
      initial,
      environment: browserEnvironment(formulas, smallUser, { stored, now }),
    });

  test('a default follows, through what is computed, until it is entered, and again when asked to', () => {
    const engine = open();
    engine.enter('amount', 3);
    engine.settle();
    expect([engine.values().twice, engine.values().total, engine.values().next]).toEqual([6, 60, 61]);
    engine.enter('twice', 5);
    expect(engine.field('twice')?.data.edited).toBe(true);
    engine.enter('amount', 4);
    engine.settle();
    expect([engine.values().twice, engine.values().total, engine.values().next]).toEqual([5, 50, 51]);
    engine.follow('twice');
    expect([engine.values().twice, engine.values().total, engine.values().next]).toEqual([8, 80, 81]);
    expect(engine.field('twice')?.data.edited).toBe(false);
  });

  test('a copied value and a stored one follow nothing', () => {
    const copy = open(undefined, { twice: 7 });
    copy.enter('amount', 3);
    copy.settle();
    expect([copy.values().twice, copy.values().total]).toEqual([7, 70]);
    const stored = open({ id: '1', version: 1, amount: 1, twice: 9, total: 90 });
    stored.enter('amount', 3);
    stored.enter('twice', 4);
    expect([stored.values().twice, stored.field('twice')?.data.edited ?? false]).toEqual([4, false]);
  });

  test('a result that its field cannot hold says so at once, and no longer once it can', () => {
    const engine = open();
    engine.enter('twice', 1000);
    engine.settle();
    expect(engine.state.faults).toEqual([{ pointer: '/total', msg: '合计计算结果超出范围' }]);
    expect(engine.check('types')).toHaveLength(1);
    engine.enter('twice', 999.99);
    engine.settle();
    expect([engine.values().total, engine.state.faults]).toEqual([9999.9, []]);
  });

  test('a computed field that is not there is null for whoever reads it, and computed when it comes', () => {
    const engine = open();
    engine.enter('twice', 1);
    engine.settle();
    expect([engine.values().shown, engine.values().after]).toEqual([null, -1]);
    engine.enter('kind', '1');
    engine.settle();
    expect([engine.values().shown, engine.values().after]).toEqual([9, 9]);
    engine.enter('kind', '2');
    engine.settle();
    expect([engine.values().shown, engine.values().after]).toEqual([null, -1]);
  });

  test('leaving a field calculates without waiting', () => {
    const engine = open();
    engine.enter('amount', 2);
    engine.leave('amount');
    expect(engine.values().total).toBe(40);
  });

  test('choices stand below the other field; one that no longer does goes, a wrong one is refused', () => {
    const engine = open();
    engine.enter('region', 'a');
    engine.enter('town', 'a1');
    expect(engine.check('complete')).toEqual([]);
    engine.enter('region', 'b');
    expect([engine.values().town, engine.field('town')?.data.offered]).toEqual([null, 2]);
    engine.enter('town', 'a1');
    expect(engine.check('complete')).toEqual([{ pointer: '/town', msg: '乡镇不属于所选的地区' }]);
  });
});

describe('what is not at hand when the form opens', () => {
  const small = smallMetadata((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      required: [],
      properties: {
        kind: { title: '类别', field: 'input', type: 'string' },
        limit: {
          title: '限值',
          field: 'calculate',
          type: 'number',
          compute: "lookup('gasLimit', most, gas == parent.kind)",
        },
        grave: {
          title: '等级',
          field: 'calculate',
          type: 'string',
          options: { high: { title: '高', order: 1 }, low: { title: '低', order: 2 } },
          cases: [{ when: "lookup('gasLimit', most, gas == parent.kind) > 15", value: 'high' }, { value: 'low' }],
        },
        weight: { title: '总重', field: 'calculate', type: 'number', scale: 1, compute: 'sum(part, heavy)' },
        note: { title: '说明', field: 'input', type: 'string', visible: 'count(part) > 1' },
      },
    },
    form: { columns: 2 },
    detail: { header: [] },
    pages: { sample: { title: '样品', columns: ['kind'] } },
    transitions: {},
  }));
  const base = { dialect: 1, api: { service: 'safety', base: 'x' } } as const;
  const waiting = buildPageModel({
    ...small,
    lookups: {
      gasLimit: {
        area: 'base',
        entity: {
          ...base,
          entity: 'gasLimit',
          title: '限值表',
          small: true,
          record: {
            type: 'object',
            properties: {
              gas: { title: '气体', field: 'input', type: 'string' },
              most: { title: '限值', field: 'number', type: 'number' },
            },
          },
        },
      },
    },
    children: {
      part: {
        area: 'base',
        entity: {
          ...base,
          entity: 'part',
          title: '部件',
          parent: { entity: 'sample', field: 'sampleId' },
          record: {
            type: 'object',
            properties: {
              sampleId: { title: '样品', field: 'reference', type: 'string', ref: { entity: 'sample' } },
              heavy: { title: '重量', field: 'number', type: 'number', scale: 1 },
            },
          },
        },
      },
    },
  });

  test('rows of a setup table fill in what waits for them, and again when they change', () => {
    let rows: readonly RecordData[] | undefined;
    let tell = () => {};
    const engine = createFormEngine({
      page: waiting,
      environment: {
        ...browserEnvironment(waiting, smallUser, { now }),
        lookup(entity) {
          if (rows === undefined) throw new OutOfReachError(entity);
          return rows;
        },
        onChange(listener) {
          tell = listener;
          return () => {};
        },
      },
    });
    engine.enter('kind', 'CO');
    engine.settle();
    expect([engine.values().limit, engine.values().grave]).toEqual([null, null]);
    rows = [
      { gas: 'O2', most: 5 },
      { gas: 'CO', most: 20 },
    ];
    tell();
    expect([engine.values().limit, engine.values().grave]).toEqual([20, 'high']);
    rows = [{ gas: 'CO', most: 15 }];
    tell();
    expect([engine.values().limit, engine.values().grave]).toEqual([15, 'low']);
    engine.enter('kind', 'H2');
    engine.settle();
    expect([engine.values().limit, engine.values().grave]).toEqual([null, 'low']);
  });

  test('rows of children count once the form has them; until then the server decides', () => {
    const engine = createFormEngine({ page: waiting, environment: browserEnvironment(waiting, smallUser, { now }) });
    expect([engine.values().weight, engine.field('note')?.display]).toEqual([null, 'visible']);
    expect(engine.check('complete')).toEqual([]);
    engine.provide({ part: [{ heavy: 1.5 }] });
    expect([engine.values().weight, engine.field('note')?.display]).toEqual([1.5, 'none']);
    engine.provide({ part: [{ heavy: 1.5 }, { heavy: 0.7 }, { heavy: null }] });
    expect([engine.values().weight, engine.field('note')?.display]).toEqual([2.2, 'visible']);
  });
});

describe('checking', () => {
  test('says what is missing at its field, in the order of the form', () => {
    const engine = engineOf();
    expect(engine.check('complete')).toEqual([
      { pointer: '/name', msg: '请输入名称' },
      { pointer: '/kind', msg: '请选择类别' },
    ]);
    expect(engine.field('name')?.selfErrors).toEqual(['请输入名称']);
  });

  test('of a draft asks only for types and limits', () => {
    const engine = engineOf();
    engine.enter('name', '一二三四五六七八九十一');
    expect(engine.check('types').map(({ pointer }) => pointer)).toEqual(['/name']);
  });

  test('shows a fault when the field is left and drops it while it is mended', () => {
    const engine = engineOf();
    engine.enter('name', '样');
    engine.enter('name', null);
    expect(engine.state.faults).toEqual([]);
    engine.leave('name');
    expect(engine.state.faults).toEqual([{ pointer: '/name', msg: '请输入名称' }]);
    engine.enter('name', '样');
    expect(engine.state.faults).toEqual([]);
    expect(engine.field('name')?.selfErrors).toEqual([]);
  });

  test('keeps what was refused at a field that is left as it was, and drops it once it holds something else', () => {
    const engine = engineOf();
    const missing = { pointer: '/name', msg: '请输入名称' };
    expect(engine.check('complete')).toContainEqual(missing);
    engine.leave('name');
    expect(engine.state.faults).toContainEqual(missing);
    engine.enter('name', '样');
    engine.leave('name');
    expect(engine.state.faults).not.toContainEqual(missing);
    const refused = { pointer: '/name', msg: '名称已存在' };
    engine.show([refused]);
    engine.leave('name');
    expect(engine.state.faults).toEqual([refused]);
    engine.enter('name', '样样');
    engine.leave('name');
    expect(engine.state.faults).toEqual([]);
  });

  test('drops what was refused at a field that is left once another field has mended it', () => {
    const small = smallMetadata();
    const number = { field: 'number', type: 'number' } as const;
    const rules = [{ when: 'most >= least', else: '最多不能小于最少' }];
    const ruled = buildPageModel({
      ...small,
      entity: {
        dialect: 1,
        entity: 'sample',
        title: '样品',
        api: { service: 'safety', base: 'sample' },
        record: {
          type: 'object',
          properties: { least: { title: '最少', ...number }, most: { title: '最多', ...number, rules } },
        },
        pages: { sample: { title: '样品' } },
      },
    });
    const engine = createFormEngine({ page: ruled, environment: browserEnvironment(ruled, smallUser, { now }) });
    engine.enter('least', 5);
    engine.enter('most', 3);
    expect(engine.check('complete')).toEqual([{ pointer: '/most', msg: '最多不能小于最少' }]);
    engine.leave('most');
    expect(engine.state.faults).toHaveLength(1);
    engine.enter('least', 2);
    engine.leave('least');
    engine.leave('most');
    expect(engine.state.faults).toEqual([]);
  });

  test('puts the faults of the server at their fields and gives back those without one', () => {
    const engine = engineOf(record);
    const homeless = engine.show([
      { pointer: '/name', msg: '名称已存在' },
      { pointer: '/version', msg: '缺少版本号' },
    ]);
    expect(engine.field('name')?.selfErrors).toEqual(['名称已存在']);
    expect(homeless).toEqual([{ pointer: '/version', msg: '缺少版本号' }]);
  });

  test('gives back the faults of fields that are out of sight, so that nobody is refused without a word', () => {
    const engine = engineOf();
    const fault = { pointer: '/other', msg: '请写明其他' };
    expect(engine.field('other')?.display).toBe('none');
    expect(engine.show([fault])).toEqual([fault]);
    expect(engine.state.faults).toEqual([]);
  });
});

describe('a stored record', () => {
  test('sends only what differs, null for what was cleared, with its version', () => {
    const engine = engineOf(record);
    engine.enter('name', '硝酸');
    engine.enter('price', null);
    engine.enter('kind', '1');
    engine.enter('kind', '2');
    expect(engine.body()).toEqual({ id: '11', version: 3, name: '硝酸', price: null });
  });

  test('keeps what was typed over a newer one, and takes what was not', () => {
    const engine = engineOf(record);
    engine.enter('name', '硝酸');
    engine.rebase({ ...record, version: 4, name: '磷酸', amount: 7 });
    expect([engine.values().name, engine.values().amount]).toEqual(['硝酸', 7]);
    expect(engine.body()).toEqual({ id: '11', version: 4, name: '硝酸' });
    engine.rebase({ ...record, version: 5, name: '磷酸' }, ['name']);
    expect([engine.values().name, engine.state.dirty]).toEqual(['磷酸', false]);
  });
});

test('what was typed survives in another engine by the permanent ids of the fields', () => {
  const first = engineOf(record);
  first.enter('name', '硝酸');
  first.enter('taker', '9', '样丙');
  const renamed = smallPage((entity) => {
    const { name, ...rest } = entity.record.properties;
    if (name === undefined) throw new Error('no field');
    return {
      ...entity,
      label: 'title',
      record: { ...entity.record, required: ['title'], properties: { title: { ...name, id: 'name' }, ...rest } },
      form: { columns: 2 },
      pages: { sample: { title: '样品', columns: ['title'] } },
    };
  });
  const second = createFormEngine({
    page: renamed,
    stored: { ...record, title: '盐酸' },
    environment: browserEnvironment(renamed, smallUser, { now }),
  });
  second.restore(first.snapshot());
  expect([second.values().title, second.values().taker, second.label('taker')]).toEqual(['硝酸', '9', '样丙']);
  expect(second.state.dirty).toBe(true);
});

test('what a person may only read is neither demanded nor sent', () => {
  const engine = createFormEngine({
    page,
    environment: browserEnvironment(page, smallUser, { now }),
    access: (field) => (field === 'name' ? 'read' : 'write'),
  });
  engine.enter('kind', '1');
  expect(engine.field('name')?.pattern).toBe('disabled');
  expect(engine.check('complete')).toEqual([]);
  expect(engine.body()).toEqual({ kind: '1', taker: '7' });
});

test('text in double braces is text', () => {
  const title = '{{globalThis.broken = true}}';
  expect(new Schema({ type: 'string', title }).compile().title).toBe(title);
  expect(Reflect.get(globalThis, 'broken')).toBeUndefined();
});

describe('rows of a table', () => {
  const small = smallMetadata();
  const tabled = buildPageModel({
    ...small,
    entity: {
      dialect: 1,
      entity: 'sample',
      title: '样品',
      api: { service: 'safety', base: 'sample' },
      record: {
        type: 'object',
        properties: {
          unit: { title: '单位', field: 'input', type: 'string' },
          parts: {
            title: '部件',
            field: 'subTable',
            type: 'array',
            items: {
              type: 'object',
              properties: {
                unit: { title: '单位', field: 'input', type: 'string', defaultFrom: 'parent.unit' },
                at: { title: '时间', field: 'date', type: 'string', format: 'date-time' },
                file: { title: '证书', field: 'upload', type: 'array' },
              },
            },
          },
        },
      },
      pages: { [small.page]: { title: '样品' } },
    },
  });
  const open = (stored?: RecordData) =>
    createFormEngine({ page: tabled, stored, environment: browserEnvironment(tabled, smallUser, { stored, now }) });

  const demanding = buildPageModel({
    ...small,
    entity: {
      dialect: 1,
      entity: 'sample',
      title: '样品',
      api: { service: 'safety', base: 'sample' },
      record: {
        type: 'object',
        properties: {
          parts: {
            title: '部件',
            field: 'subTable',
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'count'],
              properties: {
                name: { title: '名称', field: 'input', type: 'string' },
                kind: { title: '类别', field: 'input', type: 'string', default: '标准' },
                count: { title: '数量', field: 'number', type: 'number' },
                twice: { title: '双倍', field: 'calculate', type: 'number', scale: 0, compute: 'count * 2' },
              },
            },
          },
        },
      },
      pages: { [small.page]: { title: '样品' } },
    },
  });
  const openDemanding = () =>
    createFormEngine({ page: demanding, environment: browserEnvironment(demanding, smallUser, { now }) });

  test('follow the record around them until their cells are touched', () => {
    const engine = open();
    engine.enter('unit', 'kg');
    engine.enter('parts', [engine.rows('parts')?.create(), { unit: '箱' }]);
    engine.enter('unit', 't');
    expect(engine.values().parts).toEqual([{ unit: 't' }, { unit: '箱' }]);
    const stored = open({ id: '1', version: 1, unit: 'kg', parts: [{ unit: 'kg' }] });
    stored.enter('parts', [{ unit: 'kg' }, stored.rows('parts')?.create()]);
    stored.enter('unit', 't');
    expect(stored.values().parts).toEqual([{ unit: 'kg' }, { unit: 't' }]);
  });

  test('say what is empty in them once they were filled in and left, or the form is sent', () => {
    const engine = openDemanding();
    const told = () => engine.state.faults.map(({ pointer }) => pointer);
    const rows = () => engine.values().parts as readonly RecordData[];
    const fresh = () => engine.rows('parts')?.create() ?? {};
    engine.enter('parts', [fresh(), fresh()]);
    engine.leave('parts');
    expect(told()).toEqual([]);
    // Left after something was typed in it, the row says what it lacks; the others wait.
    engine.enter('parts', [{ ...rows()[0], name: '泵' }, rows()[1]]);
    expect(told()).toEqual([]);
    engine.leave('parts');
    expect(told()).toEqual(['/parts/0/count']);
    // While the next row is typed nothing new is said of it, and what is said stays.
    engine.enter('parts', [rows()[0], { ...rows()[1], name: '阀' }, fresh()]);
    expect(told()).toEqual(['/parts/0/count']);
    engine.enter('parts', [{ ...rows()[0], count: 1 }, rows()[1], rows()[2]]);
    expect(told()).toEqual(['/parts/1/count']);
    engine.check('complete');
    expect(told()).toEqual(['/parts/1/count', '/parts/2/name', '/parts/2/count']);
    // Once asked for, it stays until it is mended; a row that is added then waits again.
    engine.enter('parts', [rows()[0], { ...rows()[1], count: 2 }, rows()[2], fresh()]);
    engine.leave('parts');
    expect(told()).toEqual(['/parts/2/name', '/parts/2/count']);
    engine.enter('parts', [rows()[0], rows()[1], { ...rows()[2], name: '表' }, rows()[3]]);
    expect(told()).toEqual(['/parts/2/count']);
  });

  test('are sent with their files as ids, and are refused moments that no clock has shown', () => {
    const file = { attachId: '9', name: 'a', originalName: '证书.pdf', link: '/a' };
    const parts = [
      { unit: 'kg', file: [file] },
      { unit: 'kg', at: '1988-04-17 02:30:00' },
    ];
    const engine = open({ id: '1', version: 1, unit: 'kg', parts: [parts[0]] });
    expect(engine.body()).toEqual({ id: '1', version: 1 });
    engine.enter('parts', parts);
    expect(engine.body().parts).toEqual([
      { unit: 'kg', file: ['9'] },
      { ...parts[1], file: null },
    ]);
    const fault = {
      pointer: '/parts/1/at',
      msg: '部件第2行时间不存在这一时刻：当天时钟因夏令时拨快了一小时，请改填',
    };
    engine.leave('parts');
    expect(engine.state.faults).toEqual([fault]);
    expect(engine.check('complete')).toEqual([fault]);
  });
});
