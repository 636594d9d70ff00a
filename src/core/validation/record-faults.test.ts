import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { Choice } from '../field-type.ts';
import { buildModel } from '../model/build-model.ts';
import { isBodyKey, isEchoedKey, swollenFaults, unknownKeyFault, unknownKeyFaults } from './body-keys.ts';
import { computeRecord } from './compute-record.ts';
import { fieldState } from './field-state.ts';
import { fitsParent, offeredChoices, parentMessage } from './parent-choices.ts';
import type { RecordEnvironment } from './record-environment.ts';
import { requiredMessage, type ValidationStage, validateField, validateRecord } from './validate-record.ts';
import { checkRows, completeRows } from './validate-rows.ts';

const environment: RecordEnvironment = {
  now: '2026-03-01 08:00:00',
  me: { userId: 'u1', account: 'u1', realName: '张三', deptId: 'd1', deptIds: ['d1'], roles: [], tenantId: '645967' },
  choices: (field) =>
    Object.entries(field.property.options ?? {}).map(([key, { title, parent }]) => ({
      key,
      title,
      ...(parent === undefined ? {} : { parent }),
    })),
};

type Fields = Readonly<Record<string, Property>>;

function modelOf(properties: Fields, more: Partial<Entity> = {}) {
  const entity: Entity = {
    dialect: 1,
    entity: 'work',
    title: '作业',
    api: { service: 'safety', base: 'work' },
    record: { type: 'object', properties },
    ...more,
  };
  const world = {
    area: 'demo',
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    settings: new Map(),
    entity: (key: string) => (key === 'work' ? entity : undefined),
  };
  const { model, problems } = buildModel(entity, world);
  expect(problems).toEqual([]);
  return model;
}

const text = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'input',
  type: 'string',
  ...more,
});
const number = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'number',
  type: 'number',
  ...more,
});
const date = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'dateDuration',
  type: 'string',
  format: 'date',
  ...more,
});

const faultsOf = (
  model: ReturnType<typeof modelOf>,
  record: Readonly<Record<string, unknown>>,
  stage: ValidationStage = 'complete',
  at: RecordEnvironment = environment,
) => validateRecord(model, record, at, stage).map(({ pointer, msg }) => `${pointer} ${msg}`);

describe('a range', () => {
  const model = modelOf({
    from: date('起止日期', { end: 'until' }),
    until: date('结束日期', { endOf: 'from' }),
    other: date('评价期间', { end: 'otherEnd' }),
    otherEnd: date('评价期间止', { endOf: 'other' }),
  });

  it('in its order is no fault, in the wrong one is told at its end', () => {
    expect(faultsOf(model, { from: '2026-03-01', until: '2026-03-02' })).toEqual([]);
    const [told = ''] = faultsOf(model, { from: '2026-03-02', until: '2026-03-01' });
    expect(told).toMatch(/^\/until 结束日期/);
  });

  it('is named once where its end bears its name, and nothing is said of it while an end is missing or faulty', () => {
    expect(faultsOf(model, { other: '2026-03-02', otherEnd: '2026-03-01' })).toEqual([
      '/otherEnd 评价期间的结束不能早于开始',
    ]);
    expect(faultsOf(model, { other: '2026-03-02' })).toEqual([]);
    expect(faultsOf(model, { other: 'tomorrow', otherEnd: '2026-03-01' })).toHaveLength(1);
  });
});

