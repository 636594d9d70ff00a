// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { smallPage } from '../../../tests/fixtures/small-page.ts';
import { formFields } from '../../compile/form/form-schema.ts';
import { askPage } from '../actions/ask-page.ts';
import { copyOf } from '../actions/copy-record.ts';
import { performBatch } from '../actions/perform-action.ts';
import { parseConflict } from './conflict.ts';
import { draftKey, dropLocalDraft, keepLocalDraft, readLocalDraft } from './draft-store.ts';
import { recordAfter } from './form-body.ts';
import { commandAgain, draftStep, formCommands } from './form-commands.ts';
import { createSubmitKeys } from './submit-key.ts';

const page = smallPage();
const { model } = page;

describe('buttons of a form', () => {
  const keys = (stored: Record<string, unknown> | undefined, entity = model) =>
    formCommands(entity, stored).map(({ key, operation, stage }) => `${key} ${operation} ${stage}`);

  test('in a draft save it unchecked, or submit', () => {
    expect(keys(undefined)).toEqual(['saveDraft save types', 'submit submit complete']);
    expect(keys({ status: '0', abilities: { submit: true } })).toEqual([
      'saveDraft save types',
      'submit submit complete',
    ]);
    expect(keys({ status: '0', abilities: {} })).toEqual(['saveDraft save types']);
  });

  test('lead from a draft that has no submit to the step by which it is done with', () => {
    const called = smallPage(({ states: _, transitions: __, actions: ___, ...entity }) => ({
      ...entity,
      states: {
        '0': { title: '草稿', order: 10, initial: true, draft: true },
        '1': { title: '待召开', order: 20 },
        '4': { title: '已取消', order: 30 },
      },
      transitions: {
        cancel: { title: '取消', from: ['0', '1'], to: '4', who: ['creator'], danger: true },
        notify: { title: '通知召开', from: ['0'], to: '1', who: ['creator', { role: 'safetyOfficer' }] },
      },
      pages: { sample: { title: '样品', columns: ['name'], actions: ['add', 'edit', 'notify', 'cancel'] } },
    }));
    const me = { userId: '1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' };
    const around = { page: called, me, can: () => true };
    expect(draftStep(around, undefined)?.title).toBe('通知召开');
    expect(draftStep({ ...around, can: (button) => button !== 'sample_notify' }, undefined)).toBeUndefined();
    expect(draftStep(around, { status: '0', abilities: { notify: true } })?.key).toBe('notify');
    expect(draftStep(around, { status: '0', abilities: {} })).toBeUndefined();
    expect(draftStep(around, { status: '1', abilities: { notify: true } })).toBeUndefined();
    const commands = formCommands(called.model, undefined, draftStep(around, undefined));
    expect(commands.map(({ key, operation, stage, primary }) => [key, operation, stage, primary])).toEqual([
      ['saveDraft', 'save', 'types', false],
      ['step', 'save', 'complete', true],
    ]);
    expect(commandAgain(commands)?.key).toBe('saveDraft');
  });

  test('elsewhere save, never firing the transition', () => {
    expect(keys({ status: '1' })).toEqual(['save save complete']);
  });

  test('without states or drafts save completely', () => {
    const plain = smallPage(({ states: _, transitions: __, actions: ___, ...entity }) => ({
      ...entity,
      pages: { sample: { title: '样品', columns: ['name'], actions: ['add'] } },
    })).model;
    expect(keys(undefined, plain)).toEqual(['save submit complete']);
  });
});

test('a record that its writer may no longer see leaves the form as he typed it', () => {
  const sent = { name: '样', level: '1' };
  expect(recordAfter({ id: '7', version: 3, name: '样品' }, sent)).toEqual({ id: '7', version: 3, name: '样品' });
  expect(recordAfter({ id: '7' }, sent)).toEqual({ id: '7', version: 0, name: '样', level: '1' });
});

describe('a draft on this machine', () => {
  const key = draftKey({ tenantId: '645967', account: 'a' }, 'sample', undefined);
  const draft = { values: { name: '样' }, labels: {}, touched: ['name'], savedAt: 1_000_000, version: undefined };
  beforeEach(() => localStorage.clear());

  test('belongs to one person and one record', () => {
    expect(key).not.toBe(draftKey({ tenantId: '645967', account: 'b' }, 'sample', undefined));
    expect(key).not.toBe(draftKey({ tenantId: '645967', account: 'a' }, 'sample', '1'));
  });

  test('is read back, dropped, and forgotten after 30 days', () => {
    keepLocalDraft(key, draft);
    expect(readLocalDraft(key, 1_000_001)).toEqual({ ...draft, version: undefined });
    expect(readLocalDraft(key, 1_000_001 + 31 * 86_400_000)).toBeUndefined();
    expect(localStorage.length).toBe(0);
    keepLocalDraft(key, draft);
    dropLocalDraft(key);
    expect(readLocalDraft(key, 1_000_001)).toBeUndefined();
  });

  test('that is damaged counts as none', () => {
    localStorage.setItem(key, '{"savedAt":"x"}');
    expect(readLocalDraft(key)).toBeUndefined();
    localStorage.setItem(key, '{');
    expect(readLocalDraft(key)).toBeUndefined();
  });
});

