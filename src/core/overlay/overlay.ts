import type { Problem } from '../dialect/problem.ts';
import { say } from '../text/say.ts';
import { isDraft } from './draft.ts';

/**
 * What an edit is about: steps from the root of the entity's file, by keywords and by permanent ids. `[]` is the entity,
 * `['record', 'properties', 'name']` a field, `['transitions', 'delay', 'approve', 'levels', 'safety']` a level,
 * `['pages', 'law', 'columns', 'issueDate']` a column. An entry of a list that bears no name is called by what it says
 * (see `identities.ts`), one that an overlay has added by the name that it was given.
 */
export type OverlayAddress = readonly string[];

/**
 * Changes one keyword. `property` may be a path of keywords (`ref.where`); `key` renames, and `required` of a field says
 * whether the record requires it. `base` is the shipped value when the edit was made; a value of null takes it away.
 */
export interface SetEdit {
  readonly edit: 'set';
  readonly at: OverlayAddress;
  readonly property: string;
  readonly base: unknown;
  readonly value: unknown;
}

/**
 * Where something stands: behind `after` (an id; null for the first place), and of a field in which section, '' for none of
 * the form's.
 */
export interface OverlayPlace {
  readonly section?: string;
  readonly after: string | null;
}

/** Adds a thing under the new key, or an entry of a list under the name, that `at` ends with. Without its anchor it is last. */
export interface AddEdit extends OverlayPlace {
  readonly edit: 'add';
  readonly at: OverlayAddress;
  /** Definition as the file would have it; of a list of fields the permanent id of one. */
  readonly value: unknown;
}

/** Puts a thing elsewhere. `base` is the shipped place when the edit was made. */
export interface MoveEdit extends OverlayPlace {
  readonly edit: 'move';
  readonly at: OverlayAddress;
  readonly base?: OverlayPlace;
}

/**
 * Takes a thing out of sight, and keeps its data: a field or section out of forms and lists, a page out of the menu, a
 * transition off the pages' buttons; an option can no longer be chosen. What has no data (a rule, a level, a column of a
 * list) does not count. States cannot be hidden.
 */
interface HideEdit {
  readonly edit: 'hide';
  readonly at: OverlayAddress;
}

/**
 * Makes an entity that no file has: the company's own. `value` is all of it, in the form of a file whose shared parts are
 * written out; what is stored of it is always one such edit, and edits over it are made one with it when they serve.
 */
export interface CreateEdit {
  readonly edit: 'create';
  /** Always empty: the entity itself. */
  readonly at: OverlayAddress;
  /** Area that its pages stand in. */
  readonly area: string;
  readonly value: unknown;
}

/**
 * Takes an entity of the company's own away: it leaves menu and calls. Nothing is stored of it but that no edits serve, so
 * that a rolling back brings it back with its records.
 */
interface RemoveEdit {
  readonly edit: 'remove';
  /** Always empty: the entity itself. */
  readonly at: OverlayAddress;
}

/** One change that an administrator made over the shipped file. */
export type OverlayEdit = SetEdit | AddEdit | MoveEdit | HideEdit | CreateEdit | RemoveEdit;

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
  /** The clause that locks it, where one is named. */
  readonly clause?: string;
  /** Sentence for the designer. */
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
    fault('', say('覆盖层须是修改的列表'), say('改为列表'));
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
  create: { needed: ['edit', 'at', 'area', 'value'], more: [] },
  remove: { needed: ['edit', 'at'], more: [] },
};

/** Most steps of an address: no place of the dialect lies deeper. */
const MOST_STEPS = 20;

type Fault = (pointer: string, message: string, fix: string) => void;

function checkEdit(edit: unknown, pointer: string, fault: Fault): void {
  const verb = isDraft(edit) ? edit.edit : undefined;
  if (!isDraft(edit) || typeof verb !== 'string' || !Object.hasOwn(KEYS, verb)) {
    fault(pointer, say('一项修改的 edit 须为 set、add、move、hide、create 或 remove'), say('改为其中之一'));
    return;
  }
  const keys = KEYS[verb as OverlayEdit['edit']];
  for (const key of keys.needed) {
    if (!Object.hasOwn(edit, key)) fault(pointer, say('缺少“{key}”', { key }), say('补上“{key}”', { key }));
  }
  for (const key of Object.keys(edit)) {
    if (!keys.needed.includes(key) && !keys.more.includes(key)) {
      fault(`${pointer}/${key}`, say('不认识的关键字“{key}”', { key }), say('删去'));
    }
  }
  checkAddress(edit.at, `${pointer}/at`, verb, fault);
  for (const key of ['after', 'section', 'property', 'area'] as const) {
    const value = edit[key];
    const isAllowed = value === undefined || typeof value === 'string' || (key === 'after' && value === null);
    if (!isAllowed) fault(`${pointer}/${key}`, say('须为文本'), say('改为文本'));
  }
  if (verb === 'set' && !/^[A-Za-z]+(\.[A-Za-z0-9]+)*$/.test(String(edit.property))) {
    fault(`${pointer}/property`, say('属性须是关键字，或用“.”连接的路径'), say('如 title、ref.where'));
  }
  if (verb === 'create' && !isDraft(edit.value)) fault(`${pointer}/value`, say('须为对象'), say('写上整个业务'));
  if (verb === 'add' && !isDraft(edit.value) && typeof edit.value !== 'string') {
    fault(`${pointer}/value`, say('须为对象或文本'), say('写上定义'));
  }
}

function checkAddress(at: unknown, pointer: string, verb: string, fault: Fault): void {
  const isPath = Array.isArray(at) && at.length <= MOST_STEPS && at.every((step) => typeof step === 'string');
  if (!isPath || at.some((step) => ['__proto__', 'constructor', 'prototype'].includes(step))) {
    fault(
      pointer,
      say('须为从实体到所改之处的步骤，每步一个关键字或永久标识'),
      say('如 ["record", "properties", "name"]'),
    );
    return;
  }
  const isWhole = verb === 'create' || verb === 'remove';
  if (at.length === 0 && verb !== 'set' && !isWhole) fault(pointer, say('实体本身只能修改属性'), say('写上所改之处'));
  if (at.length > 0 && isWhole) fault(pointer, say('新建和删除的是整个业务，步骤须为空'), say('改为 []'));
  if (verb === 'add' && !/^[-~A-Za-z0-9][A-Za-z0-9_:-]{0,59}$/.test(String(at.at(-1)))) {
    fault(pointer, say('新的键须以字母或数字开头，只含字母、数字、“_”和“-”'), say('改键'));
  }
}
