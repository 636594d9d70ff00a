import { isOwnKey } from '../../../src/core/overlay/own-entity.ts';
import type { Shipped } from '../shipped.ts';
import { createOverlayJudge, type LaidOverlays, type Overlays, type TenantWorld } from './lay-overlays.ts';

/** Whose edits are laid over what is shipped. */
interface Whose {
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly tenantId: string;
  readonly own: TenantWorld;
  /** Edits that serve, where others are judged. */
  readonly serving?: Overlays;
}

/** The judge over what is shipped. */
export function judgeOf({ parsed }: Shipped, whose: Whose) {
  return createOverlayJudge({ parsed, ...whose });
}

/** The entities of a tenant: as shipped, or with those of its edits that stand. */
export function layOver(base: Shipped, overlays: Overlays, whose: Whose): LaidOverlays {
  if (overlays.size === 0) return { entities: base.entities, models: base.models, states: new Map() };
  const laid = judgeOf(base, whose).lay(overlays);
  // What is shipped with an error is shown by nobody; an overlay does not change that.
  const edited = [...base.models].map(([key, model]) => [key, laid.models.get(key) ?? model] as const);
  const made = [...laid.models].filter(([key]) => isOwnKey(key));
  return { ...laid, models: new Map([...edited, ...made]) };
}
