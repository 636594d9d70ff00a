import { addressed, locate } from '../../src/core/overlay/address.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { readAt } from '../session/edits.ts';
import type { Designed } from '../session/useDesign.ts';

/** Whether a field is required is said beside it. */
export const REQUIRED = {
  description: '',
  marks: {},
  node: { type: 'boolean' },
  properties: new Map(),
  keys: undefined,
  entries: undefined,
  items: undefined,
  branches: [],
} as const;

/** Whether a field is required, now and as shipped; undefined of what is no field. */
export function requiredOf({ entity, base }: Designed, at: OverlayAddress) {
  if (at.at(-2) !== 'properties') return undefined;
  const above = at.slice(0, -2);
  const isRequired = (of: typeof entity): boolean => {
    const here = addressed(of);
    const list = readAt(locate(here, above)?.value, ['required']);
    const key = locate(here, at)?.holder.key;
    return Array.isArray(list) && list.includes(key);
  };
  return { now: isRequired(entity), shipped: isRequired(base.entity) };
}
