import { useRef } from 'react';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import { ON_SITE } from '../../core/site/read-on-site.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { WireOnSite } from '../../core/wire/on-site.ts';
import { findPlace } from '../../ui/place/find-place.ts';
import { useSiteAsk } from './useSiteAsk.ts';
import { type SiteProof, sentFix, useSiteProof } from './useSiteProof.ts';

/** How a person shows where he is who takes a step on a record. */
interface SiteStep {
  /** Undefined for anywhere, and until it is known. */
  readonly proof: SiteProof | undefined;
  /** What is sent of it. Whoever presses before it is known what is asked is not refused for it: the step waits. */
  readonly place: () => Promise<{ readonly [ON_SITE]?: WireOnSite }>;
}

/** The place of a step, from what is asked to what is sent. */
export function useSiteStep(plan: ActionPlan, record: WireRecord | undefined): SiteStep {
  const { ask, known } = useSiteAsk(plan, record);
  const proof = useSiteProof(ask);
  const shown = useRef(proof);
  shown.current = proof;
  return {
    proof,
    async place() {
      if ((await known()) === undefined) return {};
      // What was asked may have come so late that nothing of it stands there yet.
      return { [ON_SITE]: await (shown.current?.take() ?? findPlace().then(sentFix)) };
    },
  };
}