describe('a rule', () => {
  const properties: Fields = {
    start: number('起'),
    end: number('止', { maximum: 100, rules: [{ when: 'end > start', else: '止须大于起' }] }),
  };
  const model = modelOf(properties, { record: { type: 'object', required: ['start'], properties } });

  it('waits for the required field that it reads', () => {
    expect(faultsOf(model, { end: 5 })).toEqual(['/start 请输入起']);
    expect(faultsOf(model, { start: 6, end: 5 })).toEqual(['/end 止须大于起']);
    expect(faultsOf(model, { start: 4, end: 5 })).toEqual([]);
  });

  it('does not speak over a faulty value, in other words than its fault, nor in a draft', () => {
    expect(faultsOf(model, { start: 'x', end: 5 })).toHaveLength(1);
    expect(faultsOf(model, { start: 6, end: 5 }, 'types')).toEqual([]);
  });

  it('that reaches other records is left to whoever knows them', () => {
    const asking = modelOf({
      far: number('远', { rules: [{ when: "not exists('work', far > parent.far)", else: '已有更远的' }] }),
    });
    expect(faultsOf(asking, { far: 1 })).toEqual([]);
    expect(faultsOf(asking, { far: 1 }, 'complete', { ...environment, exists: () => true })).toEqual([
      '/far 已有更远的',
    ]);
    expect(faultsOf(asking, { far: 1 }, 'complete', { ...environment, exists: () => false })).toEqual([]);
  });
});

describe('a required field', () => {
  it('asks in the words of its kind, and by its own name', () => {
    const model = modelOf({
      name: text('名称'),
      phone: text('电话', { check: 'mobile' }),
      day: { title: '日期', field: 'date', type: 'string', format: 'date' },
      files: { title: '附件', field: 'upload', type: 'array', items: { type: 'string' } },
    });
    const said = Object.fromEntries(model.fields.map((field) => [field.key, requiredMessage(field)]));
    expect(said).toMatchObject({ name: '请输入名称', day: '请选择日期', files: '请上传附件' });
    expect(said.phone).toContain('手机');
  });

  it('is one only while its condition holds', () => {
    const model = modelOf({
      kind: text('类别'),
      note: text('说明', { requiredWhen: "kind == 'b'" }),
      off: text('停用', { disabledWhen: "kind == 'b'" }),
    });
    expect(faultsOf(model, { kind: 'b' })).toEqual(['/note 请输入说明']);
    expect(faultsOf(model, { kind: 'a' })).toEqual([]);
    const stateOf = (key: string, kind: string) => {
      const field = model.field.get(key);
      if (field === undefined) throw new Error(key);
      return fieldState(model, field, { kind }, environment);
    };
    expect(stateOf('note', 'b')).toEqual({ visible: true, required: true, disabled: false });
    expect(stateOf('note', 'a')).toEqual({ visible: true, required: false, disabled: false });
    expect(stateOf('off', 'b')).toEqual({ visible: true, required: false, disabled: true });
  });

  it('is checked alone as it is among others', () => {
    const model = modelOf({ name: text('名称', { maxLength: 2 }) });
    const field = model.field.get('name');
    if (field === undefined) throw new Error('name');
    expect(validateField(model, field, { name: '一二三' }, environment, 'types')).toHaveLength(1);
    expect(validateField(model, field, { name: '一二' }, environment, 'complete')).toEqual([]);
  });
});

