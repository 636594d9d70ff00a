import { exportOnlySheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType, JSON_COLUMN } from '../define.ts';

/** One row of a permission matrix: page code and granted actions. */
export interface PermissionRow {
  readonly permissionId: string;
  readonly actionList: readonly string[];
}

const MAXIMUM_ROWS = 2000;

function isRow(value: unknown): value is PermissionRow {
  if (typeof value !== 'object' || value === null) return false;
  const { permissionId, actionList, ...rest } = value as Record<string, unknown>;
  return (
    Object.keys(rest).length === 0 &&
    typeof permissionId === 'string' &&
    /^[A-Za-z0-9_]{1,60}$/.test(permissionId) &&
    Array.isArray(actionList) &&
    actionList.length <= 60 &&
    actionList.every((action) => typeof action === 'string' && /^[A-Za-z][A-Za-z0-9]{0,59}$/.test(action))
  );
}

/** Pages by actions: what a role may do. A page without a row follows the shipped grants. */
export const definition = defineFieldType({
  type: 'permissionMatrix',
  title: '权限矩阵',
  group: 'structure',
  jsonTypes: ['array'],
  keywords: ['items'],
  column: () => JSON_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'full',
  check(value) {
    if (!Array.isArray(value) || !value.every(isRow)) return say('须为各页面的按钮权限');
    if (value.length > MAXIMUM_ROWS) return say('最多{most}个页面', { most: MAXIMUM_ROWS });
    const pages = new Set(value.map((row) => row.permissionId));
    return pages.size === value.length ? undefined : say('同一页面不能出现两次');
  },
  format: (value) => (Array.isArray(value) ? say('{count}个页面', { count: value.length }) : ''),
  parse: () => ({ message: say('权限不能从文本读取') }),
  sheet: () => exportOnlySheet(definition),
});
