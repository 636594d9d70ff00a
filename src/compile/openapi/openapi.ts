import type { OperationModel } from '../../core/model/entity-model.ts';
import { WRITING_KINDS } from '../../core/wire/operations.ts';
import { callResponses, responses } from './answers.ts';
import { bodyOf } from './bodies.ts';
import type { Json, OpenApiCall, OpenApiExtra } from './calls.ts';
import { DEVICE_TIME, IDEMPOTENCY, parameter, parametersInQuery, pathParameters } from './parameters.ts';
import { recordSchema, SHARED_SCHEMAS } from './schemas.ts';

interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** Name of the header that carries the access token. */
  readonly tokenHeader: string;
}

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

const TITLES: Partial<Record<OperationModel['kind'], string>> = {
  page: '分页查询',
  list: '列表',
  tree: '树',
  detail: '详情',
  select: '选择列表',
  count: '计数',
  history: '操作记录',
  save: '保存',
  saveRows: '保存多条',
  submit: '提交',
  remove: '删除',
  updateStatus: '改变状态',
  states: '状态列表',
  dictionary: '字典',
  openAuthor: '查看匿名提交人',
  scanCode: '现在的动态码',
  seed: '从标准库填入',
  defaults: '新记录随所选记录带出的值',
  calculate: '计算',
  statistics: '统计',
  todo: '待办',
  sendList: '抄送',
  vote: '审批',
  revoke: '撤回申请',
  choices: '可选记录',
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
  return {
    operationId: `${entity.key}_${operation.name}`,
    tags: [entity.title],
    summary: `${entity.title}：${title}`,
    parameters: [
      ...pathParameters(call.path),
      ...parametersInQuery(call),
      ...(WRITING_KINDS.has(operation.kind) ? [IDEMPOTENCY, DEVICE_TIME] : []),
    ],
    ...(body === undefined || method === 'GET' ? {} : { requestBody: body }),
    responses: callResponses(call),
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
