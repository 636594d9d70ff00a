import type { Entity } from '../dialect/entity.generated.ts';
import type { Choice, FieldTypeRegistry } from '../field-type.ts';
import type { PageKindRegistry } from './page-kind-definition.ts';

/** What building one entity's model may ask about everything around it. */
export interface ModelWorld {
  /** Folder under schemas/areas of the entity that is built. */
  readonly area: string;
  readonly registry: FieldTypeRegistry;
  readonly pageKinds: PageKindRegistry;
  readonly dictionaries: {
    has(code: string): boolean;
    /** Choices in order; undefined for an unknown dictionary. */
    choices(code: string): readonly Choice[] | undefined;
    /** All codes, for suggestions. */
    codes?(): Iterable<string>;
  };
  /** Another entity's file, by key. */
  entity(key: string): Entity | undefined;
  /** Keys of all entities, for suggestions. */
  entityKeys?(): Iterable<string>;
  /** Where the first fault of an entity stands whose file could not be read: `schemas/…:12:5`. Default: none is known of. */
  faulty?(key: string): string | undefined;
  /** Keys of the entities that name this one as their parent. Default: looked for among all. */
  childrenOf?(key: string): readonly string[];
  /** Buttons of the shipped menu that a role may be granted besides a page's own actions. */
  buttons?(): Iterable<string>;
  /** Statutory and tenant values; their type follows from the value. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
}

/** Path of an entity's file: `schemas/areas/base/lawRegulation.entity.json`. */
export function entityFile(area: string, entity: string): string {
  return `schemas/areas/${area}/${entity}.entity.json`;
}
