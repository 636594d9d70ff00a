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
import { atOnce } from '../ground/by-turns.ts';
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

/**
 * Builds the models of all entities that belong together; one with errors is left out and its problems reported.
 * `build` may be one that remembers, where texts are those of the files.
 */
export function buildModelSet(
  entities: readonly PlacedEntity[],
  dictionaries: ReadonlyMap<string, DictionaryFile>,
  menu: MenuFile,
  settings: ReadonlyMap<string, string | number | boolean>,
  build: typeof buildModel = buildModel,
): ModelSet {
  return atOnce(modelSteps(entities, dictionaries, menu, settings, build));
}

/** The same in steps, one for each entity. */
export function* modelSteps(
  entities: readonly PlacedEntity[],
  dictionaries: ReadonlyMap<string, DictionaryFile>,
  menu: MenuFile,
  settings: ReadonlyMap<string, string | number | boolean>,
  build: typeof buildModel = buildModel,
): Generator<void, ModelSet> {
  const byKey = new Map(entities.map(({ entity }) => [entity.entity, entity]));
  const childrenOf = childrenByParent(byKey.values());
  const buttons = menuButtons(menu);
  const models = new Map<string, EntityModel>();
  const problems: Problem[] = [];
  for (const { area, entity } of entities) {
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
      entity: (key) => byKey.get(key),
      entityKeys: () => byKey.keys(),
      childrenOf,
      buttons: () => buttons,
      settings,
    });
    const found = [...built.problems, ...patternProblems(area, entity)];
    problems.push(...found);
    if (!hasErrors(found)) models.set(entity.entity, built.model);
    yield;
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
