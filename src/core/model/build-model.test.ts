import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity } from '../dialect/entity.generated.ts';
import { buildModel } from './build-model.ts';
import type { EntityModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';

const dept: Entity = {
  dialect: 1,
  entity: 'dept',
  title: '部门',
  api: { service: 'system', base: 'dept' },
  tree: { parent: 'parentId' },
  record: {
    type: 'object',
    required: ['deptName'],
    properties: {
      parentId: { title: '上级', field: 'tree', type: 'string', ref: { entity: 'dept' } },
      deptName: { title: '名称', field: 'input', type: 'string' },
    },
  },
};

const gasLimit: Entity = {
  dialect: 1,
  entity: 'gasLimit',
  title: '气体限值',
  small: true,
  api: { service: 'safety', base: 'gaslimit' },
  record: { type: 'object', properties: { limit: { title: '限值', field: 'number', type: 'number', scale: 2 } } },
};

const ticket: Entity = {
  dialect: 1,
  entity: 'ticket',
  title: '作业票',
  api: { service: 'safety', base: 'ticket' },
  record: {
    type: 'object',
    required: ['title'],
    properties: {
      title: { title: '名称', field: 'input', type: 'string' },
      grade: { title: '分级', field: 'calculate', type: 'number', scale: 2, compute: 'ratio * 2' },
      ratio: { title: '比值', field: 'calculate', type: 'number', scale: 2, compute: 'sum(chemicals, share)' },
      factor: { title: '系数', field: 'number', type: 'number', scale: 2, default: 1 },
      chemicals: {
        title: '化学品',
        field: 'json',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            share: { title: '占比', field: 'calculate', type: 'number', scale: 2, compute: 'q / total' },
            total: { title: '临界量', field: 'calculate', type: 'number', compute: 'q * parent.factor' },
            q: { title: '存量', field: 'number', type: 'number', scale: 2 },
          },
        },
      },
      deadline: { title: '截止', field: 'date', type: 'string', format: 'date-time' },
      overdue: { title: '超期', field: 'calculate', type: 'boolean', compute: 'deadline < now()' },
      alarm: { title: '告警', field: 'calculate', type: 'boolean', compute: 'overdue and ratio > 1' },
      dept: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' },
      deptTitle: { title: '部门名称', field: 'calculate', type: 'string', compute: 'dept.deptName' },
      helpers: {
        title: '监护人',
        field: 'orgSelect',
        type: 'array',
        items: { type: 'string' },
        org: 'deptUser',
        multiple: true,
      },
      note: { title: '备注', field: 'textarea', type: 'string', visible: "title != ''" },
    },
  },
  form: { sections: { base: { title: '基本', fields: ['title', 'factor'] } } },
  pages: {
    ticket: { title: '作业票', columns: ['title', { field: 'deadline', width: 160 }], sort: ['-deadline', 'title'] },
  },
  states: { draft: { title: '草稿', initial: true, draft: true }, open: { title: '进行中', order: 5, color: 'green' } },
  transitions: {
    submit: { title: '提交', from: ['draft'], to: 'open', who: ['creator'] },
    delay: {
      title: '延期',
      from: ['open'],
      who: ['creator'],
      fields: { deadline: { required: true } },
      when: [{ when: 'row.deadline > old.deadline', else: '只能向后延期' }],
      set: { deadline: 'row.deadline', factor: 'factor + 1' },
      operation: 'delay-ticket',
    },
    enable: { title: '启用', from: ['draft'], to: 'open', who: ['everyone'] },
  },
};

const entities = new Map([dept, gasLimit, ticket].map((entity) => [entity.entity, entity]));

function worldOf(area = 'work'): ModelWorld {
  return {
    area,
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    entity: (key) => entities.get(key),
    settings: new Map([['ticket.delayLimit', 2]]),
  };
}

function build(entity: Entity): { model: EntityModel; problems: string[] } {
  const { model, problems } = buildModel(entity, worldOf());
  return { model, problems: problems.map((problem) => `${problem.pointer} ${problem.message}`) };
}

