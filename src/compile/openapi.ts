import type { EntityModel, FieldModel, OperationModel, TransitionModel } from '../core/model/entity-model.ts';
import { rangeParameters } from '../core/wire/contract.ts';
import { WRITING_KINDS } from '../core/wire/operations.ts';
import { IMPORT_MODES } from '../core/wire/spreadsheet.ts';

/** A call of an entity, as the dispatcher's table holds it. */
export interface OpenApiCall {
  readonly entity: EntityModel;
  readonly operation: OperationModel;
  readonly method: string;
  /** `/api/anlan-safety/securitysystem/lawsregulations/page` */
  readonly path: string;
}

/** A call that no entity brings (signing in, files, menus). */
export interface OpenApiExtra {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly group: string;
  /** Whether it works without sign-in. */
  readonly open: boolean;
  readonly arguments: Readonly<Record<string, { readonly title: string; readonly required?: boolean }>>;
  /** Whether the arguments may also come in a body. */
  readonly body?: boolean;
  readonly answer: string;
}

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** Name of the header that carries the access token. */
  readonly tokenHeader: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of all calls, made from the same table that the dispatcher serves. */
export function compileOpenApi(
  calls: Iterable<OpenApiCall>,
  extras: readonly OpenApiExtra[],
  options: OpenApiOptions,
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Record<string, Json> = { ...SHARED_SCHEMAS };
  const place = (path: string, method: string, operation: Json): void => {
    const found = paths[path] ?? {};
    paths[path] = found;
    found[method.toLowerCase()] ??= operation;
  };
  for (const call of calls) {
    schemas[call.entity.key] ??= recordSchema(call.entity);
    place(call.path, call.method, entityOperation(call));
  }
  for (const extra of extras) place(extra.path, extra.method, extraOperation(extra));
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    security: [{ client: [], session: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        client: { type: 'http', scheme: 'basic', description: '客户端凭据' },
        session: { type: 'apiKey', in: 'header', name: options.tokenHeader, description: 'bearer 加访问令牌' },
      },
    },
  };
}

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const FAULT: Json = {
  type: 'object',
  required: ['pointer', 'msg'],
  properties: { pointer: { type: 'string', description: 'JSON 指针' }, msg: { type: 'string' } },
};

const SHARED_SCHEMAS: Readonly<Record<string, Json>> = {
  Fault: FAULT,
  Failure: {
    type: 'object',
    required: ['code', 'success', 'msg'],
    properties: {
      code: { type: 'integer', description: '与HTTP状态相同' },
      success: { const: false },
      data: {},
      msg: { type: 'string' },
      errors: { type: 'array', items: reference('Fault') },
    },
  },
  Choice: {
    type: 'object',
    required: ['id', 'label'],
    properties: {
      id: { type: 'string' },
      label: { type: 'string' },
      detail: { type: 'string' },
      parentId: { type: ['string', 'null'] },
    },
  },
  DictionaryEntry: {
    type: 'object',
    required: ['dictKey', 'dictValue'],
    properties: {
      dictKey: { type: 'string' },
      dictValue: { type: 'string' },
      sort: { type: 'number' },
      color: { type: 'string' },
    },
  },
};

/** The record as the entity's file says it, with the base fields; labels and abilities come besides. */
function recordSchema(model: EntityModel): Json {
  const base = model.fields.filter((field) => field.base);
  return {
    title: model.title,
    ...model.source.record,
    properties: {
      ...model.source.record.properties,
      ...Object.fromEntries(base.map((field) => [field.key, { ...field.property, readOnly: true }])),
      abilities: { type: 'object', readOnly: true, additionalProperties: { type: 'boolean' } },
    },
  };
}

/** What a save takes: any part of the record; absent is unchanged, null is cleared. */
function patchSchema(model: EntityModel, keys?: readonly string[]): Json {
  const fields = model.fields.filter(
    (field) => !field.base && !field.computed && (keys === undefined || keys.includes(field.key)),
  );
  const pointers = fields.map((field): [string, Json] => [
    field.key,
    { anyOf: [reference(`${model.key}/properties/${field.key}`), { type: 'null' }] },
  ]);
  return {
    type: 'object',
    properties: {
      id: { type: 'string', description: '修改时的编号' },
      version: { type: 'integer', description: '修改时读到的版本' },
      ...Object.fromEntries(pointers),
    },
  };
}

function page(items: Json): Json {
  return {
    type: 'object',
    required: ['records', 'total', 'size', 'current', 'pages'],
    properties: {
      records: { type: 'array', items },
      total: { type: 'integer', description: '最多数到10000，更多时 totalCapped 为 true' },
      totalCapped: { type: 'boolean' },
      size: { type: 'integer' },
      current: { type: 'integer' },
      pages: { type: 'integer' },
    },
  };
}

