import { describe, expect, it } from 'vitest';
import type { Entity, Property } from '../dialect/entity.generated.ts';
import { compactOverlay } from './compact-overlay.ts';
import { whatItSays } from './identities.ts';
import { mergeOverlay } from './merge-overlay.ts';
import { type OverlayEdit, parseOverlay } from './overlay.ts';

const shipped: Entity = {
  dialect: 1,
  entity: 'lawRegulation',
  title: '法律法规',
  label: 'name',
  api: { service: 'safety', base: 'laws' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '文件名称', field: 'input', type: 'string', maxLength: 200 },
      fileType: { title: '文件类型', field: 'select', type: 'string', dict: 'law-file-type' },
      issueDate: { title: '颁布日期', field: 'date', type: 'string', format: 'date' },
      effectiveDate: {
        title: '施行日期',
        field: 'date',
        type: 'string',
        format: 'date',
        rules: [{ when: 'effectiveDate >= issueDate', else: '施行日期不能早于颁布日期' }],
      },
      level: {
        title: '级别',
        field: 'radio',
        type: 'string',
        options: { '1': { title: '国家', order: 10 }, '2': { title: '地方', order: 20 } },
      },
      code: { title: '编码', field: 'input', type: 'string', locked: true },
    },
  },
  form: {
    sections: {
      base: { title: '基本信息', fields: ['name', 'fileType', 'code'] },
      dates: { title: '日期', fields: ['issueDate', 'effectiveDate'], visible: 'issueDate != null' },
    },
  },
  pages: {
    law: {
      title: '法律法规',
      columns: ['name', 'issueDate'],
      sort: ['-issueDate'],
      actions: ['add', 'publish'],
      grants: { safetyOfficer: ['add'] },
    },
  },
  states: { draft: { title: '草稿', initial: true }, done: { title: '已发布' } },
  transitions: {
    publish: {
      title: '发布',
      from: ['draft'],
      to: 'done',
      who: ['creator'],
      fields: { issueDate: { required: true } },
      set: { effectiveDate: 'coalesce(effectiveDate, issueDate)' },
    },
  },
  permissions: { fields: { issueDate: [{ roles: ['everyone'], access: 'read' }] } },
  examples: [{ title: '早于颁布', record: { issueDate: '2026-01-02' }, errors: { effectiveDate: 'x' } }],
};

const graded: Entity = {
  ...shipped,
  record: {
    ...shipped.record,
    properties: {
      ...shipped.record.properties,
      open: {
        title: '评级',
        field: 'calculate',
        type: 'number',
        compute: '1 + 1',
        override: { who: [{ role: 'safetyOfficer' }], when: 'value >= computed', reason: true },
      },
      closed: { title: '得分', field: 'calculate', type: 'number', compute: '1 + 1' },
    },
  },
};

const field = (id: string) => ['record', 'properties', id] as const;
const merge = (...edits: OverlayEdit[]) => mergeOverlay(shipped, edits);

