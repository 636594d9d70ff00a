import type { Entity } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';
import { isDraft } from './draft.ts';
import type { CreateEdit, OverlayEdit } from './overlay.ts';

/** Area of entities that belong to none of the product's. */
export const OWN_AREA = 'own';

/** Longest key of an entity of a company's own: its table carries the tenant, and its sub-tables their own names. */
const LONGEST_OWN_KEY = 30;

/**
 * Whether a key, or the code of a page, is one that only a company's own entities have. No file may use one, so that
 * nothing that ships later meets what a company has made.
 */
export const isOwnKey = (key: string): boolean => /^own[A-Z]/.test(key);

/** The edit that makes an entity; undefined where edits are laid over one that there is. */
export function creationIn(edits: readonly OverlayEdit[]): CreateEdit | undefined {
  return edits.findLast((edit): edit is CreateEdit => edit.edit === 'create');
}

/** Whether edits end with the entity of the company's own being taken away. */
export function isRemoved(edits: readonly OverlayEdit[]): boolean {
  return edits.findLast(({ edit }) => edit === 'create' || edit === 'remove')?.edit === 'remove';
}

/** What a company may not give an entity of its own: others would see it, or a part of the product answers for it. */
export const NEVER_OWN = ['scope', 'locked', 'parent', 'companion', 'rules', 'small', 'id', 'anonymous'] as const;

/** Why an entity may not be a company's own; undefined where it may. `pointer` is within the entity. */
export function ownEntityFault(
  key: string,
  value: unknown,
): { readonly pointer: string; readonly message: string } | undefined {
  if (!isOwnKey(key) || !/^[A-Za-z0-9]+$/.test(key)) {
    return { pointer: '/entity', message: say('自建业务的代码须以 own 和大写字母开头，只含字母和数字') };
  }
  if (key.length > LONGEST_OWN_KEY) {
    return { pointer: '/entity', message: say('自建业务的代码不能超过{most}个字符', { most: LONGEST_OWN_KEY }) };
  }
  if (!isDraft(value) || value.entity !== key) {
    return { pointer: '/entity', message: say('业务的代码须与“{key}”一致', { key }) };
  }
  const never = NEVER_OWN.find((keyword) => value[keyword] !== undefined);
  if (never !== undefined) {
    return { pointer: `/${never}`, message: say('自建业务不能有“{keyword}”', { keyword: never }) };
  }
  const codes = isDraft(value.pages) ? Object.keys(value.pages) : [];
  const foreign = codes.find((code) => !isOwnKey(code));
  if (foreign !== undefined) {
    return { pointer: `/pages/${foreign}`, message: say('自建业务的页面代码须以 own 和大写字母开头') };
  }
  const base = isDraft(value.api) ? value.api.base : undefined;
  if (base !== `own/${key}`) {
    return { pointer: '/api/base', message: say('自建业务的调用路径须为 {path}', { path: `own/${key}` }) };
  }
  return undefined;
}

/** The entity in a table that carries the tenant: two companies may make one of the same key. */
export function withOwnTable(entity: Entity, tenantId: string): Entity {
  return { ...entity, id: ownTableId(tenantId, entity.entity) };
}

/** What the table of a company's own entity is called by. */
export function ownTableId(tenantId: string, key: string): string {
  return `x${tenantId}_${key}`;
}

/** The one edit that stands for an entity of a company's own, as it is now. */
export function creationOf(area: string, entity: Entity): CreateEdit {
  return { edit: 'create', at: [], area, value: entity };
}
