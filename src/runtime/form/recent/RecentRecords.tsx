import { createContext, type ReactNode, useContext, useState } from 'react';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';
import { fetchRecords, fetchWithChildren } from '../../calls/entity-calls.ts';
import { useEntityPage } from '../../EntityContext.ts';
import { formChildren } from '../../model/form-page.ts';
import type { EntityPageModel } from '../../model/page-model.ts';

/** How many of the person's last records are looked through. */
const LOOKED_THROUGH = 30;

/** The person's own last records, and a way to one of them with its rows. */
interface RecentRecords {
  readonly page: EntityPageModel | undefined;
  readonly records: readonly WireRecord[];
  readonly whole: (id: string) => Promise<WireRecord>;
}

const NONE: RecentRecords = { page: undefined, records: [], whole: () => Promise.reject(new Error('no records')) };
const RecentContext = createContext<RecentRecords>(NONE);

/** The person's own last records of the kind that the form around is about; none where it offers nothing. */
export const useRecentRecords = (): RecentRecords => useContext(RecentContext);

function offersAny(page: EntityPageModel): boolean {
  return (
    page.model.fields.some(({ property }) => property.recent !== undefined) ||
    formChildren(page).some(({ parent }) => parent?.recent !== undefined)
  );
}

/** Gives the fields of a form what the person entered in his last records, as far as he may read it today. */
export function RecentRecordsProvider({ children }: { readonly children: ReactNode }) {
  const { page, me } = useEntityPage();
  const { model } = page;
  const wanted = me.userId !== null && offersAny(page);
  const read = useLoaded(wanted ? `${model.key}/recent/${me.userId}` : undefined, (signal) =>
    // Over all pages: what has come to its end stands on another one than what goes on.
    fetchRecords(
      model,
      { createUser: me.userId ?? '', size: LOOKED_THROUGH, orderBy: '-createTime' },
      { signal, quiet: true },
    ),
  );
  const [whole] = useState(() => new Map<string, Promise<WireRecord>>());
  const fetchWhole = (id: string): Promise<WireRecord> => {
    const known = whole.get(id) ?? fetchWithChildren(model, id, { quiet: true });
    whole.set(id, known);
    return known;
  };
  const value = read.data === undefined ? NONE : { page, records: read.data.records, whole: fetchWhole };
  return <RecentContext.Provider value={value}>{children}</RecentContext.Provider>;
}