/** The ticket with changed parts. */
function changed(change: (copy: Entity) => void): Entity {
  const copy = structuredClone(ticket);
  change(copy);
  return copy;
}

describe('buildModel', () => {
  const { model, problems } = build(ticket);
  const field = (key: string) => {
    const found = model.field.get(key);
    if (found === undefined) throw new Error(`no field ${key}`);
    return found;
  };

  it('builds a sound entity without problems', () => {
    expect(problems).toEqual([]);
    expect({ key: model.key, id: model.id, area: model.area, label: model.label, scope: model.scope }).toEqual({
      key: 'ticket',
      id: 'ticket',
      area: 'work',
      label: 'title',
      scope: 'tenant',
    });
    expect(model.owners).toEqual({ users: ['createUser'], depts: ['createDept'] });
  });

  it('puts the base fields behind the record and gives them titles and targets', () => {
    const base = model.fields.filter((entry) => entry.base);
    expect(base.map((entry) => [entry.key, entry.title, entry.valueType, entry.target, entry.column?.kind])).toEqual([
      ['id', '主键', 'text', undefined, 'text'],
      ['status', '状态', 'text', undefined, 'text'],
      ['createUser', '创建人', 'text', 'user', 'text'],
      ['createDept', '创建部门', 'text', 'dept', 'text'],
      ['createTime', '创建时间', 'dateTime', undefined, 'timestamptz'],
      ['updateUser', '修改人', 'text', 'user', 'text'],
      ['updateTime', '修改时间', 'dateTime', undefined, 'timestamptz'],
      ['version', '版本', 'number', undefined, 'numeric'],
    ]);
    expect(model.fields.slice(0, 2).map((entry) => entry.key)).toEqual(['title', 'grade']);
    expect(field('status').property.options).toEqual({
      draft: { title: '草稿', order: 10 },
      open: { title: '进行中', order: 5, color: 'green' },
    });
  });

  it('orders what is computed by what it reads, sub-tables with their columns', () => {
    expect(model.computeOrder).toEqual(['chemicals', 'ratio', 'grade', 'overdue', 'alarm', 'deptTitle']);
    expect(field('chemicals').valueType).toEqual({ rows: 'chemicals' });
    expect(field('chemicals').columns?.map((column) => column.key)).toEqual(['share', 'total', 'q']);
  });

  it('infers which values are live, through other computed fields too, and gives them no column', () => {
    const live = model.fields.filter((entry) => entry.live).map((entry) => entry.key);
    expect(live).toEqual(['overdue', 'alarm', 'deptTitle']);
    expect(live.map((key) => field(key).column)).toEqual([undefined, undefined, undefined]);
    expect(field('alarm')).toMatchObject({ filter: 'none', sortable: false });
    expect(field('ratio').column).toEqual({ kind: 'numeric', ddl: 'numeric(15,2)' });
  });

  it('lets a second dimension stand in tables only, and not beside time', () => {
    const crossed = (by: [string, ...string[]], chart: 'table' | 'bar') =>
      build(
        changed((copy) => {
          copy.statistics = {
            measures: { total: { title: '数量', kind: 'count' } },
            blocks: { crossed: { title: '交叉', measures: ['total'], by, chart } },
          };
        }),
      ).problems;
    expect(crossed(['grade', 'title'], 'table')).toEqual([]);
    expect(crossed(['grade', 'title'], 'bar')).toEqual([
      '/statistics/blocks/crossed/chart 两个维度的统计块只能用表显示',
    ]);
    expect(crossed(['grade', 'deadline:month'], 'table')).toEqual([
      '/statistics/blocks/crossed/by 两个维度的统计块不能按年、月、日分',
    ]);
  });

  it('takes what it cannot read for live, as a browser that knows no other entities', () => {
    const seen = changed(({ record }) => {
      record.properties.risk = {
        title: '风险',
        field: 'calculate',
        type: 'string',
        options: { high: { title: '高', order: 1 }, low: { title: '低', order: 2 } },
        cases: [{ when: 'dept.leader != null', value: 'high' }, { value: 'low' }],
      };
    });
    const { model: known } = buildModel(seen, { ...worldOf(), entity: () => undefined });
    expect(known.field.get('deptTitle')).toMatchObject({ live: true, column: undefined, sortable: false });
    // The server filters by the conditions of cases all the same.
    expect(known.field.get('risk')).toMatchObject({ live: true, filter: 'any', sortable: false });
  });

  it('finds the target of references and organisation fields', () => {
    expect([field('dept').target, field('dept').multiple]).toEqual(['dept', false]);
    expect([field('helpers').target, field('helpers').multiple]).toEqual(['user', true]);
  });

  it('gives the standard calls, and one for each transition', () => {
    const calls = model.operations.map((entry) => [
      entry.name,
      `${entry.method} ${entry.path}`,
      entry.kind,
      entry.arguments,
      entry.transition,
    ]);
    expect(calls).toEqual([
      ['page', 'GET page', 'page', 'query', undefined],
      ['list', 'GET list', 'list', 'query', undefined],
      ['detail', 'GET detail', 'detail', 'query', undefined],
      ['select', 'GET select', 'select', 'query', undefined],
      ['count', 'GET count', 'count', 'query', undefined],
      ['history', 'GET history', 'history', 'query', undefined],
      ['print', 'GET print', 'print', 'query', undefined],
      ['save', 'POST save', 'save', 'json', undefined],
      ['submit', 'POST submit', 'submit', 'json', 'submit'],
      ['remove', 'POST remove', 'remove', 'query', undefined],
      ['updateStatusById', 'POST updateStatusById', 'updateStatus', 'query', undefined],
      ['delay-ticket', 'POST delay-ticket', 'transition', 'json', 'delay'],
      ['enable', 'POST enable', 'enable', 'query', 'enable'],
    ]);
  });

  it('lays api.operations over the standard calls', () => {
    const { model: own, problems: found } = build(
      changed((copy) => {
        copy.api.operations = {
          page: 'GET list-conditions',
          remove: { call: 'DELETE {id}' },
          stateList: { call: 'GET status-list', does: 'states' },
          delayApprove: { call: 'POST delay-approve', does: 'vote', vote: 'delay' },
        };
      }),
    );
    expect(found).toEqual([]);
    const byName = new Map(own.operations.map((entry) => [entry.name, entry]));
    expect(byName.get('page')).toMatchObject({ path: 'list-conditions', kind: 'page', arguments: 'query' });
    expect(byName.get('remove')).toMatchObject({ method: 'DELETE', path: '{id}', kind: 'remove', arguments: 'path' });
    expect(byName.get('stateList')).toMatchObject({ kind: 'states' });
    expect(byName.get('delayApprove')).toMatchObject({ kind: 'vote', transition: 'delay' });
    expect(own.operations.filter((entry) => entry.name === 'page')).toHaveLength(1);
  });

  it('gives a read-only entity no writing call, and an append-only one no removal', () => {
    const readOnly = build({ ...gasLimit, readOnly: true }).model;
    expect(readOnly.operations.filter((entry) => entry.method !== 'GET')).toEqual([]);
    const appendOnly = build({ ...gasLimit, appendOnly: true }).model;
    expect(appendOnly.operations.filter((entry) => entry.method !== 'GET').map((entry) => entry.name)).toEqual([
      'save',
      'submit',
      // What reads the setup table is written, not the table.
      'recalculate',
    ]);
    expect(build(dept).model.operations.map((entry) => entry.name)).toContain('tree');
  });

  it('puts fields that no section names into a last one', () => {
    expect(model.sections).toEqual([
      {
        key: 'base',
        id: 'base',
        title: '基本',
        fields: ['title', 'factor'],
        visible: undefined,
        columns: 3,
        folded: false,
      },
      {
        key: 'other',
        id: 'other',
        title: '其他信息',
        fields: ['grade', 'ratio', 'chemicals', 'deadline', 'overdue', 'alarm', 'dept', 'deptTitle', 'helpers', 'note'],
        visible: undefined,
        columns: 3,
        folded: false,
      },
    ]);
    expect(build(dept).model.sections.map((section) => [section.key, section.fields])).toEqual([
      ['base', ['parentId', 'deptName']],
    ]);
    expect(model.form).toMatchObject({ columns: 3, open: 'drawer' });
  });

  it('leaves hidden fields and sections out of forms and lists, but keeps the fields', () => {
    const { model: own } = build(
      changed((copy) => {
        Object.assign(copy.record.properties.factor ?? {}, { hidden: true });
        Object.assign(copy.record.properties.deadline ?? {}, { hidden: true });
      }),
    );
    expect(own.sections[0]?.fields).toEqual(['title']);
    expect(own.sections[1]?.fields).not.toContain('deadline');
    expect(own.pages.ticket?.columns.map((column) => column.field)).toEqual(['title']);
    expect(own.field.get('deadline')?.column?.kind).toBe('timestamptz');
  });

  it('sums columns of stored numbers alone', () => {
    const { problems } = build(
      changed((copy) => {
        Object.assign(copy.pages?.ticket ?? {}, { columns: [{ field: 'title', total: true }] });
      }),
    );
    expect(problems).toEqual(['/pages/ticket/columns/0/total 只有存储的数字能求合计']);
  });

  it('normalises pages, states and transitions', () => {
    expect(model.pages.ticket).toEqual({
      code: 'ticket',
      title: '作业票',
      purpose: undefined,
      kind: pageKinds.list,
      views: [{ view: 'list', kind: pageKinds.list, settings: undefined, fields: undefined, finds: [] }],
      where: undefined,
      columns: [
        { field: 'title', width: undefined, pin: undefined, hidden: false, total: false },
        { field: 'deadline', width: 160, pin: undefined, hidden: false, total: false },
      ],
      filters: [],
      sort: [
        { field: 'deadline', descending: true },
        { field: 'title', descending: false },
      ],
      actions: [],
      grants: {},
      icon: undefined,
      hidden: false,
    });
    expect(model.initialState).toBe('draft');
    expect(model.states.draft).toMatchObject({ order: 10, color: 'default', draft: true, edit: true, remove: true });
    expect(model.states.open).toMatchObject({ order: 5, color: 'green', draft: false, edit: false });
    const delay = model.transitions.delay;
    expect(delay).toMatchObject({
      from: ['open'],
      to: [],
      button: 'delay',
      fields: [{ field: 'deadline', required: true }],
    });
    expect(Object.keys(delay?.set ?? {})).toEqual(['deadline', 'factor']);
    expect(delay?.guards[0]).toMatchObject({ message: '只能向后延期', when: { type: 'boolean', live: false } });
    expect(model.transitions.submit?.to).toEqual([{ when: undefined, state: 'open' }]);
  });

  it('leaves out what has a problem, keeps the rest, and says where', () => {
    const { model: own, problems: found } = build(
      changed((copy) => {
        Object.assign(copy.record.properties.note ?? {}, { visible: 'titel != null', requiredWhen: 'factor > 1' });
        Object.assign(copy.record.properties.ratio ?? {}, { compute: 'grade + 1' });
      }),
    );
    expect(found).toEqual([
      '/record/properties/grade 字段互相依赖，无法计算：分级（grade） → 比值（ratio） → 分级（grade）',
      '/record/properties/note/visible 表达式“titel != null”：没有名为“titel”的字段',
    ]);
    expect(own.field.get('note')?.visible).toBeUndefined();
    expect(own.field.get('note')?.requiredWhen?.source).toBe('factor > 1');
    expect(own.field.get('grade')).toMatchObject({ compute: undefined, computed: true });
    expect(own.computeOrder).toEqual(['chemicals', 'overdue', 'alarm', 'deptTitle']);
  });

  it('refuses defaults that follow each other, through what is computed or hidden too, and names the way round', () => {
    const { model: own, problems: found } = build(
      changed((copy) => {
        copy.record.properties = {
          title: { title: '名称', field: 'input', type: 'string' },
          a: { title: '甲', field: 'number', type: 'number', defaultFrom: 'b * 2' },
          b: { title: '乙', field: 'number', type: 'number', defaultFrom: 'c + 1' },
          c: { title: '丙', field: 'calculate', type: 'number', compute: 'a / 2' },
          d: { title: '丁', field: 'number', type: 'number', defaultFrom: 'd + 1' },
          e: { title: '戊', field: 'number', type: 'number', defaultFrom: 'a', visible: 'isNull(a)' },
        };
        copy.form = {};
        copy.pages = {};
        copy.transitions = {};
      }),
    );
    expect(found).toEqual([
      '/record/properties/a/defaultFrom 默认值互相跟随，永远算不完：甲（a） → 乙（b） → 丙（c） → 甲（a）',
      '/record/properties/d/defaultFrom 默认值互相跟随，永远算不完：丁（d） → 丁（d）',
    ]);
    expect(['a', 'b', 'd', 'e'].map((key) => own.field.get(key)?.defaultFrom?.source)).toEqual([
      undefined,
      undefined,
      undefined,
      'a',
    ]);
    expect(own.field.get('c')?.compute?.source).toBe('a / 2');
  });

  it('leaves cases out as a whole where one branch cannot be read', () => {
    const { model: own } = build(
      changed((copy) => {
        copy.record.properties.note = {
          title: '等级',
          field: 'calculate',
          type: 'string',
          cases: [{ when: 'nobody.knows == 1', value: '1' }, { value: '2' }],
        };
      }),
    );
    expect(own.field.get('note')).toMatchObject({ cases: undefined, computed: true });
  });

  it('keeps a field of an unknown type so that its value can still be shown', () => {
    const { model: own, problems: found } = build(
      changed((copy) => Object.assign(copy.record.properties.note ?? {}, { field: 'hologram' })),
    );
    expect(found).toEqual([]);
    const note = own.field.get('note');
    expect(note?.column?.kind).toBe('text');
    expect(note?.type.check('x', { key: 'note', title: '备注', property: note.property })).toContain('hologram');
  });

  it('knows settings, looked-up entities and the record that a reference restricts', () => {
    const { problems: found } = build(
      changed((copy) => {
        copy.remove = [{ when: "factor < setting('ticket.delayLimit')", else: '不能删除' }];
        Object.assign(copy.record.properties.factor ?? {}, {
          rules: [{ when: 'factor <= lookup(gasLimit, limit, limit > parent.ratio)', else: '超限' }],
        });
        copy.record.properties.near = {
          title: '相邻部门',
          field: 'reference',
          type: 'string',
          ref: { entity: 'dept', where: 'parentId == record.dept' },
        };
      }),
    );
    expect(found).toEqual([]);
  });

  it('keeps the fields that a transition shows, but for those that there are not', () => {
    const { model: own, problems: found } = build(
      changed((copy) => {
        copy.transitions = {
          ...copy.transitions,
          close: {
            title: '关闭',
            from: ['open'],
            to: 'draft',
            who: ['creator'],
            shows: ['factor', 'createTime', 'facto'],
          },
        };
      }),
    );
    expect(own.transitions.close?.shows).toEqual(['factor', 'createTime']);
    expect(found).toEqual([]);
  });

  it('refuses actors of a button whose condition reaches beyond the record', () => {
    const found = (expression: string) =>
      build(
        changed((copy) => {
          const { submit } = copy.transitions ?? {};
          if (submit !== undefined) submit.who = ['creator', { expression }];
        }),
      ).problems;
    expect(found('me.userId == createUser and old.grade == grade')).toEqual([]);
    const at = '/transitions/submit/who/1/expression';
    expect(found("dept.deptName == '安全部'")).toEqual([`${at} “dept.deptName”不在本记录上，按钮因此不会出现`]);
  });
});
