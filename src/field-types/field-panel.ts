import type { Property } from '../core/dialect/entity.generated.ts';

/** How the designer edits one keyword of a field. */
type PanelEditor =
  | {
      readonly editor:
        | 'text'
        | 'switch'
        | 'dictionary'
        | 'options'
        | 'patterns'
        | 'extensions'
        | 'entity'
        | 'serial'
        | 'columns';
    }
  | { readonly editor: 'number'; readonly min?: number; readonly max?: number; readonly unit?: string }
  | { readonly editor: 'choice'; readonly choices: readonly { readonly value: string; readonly title: string }[] }
  | { readonly editor: 'expression'; readonly result: 'boolean' | 'value' }
  | { readonly editor: 'cases' }
  | { readonly editor: 'default' };

/** One row of the property panel: a keyword of the dialect, its Chinese name and the editor. */
type PanelRow = PanelEditor & {
  readonly keyword: keyof Property;
  readonly title: string;
  readonly hint?: string;
};

/** The rows of a field type's own keywords, in order; every field has `COMMON_PANEL` besides. */
export type FieldPanel = readonly PanelRow[];

/** Rows that every field has. */
export const COMMON_PANEL: FieldPanel = [
  { keyword: 'title', title: '名称', editor: 'text' },
  { keyword: 'hint', title: '提示', editor: 'text', hint: '显示在字段下方' },
  {
    keyword: 'span',
    title: '宽度',
    editor: 'choice',
    choices: [
      { value: 'one', title: '一列' },
      { value: 'full', title: '整行' },
    ],
  },
  { keyword: 'default', title: '默认值', editor: 'default' },
  {
    keyword: 'defaultFrom',
    title: '默认值公式',
    editor: 'expression',
    result: 'value',
    hint: '随所引用的字段变化，填写后不再变化',
  },
  { keyword: 'visible', title: '显示条件', editor: 'expression', result: 'boolean' },
  { keyword: 'requiredWhen', title: '必填条件', editor: 'expression', result: 'boolean' },
  { keyword: 'disabledWhen', title: '禁用条件', editor: 'expression', result: 'boolean' },
  { keyword: 'fixedWhen', title: '锁定条件', editor: 'expression', result: 'boolean', hint: '成立后不能再修改' },
  { keyword: 'since', title: '起始时间', editor: 'text', hint: '此前创建的记录，只在改到这个字段时才要求必填和限制' },
];
