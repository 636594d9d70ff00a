/** Key of the entity whose records are the items of dictionaries. */
export const ITEMS_ENTITY = 'dictBiz';

/** What a refusal to remove an item carries, since records hold it: where, and what may be done instead. */
export interface HeldItem {
  /** Businesses by falling number of records; of all companies where the item is everybody's. */
  readonly uses: readonly { readonly entity: string; readonly title: string; readonly count: number }[];
  /** Items that may take its place: `remove` with `to`. */
  readonly others: readonly { readonly key: string; readonly title: string }[];
  /** Values to save so that it can no longer be chosen; undefined where it is sealed already, or not the caller's to edit. */
  readonly seal?: Readonly<Record<string, string>>;
}
