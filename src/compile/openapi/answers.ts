import type { OperationModel } from '../../core/model/entity-model.ts';
import type { Json, OpenApiCall } from './calls.ts';
import { BINARY, reference } from './schemas.ts';

/** Responses of a call, with what it answers when it succeeds. */
export function callResponses(call: OpenApiCall): Json {
  const file = FILES[call.operation.kind];
  return file === undefined ? responses(answerOf(call)) : fileAnswer(file);
}

function page(items: Json): Json {
  return {
    type: 'object',
    required: ['records', 'total', 'size', 'current', 'pages'],
    properties: {
      records: { type: 'array', items },
      total: { type: 'integer', description: '最多数到10000，更多时 totalCapped 为 true' },
      totalCapped: { type: 'boolean' },
      slowOrder: { type: 'boolean', description: '这样多的记录没有索引可按所选顺序排列，每页都要重新排序' },
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
    ignored: { type: 'array', items: { type: 'string' }, description: '未读取的列' },
    ignoredSheets: { type: 'array', items: { type: 'string' }, description: '未读取的工作表' },
    readAs: { type: 'string', description: '文件的语言，与会话的不同时才有' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { row: { type: 'integer' }, column: { type: 'string' }, msg: { type: 'string' } },
      },
    },
    preview: { type: 'object' },
    report: { type: 'object', description: '有问题的行，一天内可下载' },
  },
};

const STATISTICS_ROW: Json = {
  type: 'object',
  properties: {
    key: { type: ['string', 'null'], description: '维度的值' },
    label: { type: 'string' },
    color: { type: 'string' },
    values: { type: 'array', items: { type: 'number' }, description: '各指标的值，与columns同序' },
    below: { type: 'array', items: { type: 'object' }, description: '按第二个维度再分，形式相同' },
  },
};

const STATISTICS: Json = {
  type: 'object',
  properties: {
    blocks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          key: { type: 'string' },
          title: { type: 'string' },
          chart: { type: 'string' },
          series: { type: 'array', items: { type: 'string' } },
          dimension: { type: 'object' },
          below: { type: 'object', properties: { title: { type: 'string' } } },
          filters: { type: 'array', items: { type: 'string' } },
          columns: { type: 'array', items: { type: 'object' } },
          rows: { type: 'array', items: STATISTICS_ROW },
          total: { type: 'array', items: { type: 'number' } },
        },
      },
    },
  },
};

const TASK: Json = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    taskId: { type: ['string', 'null'] },
    requestId: { type: 'string' },
    entity: { type: 'string' },
    recordId: { type: 'string' },
    recordTitle: { type: 'string' },
    transition: { type: 'string' },
    transitionTitle: { type: 'string' },
    levelTitle: { type: 'string' },
    openedByName: { type: 'string' },
    openedAt: { type: 'string' },
    deadline: { type: ['string', 'null'] },
    status: { type: 'string' },
    statusLabel: { type: 'string' },
  },
};

const DECISION: Json = {
  type: 'object',
  properties: {
    taskId: { type: 'string' },
    requestId: { type: 'string' },
    recordId: { type: 'string' },
    status: { enum: ['open', 'granted', 'rejected'] },
  },
};

function answerOf(call: OpenApiCall): Json {
  const record = reference(call.entity.key);
  switch (call.operation.kind) {
    case 'page':
      return page(record);
    case 'list':
    case 'tree':
    case 'saveRows':
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
    case 'view':
    case 'calculate':
    case 'defaults':
      return { type: 'object' };
    case 'import':
      return IMPORT_ANSWER;
    case 'statistics':
      return STATISTICS;
    case 'openAuthor':
      return {
        type: 'object',
        properties: {
          fields: {
            type: 'array',
            items: {
              type: 'object',
              properties: { field: { type: 'string' }, title: { type: 'string' }, text: { type: 'string' } },
            },
          },
        },
      };
    case 'scanCode':
      return { type: 'object', properties: { code: { type: 'string' }, remaining: { type: 'integer' } } };
    case 'todo':
    case 'sendList':
      return page(TASK);
    case 'vote':
      return DECISION;
    case 'revoke':
      return { type: 'object', properties: { requestId: { type: 'string' } } };
    case 'recalculation':
    case 'recalculate':
      return RECALCULATION;
    case 'detail':
    case 'save':
    case 'submit':
    case 'updateStatus':
    case 'enable':
    case 'disable':
    case 'transition':
    case 'seed':
    case 'print':
    case 'export':
    case 'importTemplate':
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

/** Responses that carry `data`, and those of a refusal. */
export function responses(data: Json): Json {
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

/** Calls that answer a file instead of data. */
const FILES: Partial<Record<OperationModel['kind'], readonly [type: string, description: string]>> = {
  print: ['application/pdf', 'PDF文件'],
  export: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel文件'],
  importTemplate: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel文件'],
};

function fileAnswer([type, description]: readonly [string, string]): Json {
  return { ...responses({}), '200': { description, content: { [type]: { schema: BINARY } } } };
}
