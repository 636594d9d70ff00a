import { describe, expect, it } from 'vitest';
import { diffEntities, formatChange } from './diff-entities.ts';
import type { Entity } from './entity.generated.ts';

const before: Entity = {
  dialect: 1,
  entity: 'law',
  title: '法规',
  api: { service: 'safety', base: 'laws' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 100 },
      issued: { title: '颁布日期', field: 'date', type: 'string', format: 'date', requiredWhen: 'name != null' },
      level: { title: '级别', field: 'radio', type: 'string', options: { a: { title: '国家', order: 10 } } },
    },
  },
  form: {
    sections: { base: { title: '基本', fields: ['name', 'level'] }, dates: { title: '日期', fields: ['issued'] } },
  },
  pages: { law: { title: '法规', columns: ['name', 'issued'] } },
};

const lines = (after: Entity) => diffEntities(before, after).map(formatChange);

describe('diffEntities', () => {
  it('finds nothing between equal files, whatever the order of keywords', () => {
    const { record, ...rest } = before;
    expect(lines({ record, ...rest })).toEqual([]);
  });

  it('shows a rename as one rename, although lists and expressions name the field', () => {
    const after = structuredClone(before);
    const { name, ...others } = after.record.properties;
    if (name === undefined) throw new Error('fixture');
    after.record.properties = { fileName: { ...name, id: 'name' }, ...others };
    after.record.required = ['fileName'];
    if (after.record.properties.issued) after.record.properties.issued.requiredWhen = 'fileName != null';
    after.form = {
      sections: {
        base: { title: '基本', fields: ['fileName', 'level'] },
        dates: { title: '日期', fields: ['issued'] },
      },
    };
    after.pages = { law: { title: '法规', columns: ['fileName', 'issued'] } };
    expect(lines(after)).toEqual(['改名 字段 name → fileName（名称）']);
  });

  it('tells of a field that leaves its section for none, and of one that comes into one', () => {
    const after = structuredClone(before);
    after.form = {
      sections: { base: { title: '基本', fields: ['name'] }, dates: { title: '日期', fields: ['issued'] } },
    };
    expect(lines(after)).toEqual(['移动 字段 level（级别）：分组 base → （无）']);
    expect(diffEntities(after, before).map(formatChange)).toEqual(['移动 字段 level（级别）：分组 （无） → base']);
  });

  it('names what was added, removed, moved and changed', () => {
    const after = structuredClone(before);
    after.title = '法律法规';
    after.record.properties = {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 200 },
      level: {
        title: '级别',
        field: 'radio',
        type: 'string',
        options: { a: { title: '全国', order: 10 }, b: { title: '地方', order: 20 } },
      },
      note: { title: '备注', field: 'textarea', type: 'string' },
    };
    after.record.required = ['name', 'level'];
    after.form = {
      columns: 2,
      sections: { base: { title: '基本', fields: ['name'] }, dates: { title: '日期', fields: ['level'] } },
    };
    after.pages = {};
    after.states = { draft: { title: '草稿', initial: true } };
    expect(lines(after)).toEqual([
      '修改 实体 law（法律法规）的 title："法规" → "法律法规"',
      '修改 字段 level（级别）的 required：false → true',
      '删除 字段 issued（颁布日期）',
      '修改 字段 name（名称）的 maxLength：100 → 200',
      '修改 选项 level.a（全国）的 title："国家" → "全国"',
      '新增 选项 level.b（地方）',
      '新增 字段 note（备注）',
      '移动 字段 level（级别）：分组 base → dates',
      '修改 实体 law（法律法规）的 form.columns：（无） → 2',
      '删除 页面 law（法规）',
      '新增 状态 draft（草稿）',
    ]);
  });

  it('goes into whatever the meta-schema calls a thing, and into the keywords of what is none', () => {
    const submit = {
      title: '提交',
      from: ['a'],
      who: ['creator' as const],
      approve: { levels: { one: { title: '一级', who: ['creator' as const] } } },
    };
    const was: Entity = { ...before, transitions: { submit } };
    const is: Entity = structuredClone(was);
    const { approve } = is.transitions?.submit ?? {};
    if (approve?.levels?.one === undefined) throw new Error('fixture');
    approve.levels.one.timers = { late: { at: 'now()', notify: ['creator'] } };
    approve.reject = { to: 'a' };
    is.pages = { law: { title: '法规', columns: ['name', 'issued'], grants: { safetyOfficer: ['view'] } } };
    expect(diffEntities(was, is).map(formatChange)).toEqual([
      '修改 页面 law（法规）的 grants：（无） → {"safetyOfficer":["view"]}',
      '新增 定时器 submit.one.late',
      '修改 流转 submit（提交）的 approve.reject：（无） → {"to":"a"}',
    ]);
    const then = structuredClone(is);
    if (then.pages?.law) then.pages.law.grants = { safetyOfficer: ['view', 'add'] };
    expect(diffEntities(is, then).map(formatChange)).toEqual([
      '修改 页面 law（法规）的 grants.safetyOfficer：["view"] → ["view","add"]',
    ]);
  });
});
