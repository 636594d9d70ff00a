import { useState } from 'react';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { ImpactChoice, ImpactItem } from '../../src/core/wire/design.ts';
import type { Choices } from './ImpactTable.tsx';

const PLACE = '/choices/';

/** What was chosen about records that a change concerns, and what the server says of it. */
export function useChoices(items: readonly ImpactItem[] | undefined) {
  const [choices, setChoices] = useState<Choices>({});
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const concerned = new Set(items?.map(({ id }) => id));
  return {
    choices,
    faults,
    choose: setChoices,
    /** As they are sent: of what the change still concerns. */
    made: Object.entries(choices).flatMap(([id, choice]): ImpactChoice[] =>
      concerned.has(id) ? [{ id, ...choice }] : [],
    ),
    /** Keeps the faults that stand at a choice; gives all of them as sentences. */
    tell(found: readonly WireFault[]): readonly string[] {
      const own = found.filter(({ pointer }) => concerned.has(pointer.replace(PLACE, '')));
      setFaults(new Map(own.map(({ pointer, msg }) => [pointer.replace(PLACE, ''), msg])));
      return found.map(({ msg }) => msg);
    },
    clear() {
      setChoices({});
      setFaults(new Map());
    },
  };
}
