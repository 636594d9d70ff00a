// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest';
import { smallMetadata, smallUser } from '../../../tests/fixtures/small-page.ts';
import { formFields } from '../../compile/form/form-schema.ts';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import type { AskedField } from '../../core/model/entity-model.ts';
import type { FlowHistory, FlowStep } from '../../core/wire/approval.ts';
import { childKeys, childPage } from '../model/child-page.ts';
import { buildPageModel } from '../model/page-model.ts';
import { checkBallot } from './check-ballot.ts';
import { childRights, evidenceOf, rowsOf, tableFields } from './child-rows.ts';
import { waitingText } from './next-step.ts';
import { dropTransitionDraft, keepTransitionDraft, readTransitionDraft } from './transition-draft.ts';
import { createTransitionForm } from './transition-form.ts';

const reading: Entity = {
  dialect: 1,
  entity: 'reading',
  title: '抄表',
  parent: { entity: 'sample', field: 'sampleId' },
  api: { service: 'safety', base: 'sample/reading' },
  record: {
    type: 'object',
    required: ['sampleId', 'reason', 'until'],
    properties: {
      sampleId: { title: '样品', field: 'reference', type: 'string', ref: { entity: 'sample' } },
      reason: { title: '原因', field: 'textarea', type: 'string', maxLength: 20 },
      until: {
        title: '延期至',
        field: 'date',
        type: 'string',
        format: 'date',
        rules: [{ when: 'until > parent.useTo', else: '须晚于使用期止' }],
      },
      keeper: { title: '保管人', field: 'orgSelect', type: 'string', org: 'user', defaultFrom: 'sampleId.taker' },
      photo: { title: '照片', field: 'upload', type: 'array', items: { type: 'string' } },
    },
  },
  pages: {},
};

const page = buildPageModel({ ...smallMetadata(), children: { reading: { entity: reading, area: 'base' } } });
const record = { id: '5', version: 3, status: '1', name: '盐', useTo: '2026-05-01', taker: '8', other: '旧说明' };
const form = (asks: readonly AskedField[], writes?: string) =>
  createTransitionForm({
    page,
    plan: { key: 'delay', title: '延期', asks },
    writes,
    record,
    me: smallUser,
    access: () => 'write',
  });

