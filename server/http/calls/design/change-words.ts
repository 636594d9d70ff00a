import type { EntityChange } from '../../../../src/core/dialect/diff-entities.ts';
import { KEYWORD_NAMES } from '../../../../src/core/dialect/keyword-names.ts';

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(KEYWORD_NAMES));

/** Longest value that a sentence says, in characters. */
const LONGEST = 120;

/** A difference as a sentence for whoever approves it, in the words of the designer: 字段“名称”的最多字数由“200”改为“150”. */
export function changeWords(change: EntityChange): string {
  const { verb, kind, name, title = name, property, before, after } = change;
  const thing = `${kind === '实体' ? '业务' : kind}“${title}”`;
  switch (verb) {
    case 'added':
      return `新增${thing}`;
    case 'removed':
      return `去掉${thing}`;
    case 'moved':
      return `${thing}移到另一处`;
    case 'renamed':
      return `${thing}的代码由 ${String(before)} 改为 ${String(after)}`;
    case 'changed':
      return `${thing}${property === undefined ? '' : `的${propertyName(property)}`}${turned(before, after)}`;
  }
}

function propertyName(property: string): string {
  return property
    .split('.')
    .map((step) => NAMES.get(step) ?? step)
    .join('·');
}

function turned(before: unknown, after: unknown): string {
  // What is no switch that is on is off, whether that is written or not.
  const isSwitch = typeof (before ?? after) === 'boolean';
  const [was, is] = isSwitch ? [before ?? false, after ?? false] : [before ?? null, after ?? null];
  if (was === null) return `设为“${said(is)}”`;
  if (is === null) return `“${said(was)}”去掉了`;
  return `由“${said(was)}”改为“${said(is)}”`;
}

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
