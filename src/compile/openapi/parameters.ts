import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import type { PageQuery } from '../../core/model/page-query.ts';
import { rangeParameters } from '../../core/wire/contract.ts';
import { ITEMS_ENTITY } from '../../core/wire/held-item.ts';
import { DEVICE_TIME_HEADER } from '../../core/wire/kept-answer.ts';
import { pageQueries } from '../../page-kinds/queries.generated.ts';
import type { Json, OpenApiCall } from './calls.ts';

/** What `to` of the removal of a dictionary's item means. */
export const REPLACEMENT = '同一字典中另一可选项的键值：先在所有记录中替换为它，再删除；缺省时有记录在用的项不能删除';

/** By which a write that is sent twice is known. */
export const IDEMPOTENCY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '同一编号的同一提交只执行一次',
  schema: { type: 'string' },
};

/** When a person did on a device what it sends later. */
export const DEVICE_TIME: Json = {
  name: DEVICE_TIME_HEADER,
  in: 'header',
  required: false,
  description: '在设备上填写的时刻（离线填写、联网后提交），ISO格式，随操作日志保存',
  schema: { type: 'string', format: 'date-time' },
};

export function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

export function parameter(
  name: string,
  description: string,
  schema: Json = { type: 'string' },
  required = false,
): Json {
  return { name, in: 'query', required, description, schema };
}

const PAGING: readonly Json[] = [
  parameter('current', '页码，从1开始', { type: 'integer', minimum: 1, default: 1 }),
  parameter('size', '每页条数', { type: 'integer', minimum: 1, default: 20 }),
  parameter('exact', '是否数出全部条数', { type: 'boolean' }),
];

const LISTING: readonly Json[] = [
  parameter('orderBy', '排序字段，逗号分隔，降序前加“-”'),
  parameter('keyword', '快速搜索'),
  parameter('page', '页面编号，按其条件和权限'),
  parameter('figure', '统计数字，只列出它所数的记录：“统计块.指标=维度的值”，两个维度“=值>值”'),
  parameter('match', '筛选方式，逗号分隔：“字段:not”取反，“字段:empty”为空，“字段:filled”不为空'),
];

const FIGURES: readonly Json[] = [
  parameter('groupBy', '按该字段的值分组计数；日期写“字段:year”“字段:quarter”“字段:month”“字段:week”“字段:day”'),
  parameter('sums', '求合计的数字字段，逗号分隔'),
];

export function parametersInQuery({ entity, operation, path }: OpenApiCall): Json[] {
  const inPath = (name: string) => path.includes(`{${name}}`);
  switch (operation.kind) {
    case 'page':
    case 'list':
    case 'count':
    case 'tree':
      return [
        ...(operation.kind === 'tree' ? [] : PAGING),
        ...(operation.kind === 'count' ? FIGURES : []),
        ...LISTING,
        ...filterParameters(entity),
      ];
    case 'view':
      return [
        parameter('_kind', '显示方式，页面有几种时指明；缺省为第一种'),
        ...viewParameters(entity),
        ...LISTING,
        ...filterParameters(entity),
      ];
    case 'export':
      return [
        parameter('columns', '导出的列，字段键，逗号分隔；缺省为页面的列'),
        parameter('lines', 'true：记录里的子表各占一张工作表'),
        parameter('background', 'true：超过5000行时转后台，应答{job}而不是文件'),
        ...LISTING,
        ...filterParameters(entity),
      ];
    case 'statistics':
      return [
        parameter('block', '统计块，逗号分隔；缺省全部'),
        parameter('as', 'xlsx：导出为Excel文件'),
        ...LISTING,
        ...filterParameters(entity),
      ];
    case 'todo':
    case 'sendList':
      return [...PAGING.slice(0, 2), parameter('keyword', '快速搜索')];
    case 'importTemplate':
    case 'import':
      return [parameter('page', '页面编号，按其权限')];
    case 'select':
      return [
        parameter('keyword', '名称包含'),
        parameter('ids', '编号，逗号分隔'),
        parameter('size', '条数', { type: 'integer' }),
        parameter('for', '为哪个引用字段选择，实体.字段；只给出该字段可选的记录'),
        parameter('record', '可选条件所读的本记录的值，及已存记录的 id，JSON'),
        parameter('filter', '按哪个列表的引用字段筛选，实体.字段；本人看不到这些记录时，只给出该列表中出现的'),
      ];
    case 'print':
      return [
        parameter('ids', '编号，逗号分隔，最多30个'),
        parameter('background', 'true：超过5条时转后台，应答{job}而不是文件'),
      ];
    case 'openAuthor':
      return [
        parameter('id', '编号', { type: 'string' }, true),
        parameter('reason', '查看的理由', { type: 'string' }, true),
      ];
    case 'detail':
    case 'scanCode':
    case 'history':
      return [
        ...(inPath('id') ? [] : [parameter('id', '编号', { type: 'string' }, true)]),
        ...(operation.kind === 'detail' && entity.children.length > 0
          ? [parameter('with', '写 children 则带上所属的行')]
          : []),
      ];
    case 'calculate':
      return (operation.calculation?.fields ?? [])
        .filter(({ computed }) => !computed)
        .map((field) => parameter(field.key, field.title, { type: field.property.type }, true));
    case 'recalculation':
    case 'recalculate':
      return [];
    case 'remove':
      return [
        ...(inPath('id') ? [] : [parameter('ids', '编号，逗号分隔')]),
        ...(entity.key === ITEMS_ENTITY ? [parameter('to', REPLACEMENT)] : []),
      ];
    case 'enable':
    case 'disable':
    case 'transition':
      return inPath('id') ? [] : [parameter('ids', '编号，逗号分隔')];
    case 'updateStatus':
      return [parameter('id', '编号'), parameter('status', '要改成的状态')];
    default:
      return [];
  }
}

/** Arguments that the kinds of the entity's pages take besides filters, each once. */
function viewParameters({ pages }: EntityModel): Json[] {
  const kinds = Object.values(pages).flatMap(({ views }) => views.map(({ view }) => view));
  const taken = [...new Set(kinds)].flatMap((kind) => {
    const query: PageQuery = pageQueries[kind];
    return query.by === 'view' ? Object.entries(query.takes) : [];
  });
  return [...new Map(taken)].map(([name, says]) => parameter(name, says));
}

function filterParameters(model: EntityModel): Json[] {
  return model.fields.filter((field) => field.filter !== 'none').flatMap(filterParameter);
}

function filterParameter(field: FieldModel): Json[] {
  const { filterAs } = field.property;
  const names = [field.key, ...(filterAs === undefined ? [] : [filterAs])];
  if (field.filter !== 'range' && field.filter !== 'overlap') {
    const how = { contains: '包含', equals: '等于', any: '任一，逗号分隔' }[
      field.filter as 'contains' | 'equals' | 'any'
    ];
    return names.map((name) => parameter(name, `${field.title}（${how}）`));
  }
  return names.flatMap((name) => {
    const { start, end } = rangeParameters(name);
    return [
      parameter(name, `${field.title}（起止，逗号分隔）`),
      parameter(start, `${field.title}（起）`),
      parameter(end, `${field.title}（止）`),
    ];
  });
}
