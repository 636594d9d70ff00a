/** A menu item. */
export interface MenuItem {
  readonly id: string;
  readonly parentId: string | null;
  /** Page code, or a screen's file path behind `@`. */
  readonly code: string;
  readonly path: string;
  readonly name: string;
  /** `menu` marks an item that is routed though it has no path. */
  readonly alias: string;
  /** Icon name; '' for none. */
  readonly source: string;
  readonly sort: number;
  /** `1`: not in the side menu, its route stays. */
  readonly isShow: '0' | '1';
  /** `2`: opens in a new tab. */
  readonly isOpen: '1' | '2';
  /** What stands behind the code: 1 a page of an entity, 2 one of no single entity, 0 for containers, screens and pages still to come. */
  readonly isPage: '0' | '1' | '2';
  /** Code of the page of the person's menu among whose views it stands; it is not in the side menu then. */
  readonly within?: string;
  /** `1`: the header offers to add there. */
  readonly isQuick?: '1';
  readonly children: readonly MenuItem[];
}

/** A node of the button tree: a page with its buttons, `<page>_<action>`, as leaves. */
export interface ButtonNode {
  readonly code: string;
  readonly name: string;
  readonly children: readonly { readonly code: string }[];
}

/** A page of the menu with the actions that a role can be granted on it; containers have none. */
export interface GrantablePage {
  readonly code: string;
  readonly title: string;
  readonly actions: readonly { readonly key: string; readonly title: string }[];
  /** Actions that roles are granted as shipped, by role code; `everyone` for all. */
  readonly shipped: Readonly<Record<string, readonly string[]>>;
  readonly children: readonly GrantablePage[];
}

/** An item of a dictionary as the calls about dictionaries answer it. */
export interface DictionaryItem {
  readonly id: string;
  readonly parentId: string | null;
  readonly code: string;
  readonly dictKey: string;
  readonly dictValue: string;
  readonly sort: number;
  readonly color: string | null;
  readonly isSealed: '0' | '1';
}
