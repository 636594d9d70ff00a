import { say } from '../../../src/core/text/say.ts';
import { IMPORT_LIMITS, READING_LIMITS } from './limits.ts';

/** What may be too much in a file. */
type TooMuch =
  | 'bytes'
  | 'entries'
  | 'rows'
  | 'cells'
  | 'merges'
  | 'strings'
  | 'characters'
  | 'elements'
  | 'stretch'
  | 'depth';

/** Why the reader gives a file up; the messages stand one below the other. */
export class RefusedFile extends Error {
  readonly messages: readonly string[];

  constructor(...messages: readonly string[]) {
    super(messages[0]);
    this.name = 'RefusedFile';
    this.messages = messages;
  }
}

/** No xlsx file, or a broken one. */
export const notAWorkbook = () => new RefusedFile(say('不是有效的Excel文件，请上传.xlsx文件'));

/** What begins as a workbook does, and is not whole. */
export const cutWorkbook = (file: string) =>
  new RefusedFile(say('“{file}”不完整或已损坏，可能没有传完：请用Excel打开检查，另存后重新上传', { file }));

/** A file that holds more than the reader takes, by its name and the limit. */
export function tooMuch(name: string, what: TooMuch): RefusedFile {
  return new RefusedFile(messageOf(name, what));
}

function messageOf(file: string, what: TooMuch): string {
  switch (what) {
    case 'bytes':
      return say('“{file}”展开后超过{most}M，请减少内容或分开导入', {
        file,
        most: IMPORT_LIMITS.unpackedBytes / 1024 / 1024,
      });
    case 'entries':
      return say('“{file}”中打包的文件超过{most}个，请另存为新的.xlsx文件后再导入', {
        file,
        most: IMPORT_LIMITS.entries,
      });
    case 'rows':
      return say('“{file}”超过{most}行（含空行），请删除空行或分开导入', { file, most: READING_LIMITS.rows });
    case 'cells':
      return say('“{file}”超过{most}个单元格（含空单元格），请删除空的行列或分开导入', {
        file,
        most: READING_LIMITS.cells,
      });
    case 'merges':
      return say('“{file}”超过{most}处合并的单元格，请取消合并', { file, most: READING_LIMITS.merges });
    case 'strings':
      return say('“{file}”超过{most}段文字，请分开导入', { file, most: READING_LIMITS.strings });
    case 'characters':
      return say('“{file}”的文字超过{most}个字符，请分开导入', { file, most: READING_LIMITS.characters });
    case 'elements':
      return say('“{file}”的内容超过{most}项，请减少内容或分开导入', { file, most: READING_LIMITS.elements });
    case 'stretch':
      return say('“{file}”有一项内容超过{most}个字符，请减少内容', { file, most: READING_LIMITS.stretch });
    case 'depth':
      return say('“{file}”的内容嵌套超过{most}层，不能读取', { file, most: READING_LIMITS.depth });
  }
}
