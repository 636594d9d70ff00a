import { useState } from 'react';
import { ApiError } from '../../src/api/faults.ts';
import type { ImpactChoice, ImpactItem } from '../../src/core/wire/design.ts';
import type { Choices } from './ImpactTable.tsx';
import { usePublishText } from './texts.ts';

const PLACE = '/choices/';

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
    tell(error: unknown): readonly string[] {
      const found = error instanceof ApiError ? error.errors : [];
      if (found.length === 0) return [error instanceof Error ? error.message : String(error)];
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
