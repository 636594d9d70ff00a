import { useState } from 'react';
import { ApiError } from '../../src/api/faults.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { ImpactChoice, ImpactItem } from '../../src/core/wire/design.ts';
import type { LongJob } from '../../src/core/wire/long-job.ts';
import type { Choices } from './ImpactTable.tsx';
import { usePublishText } from './texts.ts';

const PLACE = '/choices/';

/** What a refusal says, of a call or of the job that it began. */
function refusalOf(refused: unknown): { readonly found: readonly WireFault[]; readonly message: string } {
  if (refused instanceof ApiError) return { found: refused.errors, message: refused.message };
  if (refused instanceof Error) return { found: [], message: refused.message };
  const { faults = [], message = String(refused) } = refused as Partial<LongJob>;
  return { found: faults, message };
}

/** What was chosen about records that a change concerns, and what the server says of it. */
export function useChoices(items: readonly ImpactItem[] | undefined) {
  const text = usePublishText();
  const [choices, setChoices] = useState<Choices>({});
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const concerned = new Set(items?.map(({ id }) => id));
  return {
    choices,
    faults,
    choose(next: Choices) {
      // What is chosen anew is judged anew.
      setFaults((known) => new Map([...known].filter(([id]) => next[id] === choices[id])));
      setChoices(next);
    },
    /** As they are sent: of what the change still concerns. */
    made: Object.entries(choices).flatMap(([id, choice]): ImpactChoice[] =>
      concerned.has(id) ? [{ id, ...choice }] : [],
    ),
    /** Keeps what is wrong with choices, where it is shown; gives all else as sentences, or that some are open. */
    tell(refused: unknown): readonly string[] {
      const { found, message } = refusalOf(refused);
      if (found.length === 0) return [message];
      const own = found.filter(({ pointer }) => concerned.has(pointer.replace(PLACE, '')));
      setFaults(new Map(own.map(({ pointer, msg }) => [pointer.replace(PLACE, ''), msg])));
      const others = found.filter((fault) => !own.includes(fault)).map(({ msg }) => msg);
      return others.length > 0 ? others : [text('impact.open')];
    },
    clear() {
      setChoices({});
      setFaults(new Map());
    },
  };
}