describe('the forms of a transition', () => {
  test('ask for what another answer makes wanted only while it does, unless the step demands it', () => {
    const metadata = smallMetadata();
    const properties = {
      ...metadata.entity.record.properties,
      means: {
        title: '方式',
        field: 'radio' as const,
        type: 'string' as const,
        options: { tag: { title: '标签', order: 1 }, hand: { title: '手动', order: 2 } },
      },
      why: { title: '原因', field: 'input' as const, type: 'string' as const, visible: "means == 'hand'" },
    };
    const entity = { ...metadata.entity, record: { ...metadata.entity.record, properties } };
    const asking = (required: boolean) =>
      createTransitionForm({
        page: buildPageModel({ ...metadata, entity }),
        plan: {
          key: 'delay',
          title: '签到',
          asks: [
            { field: 'means', required: true },
            { field: 'why', required },
          ],
        },
        writes: undefined,
        record,
        me: smallUser,
        access: () => 'write',
      }).record;
    const optional = asking(false);
    expect(optional?.field('why')?.display).toBe('none');
    optional?.enter('means', 'hand');
    expect(optional?.field('why')?.display).toBe('visible');
    optional?.enter('why', '标签脱落');
    optional?.enter('means', 'tag');
    expect(optional?.body()).not.toHaveProperty('why');
    expect(asking(true)?.field('why')?.display).toBe('visible');
  });

  test('do not ask for what the stored record fixes, not even where the step needs it', () => {
    const metadata = smallMetadata();
    const { name } = metadata.entity.record.properties;
    if (name === undefined) throw new Error('the small page has no name');
    const asked = (fixedWhen: string) => {
      const properties = { ...metadata.entity.record.properties, name: { ...name, fixedWhen } };
      const made = createTransitionForm({
        page: buildPageModel({
          ...metadata,
          entity: { ...metadata.entity, record: { ...metadata.entity.record, properties } },
        }),
        plan: { key: 'delay', title: '延期', asks: [{ field: 'name', required: true }] },
        writes: undefined,
        record,
        me: smallUser,
        access: () => 'write',
      });
      return made.record === undefined ? [] : formFields(made.record.page.form).map((field) => field.name);
    };
    expect(asked('not isNull(name)')).toEqual([]);
    expect(asked('isNull(name)')).toEqual(['name']);
  });

  test('open what the record keeps closed, since the transition asks for it', () => {
    const metadata = smallMetadata();
    const { name } = metadata.entity.record.properties;
    if (name === undefined) throw new Error('the small page has no name');
    const properties = { ...metadata.entity.record.properties, name: { ...name, disabledWhen: 'true' } };
    const closed = buildPageModel({
      ...metadata,
      entity: { ...metadata.entity, record: { ...metadata.entity.record, properties } },
    });
    const { record: asked, body } = createTransitionForm({
      page: closed,
      plan: { key: 'delay', title: '延期', asks: [{ field: 'name', required: true }] },
      writes: undefined,
      record,
      me: smallUser,
      access: () => 'write',
    });
    expect(asked?.field('name')?.pattern).toBe('editable');
    asked?.enter('name', '新名');
    expect(body()).toEqual({ name: '新名' });
  });

  test('name a field as the transition does, and begin empty where it is asked anew', () => {
    const asks = [{ field: 'name', required: true, title: '延期原因', anew: true }];
    const { record: asked, check, body } = form(asks);
    expect(asked?.field('name')?.title).toBe('延期原因');
    expect(asked?.values().name).toBeNull();
    expect(check()).toEqual({ part: 'record', key: 'name' });
    expect(asked?.state.faults[0]?.msg).toBe('请输入延期原因');
    asked?.enter('name', '备件未到');
    expect(body()).toEqual({ name: '备件未到' });
  });

  test('ask for the row without its parent, checked over both', () => {
    const { row, check, body } = form([], 'reading');
    expect(row && formFields(row.page.form).map(({ name }) => name)).toEqual(['reason', 'until', 'keeper', 'photo']);
    expect(check()).toEqual({ part: 'row', key: 'reason' });
    row?.enter('reason', '备件未到');
    row?.enter('until', '2026-05-01');
    expect(check()).toEqual({ part: 'row', key: 'until' });
    expect(row?.field('until')?.selfErrors).toEqual(['须晚于使用期止']);
    row?.enter('until', '2026-06-01');
    expect(check()).toBeUndefined();
    expect(body()).toEqual({ row: { reason: '备件未到', until: '2026-06-01', keeper: '8' } });
  });

  test('send what is asked of the record, and null for what was cleared', () => {
    const asked = form([
      { field: 'other', required: false },
      { field: 'amount', required: false },
    ]);
    expect(asked.body()).toEqual({ other: '旧说明' });
    asked.record?.enter('other', null);
    asked.record?.enter('amount', 2);
    expect(asked.body()).toEqual({ other: null, amount: 2 });
    expect(asked.isDirty()).toBe(true);
  });

  test('show faults of the server where they belong', () => {
    const both = form([{ field: 'other', required: true }], 'reading');
    const { homeless, first } = both.show([
      { pointer: '/other', msg: '说明太短' },
      { pointer: '/row/until', msg: '日期已过' },
      { pointer: '/copies', msg: '抄送人不正确' },
    ]);
    expect(homeless).toEqual([{ pointer: '/copies', msg: '抄送人不正确' }]);
    expect(first).toEqual({ part: 'row', key: 'until' });
    expect(both.row?.field('until')?.selfErrors).toEqual(['日期已过']);
    expect(both.record?.field('other')?.selfErrors).toEqual(['说明太短']);
  });

  test('refuse an entity that the page does not bring', () => {
    expect(() => form([], 'nothing')).toThrow('nothing');
  });
});

