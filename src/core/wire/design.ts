import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { Problem } from '../dialect/problem.ts';
import type { Choice } from '../field-type.ts';
import type { InferredColumn } from '../new-entity/infer-column.ts';
import type { LoggedStep } from '../overlay/design-log.ts';
import type { OverlayConflict, OverlayEdit } from '../overlay/overlay.ts';
import type { Translation } from '../text/language.ts';
import type { Messages } from '../text/say.ts';

/** A step of a draft as everybody at it sees it. */
export interface DesignEntry extends LoggedStep {
  readonly userName: string;
  /** Wall clock of the plant. */
  readonly at: string;
}

/** Somebody who has a draft open. */
export interface DesignPerson {
  readonly userId: string;
  readonly userName: string;
  /** Key of the entity that he looks at. */
  readonly entity: string;
}

/** The open draft of a company, or what was added to it since; null while nothing was changed. */
export interface DesignDraft {
  readonly id: string | null;
  /** Number of the newest step, 0 for none. */
  readonly seq: number;
  readonly steps: readonly DesignEntry[];
  /** Who else is at it now. */
  readonly people: readonly DesignPerson[];
}

/** An entity that may be designed. */
export interface DesignSubject {
  readonly entity: string;
  readonly title: string;
  readonly area: string;
  /** Of an entity that the company has made: whether it serves yet. */
  readonly own?: 'served' | 'drafted';
  /** Title of the menu's group that its pages stand in; undefined where they stand in none. */
  readonly group?: string;
  /** Whether another can be made after it. */
  readonly copyable: boolean;
  /** Codes of its pages, with their titles. */
  readonly pages: readonly { readonly code: string; readonly title: string }[];
}

/** What a draft's edits of an entity are laid over. */
export interface DesignEntity {
  readonly area: string;
  /** As shipped. */
  readonly entity: Entity;
  /** The company's edits that serve, and their version, 0 for none. */
  readonly edits: readonly OverlayEdit[];
  readonly version: number;
}

/** A field as far as expressions read it. */
export interface NamedField
  extends Pick<
    Property,
    'id' | 'title' | 'field' | 'type' | 'format' | 'multiple' | 'ref' | 'org' | 'dict' | 'options' | 'items'
  > {}

/** An entity that expressions may name: what its records and their fields are called, and what they hold. */
export interface NamedEntity
  extends Pick<Entity, 'entity' | 'title' | 'label' | 'small' | 'tree' | 'parent' | 'states'> {
  readonly record: { readonly properties: Readonly<Record<string, NamedField>> };
}

/** All that expressions of an entity may name outside of it. */
export interface DesignNames {
  readonly entities: readonly NamedEntity[];
  readonly dictionaries: Readonly<Record<string, { readonly title: string; readonly choices: readonly Choice[] }>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** What texts are in other languages, by language and the ids of texts. */
export interface DesignTexts {
  readonly shipped: Readonly<Record<Translation, Messages>>;
  /** The company's own that serve, of all entities. */
  readonly own: Readonly<Record<Translation, Messages>>;
}

/** What the columns of a spreadsheet would be as fields. */
export interface SheetColumns {
  /** Name of the file without its ending. */
  readonly title: string;
  readonly rows: number;
  readonly columns: readonly InferredColumn[];
}

/** How many records of an entity a company has. */
export interface DesignSize {
  readonly records: number;
}

/** That a step was taken, with what others did meanwhile. */
export interface DesignTaken {
  readonly id: string;
  readonly seq: number;
  /** Steps behind the one that the client knew, its own included. */
  readonly steps: readonly DesignEntry[];
}

/** What is wrong with a draft, by the same judge as files; the pointer is in the entity, or `/3` for the fourth edit. */
export interface DesignFindings {
  readonly problems: readonly Problem[];
  /** Edits that met something else than they were made over, by entity. */
  readonly conflicts: Readonly<Record<string, readonly OverlayConflict[]>>;
}

/** An entity that a published change changed. */
export interface ChangedEntity {
  readonly entity: string;
  readonly title: string;
  /** Versions of its overlay; 0 for none. */
  readonly before: number;
  readonly after: number;
}

/** A change that was published, or rolled back to. */
export interface DesignChange {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
  readonly userName: string;
  /** Wall clock of the plant. */
  readonly at: string;
  /** Id of the change whose entities stand again as they stood behind it; null for one of its own. */
  readonly rollbackTo: string | null;
  readonly entities: readonly ChangedEntity[];
}

/** Longest step, and longest one that makes an entity, in characters of its JSON; longest title and reason of a change. */
export const DESIGN_LIMITS = { step: 60_000, creation: 400_000, title: 60, reason: 500, steps: 5_000 } as const;