const RECALCULATION: Json = {
  type: 'object',
  properties: {
    affected: { type: 'integer' },
    state: { enum: ['none', 'waiting', 'running', 'done'] },
    total: { type: 'integer' },
    done: { type: 'integer' },
    changed: { type: 'integer' },
    failed: { type: 'integer' },
  },
};

function answerOf(call: OpenApiCall): Json {
  const record = reference(call.entity.key);
  switch (call.operation.kind) {
    case 'page':
      return page(record);
    case 'list':
    case 'tree':
      return { type: 'array', items: record };
    case 'select':
    case 'choices':
      return { type: 'array', items: reference('Choice') };
    case 'states':
    case 'dictionary':
      return { type: 'array', items: reference('DictionaryEntry') };
    case 'count':
      return {
        type: 'object',
        properties: {
          total: { type: 'integer' },
          totalCapped: { type: 'boolean' },
          groups: { type: 'array', items: { type: 'object' } },
          sums: { type: 'object', additionalProperties: { type: 'number' } },
        },
      };
    case 'history':
      return page({ type: 'object' });
    case 'remove':
      return { type: 'boolean' };
    case 'calculate':
      return { type: 'object' };
    case 'import':
      return IMPORT_ANSWER;
    case 'recalculation':
    case 'recalculate':
      return RECALCULATION;
    default:
      return record;
  }
}

function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'success', 'data', 'msg'],
    properties: { code: { const: 200 }, success: { const: true }, data, msg: { type: 'string' } },
  };
}

function responses(data: Json): Json {
  const failure = (description: string): Json => ({
    description,
    content: { 'application/json': { schema: reference('Failure') } },
  });
  return {
    '200': { description: '成功', content: { 'application/json': { schema: envelope(data) } } },
    '400': failure('输入有误或条件不满足'),
    '401': failure('未登录'),
    '403': failure('没有权限'),
    '404': failure('不存在或不可见'),
    '409': failure('已被他人修改'),
  };
}

/** Answers of printing: a file, not the envelope. */
const BINARY: Json = { type: 'string', format: 'binary' };

/** Calls that answer a file instead of data. */
const FILES: Partial<Record<OperationModel['kind'], readonly [type: string, description: string]>> = {
  print: ['application/pdf', 'PDF文件'],
  export: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel文件'],
  importTemplate: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel文件'],
};

function fileAnswer([type, description]: readonly [string, string]): Json {
  return { ...responses({}), '200': { description, content: { [type]: { schema: BINARY } } } };
}

const TITLES: Partial<Record<OperationModel['kind'], string>> = {
  page: '分页查询',
  list: '列表',
  tree: '树',
  detail: '详情',
  select: '选择列表',
  count: '计数',
  history: '操作记录',
  save: '保存',
  submit: '提交',
  remove: '删除',
  updateStatus: '改变状态',
  states: '状态列表',
  dictionary: '字典',
  seed: '从标准库填入',
  calculate: '计算',
  recalculation: '会因设置改变的计算结果',
  recalculate: '重新计算',
  print: '打印',
  export: '导出',
  importTemplate: '导入模板',
  import: '导入',
};

function entityOperation(call: OpenApiCall): Json {
  const { entity, operation, method } = call;
  const transition = operation.transition === undefined ? undefined : entity.transitions[operation.transition];
  const title = TITLES[operation.kind] ?? transition?.title ?? operation.name;
  const body = bodyOf(call);
  const file = FILES[operation.kind];
  return {
    operationId: `${entity.key}_${operation.name}`,
    tags: [entity.title],
    summary: `${entity.title}：${title}`,
    parameters: [
      ...pathParameters(call.path),
      ...queryParameters(call),
      ...(WRITING_KINDS.has(operation.kind) ? [IDEMPOTENCY] : []),
    ],
    ...(body === undefined || method === 'GET' ? {} : { requestBody: body }),
    responses: file === undefined ? responses(answerOf(call)) : fileAnswer(file),
  };
}

const IDEMPOTENCY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '同一编号的同一提交只执行一次',
  schema: { type: 'string' },
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function parameter(name: string, description: string, schema: Json = { type: 'string' }, required = false): Json {
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
  parameter('match', '筛选方式，逗号分隔：“字段:not”取反，“字段:empty”为空，“字段:filled”不为空'),
];

const FIGURES: readonly Json[] = [
  parameter('groupBy', '按该字段的值分组计数；日期写“字段:year”“字段:month”“字段:day”'),
  parameter('sums', '求合计的数字字段，逗号分隔'),
];

