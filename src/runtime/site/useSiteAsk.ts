import { useEffect, useRef, useState } from 'react';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { SiteAsk } from '../../core/wire/on-site.ts';
import { fetchRecord } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';

type Asks = Readonly<Record<string, { readonly place?: SiteAsk } | undefined>>;

/** Where the server does not say what is asked of a record, it decides when the step is sent. */
const UNKNOWN: SiteAsk = { name: null, tag: true };

/** What a record as the server gave it says of the place of a step; undefined where it says nothing of the step. */
function askedOf(record: WireRecord | undefined, key: string): { readonly place?: SiteAsk } | undefined {
  const asks = record?.asks as Asks | undefined;
  return asks?.[key];
}

/** Whether a step on a record may ask for a place: its detail says where it does not. */
export function isSited(plan: ActionPlan, record: WireRecord): boolean {
  const told = askedOf(record, plan.key);
  return plan.sited === true && (told === undefined || told.place !== undefined);
}

/** What is asked of whoever takes a step, as far as it is known. */
interface AskedPlace {
  /** Where he has to be; undefined for anywhere, and until it is known. */
  readonly ask: SiteAsk | undefined;
  /** The same, once it is known; never rejects. */
  readonly known: () => Promise<SiteAsk | undefined>;
}

/** Where the person has to be who takes a step on a record: of a row of a list the server is asked first. */
export function useSiteAsk(plan: ActionPlan, record: WireRecord | undefined): AskedPlace {
  const { page } = useEntityPage();
  const told = askedOf(record, plan.key);
  const [read, setRead] = useState<{ readonly place?: SiteAsk }>();
  const id = plan.sited === true && told === undefined ? record?.id : undefined;
  const { model, callPage } = page;
  const reading = useRef<Promise<{ readonly place?: SiteAsk }>>(undefined);
  useEffect(() => {
    if (id === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    reading.current = fetchRecord(model, id, { page: callPage, signal, quiet: true }).then(
      (whole) => askedOf(whole, plan.key) ?? {},
      () => ({ place: UNKNOWN }),
    );
    void reading.current.then((found) => signal.aborted || setRead(found));
    return () => leaving.abort();
  }, [id, model, callPage, plan.key]);
  const ask = plan.sited === true ? (told ?? read)?.place : undefined;
  return { ask, known: async () => (id === undefined ? ask : (await reading.current)?.place) };
}
