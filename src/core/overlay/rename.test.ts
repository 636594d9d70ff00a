import { describe, expect, it } from 'vitest';
import type { Entity } from '../dialect/entity.generated.ts';
import { cloneJson, type Draft } from './draft.ts';
import { renameField } from './rename.ts';

const property = (title: string) => ({ title, field: 'input', type: 'string' }) as const;

const job: Entity = {
  dialect: 1,
  entity: 'job',
  title: '作业',
  api: { service: 'safety', base: 'job' },
  record: {
    type: 'object',
    properties: {
      kind: property('类别'),
      due: { title: '期限', field: 'date', type: 'string' },
      doer: { title: '办理人', field: 'orgSelect', type: 'string', org: 'user' },
      checker: { title: '检查人', field: 'orgSelect', type: 'string', org: 'user', distinct: ['doer', 'creator'] },
      detail: { ...property('小类'), parentField: 'kind' },
      no: { title: '编号', field: 'serial', type: 'string', serial: { prefixFrom: "kind == 'hot' ? 'DH' : 'GC'" } },
      before: {
        title: '前一项',
        field: 'reference',
        type: 'string',
        ref: { entity: 'job', where: 'kind == record.kind', label: 'kind' },
      },
      tank: {
        title: '储罐',
        field: 'reference',
        type: 'string',
        ref: { entity: 'tank', where: 'kind == record.kind', label: 'kind' },
      },
      items: {
        title: '明细',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          required: ['kind'],
          properties: { kind: property('类别'), note: { ...property('说明'), visible: 'kind == parent.kind' } },
        },
      },
    },
  },
  form: { sections: { items: { title: '内容', fields: ['kind', 'items'] } } },
  transitions: {
    start: {
      title: '开始',
      from: ['open'],
      who: [{ field: 'doer' }],
      shows: ['kind'],
      approve: { levels: {}, opens: { set: { kind: 'old.kind' } } },
      effects: {
        own: { set: { kind: 'kind' } },
        other: { target: 'tank', set: { kind: 'kind' } },
        again: { create: 'job', values: { kind: 'kind' } },
      },
    },
  },
  remove: [{ when: "not exists('job', kind == parent.kind)", else: '还有同类的' }],
  statistics: { measures: { late: { title: '逾期', kind: 'count', due: 'due' } } },
  print: { sections: { rows: { rows: 'jobStep', fields: [{ field: 'kind' }] }, own: { fields: [{ field: 'kind' }] } } },
  examples: [{ title: '一个', record: { kind: 'hot' }, errors: { kind: '须填写' } }],
};

function renamed(from: string, to: string) {
  const entity = cloneJson(job);
  renameField(entity as unknown as Draft, from, to);
  return entity;
}

describe('renameField', () => {
  const entity = renamed('kind', 'sort');
  const { properties } = entity.record;

  it('keeps the place of the field and its first key', () => {
    expect(Object.keys(properties)[0]).toBe('sort');
    expect(properties.sort).toEqual({ ...property('类别'), id: 'kind' });
  });

  it('follows the field where another field, a serial number, a section or a step names it', () => {
    expect(properties.detail?.parentField).toBe('sort');
    expect(properties.no?.serial?.prefixFrom).toBe("sort == 'hot' ? 'DH' : 'GC'");
    expect(entity.form?.sections?.items?.fields).toEqual(['sort', 'items']);
    expect(entity.transitions?.start?.shows).toEqual(['sort']);
    expect(entity.transitions?.start?.approve?.opens?.set).toEqual({ sort: 'old.sort' });
    expect(renamed('due', 'until').statistics?.measures?.late?.due).toBe('until');
    expect(renamed('doer', 'worker').record.properties.checker?.distinct).toEqual(['worker', 'creator']);
    expect(renamed('doer', 'worker').transitions?.start?.who).toEqual([{ field: 'worker' }]);
  });

  it('tells its own names from those of other records and of rows', () => {
    expect(properties.before?.ref).toEqual({ entity: 'job', where: 'sort == record.sort', label: 'sort' });
    expect(properties.tank?.ref).toEqual({ entity: 'tank', where: 'kind == record.sort', label: 'kind' });
    expect(properties.items?.items?.required).toEqual(['kind']);
    expect(properties.items?.items?.properties?.note?.visible).toBe('kind == parent.sort');
    const { own, other, again } = entity.transitions?.start?.effects ?? {};
    expect([own?.set, other?.set, again?.values]).toEqual([{ sort: 'sort' }, { kind: 'sort' }, { sort: 'sort' }]);
    expect(entity.remove?.[0]?.when).toBe("not exists('job', sort == parent.sort)");
    expect(entity.print?.sections?.rows?.fields).toEqual([{ field: 'kind' }]);
    expect(entity.print?.sections?.own?.fields).toEqual([{ field: 'sort' }]);
  });

  it('follows the field into the places of messages, and no other word of them', () => {
    const draft = cloneJson(job) as unknown as Draft;
    const { kind, items } = (draft.record as { properties: Record<string, Draft> }).properties;
    if (kind === undefined || items === undefined) throw new Error('the sample has lost its fields');
    const words = 'kind 不能是{kind}（{due}，{kind}）';
    kind.rules = [{ when: "kind != 'x'", else: words }];
    const column = (items.items as { properties: Record<string, Draft> }).properties.kind;
    if (column !== undefined) column.rules = [{ when: "kind != 'x'", else: words }];
    renameField(draft, 'kind', 'sort');
    const renamed = (draft.record as { properties: Record<string, Draft> }).properties;
    expect(renamed.sort?.rules).toEqual([{ when: "sort != 'x'", else: 'kind 不能是{sort}（{due}，{sort}）' }]);
    // A column of the same name is another one.
    expect(column?.rules).toEqual([{ when: "kind != 'x'", else: words }]);
  });

  it('renames in examples the field and not its value', () => {
    expect(entity.examples?.[0]).toMatchObject({ record: { sort: 'hot' }, errors: { sort: '须填写' } });
  });

  it('takes what stands beside an overridden field along, wherever that is named', () => {
    const draft = cloneJson({
      ...job,
      record: {
        ...job.record,
        properties: {
          ...job.record.properties,
          level: {
            title: '等级',
            field: 'calculate',
            type: 'number',
            compute: '1 + 1',
            override: { who: ['everyone'], when: 'value > computed' },
          },
          level2: {
            title: '二',
            field: 'calculate',
            type: 'number',
            compute: 'isNull(levelOverride) ? levelComputed : level',
          },
        },
      },
      pages: { job: { title: '作业', columns: ['level', 'levelOverrideBy', 'levelOverrideReason'] } },
    }) as unknown as Draft;
    renameField(draft, 'level', 'grade');
    const { record, pages } = draft as unknown as Entity;
    expect(record.properties.level2?.compute).toBe('isNull(gradeOverride) ? gradeComputed : grade');
    expect(record.properties.grade).toMatchObject({ id: 'level', override: { when: 'value > computed' } });
    // No reason is asked for: that name is none of what stands beside it.
    expect(pages?.job?.columns).toEqual(['grade', 'gradeOverrideBy', 'levelOverrideReason']);
  });
});