function queryParameters({ entity, operation, path }: OpenApiCall): Json[] {
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
    case 'export':
      return [
        parameter('columns', '导出的列，字段键，逗号分隔；缺省为页面的列'),
        parameter('lines', 'true：记录里的子表各占一张工作表'),
        parameter('background', 'true：超过5000行时转后台，应答{job}而不是文件'),
        ...LISTING,
        ...filterParameters(entity),
      ];
    case 'importTemplate':
    case 'import':
      return [parameter('page', '页面编号，按其权限')];
    case 'select':
      return [
        parameter('keyword', '名称包含'),
        parameter('ids', '编号，逗号分隔'),
        parameter('size', '条数', { type: 'integer' }),
        parameter('for', '为哪个引用字段选择，实体.字段；只给出该字段可选的记录'),
        parameter('record', '可选条件所读的本记录的值，JSON'),
      ];
    case 'print':
      return [parameter('ids', '编号，逗号分隔，最多30个')];
    case 'detail':
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

const SHEET_BODY: Json = {
  type: 'object',
  required: ['file'],
  properties: {
    mode: {
      type: 'string',
      enum: [...IMPORT_MODES],
      default: 'preview',
      description: 'preview只检查，valid导入有效行，all全部成功才导入',
    },
    key: { type: 'string', description: '按这些唯一的字段更新已有记录，逗号分隔；缺省只新增' },
    background: { type: 'string', description: 'true：超过500行时转后台，应答{job}' },
    file: { ...BINARY, description: '.xlsx文件，最大20M，最多10000行' },
  },
};

const IMPORT_ANSWER: Json = {
  type: 'object',
  properties: {
    mode: { type: 'string' },
    ...Object.fromEntries(
      ['total', 'valid', 'failed', 'inserted', 'updated', 'unchanged', 'errorCount'].map((name) => [
        name,
        { type: 'integer' },
      ]),
    ),
    stored: { type: 'boolean' },
    ignored: { type: 'array', items: { type: 'string' } },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { row: { type: 'integer' }, column: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    preview: { type: 'object' },
  },
};

function bodyOf({ entity, operation }: OpenApiCall): Json | undefined {
  const type = operation.arguments === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = (schema: Json): Json => ({ content: { [type]: { schema } } });
  switch (operation.kind) {
    case 'save':
    case 'submit':
      return content(withProperties(patchSchema(entity), rowsBelow(entity)));
    case 'transition':
    case 'enable':
    case 'disable': {
      const transition = entity.transitions[operation.transition ?? ''];
      const asked = transition?.fields.map(({ field }) => field) ?? [];
      return content(withProperties(patchSchema(entity, asked), proposed(transition)));
    }
    case 'import':
      return { content: { 'multipart/form-data': { schema: SHEET_BODY } } };
    case 'seed':
      return content({ type: 'object', properties: { [entity.parent?.field ?? 'id']: { type: 'string' } } });
    case 'remove':
    case 'updateStatus':
      return content({
        type: 'object',
        properties: {
          ids: { type: 'string' },
          ...(operation.kind === 'updateStatus' ? { status: { type: 'string' } } : {}),
        },
      });
    default:
      return undefined;
  }
}

function withProperties(schema: Json, more: Readonly<Record<string, Json>>): Json {
  return { ...schema, properties: { ...(schema.properties as Json), ...more } };
}

/** Rows of child entities that travel with their record; those that only transitions write do not. */
function rowsBelow(entity: EntityModel): Readonly<Record<string, Json>> {
  const written = new Set(Object.values(entity.transitions).map(({ writes }) => writes));
  const saved = entity.children.filter((key) => !written.has(key));
  return Object.fromEntries(
    saved.map((key) => [key, { type: 'array', items: reference(key), description: '所属的行，列全；未列出的删除' }]),
  );
}

/** What a transition takes besides the record's fields: the row that it writes, and who gets a copy of a request. */
function proposed(transition: TransitionModel | undefined): Readonly<Record<string, Json>> {
  return {
    ...(transition?.writes === undefined ? {} : { row: reference(transition.writes) }),
    ...(transition?.approve === undefined
      ? {}
      : { copies: { type: 'array', items: { type: 'string' }, description: '抄送人' } }),
  };
}

function extraOperation(extra: OpenApiExtra): Json {
  const named = Object.entries(extra.arguments);
  const properties = Object.fromEntries(
    named.map(([name, { title }]) => [name, { type: 'string', description: title }]),
  );
  return {
    operationId: extra.name,
    tags: [extra.group],
    summary: extra.title,
    ...(extra.open ? { security: [{ client: [] }] } : {}),
    parameters: [
      ...pathParameters(extra.path),
      ...named
        .filter(([name]) => !extra.path.includes(`{${name}}`))
        .map(([name, { title, required }]) =>
          parameter(name, title, { type: 'string' }, required === true && extra.body !== true),
        ),
    ],
    ...(extra.body === true
      ? { requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } } }
      : {}),
    responses: responses({ description: extra.answer }),
  };
}
