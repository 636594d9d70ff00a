import { checkList, defineFieldType, JSON_COLUMN } from '../define.ts';

/** Id of an uploaded file, however it is written: the id itself or the file as an answer carries it. */
export function attachIdOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('attachId' in value)) return undefined;
  return typeof value.attachId === 'string' ? value.attachId : undefined;
}

/** Files: at most 6 of 100 MB each unless `maxItems` and `maxSize` say otherwise; kept as ids of stored files. */
export const definition = defineFieldType({
  type: 'upload',
  title: '附件上传',
  group: 'file',
  jsonTypes: ['array'],
  keywords: ['maxItems', 'minItems', 'items', 'accept', 'listType', 'maxSize'],
  column: () => JSON_COLUMN,
  expressionType: () => ({ list: 'text' }),
  filter: () => 'none',
  sortable: false,
  span: 'full',
  check(value, field) {
    if (!Array.isArray(value)) return '须为附件列表';
    const maximum = field.property.maxItems ?? 6;
    if (value.length > maximum) return `已超出上传文件数量限制, 最多可上传${maximum}个文件`;
    if (field.property.minItems !== undefined && value.length < field.property.minItems) {
      return `至少上传${field.property.minItems}个文件`;
    }
    return checkList(
      value.map((entry) => attachIdOf(entry)),
      { ...field.property, minItems: undefined },
      maximum,
      (id) => (typeof id === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(id) ? undefined : '不是有效的附件'),
    );
  },
  format(value, field) {
    if (!Array.isArray(value)) return '';
    const names = Array.isArray(field.labels) ? field.labels : [];
    return value
      .map((entry, index) =>
        typeof entry === 'object' && entry !== null && 'originalName' in entry
          ? entry.originalName
          : (names[index] ?? entry),
      )
      .join('、');
  },
  parse: (text) => (text.trim() === '' ? { value: null } : { message: '附件不能从文本读取' }),
});
