import { type SqlBool, sql } from 'kysely';
import {
  type Condition,
  departmentGrounds,
  eitherOf,
  type OwnRows,
  otherGrounds,
  personGrounds,
  T,
} from './access-conditions.ts';
import { jointIndexOf } from './joint-index.ts';
import { foundTexts, type ListConditions, type ListShape, listConditions } from './list-query.ts';
import type { SqlWorld } from './record-sql.ts';

/** Grounds on which a row is seen that one index answers together. */
interface Branch {
  /** As the index answers them. */
  readonly found: readonly Condition[];
  /** As they are compared with a row. */
  readonly compared: readonly Condition[];
  /** Those of page and filters, as the index answers them. */
  readonly filters: readonly Condition[];
}

/** The row scope of a list by persons, departments and conditions; undefined where there is none. */
export function scopeOf({ access }: Pick<ListShape, 'access'>): OwnRows | undefined {
  return typeof access === 'string' || 'parent' in access ? undefined : access;
}

/**
 * The conditions of a list in branches, each row in one of them. Joined by `or`, departments, persons and tasks are asked
 * of each row that a filter leaves, or an index lists all that any of them lets in before a filter is asked. Apart, departments
 * are compared inside the index of the order or filter, which carries them; persons meet a choice or a text inside the joint
 * index, and a range by its own; and tasks are looked up by key. With a text the joint index is asked for departments too.
 */
export function scopeBranches(
  shape: ListShape,
  { base, plain, jointPlain, texts }: ListConditions,
  world: SqlWorld,
): readonly (readonly Condition[])[] {
  const { model } = shape;
  const scope = scopeOf(shape);
  if (scope === undefined || jointIndexOf(model) === undefined) return [listConditions(shape, world)];
  const hasText = texts.length > 0;
  const others = otherGrounds(model, scope, T, world);
  const branches: readonly Branch[] = [
    {
      found: departmentGrounds(model, scope, T, hasText),
      compared: departmentGrounds(model, scope, T),
      filters: hasText ? jointPlain : plain,
    },
    { found: personGrounds(model, scope, T, true), compared: personGrounds(model, scope, T), filters: jointPlain },
    { found: others, compared: others, filters: plain },
  ].filter(({ found }) => found.length > 0);
  if (branches.length === 0) return [listConditions(shape, world)];
  return branches.map(({ found, filters }, place) => {
    const before = branches.slice(0, place).flatMap(({ compared }) => compared);
    const elsewhere = before.length === 0 ? [] : [sql<SqlBool>`${eitherOf(before)} is not true`];
    return [...base, ...filters, eitherOf(found), ...foundTexts(texts), ...elsewhere];
  });
}
