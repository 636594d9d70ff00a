import type { Page } from '../dialect/entity.generated.ts';
import type { operationKinds } from './operation-kinds.ts';

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
  /** Kind of the call by which they are read: one that there is without it, or `view`, which its query answers. */
  readonly by: keyof typeof operationKinds;
  /** Whether blocks of statistics may stand on it. */
  readonly blocks: boolean;
  /** Whether records are entered on it many at a time, so that a call saves several of them. Default not. */
  readonly entersRows?: boolean;
}

/** Whether records stand in rows, so that an address can narrow them. */
export function listsRecords({ records }: PageKind): boolean {
  return records === 'rows' || records === 'nested';
}

/** Whether a page has records at all. */
export function hasRecords({ records }: PageKind): boolean {
  return records !== 'none';
}

/** What a page says of the values by which its records are found. */
interface FindingPage {
  readonly filters: readonly string[];
  readonly views: readonly { readonly finds: readonly string[] }[];
}

/** Fields by whose values a page finds its records: its filters, and what its kinds ask for. */
export function foundBy({ filters, views }: FindingPage): readonly string[] {
  return [...new Set([...filters, ...views.flatMap(({ finds }) => finds)])];
}