describe('what was typed', () => {
  const owner = { tenantId: '1', account: 'a', entity: 'sample', transition: 'delay', recordId: '5' };
  beforeEach(() => localStorage.clear());

  test('is kept with its copies and restored into new forms', () => {
    const first = form([{ field: 'other', required: true }], 'reading');
    first.row?.enter('reason', '备件未到');
    first.record?.enter('other', '新说明');
    expect(keepTransitionDraft(owner, { ...first.snapshot(), copies: [{ id: '9', name: '样乙' }] })).toBe(true);
    const draft = readTransitionDraft(owner);
    expect(draft?.copies).toEqual([{ id: '9', name: '样乙' }]);
    const second = form([{ field: 'other', required: true }], 'reading');
    if (draft !== undefined) second.restore(draft);
    expect(second.body()).toEqual({ other: '新说明', row: { reason: '备件未到', keeper: '8' } });
    expect(readTransitionDraft({ ...owner, recordId: '6' })).toBeUndefined();
    // What is not asked any more is told, not dropped.
    expect(draft && form([{ field: 'other', required: true }]).restore(draft)).toEqual([
      expect.objectContaining({ title: '原因', text: '备件未到' }),
    ]);
    dropTransitionDraft(owner);
    expect(readTransitionDraft(owner)).toBeUndefined();
  });
});

describe('children', () => {
  const child = childPage(page, 'reading');
  if (child === undefined) throw new Error('no child');

  test('are those that name the entity as their parent', () => {
    expect(childKeys(page)).toEqual(['reading']);
    expect(childPage(page, 'reading')).toBe(child);
    expect(childPage(page, 'toString')).toBeUndefined();
    expect(tableFields(child).map(({ key }) => key)).toEqual(['reason', 'until', 'keeper']);
  });

  test('come with the detail and its rights', () => {
    const row = { id: '1', version: 1, abilities: { edit: true }, evidence: { id: '7', hash: 'ab' } };
    const detail = { ...record, children: { reading: [row] }, childAbilities: { reading: { add: true } } };
    expect(rowsOf(detail, 'reading')).toEqual([row]);
    expect(rowsOf(record, 'reading')).toBeUndefined();
    const rights = childRights(child, detail);
    expect([rights.create, rights.edit(row), rights.remove(row)]).toEqual([true, true, false]);
    expect(childRights(child, record).create).toBe(false);
    expect(evidenceOf(row)).toEqual({ id: '7', hash: 'ab' });
    expect(evidenceOf({ id: '1', version: 1, evidence: null })).toBeUndefined();
  });
});

describe('a decision', () => {
  const asks = { opinion: 'optional', signature: false, place: null, files: true } as const;

  test.each([
    ['pass', undefined, []],
    ['reject', undefined, ['/opinion']],
    ['reject', '不', ['/opinion']],
    ['reject', ' 不行 ', []],
    ['pass', '长'.repeat(201), ['/opinion']],
  ] as const)('%s with opinion %j is faulty at %j', (result, opinion, pointers) => {
    expect(checkBallot(asks, { result, opinion }).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('needs what the level asks', () => {
    const strict = { ...asks, opinion: 'required', signature: true } as const;
    expect(checkBallot(strict, { result: 'pass' }).map(({ pointer }) => pointer)).toEqual(['/opinion', '/signature']);
    expect(checkBallot(strict, { result: 'pass', opinion: '好', signature: 'data:' })).toEqual([]);
  });
});

test('says who is awaited, and nothing once nobody is', () => {
  const step = (action: FlowStep['action'], userName: string): FlowStep => ({
    id: userName,
    action,
    actionLabel: '',
    levelTitle: '安全总监',
    userId: userName,
    userName,
    behalfOf: null,
    arrivedAt: null,
    time: null,
    seconds: null,
    opinion: null,
    signature: null,
    place: null,
    files: [],
    evidenceId: null,
    evidenceHash: null,
  });
  const history: FlowHistory = {
    requestId: '1',
    transition: 'submit',
    transitionTitle: '提交',
    status: 'open',
    statusLabel: '审批中',
    steps: [step('submit', '样甲'), step('waiting', '样乙'), step('waiting', '样丙')],
  };
  expect(waitingText(history)).toBe('已提交，等待 样乙、样丙 审批（安全总监）');
  expect(waitingText({ ...history, status: 'granted' })).toBeUndefined();
  expect(waitingText(undefined)).toBeUndefined();
});