describe('keys of a body', () => {
  const model = modelOf({ name: text('名称') });

  it('are fields, their labels, and what answers carry; nothing else', () => {
    for (const key of ['name', 'nameLabel', 'id', 'version', 'asks', 'evidence', 'childAbilities', 'isDeleted']) {
      expect([key, isBodyKey(model, key)]).toEqual([key, true]);
    }
    for (const key of ['nothing', 'nothingLabel', 'namelabel', ''])
      expect([key, isBodyKey(model, key)]).toEqual([key, false]);
    expect([isEchoedKey('id'), isEchoedKey('version'), isEchoedKey('name'), isEchoedKey('asks')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('that are strange are named by 60 characters at most', () => {
    expect(unknownKeyFault('x'.repeat(61)).pointer).toBe(`/${'x'.repeat(60)}`);
    expect(unknownKeyFaults(model, { id: '1', name: 'a', other: 1 }).map(({ pointer }) => pointer)).toEqual(['/other']);
  });

  it('are looked at before anything else only where there are more than any record has', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(swollenFaults(model, many(5_000))).toEqual([]);
    expect(swollenFaults(model, many(5_001)).length).toBeGreaterThan(0);
    for (const body of [null, 'x', Array.from({ length: 5_001 }, () => 1)])
      expect(swollenFaults(model, body)).toEqual([]);
  });
});

describe('choices below another field', () => {
  const choices: readonly Choice[] = [
    { key: 'js', title: '江苏' },
    { key: 'nj', title: '南京', parent: 'js' },
    { key: 'xw', title: '玄武', parent: 'nj' },
    { key: 'zj', title: '浙江' },
    { key: 'a', title: '甲', parent: 'b' },
    { key: 'b', title: '乙', parent: 'a' },
  ];
  const options = {
    js: { title: '江苏', order: 1 },
    nj: { title: '南京', order: 2, parent: 'js' },
    zj: { title: '浙江', order: 3 },
  };
  const model = modelOf({
    province: { title: '省', field: 'select', type: 'string', options },
    town: { title: '市', field: 'select', type: 'string', options, parentField: 'province' },
  });
  const offered = (field: 'select' | 'cascader', province: unknown) =>
    offeredChoices({ title: '市', field, type: 'string', parentField: 'province' }, choices, { province }).map(
      ({ key }) => key,
    );

  it('are the direct ones of a select and all of a cascader, none while nothing is chosen above', () => {
    expect(offered('select', 'js')).toEqual(['nj']);
    expect(offered('cascader', 'js')).toEqual(['nj', 'xw']);
    expect(offered('cascader', 'zj')).toEqual([]);
    expect(offered('select', '')).toEqual([]);
    expect(offeredChoices({ title: '市', field: 'select', type: 'string' }, choices, {})).toBe(choices);
  });

  it('end where they stand below each other in a circle', () => {
    expect(offered('cascader', 'b')).toEqual(['a', 'b']);
    expect(offered('cascader', 'nothing')).toEqual([]);
  });

  it('refuse a value that stands elsewhere, by both names', () => {
    const town = model.field.get('town');
    if (town === undefined) throw new Error('town');
    expect(fitsParent(town, { province: 'js', town: 'nj' }, environment)).toBe(true);
    expect(fitsParent(town, { province: 'zj', town: 'nj' }, environment)).toBe(false);
    expect(fitsParent(town, { province: 'js', town: ['nj', 'zj'] }, environment)).toBe(false);
    expect(fitsParent(town, { province: 'zj', town: '' }, environment)).toBe(true);
    expect(parentMessage(model, town)).toBe('市不属于所选的省');
    expect(faultsOf(model, { province: 'zj', town: 'nj' })).toEqual(['/town 市不属于所选的省']);
  });
});

describe('what is no list of rows', () => {
  const model = modelOf({
    rows: {
      title: '明细',
      field: 'subTable',
      type: 'array',
      items: { type: 'object', required: ['a'], properties: { a: text('甲', { maxLength: 1 }) } },
    },
  });
  const field = model.field.get('rows');
  if (field === undefined) throw new Error('rows');
  const check = (value: unknown) =>
    checkRows(field, value, environment, () => [{ pointer: '/a', msg: '有误' }]).map(({ pointer }) => pointer);

  it('has no faults of cells, and neither has an entry that is no row', () => {
    expect([check('x'), check(null), check([1, null, 'x'])]).toEqual([[], [], []]);
    expect(check([{ a: '一' }])).toEqual(['/rows/0/a']);
    expect(check([1, { a: '一', strange: 1 }])).toEqual(['/rows/1/strange', '/rows/1/a']);
    expect(completeRows(field, 'x', {}, environment)).toEqual([]);
    expect(completeRows(field, [7, {}], {}, environment).map(({ pointer }) => pointer)).toEqual(['/rows/1/a']);
  });

  it('stays as it is where the record is computed', () => {
    expect(computeRecord(model, { rows: 'x' }, environment)).toMatchObject({ rows: 'x' });
  });
});
