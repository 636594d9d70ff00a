import { useCallback } from 'react';
import { defineTexts } from '../../src/ui/text/define-texts.ts';

/** What the meta-schema calls the things of an entity (`x-called`), as `EntityChange.kind` says it. */
const KINDS = {
  实体: '业务',
  字段: '字段',
  接口: '接口',
  参数: '参数',
  列: '列',
  选项: '选项',
  唯一条件: '唯一条件',
  索引: '索引',
  分组: '分组',
  详情分组: '详情分组',
  相关列表: '相关列表',
  页面: '页面',
  操作: '操作',
  弹窗字段: '弹窗字段',
  状态: '状态',
  定时器: '定时器',
  效果: '效果',
  流转: '流转',
  审批层级: '审批层级',
  指标集: '指标集',
  指标: '指标',
  统计块: '统计块',
  详情统计块: '详情统计块',
  打印标题: '打印标题',
  打印部分: '打印部分',
  '命名的条件、人员或地点': '命名的条件、人员或地点',
} as const;

const { useText } = defineTexts('designer-kinds', KINDS);

/** What a kind of thing is called in the language of the moment. */
export function useKindName(): (kind: string) => string {
  const text = useText();
  return useCallback((kind) => (isKind(kind) ? text(kind) : kind), [text]);
}

/** Whether a kind has a name in other languages. */
export const isKind = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);
