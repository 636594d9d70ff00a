import type { EntityChange } from '../dialect/diff-entities.ts';
import type { Entity, Property } from '../dialect/entity.generated.ts';
import type { Problem } from '../dialect/problem.ts';
import type { Choice } from '../field-type.ts';
import type { InferredColumn } from '../new-entity/infer-column.ts';
import type { LoggedStep } from '../overlay/design-log.ts';
import type { OverlayConflict, OverlayEdit } from '../overlay/overlay.ts';
import type { PlacedChoice } from '../overlay/own-dictionary.ts';
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
  /** Whether the draft takes it away. */
  readonly leaving?: true;
  /** Title of the menu's group that its pages stand in; undefined where they stand in none. */
  readonly group?: string;
  /** Whether another can be made after it. */
  readonly copyable: boolean;
  /** Edits of the company whose ground an upgrade has changed, and about which nobody has decided; missing for none. */
  readonly open?: number;
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

/** A dictionary as it serves for the company. */
export interface DesignDictionary {
  readonly code: string;
  readonly title: string;
  readonly choices: readonly PlacedChoice[];
  /** Entities whose fields choose from it. */
  readonly users: readonly { readonly entity: string; readonly title: string }[];
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
  /** Id of the change whose entities stand again as they stood behind it, or `BEFORE_FIRST`; null for one of its own. */
  readonly rollbackTo: string | null;
  /** What was done about records that exist, in words. */
  readonly choices: readonly string[];
  readonly entities: readonly ChangedEntity[];
}

/** Stands for what there was before the first change that was published, to compare with and to go back to. */
export const BEFORE_FIRST = 'before-first';

/** Longest step, and longest one that makes an entity, in characters of its JSON; longest title and reason of a change. */
export const DESIGN_LIMITS = { step: 60_000, creation: 400_000, title: 60, reason: 500, steps: 5_000 } as const;

/** What can be done about records that a change concerns. */
export type ImpactWay = 'fill' | 'since' | 'map' | 'keep' | 'later' | 'archive';

/** Records that a change of an entity concerns. */
export interface ImpactItem {
  /** Says what changed, the same as long as the change is the same. */
  readonly id: string;
  readonly entity: string;
  readonly entityTitle: string;
  /** In words, with the number. */
  readonly message: string;
  /** Records of the company concerned. */
  readonly count: number;
  /** Some of them, as far as the person may see them. */
  readonly sample: readonly { readonly id: string; readonly title: string }[];
  /** Of which one is to be chosen; none where it cannot be published so. */
  readonly ways: readonly ImpactWay[];
  /** What a person has to type to go on: the title of what goes. */
  readonly confirm?: string;
  /** What may be filled in or put in its place, where that is a choice. */
  readonly choices?: readonly { readonly key: string; readonly title: string }[];
  /** What to do where there is no way. */
  readonly fix?: string;
}

/** What people gain or lose by a change. */
export interface RightsItem {
  readonly entity: string;
  readonly entityTitle: string;
  /** `changes` of what is neither more nor less: which records are seen. */
  readonly change: 'gains' | 'loses' | 'changes';
  /** In words: `法律法规·删除`. */
  readonly what: string;
  /** How many people of the company. */
  readonly people: number;
  /** By which of their roles; none where only several together give or take it. */
  readonly roles: readonly string[];
}

/** What differs between two versions of an entity. */
export interface ComparedEntity {
  readonly entity: string;
  readonly title: string;
  /** Whether it is not there any more. */
  readonly removed?: true;
  readonly changes: readonly EntityChange[];
  /** Of what belongs to no entity alone, translations, a dictionary, the menu: in how many places it is another. */
  readonly places?: number;
}

/** What rolling back would do; nothing is changed by asking. */
export interface RollbackOutlook {
  readonly entities: readonly ComparedEntity[];
  readonly impact: readonly ImpactItem[];
  readonly rights: readonly RightsItem[];
}

/** What was chosen about records that a change concerns. */
export interface ImpactChoice {
  readonly id: string;
  readonly do: ImpactWay;
  /** What is filled in or put in its place. */
  readonly value?: string;
}

/** What publishing a draft would do to the records that exist. */
export interface DesignImpact {
  /** Newest step of the draft that was looked at. */
  readonly seq: number;
  /** What it changes of each entity. */
  readonly entities: readonly ComparedEntity[];
  /** Who has changed something in the draft. */
  readonly authors: readonly { readonly userId: string; readonly userName: string }[];
  /** Only what concerns any records. */
  readonly items: readonly ImpactItem[];
  /** What people gain and lose. */
  readonly rights: readonly RightsItem[];
  /** Whether a second person has to agree. */
  readonly approval: boolean;
  /** Id of the request that waits for that; null for none. */
  readonly pending: string | null;
}

/** An entity's file with the company's edits in it. */
export interface DesignFile {
  /** Name as it is shipped: `schemas/areas/base/lawRegulation.entity.json`. */
  readonly name: string;
  readonly text: string;
}

/** Something of the company that a bundle may hold. */
export interface CarriedPart {
  readonly kind: 'entity' | 'own' | 'dictionary' | 'texts' | 'menu';
  /** Key of the entity, or the subject under which a draft has it. */
  readonly entity: string;
  readonly title: string;
  readonly edits: number;
  /** Other parts that it needs: dictionaries that an entity chooses from. */
  readonly uses: readonly string[];
}

/** All that the company may take elsewhere, and by what its bundles are known there. */
export interface CarriedDesign {
  readonly fingerprint: string;
  readonly parts: readonly CarriedPart[];
}

/** Edits of one entity in a bundle, or of what stands beside entities in a draft. */
export interface BundledEntity {
  readonly entity: string;
  readonly title: string;
  readonly edits: readonly OverlayEdit[];
}

/** Edits of a company that go to another installation. */
export interface DesignBundle {
  readonly format: 'anlan-design';
  readonly version: 1;
  /** When it was made, wall clock. */
  readonly at: string;
  readonly entities: readonly BundledEntity[];
  /** Public key of the company at the installation that made it, base64. */
  readonly key: string;
  /** Over everything else, base64. */
  readonly signature: string;
}

/** What taking a bundle would do; nothing is changed by asking. */
export interface BundleOutlook {
  /** Fingerprint of the key that signed it, to be compared with what the other installation shows. */
  readonly from: string;
  readonly at: string;
  /** Edits that are not there yet, by entity. */
  readonly entities: readonly { readonly entity: string; readonly title: string; readonly edits: number }[];
  /** What it needs and this installation has not, in words. */
  readonly missing: readonly string[];
  readonly impact: readonly ImpactItem[];
}
