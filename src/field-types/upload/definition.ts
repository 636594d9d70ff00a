import { exportOnlySheet } from '../../core/field-forms.ts';
import type { PrintFile } from '../../core/field-type.ts';
import { fileLimit, tooManyFiles } from '../../core/files/upload-limits.ts';
import { listed } from '../../core/text/punctuate.ts';
import { say } from '../../core/text/say.ts';
import { isRecordId } from '../../core/validation/text-checks.ts';
import { checkList, defineFieldType, JSON_COLUMN } from '../define.ts';

/** Id of an uploaded file, however it is written: the id itself or the file as an answer carries it. */
export function attachIdOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('attachId' in value)) return undefined;
  return typeof value.attachId === 'string' ? value.attachId : undefined;
}

/** Files that print shows as pictures. */
const PICTURE = /\.(?:jpe?g|png|gif|webp|bmp)$/i;

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('originalName' in entry)) return undefined;
  return typeof entry.originalName === 'string' ? entry.originalName : undefined;
}

/**
 * Files: at most 6 (of `media: video` 5) of 100 MB each unless `maxItems` and `maxSize` say otherwise; kept as ids of
 * stored files. What a file must be is checked with the stored files: src/core/files/upload-limits.ts.
 */
export const definition = defineFieldType({
  type: 'upload',
  title: '附件上传',
  group: 'file',
  jsonTypes: ['array'],
  keywords: [
    'maxItems',
    'minItems',
    'items',
    'accept',
    'listType',
    'maxSize',
    'media',
    'duplicate',
    'mediaWidth',
    'mediaHeight',
    'mediaRatio',
    'mediaSize',
    'eachError',
  ],
  column: () => JSON_COLUMN,
  expressionType: () => ({ list: 'text' }),
  filter: () => 'none',
  sortable: false,
  span: 'full',
  check(value, field) {
    if (!Array.isArray(value)) return say('须为附件列表');
    const maximum = fileLimit(field.property);
    if (value.length > maximum) return tooManyFiles(field.property);
    if (field.property.minItems !== undefined && value.length < field.property.minItems) {
      return say('至少上传{minItems}个文件', { minItems: field.property.minItems });
    }
    return checkList(
      value.map((entry) => attachIdOf(entry)),
      { ...field.property, minItems: undefined },
      maximum,
      (id) => (isRecordId(id) ? undefined : say('不是有效的附件')),
    );
  },
  format(value, field) {
    if (!Array.isArray(value)) return '';
    const names = Array.isArray(field.labels) ? field.labels : [];
    return listed(
      value.map((entry, index) =>
        String(
          typeof entry === 'object' && entry !== null && 'originalName' in entry
            ? entry.originalName
            : (names[index] ?? entry),
        ),
      ),
    );
  },
  parse: (text) => (text.trim() === '' ? { value: null } : { message: say('附件不能从文本读取') }),
  sheet: () => exportOnlySheet(definition, 40),
  print(value, field) {
    if (!Array.isArray(value)) return undefined;
    const labels = Array.isArray(field.labels) ? field.labels : [];
    const files = value.flatMap((entry, index) => {
      const attachId = attachIdOf(entry);
      return attachId === undefined ? [] : [{ attachId, name: nameOf(entry) ?? labels[index] ?? attachId }];
    });
    const isPicture = ({ name }: PrintFile) => field.property.listType === 'picture-card' || PICTURE.test(name);
    return {
      kind: 'images',
      images: files.filter(isPicture),
      names: files.filter((file) => !isPicture(file)).map(({ name }) => name),
    };
  },
});
