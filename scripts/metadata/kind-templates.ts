import type { Entity, Page, Property } from '../../src/core/dialect/entity.generated.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import { jointTemplates } from './joint-templates.ts';

/** What a page of a kind needs besides what a first file has. */
interface KindTemplate {
  /** What the page says of the kind. */
  readonly page: Omit<Partial<Page>, 'title'>;
  /** Fields that the kind shows. Default none. */
  readonly fields?: Readonly<Record<string, Property>>;
  /** Buttons that whoever enters records gets besides. Default none. */
  readonly buttons?: readonly string[];
  /** Everything else of the entity. Default nothing. */
  readonly entity?: Partial<Entity>;
}

const level: Property = {
  title: '级别',
  field: 'radio',
  type: 'string',
  options: {
    high: { title: '重要', order: 10, color: 'red' },
    low: { title: '一般', order: 20, color: 'blue' },
  },
};

const dept: Property = { title: '部门', field: 'orgSelect', type: 'string', org: 'dept' };

/** Two states with the step between them, by which a card is moved and a point is answered. */
const twoStates: Partial<Entity> = {
  states: {
    open: { title: '待办理', order: 10, color: 'orange', initial: true, edit: true },
    done: { title: '已办理', order: 20, color: 'green' },
  },
  transitions: {
    finish: {
      title: '办理完毕',
      from: ['open'],
      to: 'done',
      who: [{ role: 'safetyOfficer' }],
      fields: { level: { required: true } },
    },
  },
};

/** A template for each kind of page that stands in an entity; one that is missing does not compile. */
export const kindTemplates: Readonly<Record<PageKindName, KindTemplate>> = {
  list: { page: {} },
  tree: {
    page: { view: 'tree' },
    fields: { parentId: { title: '上级', field: 'tree', type: 'string' } },
    entity: { tree: { parent: 'parentId' } },
  },
  single: { page: { view: 'single' } },
  statistics: {
    page: { view: 'statistics' },
    fields: { level },
    entity: {
      statistics: {
        measures: { total: { title: '总数', kind: 'count', date: 'happenDate' } },
        blocks: {
          byLevel: { title: '按级别', measures: ['total'], by: ['level'], chart: 'bar' },
          byMonth: {
            title: '按月',
            measures: ['total'],
            by: ['happenDate:month'],
            chart: 'line',
            compare: ['before', 'yearBefore'],
          },
        },
      },
    },
  },
  board: {
    page: { view: ['board', 'list'], board: { by: 'status', card: ['level', 'happenDate'] } },
    fields: { level },
    buttons: ['finish'],
    entity: twoStates,
  },
  calendar: {
    page: { view: ['calendar', 'list'], calendar: { from: 'happenDate', color: 'level' } },
    fields: { level },
  },
  cards: { page: { view: ['cards', 'list'], cards: { lines: ['level', 'happenDate'] } }, fields: { level } },
  hierarchy: {
    page: { view: ['hierarchy', 'tree'], hierarchy: { lines: ['level', 'happenDate'] } },
    fields: { parentId: { title: '上级', field: 'tree', type: 'string' }, level },
    entity: { tree: { parent: 'parentId' } },
  },
  matrix: {
    page: { view: ['matrix', 'list'], matrix: { rows: 'deptId', columns: 'happenDate', cells: ['level'] } },
    fields: { deptId: dept, level },
    entity: { unique: { daily: { fields: ['deptId', 'happenDate'], else: '每个部门每天一条' } } },
  },
  timeline: {
    page: { view: ['timeline', 'list'], timeline: { from: 'happenDate', rows: 'deptId', color: 'level' } },
    fields: { deptId: dept, level },
  },
  walk: {
    page: { view: ['walk', 'list'], walk: { fire: 'finish', offline: true } },
    fields: { level: { ...level, disabledWhen: 'true' } },
    buttons: ['finish'],
    entity: twoStates,
  },
};

/** A first file with a page of a kind, or with what a page of no single entity shows of it. */
export function withKind(entity: Entity, kind: PageKindName | JointKindName): Entity {
  if (!isJointKind(kind)) return withTemplate(entity, kindTemplates[kind]);
  const { fields, entity: more = {} } = jointTemplates[kind];
  return withTemplate(entity, { page: {}, fields, entity: more });
}

/** Whether a page of the kind is of no single entity. */
export const isJointKind = (kind: string): kind is JointKindName => Object.hasOwn(jointTemplates, kind);

function withTemplate(entity: Entity, { page, fields = {}, buttons = [], entity: more = {} }: KindTemplate): Entity {
  const key = entity.entity;
  const own = entity.pages?.[key];
  if (own === undefined) return entity;
  const added = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withReference(field, key)]));
  const shown = Object.keys(fields).filter((name) => !['tree', 'geo'].includes(fields[name]?.field ?? ''));
  const base = entity.form?.sections?.base;
  return {
    ...entity,
    ...more,
    ...(more.statistics === undefined ? {} : { api: withStatistics(entity) }),
    record: { ...entity.record, properties: { ...entity.record.properties, ...added } },
    ...(base === undefined
      ? {}
      : {
          form: { ...entity.form, sections: { base: { ...base, fields: [...base.fields, ...Object.keys(fields)] } } },
        }),
    pages: {
      [key]: {
        ...own,
        ...page,
        ...(page.view === undefined ? { columns: [...(own.columns ?? []), ...shown] } : {}),
        filters: [...(own.filters ?? []), ...shown],
        actions: [...(own.actions ?? []), ...buttons],
        grants: Object.fromEntries(
          Object.entries(own.grants ?? {}).map(([role, actions]) => [
            role,
            actions.includes('add') ? [...actions, ...buttons] : actions,
          ]),
        ),
      },
    },
  };
}

/** A field that refers to a record refers to one of the entity itself, the only one that a first file knows. */
function withReference(field: Property, key: string): Property {
  return field.field === 'tree' || field.field === 'reference' ? { ...field, ref: { entity: key } } : field;
}

function withStatistics({ api }: Entity): Entity['api'] {
  return { ...api, operations: { ...api.operations, statistics: { call: 'GET statistics', does: 'statistics' } } };
}
