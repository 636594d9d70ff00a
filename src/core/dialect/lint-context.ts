import type { FieldTypeRegistry } from '../field-type.ts';
import { childrenByParent } from '../model/build-child.ts';
import type { EntityModel, PlacedExpression } from '../model/entity-model.ts';
import type { ModelWorld } from '../model/model-world.ts';
import type { EntityText } from '../text/text-ids.ts';
import type { Entity } from './entity.generated.ts';
import type { ProblemSink } from './problem.ts';
import type { Resolution } from './resolve/resolve-entity.ts';
import type { RowsFile } from './rows-file.ts';

/** An entity with the folder it belongs to. */
export interface WorldEntity {
  readonly area: string;
  readonly entity: Entity;
  /** Where its parts were written; undefined where all of them stand in its own file as they are. */
  readonly resolution?: Resolution | undefined;
}

/** Everything that is analysed together. */
export interface LintWorld {
  readonly entities: ReadonlyMap<string, WorldEntity>;
  /** Keys of the entities that name one as their parent. Default: looked for among all. */
  childrenOf?(key: string): readonly string[];
  readonly registry: FieldTypeRegistry;
  readonly pageKinds: ModelWorld['pageKinds'];
  readonly dictionaries: ModelWorld['dictionaries'] & {
    /** Which end of a graded dictionary is graver. */
    severity?(code: string): 'ascending' | 'descending' | undefined;
  };
  readonly settings: ModelWorld['settings'];
  /** Where the first fault stands of entities whose files could not be read, by key. Default none. */
  readonly faulty?: ReadonlyMap<string, string>;
  /** Buttons of the shipped menu. */
  readonly buttons?: readonly string[];
  /** Role codes; where given, `who`, grants and rights may name no other. */
  readonly roles?: ReadonlySet<string>;
  /** Server rules that exist, `area/entity`; where given, an entity may name no other. */
  readonly rules?: ReadonlySet<string>;
  /** Rows that the product ships, by entity. */
  readonly rows?: ReadonlyMap<string, { readonly area: string; readonly file: RowsFile }>;
  /** Texts that are no entity's, by the name of their file of translations: dictionaries, menu, settings. */
  readonly sources?: ReadonlyMap<string, readonly { readonly file: string; readonly texts: readonly EntityText[] }[]>;
  /** Translations by language and file, which is an area or one of `sources`; other languages are not looked at. */
  readonly locales?: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** Whether texts without a translation are errors, as in what is shipped. Default false: Chinese is shown, a warning. */
  readonly complete?: boolean;
  /** Whether the examples of the files are run. Default true. */
  readonly examples?: boolean;
}

const children = new WeakMap<LintWorld, (key: string) => readonly string[]>();

/** Keys of the entities of a world that name one as their parent. */
export function childrenIn(world: LintWorld, key: string): readonly string[] {
  if (world.childrenOf !== undefined) return world.childrenOf(key);
  const known = children.get(world) ?? childrenByParent([...world.entities.values()].map(({ entity }) => entity));
  children.set(world, known);
  return known(key);
}

/** One entity while it is analysed. */
export interface LintedEntity extends WorldEntity {
  readonly model: EntityModel;
  readonly sink: ProblemSink;
  /** Its expressions that look into other entities; none where it only stands beside the one that is analysed. */
  readonly foreign: readonly PlacedExpression[];
}
