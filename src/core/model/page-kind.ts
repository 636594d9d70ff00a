import type { Page } from '../dialect/entity.generated.ts';

/** Name of a kind of page, as `view` says it. */
export type PageKindName = Extract<NonNullable<Page['view']>, string>;

/** What everybody may ask about a kind of page without knowing which one it is. */
export interface PageKind {
  /** Its name, by which `view` chooses it. */
  readonly view: PageKindName;
  /**
   * What of the records it shows: `rows` of a list, rows `nested` below each other, the tenant's only `one`, or `none`.
   * A list can be narrowed by its address; a page without records has no forms and no record can be opened on it.
   */
  readonly records: 'rows' | 'nested' | 'one' | 'none';
  /** Whether blocks of statistics may stand on it. */
  readonly blocks: boolean;
}

/** Whether records stand in rows, so that an address can narrow them. */
export function listsRecords({ records }: PageKind): boolean {
  return records === 'rows' || records === 'nested';
}

/** Whether a page has records at all. */
export function hasRecords({ records }: PageKind): boolean {
  return records !== 'none';
}