describe('mergeOverlay', () => {
  it('adds a field behind another one, renames one and moves one', () => {
    const { entity, conflicts } = merge(
      {
        edit: 'add',
        at: field('localNo'),
        section: 'base',
        after: 'name',
        value: { title: '本地编号', field: 'input', type: 'string' },
      },
      { edit: 'set', at: field('issueDate'), property: 'title', base: '颁布日期', value: '发布日期' },
      { edit: 'set', at: field('issueDate'), property: 'key', base: 'issueDate', value: 'publishDate' },
      {
        edit: 'move',
        at: field('fileType'),
        section: 'dates',
        after: 'issueDate',
        base: { section: 'base', after: 'name' },
      },
    );
    expect(conflicts).toEqual([]);
    expect(Object.keys(entity.record.properties)).toEqual([
      'name',
      'fileType',
      'publishDate',
      'effectiveDate',
      'level',
      'code',
      'localNo',
    ]);
    expect(entity.record.properties.publishDate).toEqual({
      title: '发布日期',
      field: 'date',
      type: 'string',
      format: 'date',
      id: 'issueDate',
    });
    expect(entity.form?.sections).toEqual({
      base: { title: '基本信息', fields: ['name', 'localNo', 'code'] },
      dates: {
        title: '日期',
        fields: ['publishDate', 'fileType', 'effectiveDate'],
        visible: 'publishDate != null',
      },
    });
  });

  it('renames a field in every place that names it', () => {
    const { entity } = merge({
      edit: 'set',
      at: field('issueDate'),
      property: 'key',
      base: 'issueDate',
      value: 'publishDate',
    });
    expect(entity.record.properties.effectiveDate?.rules?.[0]?.when).toBe('effectiveDate >= publishDate');
    expect(entity.pages?.law).toMatchObject({ columns: ['name', 'publishDate'], sort: ['-publishDate'] });
    expect(entity.transitions?.publish).toMatchObject({
      fields: { publishDate: { required: true } },
      set: { effectiveDate: 'coalesce(effectiveDate, publishDate)' },
    });
    expect(Object.keys(entity.permissions?.fields ?? {})).toEqual(['publishDate']);
    expect(entity.examples?.[0]?.record).toEqual({ publishDate: '2026-01-02' });
    expect(JSON.stringify(entity).replace('"id":"issueDate"', '')).not.toContain('issueDate');
  });

  it('renames it in the conditions of buttons and choices, where bare names may be another record’s', () => {
    const replaced: Property = {
      title: '被替代文件',
      field: 'reference',
      type: 'string',
      ref: {
        entity: 'standard',
        rules: [
          { when: 'issueDate < record.issueDate', else: '不早于本文件', elseFrom: "concat('颁布于', issueDate)" },
        ],
      },
    };
    const { publish } = shipped.transitions ?? {};
    if (publish === undefined) throw new Error('publish');
    const { entity } = mergeOverlay(
      {
        ...shipped,
        record: { ...shipped.record, properties: { ...shipped.record.properties, replaced } },
        transitions: {
          publish: {
            ...publish,
            offeredWhen: 'not isNull(issueDate)',
            when: [{ when: 'issueDate <= today()', else: '未颁布', elseFrom: 'text(issueDate)' }],
          },
        },
      },
      [{ edit: 'set', at: field('issueDate'), property: 'key', base: 'issueDate', value: 'publishDate' }],
    );
    expect(entity.record.properties.replaced?.ref?.rules).toEqual([
      { when: 'issueDate < record.publishDate', else: '不早于本文件', elseFrom: "concat('颁布于', issueDate)" },
    ]);
    expect(entity.transitions?.publish).toMatchObject({
      offeredWhen: 'not isNull(publishDate)',
      when: [{ when: 'publishDate <= today()', else: '未颁布', elseFrom: 'text(publishDate)' }],
    });
  });

  it('renames it in what people are told of a state', () => {
    const [key = '', state] = Object.entries(shipped.states ?? {})[0] ?? [];
    if (state === undefined) throw new Error('state');
    const entered = {
      when: 'not isNull(issueDate)',
      notify: ['creator' as const],
      message: '已到',
      detail: 'text(issueDate)',
    };
    const { entity } = mergeOverlay({ ...shipped, states: { ...shipped.states, [key]: { ...state, entered } } }, [
      { edit: 'set', at: field('issueDate'), property: 'key', base: 'issueDate', value: 'publishDate' },
    ]);
    expect(entity.states?.[key]?.entered).toMatchObject({
      when: 'not isNull(publishDate)',
      detail: 'text(publishDate)',
    });
  });

  it('addresses a renamed field by its first key', () => {
    const { entity, conflicts } = merge(
      { edit: 'set', at: field('name'), property: 'key', base: 'name', value: 'fileName' },
      { edit: 'set', at: field('name'), property: 'hint', base: null, value: '全称' },
    );
    expect(conflicts).toEqual([]);
    expect(entity.record.properties.fileName).toMatchObject({ id: 'name', hint: '全称' });
    expect(entity.record.required).toEqual(['fileName']);
    expect(entity.label).toBe('fileName');
  });

  it('leaves the shipped entity as it is', () => {
    const before = JSON.stringify(shipped);
    merge({ edit: 'set', at: field('name'), property: 'title', base: '文件名称', value: '名称' });
    expect(JSON.stringify(shipped)).toBe(before);
  });

  it('keeps our title and lists the conflict when the shipped title changed', () => {
    const { entity, conflicts } = merge({
      edit: 'set',
      at: field('name'),
      property: 'title',
      base: '旧名',
      value: '名称',
    });
    expect(entity.record.properties.name?.title).toBe('名称');
    expect(conflicts).toEqual([
      {
        edit: 0,
        at: ['record', 'properties', 'name'],
        reason: 'changed',
        property: 'title',
        base: '旧名',
        shipped: '文件名称',
        ours: '名称',
        winner: 'ours',
        message: '升级后“title”的出厂值变了，保留您的修改',
      },
    ]);
  });

  it('takes the shipped rule and lists the conflict when the shipped rule changed', () => {
    const { entity, conflicts } = merge({
      edit: 'set',
      at: field('name'),
      property: 'maxLength',
      base: 100,
      value: 150,
    });
    expect(entity.record.properties.name?.maxLength).toBe(200);
    expect(conflicts[0]).toMatchObject({ reason: 'changed', winner: 'shipped', base: 100, shipped: 200, ours: 150 });
  });

  it('sees no conflict where shipped became what we want', () => {
    const { conflicts } = merge({ edit: 'set', at: field('name'), property: 'maxLength', base: 100, value: 200 });
    expect(conflicts).toEqual([]);
  });

  it('refuses edits of a locked field and of a locked entity', () => {
    const edit: OverlayEdit = { edit: 'set', at: field('code'), property: 'title', base: '编码', value: '代码' };
    expect(merge(edit).conflicts[0]).toMatchObject({ reason: 'locked', winner: 'shipped' });
    expect(merge(edit).entity.record.properties.code?.title).toBe('编码');
    const locked = mergeOverlay({ ...shipped, locked: true }, [{ ...edit, at: field('name') }]);
    expect(locked.conflicts[0]?.reason).toBe('locked');
  });

  it('appends to the section where the anchor is gone', () => {
    const value = { title: '附注', field: 'textarea', type: 'string' };
    const { entity, conflicts } = merge({ edit: 'add', at: field('note'), section: 'dates', after: 'gone', value });
    expect(conflicts).toEqual([]);
    expect(entity.form?.sections?.dates?.fields).toEqual(['issueDate', 'effectiveDate', 'note']);
  });

  it('hides fields, pages, options and buttons without removing anything', () => {
    const { entity, conflicts } = merge(
      { edit: 'hide', at: field('fileType') },
      { edit: 'hide', at: ['pages', 'law'] },
      { edit: 'hide', at: ['record', 'properties', 'level', 'options', '2'] },
      { edit: 'hide', at: ['transitions', 'publish'] },
    );
    expect(conflicts).toEqual([]);
    expect(entity.record.properties.fileType).toMatchObject({ hidden: true, title: '文件类型' });
    expect(entity.pages?.law).toMatchObject({ hidden: true, actions: ['add'] });
    expect(entity.record.properties.level?.options?.['2']).toEqual({ title: '地方', order: 20, sealed: true });
    expect(Object.keys(entity.transitions ?? {})).toEqual(['publish']);
  });

  it('takes away a state and a step that the company has added', () => {
    const { entity, conflicts } = merge(
      { edit: 'add', at: ['states', 'held'], after: null, value: { title: '搁置', order: 30 } },
      { edit: 'add', at: ['transitions', 'hold'], after: null, value: { title: '搁置', from: ['done'], to: 'held' } },
      { edit: 'add', at: ['pages', 'law', 'actions', 'hold'], after: null, value: 'hold' },
      { edit: 'add', at: ['pages', 'law', 'grants', 'safetyOfficer', 'hold'], after: null, value: 'hold' },
      { edit: 'hide', at: ['transitions', 'hold'] },
      { edit: 'hide', at: ['states', 'held'] },
    );
    expect(conflicts).toEqual([]);
    expect(Object.keys(entity.states ?? {})).toEqual(Object.keys(shipped.states ?? {}));
    expect(entity.transitions?.hold).toBeUndefined();
    expect(entity.pages?.law?.actions).toEqual(shipped.pages?.law?.actions);
    expect(entity.pages?.law?.grants?.safetyOfficer).toEqual(['add']);
  });

  it('no longer tells an edit whose ground is gone once the company keeps it no more', () => {
    const gone: OverlayEdit = { edit: 'set', at: field('gone'), property: 'title', base: '旧', value: '新' };
    expect(merge(gone).conflicts).toMatchObject([{ reason: 'missing' }]);
    const kept: OverlayEdit = { edit: 'set', at: field('name'), property: 'title', base: '文件名称', value: '文件' };
    const edits: OverlayEdit[] = [gone, kept, { edit: 'hide', at: field('gone') }];
    expect(merge(...edits).conflicts).toEqual([]);
    expect(compactOverlay(shipped, edits)).toEqual([kept]);
  });

  it('refuses to hide a required field or a state', () => {
    const { entity, conflicts } = merge({ edit: 'hide', at: field('name') }, { edit: 'hide', at: ['states', 'done'] });
    expect(conflicts.map((conflict) => conflict.reason)).toEqual(['refused', 'refused']);
    expect(entity.record.properties.name?.hidden).toBeUndefined();
  });

  it('moves options and states by their order numbers', () => {
    const { entity } = merge({ edit: 'move', at: ['record', 'properties', 'level', 'options', '2'], after: null });
    expect(entity.record.properties.level?.options).toEqual({
      '1': { title: '国家', order: 20 },
      '2': { title: '地方', order: 10 },
    });
  });

  it('keeps our place and lists the conflict when the shipped place changed', () => {
    const { entity, conflicts } = merge({
      edit: 'move',
      at: field('fileType'),
      section: 'dates',
      after: null,
      base: { section: 'base', after: null },
    });
    expect(entity.form?.sections?.dates?.fields).toEqual(['fileType', 'issueDate', 'effectiveDate']);
    expect(conflicts[0]).toMatchObject({
      reason: 'changed',
      winner: 'ours',
      shipped: { section: 'base', after: 'name' },
    });
  });

  it('lists an added key that the upgrade has taken, a lost target, a key in use and what overlays may not touch', () => {
    const { conflicts } = merge(
      { edit: 'add', at: field('name'), after: null, value: { title: '名称', field: 'input', type: 'string' } },
      { edit: 'set', at: field('gone'), property: 'title', base: 'a', value: 'b' },
      { edit: 'set', at: field('name'), property: 'key', base: 'name', value: 'fileType' },
      { edit: 'set', at: field('name'), property: 'locked', base: null, value: true },
      { edit: 'set', at: [], property: 'api.base', base: 'laws', value: 'other' },
    );
    expect(conflicts.map((conflict) => conflict.reason)).toEqual(['exists', 'missing', 'exists', 'refused', 'refused']);
  });

  it('changes whether a field is required', () => {
    const { entity } = merge(
      { edit: 'set', at: field('fileType'), property: 'required', base: false, value: true },
      { edit: 'set', at: field('name'), property: 'required', base: true, value: false },
    );
    expect(entity.record.required).toEqual(['fileType']);
  });

  it('cannot reach the prototype of anything', () => {
    const edit = { edit: 'set', at: field('name'), property: '__proto__.polluted', base: null, value: 1 } as const;
    merge(edit);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect('problems' in parseOverlay([edit])).toBe(true);
  });
});

