/** Kinds of field in the bench's form. */
type FieldKind =
  | 'input'
  | 'textarea'
  | 'number'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'date'
  | 'dateDuration'
  | 'orgSelect'
  | 'upload'
  | 'calculate'
  | 'tree';

/** One field as both forms are made from it. */
export interface MixedField {
  readonly key: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Key of the second end of a range. */
  readonly end?: string;
  /** Field that must be `1` for this one to exist. */
  readonly visibleBy?: string;
  /** Field that must be `1` for this one to be demanded. */
  readonly requiredBy?: string;
  /** Checkbox that locks this one. */
  readonly disabledBy?: string;
  /** Number that this one must not fall below. */
  readonly notBelow?: string;
  /** Date that this one must not lie before. */
  readonly notBefore?: string;
  /** Numbers of which it is `a * b + c`. */
  readonly product?: readonly [string, string, string];
  readonly pattern?: { readonly source: string; readonly message: string };
}

interface MixedSection {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly MixedField[];
}

/** Choices of every select and radio. */
export const CHOICES: readonly { readonly key: string; readonly title: string }[] = [
  { key: '1', title: '甲类' },
  { key: '2', title: '乙类' },
  { key: '3', title: '丙类' },
  { key: '4', title: '丁类' },
];

export const MAX_TEXT = 60;
export const MAX_NUMBER = 100_000;
const CODE_PATTERN = { source: '^[A-Z]{2}-[0-9]{3}$', message: '编号的格式如 AB-001' };

/**
 * Sections of 20 drawn fields in fixed shares: 5 or 6 inputs, 1 textarea, 3 numbers, 3 selects, and one each of radio,
 * checkbox, date range and calculation, 2 dates; in turn an org select or a tree, and in every third section an upload.
 * Every section has the same rules and linkages: a pattern, limits, two comparisons, one field that appears, one that is
 * demanded, one that is locked, one that is calculated.
 */
export function mixSections(fields: number): readonly MixedSection[] {
  return Array.from({ length: Math.ceil(fields / 20) }, (_, index) => section(index));
}

function section(index: number): MixedSection {
  const at = (name: string) => `s${index + 1}${name}`;
  const field = (name: string, kind: FieldKind, title: string, more: Partial<MixedField> = {}): MixedField => ({
    key: at(name),
    title: `${title}${index + 1}`,
    kind,
    required: false,
    ...more,
  });
  return {
    key: at('Section'),
    title: `第${index + 1}部分`,
    fields: [
      field('Name', 'input', '名称', { required: true }),
      field('Code', 'input', '编号', { required: true, pattern: CODE_PATTERN }),
      field('Place', 'input', '地点'),
      field('Kind', 'select', '类别', { required: true }),
      field('Level', 'select', '级别'),
      field('Source', 'select', '来源'),
      field('Urgent', 'radio', '紧急程度', { required: true }),
      field('Reason', 'input', '紧急原因', { visibleBy: at('Urgent') }),
      field('Start', 'date', '开始日期', { required: true }),
      field('Finish', 'date', '完成日期', { notBefore: at('Start') }),
      field('Valid', 'dateDuration', '有效期', { end: at('ValidEnd') }),
      field('Locked', 'checkbox', '锁定数量'),
      field('Count', 'number', '数量', { required: true }),
      field('Price', 'number', '单价', { disabledBy: at('Locked') }),
      field('Extra', 'number', '附加', { notBelow: at('Count') }),
      field('Amount', 'calculate', '合计', { product: [at('Count'), at('Price'), at('Extra')] }),
      field('Contact', 'input', '联系人', { requiredBy: at('Level') }),
      index % 2 === 0 ? field('Owner', 'orgSelect', '负责人') : field('Area', 'tree', '区域'),
      index % 3 === 2 ? field('Files', 'upload', '附件') : field('Keyword', 'input', '关键词'),
      field('Remark', 'textarea', '说明'),
    ],
  };
}
