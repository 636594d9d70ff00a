import type { Entity, Page } from '../dialect/entity.generated.ts';
import type { ValueType } from '../expression/index.ts';
import type { FieldModel, ModelExpression } from './entity-model.ts';
import type { PageKind, PageKindName } from './page-kind.ts';

/** Place within a page: `['board', 'by']`. */
type At = readonly (string | number)[];

/** One page as its kind reads it. */
export interface PlacedPage {
  readonly page: Page;
  readonly entity: Entity;
  /** A field that the page names; undefined for none, which is reported. */
  field(key: string, at: At): FieldModel | undefined;
  /** Another entity that the page names; undefined for none, which the check of names reports. */
  related(key: string): Entity | undefined;
  /** Keys that may be chosen for a field, in order; undefined where it has no choices of its own. */
  choiceKeys(field: FieldModel): readonly string[] | undefined;
  /** An expression over the record; undefined where there is none or it is wrong, which is reported. */
  expression(source: string | undefined, at: At, expected?: ValueType): ModelExpression | undefined;
  /** Reports what is wrong, and the way out. */
  fault(at: At, message: string, fix: string): void;
}

/**
 * Neutral half of a kind of page, for browser and server; its view and its panel stand beside it in the folder of the same
 * name. Lists of the folders, the names that `view` may have and the kind's own keywords in the meta-schema are written by
 * `npm run metadata -- types`.
 */
export interface PageKindDefinition<Settings = unknown> extends PageKind {
  /** What it shows, in half a sentence of the reference: `the records in rows`. */
  readonly says: string;
  /** Form in the meta-schema of keywords of a page that only this kind knows. Default none. */
  readonly schema?: Readonly<Record<string, object>>;
  /** Reads those keywords and reports what is wrong with them; the view finds the result in `PageViewModel.settings`. */
  build?(page: PlacedPage): Settings | undefined;
  /** Fields that it shows where a list would show the page's columns. Default those columns. */
  shows?(settings: Settings): readonly string[];
  /** Fields by whose values it finds its records: they are indexed as filters of the page are. Default none. */
  finds?(settings: Settings): readonly string[];
}

/** All kinds of page by name; the meta-schema's names and these are the same, or nothing compiles. */
export type PageKindRegistry = Readonly<Record<PageKindName, PageKindDefinition>>;