describe('parseOverlay', () => {
  it('takes a list of well-formed edits', () => {
    const edits = [{ edit: 'hide', at: ['record', 'properties', 'name'] }];
    expect(parseOverlay(edits)).toEqual({ edits });
  });

  it('reports everything that is wrong at once', () => {
    const parsed = parseOverlay([
      { edit: 'drop', at: field('name') },
      { edit: 'set', at: ['record', 1], property: 'title', value: '' },
      { edit: 'hide', at: { kind: 'option', id: '1' }, extra: 1 },
      { edit: 'hide', at: [] },
      { edit: 'set', at: ['record', '__proto__'], property: 'title', base: null, value: 'x' },
    ]);
    const pointers = 'problems' in parsed ? parsed.problems.map((problem) => problem.pointer) : [];
    expect(pointers).toEqual(['/0', '/1', '/1/at', '/2/extra', '/2/at', '/3/at', '/4/at']);
  });
});

describe('an overlay over computed values that people may override', () => {
  const given = { who: [{ role: 'safetyOfficer' }], when: 'value >= computed', reason: true };
  const overridden = (id: string, ...steps: string[]) => [...field(id), 'override', ...steps];

  it('says who may', () => {
    const { entity, conflicts } = mergeOverlay(graded, [
      { edit: 'add', at: overridden('open', 'who', 'leader'), after: null, value: { role: 'teamLeader' } },
      { edit: 'hide', at: overridden('open', 'who', whatItSays({ role: 'safetyOfficer' })) },
    ]);
    expect(conflicts).toEqual([]);
    expect(entity.record.properties.open?.override).toEqual({ ...given, who: [{ role: 'teamLeader' }] });
  });

  it.each<OverlayEdit>([
    { edit: 'set', at: field('closed'), property: 'override', base: null, value: given },
    { edit: 'set', at: field('open'), property: 'override', base: given, value: { who: given.who } },
    { edit: 'set', at: field('open'), property: 'override', base: given, value: null },
    { edit: 'set', at: field('open'), property: 'override.when', base: given.when, value: 'true' },
    { edit: 'set', at: field('open'), property: 'override.reason', base: true, value: false },
    { edit: 'set', at: field('open'), property: 'override.who', base: given.who, value: [{ role: 'teamLeader' }] },
    { edit: 'add', at: overridden('closed', 'who', 'leader'), after: null, value: { role: 'teamLeader' } },
  ])('opens none and loosens none, %j', (edit) => {
    const { entity, conflicts } = mergeOverlay(graded, [edit]);
    expect(conflicts).toMatchObject([{ reason: 'refused' }]);
    expect(entity).toEqual(graded);
  });
});
