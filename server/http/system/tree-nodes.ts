import type { Nested } from '../../../src/core/wire/people.ts';

/** A record with a place in a tree; no parent, or `0`, is the top. */
interface Placed {
  readonly id: string;
  readonly parentId: string | null;
}

/** Whether a parent id means the top of a tree. */
export function isTop(parentId: string | null | undefined): boolean {
  return parentId === null || parentId === undefined || parentId === '' || parentId === '0';
}

/**
 * The nodes below `parentId` (default the top) with all that lies below them, in the order of the list. A record whose
 * parent is not in the list stands at the top; one that is its own ancestor is left out.
 */
export function nestNodes<T extends Placed>(nodes: readonly T[], parentId?: string): readonly Nested<T>[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = new Map<string, T[]>();
  for (const node of nodes) {
    const parent = node.parentId;
    const key = parent === null || isTop(parent) || !known.has(parent) ? '' : parent;
    below.set(key, [...(below.get(key) ?? []), node]);
  }
  const nest = (key: string): readonly Nested<T>[] =>
    (below.get(key) ?? []).map((node) => {
      const children = nest(node.id);
      return { ...node, hasChildren: children.length > 0, children };
    });
  return nest(isTop(parentId) ? '' : (parentId ?? ''));
}
