import type { SharedFiles } from '../../src/core/dialect/resolve/blocks.ts';
import type { Choice } from '../../src/core/field-type.ts';
import type { JointPageModel } from '../../src/core/joint/joint-kind.ts';
import type { EntityModel, OperationModel, PageModel } from '../../src/core/model/entity-model.ts';
import type { Language } from '../../src/core/text/language.ts';
import type { RowScope } from '../ground/context.ts';

/** A dictionary with its choices in order. */
export interface Dictionary {
  readonly code: string;
  readonly title: string;
  /** Which end is graver: `ascending` means that later choices are. */
  readonly severity: 'ascending' | 'descending' | undefined;
  readonly choices: readonly Choice[];
}

/** One entry of the menu: a shipped or a tenant's record, or a page that no record places. */
export interface MenuEntry {
  readonly id: string;
  readonly parentId: string | null;
  /** Page code, or a path beginning with `@`. */
  readonly code: string;
  readonly name: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly sort: number;
  /** Whether its record hides it. */
  readonly isShow: boolean;
  /** Code of the page among whose views it stands. */
  readonly within: string | undefined;
  /** Whether the header offers to add there. */
  readonly quick: boolean;
  /** Whether this version has what a leaf opens: a page of an entity, or a hand-written screen. */
  readonly exists: boolean;
  /** Whether it opens a hand-written screen, which shows what it shows and not the rows that an address names. Default not. */
  readonly screen?: boolean;
  readonly isOpen: '1' | '2';
  /** Role codes that see it by default; `everyone` for each signed-in user; undefined where its children decide. */
  readonly roles: readonly string[] | undefined;
  /** Buttons that the page can have. */
  readonly buttons: readonly string[];
}

/** A role of the tenant with what its record grants; pages it does not name follow the shipped grants. */
export interface RoleGrants {
  readonly code: string;
  readonly scope: RowScope;
  /** Page code to granted actions. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
}

/** A call of the running system: the dispatcher's table and OpenAPI are both made from these. */
export interface BoundOperation {
  readonly entity: EntityModel;
  readonly operation: OperationModel;
  readonly method: OperationModel['method'];
  /** Path with prefix: `/api/anlan-safety/securitysystem/lawsregulations/page`. */
  readonly path: string;
}

/** Everything that metadata says for one tenant at one revision. Immutable. */
export interface MetadataSnapshot {
  readonly tenantId: string;
  readonly revision: string;
  /** Language that its texts are translated into; undefined in Chinese, as they are written. */
  readonly language?: Language;
  /** The same with its texts as they are written, in Chinese; undefined where it is that itself. */
  readonly untranslated?: MetadataSnapshot;
  /** The same in any language; undefined where metadata has but one. */
  readonly inLanguage?: (language: Language) => MetadataSnapshot;
  /** Translations of shipped texts that stand in records, by the Chinese text; undefined in Chinese. */
  readonly shippedValues?: ReadonlyMap<string, string>;
  readonly entities: ReadonlyMap<string, EntityModel>;
  readonly pages: ReadonlyMap<string, { readonly entity: EntityModel; readonly page: PageModel }>;
  /** Pages of no single entity, by code. Default none. */
  readonly jointPages?: ReadonlyMap<string, JointPageModel>;
  /** By `METHOD path`. */
  readonly operations: ReadonlyMap<string, BoundOperation>;
  readonly dictionaries: ReadonlyMap<string, Dictionary>;
  readonly menu: readonly MenuEntry[];
  /** What buttons are called that no entity names itself, by action. */
  readonly buttonTitles?: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, RoleGrants>;
  /** Whether the company divides the administrator's powers among three roles. Default it does not. */
  readonly separated?: boolean;
  /** Version of each entity's file that serves, and behind a plus that of the tenant's edits: `3`, `3+2`. */
  readonly versions?: ReadonlyMap<string, string>;
  /** Blocks and groups of roles that the text of an entity may name. Default none. */
  readonly shared?: SharedFiles;
  /** Statutory and tenant values by key. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** IANA zone of the tenant's wall clock. Default Asia/Shanghai. */
  readonly timeZone: string;
}

/** Gives the snapshot of a tenant; processes read metadata from the database only. */
export interface MetadataSource {
  /** Current snapshot, in the language of the call; reloads first where the database holds a newer revision. */
  snapshot(tenantId: string): Promise<MetadataSnapshot>;
  /** Says that records which the snapshot is made of (dictionaries, menus, roles) have changed. */
  invalidate(tenantId: string): Promise<void>;
  /** Called after each change; returns the function that ends it. */
  onChange(listener: (tenantId: string | undefined) => void): () => void;
}