test('an attempt keeps its key until it is answered', () => {
  const keys = createSubmitKeys();
  const first = keys.keyOf('save', { name: '样' });
  expect(keys.keyOf('save', { name: '样' })).toBe(first);
  expect(keys.keyOf('save', { name: '样二' })).not.toBe(first);
  const second = keys.keyOf('save', { name: '样' });
  keys.answered();
  expect(keys.keyOf('save', { name: '样' })).not.toBe(second);
});

test('a conflict asks only about what both changed, and files without their names are the same files', () => {
  const stored = {
    id: '1',
    version: 1,
    name: '盐',
    kind: '1',
    files: [{ attachId: 'f', name: 'f', originalName: '说明' }],
  };
  const conflict = parseConflict(
    page,
    {
      current: { id: '1', version: 2, name: '盐酸', kind: '2', price: 3, files: ['f'] },
      changed: [{ field: 'name', title: '名称', from: '盐', to: '盐酸', by: '样丁' }],
    },
    { stored, values: { ...stored, name: '食盐', kind: '2' }, labels: {} },
    '其他人',
  );
  expect(conflict?.fields.map(({ key, theirs, mine, by, both }) => ({ key, theirs, mine, by, both }))).toEqual([
    { key: 'name', theirs: '盐酸', mine: '食盐', by: '样丁', both: true },
    // Both chose the same, so there is nothing to choose.
    { key: 'kind', theirs: '液体', mine: '液体', by: '其他人', both: false },
    { key: 'price', theirs: '3', mine: '', by: '其他人', both: false },
  ]);
  expect(parseConflict(page, null, { stored, values: stored, labels: {} }, '其他人')).toBeUndefined();
});

test('a copy takes what a person entered, says that it is one, and leaves files and formulas', () => {
  const copy = copyOf(
    model,
    { id: '1', status: '1', name: '盐酸', total: 3, taker: '8', takerLabel: '样乙', files: [{ attachId: 'f' }] },
    (name) => `${name}（复制）`,
  );
  expect(copy).toEqual({ name: '盐酸（复制）', taker: '8', takerLabel: '样乙' });
  expect(copyOf(model, { name: '一二三四五六七八九' }, (name) => `${name}（复制）`)).toEqual({
    name: '一二三四五六七八九',
  });
});

test('a copy takes no field that nobody may enter', () => {
  const closed = smallPage((entity) => {
    const { properties } = entity.record;
    const name = { ...properties.name, disabledWhen: 'true' } as (typeof properties)[string];
    return { ...entity, record: { ...entity.record, properties: { ...properties, name } } };
  }).model;
  expect(copyOf(closed, { name: '盐酸', taker: '8' }, (text) => text)).toEqual({ taker: '8' });
});

test('a copy proposes its times anew, with their ends', () => {
  const timed = smallPage((entity) => {
    const { properties } = entity.record;
    const useFrom = { ...properties.useFrom, defaultFrom: 'today() + days(1)' } as (typeof properties)[string];
    return { ...entity, record: { ...entity.record, properties: { ...properties, useFrom } } };
  }).model;
  const record = { name: '盐酸', useFrom: '2026-01-01', useTo: '2026-01-02' };
  expect(copyOf(timed, record, (text) => text)).toEqual({ name: '盐酸' });
  expect(copyOf(model, record, (text) => text)).toEqual(record);
});

test('a dialog asks for the fields of its action alone, required as the transition says', () => {
  const plan = page.toolbar.row.find(({ key }) => key === 'scrap');
  if (plan === undefined) throw new Error('no plan');
  const asked = askPage(page, plan);
  expect(formFields(asked.form).map(({ name }) => name)).toEqual(['other']);
  expect(asked.model.field.get('other')).toMatchObject({ required: true, visible: undefined });
});

test('in a batch one failure does not stop the rest', async () => {
  const records = ['1', '2', '3'].map((id) => ({ id, version: 1 }));
  const result = await performBatch(records, async ({ id }) => {
    if (id === '2') throw new Error('仍被引用');
  });
  expect(result).toEqual({ done: [records[0], records[2]], failed: 1, reason: '仍被引用' });
});
