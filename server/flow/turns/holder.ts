/**
 * Who is called, as a text by which a reader finds what is his: a person, the head of a department, a superior so many
 * levels up, or whoever holds a role (with the right to the step, which is why the step stands in it) or a post.
 */
export type Holder =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'head'; readonly dept: string }
  | { readonly kind: 'above'; readonly up: number; readonly dept: string }
  | { readonly kind: 'superior'; readonly up: number; readonly user: string }
  | { readonly kind: 'role'; readonly code: string; readonly step: string }
  | { readonly kind: 'post'; readonly code: string };

/** Prefixes of holders that are found by going up, so that they can only be judged and not listed. */
export const CLIMBING = ['above:', 'superior:'] as const;

/** A holder as its row has it. */
export function holderKey(holder: Holder): string {
  switch (holder.kind) {
    case 'user':
      return `user:${holder.id}`;
    case 'head':
      return `head:${holder.dept}`;
    case 'above':
      return `above:${holder.up}:${holder.dept}`;
    case 'superior':
      return `superior:${holder.up}:${holder.user}`;
    case 'role':
      return `role:${holder.code}:${holder.step}`;
    case 'post':
      return `post:${holder.code}`;
  }
}

/** Reads what `holderKey` wrote; undefined for anything else. */
export function parseHolder(key: string): Holder | undefined {
  const [kind, first = '', ...rest] = key.split(':');
  const second = rest.join(':');
  switch (kind) {
    case 'user':
      return { kind, id: [first, ...rest].join(':') };
    case 'head':
      return { kind, dept: first };
    case 'above':
      return { kind, up: Number(first), dept: second };
    case 'superior':
      return { kind, up: Number(first), user: second };
    case 'role':
      return { kind, code: first, step: second };
    case 'post':
      return { kind, code: first };
    default:
      return undefined;
  }
}

/** A step of an entity, by permanent ids: part of the holder of a role. */
export function stepKey(entityId: string, transitionId: string): string {
  return `${entityId}.${transitionId}`;
}
