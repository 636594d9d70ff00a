import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { SAFE_PATTERN, unsafePatterns } from '../../src/core/dialect/pattern-safety.ts';
import { createProblemSink, hasErrors, type Problem } from '../../src/core/dialect/problem.ts';
import type { Resolution } from '../../src/core/dialect/resolve/resolve-entity.ts';
import type { Choice } from '../../src/core/field-type.ts';
import { childrenByParent } from '../../src/core/model/build-child.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';
import { type DictionaryFile, type MenuFile, menuButtons } from './shipped-files.ts';

/** An entity with the folder it belongs to. */
export interface PlacedEntity {
  readonly area: string;
  readonly entity: Entity;
  /** Where its parts were written; undefined where all of them stand in its own file as they are. */
  readonly resolution?: Resolution | undefined;
}

/** Models of a set of entities, and what is wrong with them. */
interface ModelSet {
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly problems: readonly Problem[];
}

const choicesOfFile = new WeakMap<DictionaryFile, readonly Choice[]>();

/** Choices of a dictionary file in order: the same list for the same file. */
export function fileChoices(file: DictionaryFile): readonly Choice[] {
  const known = choicesOfFile.get(file) ?? orderedChoices(file);
  choicesOfFile.set(file, known);
  return known;
}

function orderedChoices(file: DictionaryFile): readonly Choice[] {
  return Object.entries(file.options)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([key, option]) => ({
      key,
      title: option.title,
      ...(option.color ? { color: option.color } : {}),
      ...(option.icon ? { icon: option.icon } : {}),
      ...(option.parent ? { parent: option.parent } : {}),
      ...(option.sealed ? { sealed: true } : {}),
    }));
}

/** What models are made among. */
interface ModelSurroundings {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly dictionaries: ReadonlyMap<string, DictionaryFile>;
  readonly menu: MenuFile;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  /** Keys of the entities that name this one as their parent. */
  readonly childrenOf: (key: string) => readonly string[];
}

/** Makes the models of entities one by one, each with its problems; one with errors has no model. */
export function modelBuilder(
  { entities, dictionaries, menu, settings, childrenOf }: ModelSurroundings,
  build: typeof buildModel = buildModel,
): (placed: PlacedEntity) => { readonly model: EntityModel | undefined; readonly problems: readonly Problem[] } {
  const buttons = menuButtons(menu);
  return ({ area, entity }) => {
    const built = build(entity, {
      area,
      registry: fieldTypes,
      pageKinds,
      dictionaries: {
        has: (code) => dictionaries.has(code),
        choices(code) {
          const file = dictionaries.get(code);
          return file ? fileChoices(file) : undefined;
        },
        codes: () => dictionaries.keys(),
      },
      entity: (key) => entities.get(key),
      entityKeys: () => entities.keys(),
      childrenOf,
      buttons: () => buttons,
      settings,
    });
    const problems = [...built.problems, ...patternProblems(area, entity)];
    return { model: hasErrors(problems) ? undefined : built.model, problems };
  };
}

/**
 * Builds the models of all entities that belong together; one with errors is left out and its problems reported.
 * `build` may be one that remembers, where texts are those of the files.
 */
export function buildModelSet(
  placed: readonly PlacedEntity[],
  dictionaries: ReadonlyMap<string, DictionaryFile>,
  menu: MenuFile,
  settings: ReadonlyMap<string, string | number | boolean>,
  build: typeof buildModel = buildModel,
): ModelSet {
  const entities = new Map(placed.map(({ entity }) => [entity.entity, entity]));
  const childrenOf = childrenByParent(entities.values());
  const make = modelBuilder({ entities, dictionaries, menu, settings, childrenOf }, build);
  const models = new Map<string, EntityModel>();
  const problems: Problem[] = [];
  for (const one of placed) {
    const { model, problems: found } = make(one);
    problems.push(...found);
    if (model !== undefined) models.set(one.entity.entity, model);
  }
  return { models, problems };
}

/** Regular expressions that could hold the server up are refused here too: not every publication passed the linter. */
function patternProblems(area: string, { entity, record }: Entity): readonly Problem[] {
  const sink = createProblemSink(entityFile(area, entity));
  const report = (property: Property, path: readonly (string | number)[]): void => {
    for (const { index, fault } of unsafePatterns(property)) {
      sink.error([...path, 'patterns', index, 'pattern'], fault, SAFE_PATTERN);
    }
    for (const [key, column] of Object.entries(property.items?.properties ?? {})) {
      report(column, [...path, 'items', 'properties', key]);
    }
  };
  for (const [key, property] of Object.entries(record.properties)) report(property, ['record', 'properties', key]);
  return sink.problems;
}
