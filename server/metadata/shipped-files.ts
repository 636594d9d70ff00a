/** A dictionary as its file has it (schemas/meta/dictionary.schema.json). */
export interface DictionaryFile {
  readonly dictionary: string;
  readonly title: string;
  readonly severity?: 'ascending' | 'descending';
  readonly options: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly order: number;
        readonly color?: string;
        readonly parent?: string;
        readonly sealed?: boolean;
      }
    >
  >;
}

/** One entry of the shipped menu (schemas/meta/menu.schema.json). */
export interface MenuItemFile {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly alias: string;
  readonly path: string;
  readonly icon: string;
  readonly order: number;
  readonly open: 'tab' | 'window';
  readonly hidden?: boolean;
  /** Name of a role group. */
  readonly roles?: string;
  readonly area?: string;
  readonly page?: string;
  readonly screen?: string;
  readonly buttons?: readonly string[];
}

/** The shipped arrangement of the menu. */
export interface MenuFile {
  readonly roleGroups: Readonly<Record<string, readonly string[]>>;
  readonly items: Readonly<Record<string, MenuItemFile>>;
}

/** Statutory and tenant values of an area (schemas/meta/settings.schema.json). */
export interface SettingsFile {
  readonly settings: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly value: string | number | boolean;
        readonly unit?: string;
        readonly source: string;
        readonly unsure?: boolean;
      }
    >
  >;
}

/** Role codes of a shipped entry: `everyone` for each signed-in user, undefined where its children decide. */
export function menuItemRoles(menu: MenuFile, item: MenuItemFile): readonly string[] | undefined {
  if (item.roles === undefined) return undefined;
  return (menu.roleGroups[item.roles] ?? []).map((role) => (role === '*' ? 'everyone' : role));
}
