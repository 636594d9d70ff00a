import type { Entity } from '../dialect/entity.generated.ts';
import type { Problem } from '../dialect/problem.ts';
import type { RoleGroups } from '../dialect/resolve/role-groups.ts';
import type { SharedPart } from '../dialect/resolve/shared-parts-of.ts';
import type { Choice } from '../field-type.ts';

/** A dictionary as pages get it. */
interface PageDictionary {
  readonly title: string;
  /** Which end is graver: `ascending` means that later choices are; absent where neither is. */
  readonly severity?: 'ascending' | 'descending' | undefined;
  readonly choices: readonly Choice[];
}

/** Where records of a referenced entity are read. */
export interface PageTarget {
  readonly service: string;
  readonly base: string;
  /** Field that names a record. */
  readonly label: string;
  readonly title: string;
  /** Codes of its pages that show single records. */
  readonly pages: readonly string[];
}

/** An entity whose forms and rows a page shows beside its own: a child, or what a transition writes. */
export interface PageChild {
  readonly entity: Entity;
  readonly area: string;
}

/** Everything the browser needs to draw a page code: the entity as merged for this tenant, and what it refers to. */
export interface PageMetadata {
  readonly entity: Entity;
  readonly area: string;
  /** Page code it was asked for. */
  readonly page: string;
  readonly revision: string;
  readonly dictionaries: Readonly<Record<string, PageDictionary>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** IANA zone of the tenant's wall clock. */
  readonly timeZone: string;
  readonly targets: Readonly<Record<string, PageTarget>>;
  /** Children of the entity, those of its children, and what its transitions write, by key. */
  readonly children: Readonly<Record<string, PageChild>>;
  /** Small entities in which expressions look things up, by key; their rows are a call of their own. */
  readonly lookups: Readonly<Record<string, PageChild>>;
  /** Under this name `metadata/lookup` answers the days of the plant's calendar; undefined where no formula asks it. */
  readonly calendar?: string;
}

/** A row of a setup table, with the columns that formulas read. */
export type LookupRow = Readonly<Record<string, unknown>>;

/** A finding of the linter in the text of a draft. `line` and `column` are absent where nothing that is written is named. */
export type DraftFinding = Omit<Problem, 'file'>;

/** What other files give the text of an entity. */
export interface SharedTexts {
  /** Values of blocks by area and name. */
  readonly blocks: Readonly<Record<string, unknown>>;
  /** Roles of groups, by name without `@`. */
  readonly groups: RoleGroups;
}

/** What the server says of an entity's text. */
export interface DraftAnswer {
  readonly findings: readonly DraftFinding[];
  /** What a browser needs beside the text to draw its form; null while the text is no entity. */
  readonly surroundings: Omit<PageMetadata, 'entity' | 'page'> | null;
  /** Blocks that the text uses and groups of roles, for resolving it as it is written on. */
  readonly shared: SharedTexts;
  /** Which parts of the resolved entity were written elsewhere, and where. */
  readonly parts: readonly SharedPart[];
}
