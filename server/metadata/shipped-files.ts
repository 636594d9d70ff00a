import type { RoleGroups } from '../../src/core/dialect/resolve/role-groups.ts';

/** A dictionary as its file has it (schemas/meta/dictionary.schema.json). */
export interface DictionaryFile {
  readonly dictionary: string;
  readonly title: string;
  readonly severity?: 'ascending' | 'descending';
  /** Dictionary that the parents of options belong to; default this one. */
  readonly parentDictionary?: string;
  readonly options: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly order: number;
        readonly color?: string;
        readonly icon?: string;
        readonly parent?: string;
        readonly sealed?: boolean;
      }
    >
  >;
}

/** One entry of the shipped menu (schemas/meta/menu.schema.json). */
interface MenuItemFile {
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly alias: string;
  readonly path: string;
  readonly icon: string;
  readonly order: number;
  readonly open: 'tab' | 'window';
  readonly hidden?: boolean;
  /** Page among whose views it stands instead of in the side menu. */
  readonly within?: string;
  /** Whether the header offers to add there. Default false. */
  readonly quick?: boolean;
  /** Roles and groups of roles. */
  readonly roles?: readonly string[];
  readonly area?: string;
  readonly page?: string;
  readonly screen?: string;
  /** Whether the screen comes with a later version. Default false. */
  readonly coming?: boolean;
  readonly buttons?: readonly string[];
}

/** The shipped arrangement of the menu. */
export interface MenuFile {
  /** What buttons are called that no entity names itself. */
  readonly buttons?: Readonly<Record<string, { readonly title: string }>>;
  readonly items: Readonly<Record<string, MenuItemFile>>;
}

/** A statutory or tenant value as a settings file declares it (schemas/meta/settings.schema.json). */
interface SettingFile {
  readonly title: string;
  /** Shipped value; its JSON type is the setting's. */
  readonly value: string | number | boolean;
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Decimals that a tenant may set. Default those of the shipped value. */
  readonly scale?: number;
  readonly source: string;
  readonly unsure?: boolean;
}

/** Statutory and tenant values of an area. */
export interface SettingsFile {
  /** Name of the area in Chinese. Default the file's name. */
  readonly title?: string;
  readonly settings: Readonly<Record<string, SettingFile>>;
}

/** A setting with the area that it belongs to. */
export interface DeclaredSetting extends SettingFile {
  readonly area: string;
  readonly areaTitle: string;
}

/** The roles that metadata may name (schemas/meta/roles.schema.json). */
export interface RolesFile {
  readonly roles: Readonly<Record<string, { readonly title: string }>>;
  /** Roles that metadata names together, as `@` and the group's name. */
  readonly groups?: RoleGroups;
}

/** Buttons that the menu names, by its list of them and at its entries. */
export function menuButtons({ buttons = {}, items }: MenuFile): readonly string[] {
  return [...new Set([...Object.keys(buttons), ...Object.values(items).flatMap((item) => item.buttons ?? [])])];
}
