import type { EntityModel, TransitionModel } from '../../core/model/entity-model.ts';
import { ON_SITE } from '../../core/site/read-on-site.ts';
import { ITEMS_ENTITY } from '../../core/wire/held-item.ts';
import { MOST_ROWS_SAVED } from '../../core/wire/operations.ts';
import { IMPORT_MODES } from '../../core/wire/spreadsheet.ts';
import type { Json, OpenApiCall } from './calls.ts';
import { REPLACEMENT } from './parameters.ts';
import { BINARY, patchSchema, reference } from './schemas.ts';

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

/** Where the person is (`WireOnSite`). */
const SITE: Json = {
  type: 'object',
  description: '本人在现场的证明：定位、标签或照片，三选一；要求时必填',
  properties: {
    lng: { type: 'number', description: '经度' },
    lat: { type: 'number', description: '纬度' },
    accuracy: { type: 'number', description: '定位误差，米' },
    time: { type: 'string', format: 'date-time', description: '定位时间，带时区' },
    tag: { type: 'string', description: '区域标签的内容' },
    photo: { type: 'string', description: '现场照片的附件编号' },
    reason: { type: 'string', description: '不能定位的原因' },
  },
};

const VOTE: Json = {
  type: 'object',
  required: ['id', 'result'],
  properties: {
    id: { type: 'string', description: '记录的编号' },
    result: { enum: ['pass', 'reject'], description: 'pass通过，reject驳回' },
    opinion: { type: 'string', description: '审批意见，驳回时必填，2至200个字' },
    files: { type: 'array', items: { type: 'string' }, description: '附件编号，最多9个' },
    signature: { type: 'string', description: '手写签名：PNG图片的data地址' },
    [ON_SITE]: SITE,
  },
};

/** What a call takes in its body; undefined for nothing. */
export function bodyOf({ entity, operation }: OpenApiCall): Json | undefined {
  const type = operation.arguments === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = (schema: Json): Json => ({ content: { [type]: { schema } } });
  switch (operation.kind) {
    case 'defaults':
      return content(patchSchema(entity));
    case 'save':
    case 'submit':
      return content(withProperties(patchSchema(entity), rowsBelow(entity)));
    case 'saveRows': {
      const rows = {
        type: 'array',
        maxItems: MOST_ROWS_SAVED,
        items: patchSchema(entity),
        description: '全部保存或全不保存；问题按行指出，如“/rows/3/name”',
      };
      return content({ type: 'object', required: ['rows'], properties: { rows } });
    }
    case 'transition':
    case 'enable':
    case 'disable': {
      const transition = entity.transitions[operation.transition ?? ''];
      const asked = transition?.fields.map(({ field }) => field) ?? [];
      return content(withProperties(patchSchema(entity, asked), proposed(transition)));
    }
    case 'vote':
      return content(VOTE);
    case 'revoke':
      return content({
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, reason: { type: 'string' } },
      });
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
          ...(operation.kind === 'remove' && entity.key === ITEMS_ENTITY
            ? { to: { type: 'string', description: REPLACEMENT } }
            : {}),
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

/** What was scanned (`WireScan`). */
const SCAN: Json = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', description: '扫描或输入的码' },
    record: { type: 'string', description: '扫描的码所属的记录；手工输入时不填' },
    place: {
      type: 'object',
      properties: { lng: { type: 'number' }, lat: { type: 'number' } },
      description: '本人的位置，要求距离时必填',
    },
  },
};

/** What a transition takes besides the record's fields: the row that it writes, and who gets a copy of a request. */
function proposed(transition: TransitionModel | undefined): Readonly<Record<string, Json>> {
  return {
    ...(transition?.writes === undefined ? {} : { row: reference(transition.writes) }),
    ...(transition?.scan === undefined ? {} : { scan: SCAN }),
    ...(transition?.place === undefined ? {} : { [ON_SITE]: SITE }),
    ...(transition?.approve === undefined
      ? {}
      : { copies: { type: 'array', items: { type: 'string' }, description: '抄送人' } }),
  };
}
