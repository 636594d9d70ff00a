import type { Problem } from '../dialect/problem.ts';

/** Kinds of things that an edit can address. */
const OVERLAY_KINDS = ['entity', 'field', 'section', 'page', 'state', 'transition', 'option'] as const;

type OverlayKind = (typeof OVERLAY_KINDS)[number];

/**
 * What an edit is about, by permanent id: `{kind: 'field', id: 'name'}`. A page's id is its code, an entity's own id is
 * not repeated (''); an option lies within its field.
 */
export interface OverlayAddress {
  readonly kind: OverlayKind;
  readonly id: string;
  /** Id of the field that holds the option. */
  readonly within?: string;
}

/**
 * Changes one property. `property` may be a path (`ref.where`); `key` renames, and `required` of a field says whether
 * the record requires it. `base` is the shipped value when the edit was made; a value of null takes the property away.
 */
export interface SetEdit {
  readonly edit: 'set';
  readonly at: OverlayAddress;
  readonly property: string;
  readonly base: unknown;
  readonly value: unknown;
}

/** Where something stands: behind `after` (an id; null for the first place), and of a field in which section. */
export interface OverlayPlace {
  readonly section?: string;
  readonly after: string | null;
}

/** Adds a thing under the new key `at.id`. Where the anchor is gone it is appended. */
export interface AddEdit extends OverlayPlace {
  readonly edit: 'add';
  readonly at: OverlayAddress;
  /** Definition as the file would have it. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Puts a thing elsewhere. `base` is the shipped place when the edit was made. */
export interface MoveEdit extends OverlayPlace {
  readonly edit: 'move';
  readonly at: OverlayAddress;
  readonly base?: OverlayPlace;
}

/**
 * Takes a thing out of sight, and keeps its data: a field or section out of forms and lists, a page out of the menu, a
 * transition off the pages' buttons; an option can no longer be chosen. States cannot be hidden.
 */
interface HideEdit {
  readonly edit: 'hide';
  readonly at: OverlayAddress;
}

/** One change that an administrator made over the shipped file. */
export type OverlayEdit = SetEdit | AddEdit | MoveEdit | HideEdit;

/** Why an edit did not apply as it stands. */
export type ConflictReason = 'changed' | 'locked' | 'missing' | 'exists' | 'refused';

/** An edit that met something else than it was made over. */
export interface OverlayConflict {
  /** Position in the list of edits. */
  readonly edit: number;
  readonly at: OverlayAddress;
  readonly property?: string;
  /** `changed`: shipped differs from base and ours. `missing`: no such thing. `exists`: the key is taken. */
  readonly reason: ConflictReason;
  readonly base?: unknown;
  readonly shipped?: unknown;
  readonly ours?: unknown;
  /** Whose value the merged entity has. */
  readonly winner: 'ours' | 'shipped';
  /** Chinese sentence for the designer. */
  readonly message: string;
}

/** Reads a list of edits from JSON (a stored overlay, a request); all that is wrong is reported. */
export function parseOverlay(
  value: unknown,
  file = 'overlay',
): { readonly edits: readonly OverlayEdit[] } | { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const fault = (pointer: string, message: string, fix: string): void => {
    problems.push({ file, pointer, message, fix, severity: 'error' });
  };
  if (!Array.isArray(value)) {
    fault('', '覆盖层须是修改的列表', '改为列表');
    return { problems };
  }
  for (const [index, edit] of value.entries()) checkEdit(edit, `/${index}`, fault);
  return problems.length > 0 ? { problems } : { edits: value as readonly OverlayEdit[] };
}

const KEYS: Readonly<
  Record<OverlayEdit['edit'], { readonly needed: readonly string[]; readonly more: readonly string[] }>
> = {
  set: { needed: ['edit', 'at', 'property', 'base', 'value'], more: [] },
  add: { needed: ['edit', 'at', 'value', 'after'], more: ['section'] },
  move: { needed: ['edit', 'at', 'after'], more: ['section', 'base'] },
  hide: { needed: ['edit', 'at'], more: [] },
};

type Fault = (pointer: string, message: string, fix: string) => void;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkEdit(edit: unknown, pointer: string, fault: Fault): void {
  const verb = isRecord(edit) ? edit.edit : undefined;
  if (!isRecord(edit) || typeof verb !== 'string' || !Object.hasOwn(KEYS, verb)) {
    fault(pointer, '一项修改的 edit 须为 set、add、move 或 hide', '改为其中之一');
    return;
  }
  const keys = KEYS[verb as OverlayEdit['edit']];
  for (const key of keys.needed) if (!Object.hasOwn(edit, key)) fault(pointer, `缺少“${key}”`, `补上 "${key}"`);
  for (const key of Object.keys(edit)) {
    if (!keys.needed.includes(key) && !keys.more.includes(key)) {
      fault(`${pointer}/${key}`, `不认识的关键字“${key}”`, '删去');
    }
  }
  checkAddress(edit.at, `${pointer}/at`, fault);
  for (const key of ['after', 'section', 'property'] as const) {
    const value = edit[key];
    const isAllowed = value === undefined || typeof value === 'string' || (key === 'after' && value === null);
    if (!isAllowed) fault(`${pointer}/${key}`, '须为文本', '改为文本');
  }
  if (verb === 'set' && !/^[A-Za-z]+(\.[A-Za-z0-9]+)*$/.test(String(edit.property))) {
    fault(`${pointer}/property`, '属性须是关键字，或用“.”连接的路径', '如 title、ref.where');
  }
  if (verb === 'add') {
    if (!isRecord(edit.value)) fault(`${pointer}/value`, '须为对象', '写上定义');
    const id: unknown = isRecord(edit.at) ? edit.at.id : undefined;
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/.test(String(id))) {
      fault(`${pointer}/at/id`, '新的键须以字母或数字开头，只含字母、数字、“_”和“-”', '改键');
    }
  }
}

function checkAddress(at: unknown, pointer: string, fault: Fault): void {
  if (!isRecord(at)) {
    fault(pointer, '须为 {"kind", "id"}', '写上种类和永久标识');
    return;
  }
  const kinds: readonly unknown[] = OVERLAY_KINDS;
  if (!kinds.includes(at.kind)) fault(`${pointer}/kind`, `须为 ${OVERLAY_KINDS.join('、')} 之一`, '改为其中之一');
  if (typeof at.id !== 'string') fault(`${pointer}/id`, '须为文本', '写上永久标识');
  if (at.kind === 'option' && typeof at.within !== 'string') {
    fault(`${pointer}/within`, '选项须写明所在字段的永久标识', '写上 within');
  }
}
