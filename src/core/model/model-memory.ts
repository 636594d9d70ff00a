import type { Entity } from '../dialect/entity.generated.ts';
import { type BuiltModel, buildModel } from './build-model.ts';
import type { EntityModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';
import { notedDictionaries } from './noted-dictionaries.ts';

/** One question that building a model asked of the world, with the answer it got. */
interface Asked {
  readonly answer: unknown;
  readonly ask: (world: ModelWorld) => unknown;
}

interface Remembered {
  readonly area: string;
  readonly registry: ModelWorld['registry'];
  /** By its words. */
  readonly asked: ReadonlyMap<string, Asked>;
  readonly built: BuiltModel;
}

/** What a model was built of beside its own source. */
interface BuiltOf {
  /** Keys of the other entities that it read. */
  readonly entities: readonly string[];
  /** Whether another model of the same source had the same answers to everything that is no entity. */
  alike(other: EntityModel): boolean;
}

/** Worlds whose model of a source is kept: what is shipped, what a company serves, and what it tries over that. */
const MOST = 3;

/** What was built of an entity's source, the last first; sources that nobody holds any more are forgotten. */
const remembered = new WeakMap<Entity, readonly Remembered[]>();

const rememberedOf = new WeakMap<EntityModel, Remembered>();

const ENTITY = 'entity ';

/**
 * What a model of `buildRemembered` was built of; undefined for others. So what was made of a model can be kept where it
 * was built anew for something that does not matter there, as a title of an entity that it reads.
 */
export function builtOf(model: EntityModel): BuiltOf | undefined {
  const own = rememberedOf.get(model);
  if (own === undefined) return undefined;
  const rest = ({ asked }: Remembered) => [...asked].filter(([words]) => !words.startsWith(ENTITY));
  return {
    entities: [...own.asked.keys()].flatMap((words) => (words.startsWith(ENTITY) ? words.slice(ENTITY.length) : [])),
    alike(other) {
      const its = rememberedOf.get(other);
      if (its?.area !== own.area || its.registry !== own.registry) return false;
      const answers = rest(own);
      if (answers.length !== rest(its).length) return false;
      return answers.every(([words, { answer }]) => its.asked.get(words)?.answer === answer && its.asked.has(words));
    },
  };
}

/**
 * As `buildModel`, but what was built of the same source is given again while everything that it asked of the world has
 * the same answers: entities and choices are compared by identity, lists of keys and settings by what they are. So one
 * changed file costs its own model and those that read it.
 */
export function buildRemembered(entity: Entity, world: ModelWorld): BuiltModel {
  const before = remembered.get(entity) ?? [];
  const known = before.find(
    ({ area, registry, asked }) =>
      area === world.area &&
      registry === world.registry &&
      [...asked.values()].every(({ answer, ask }) => ask(world) === answer),
  );
  const keep = (one: Remembered): BuiltModel => {
    remembered.set(entity, [one, ...before.filter((other) => other !== one)].slice(0, MOST));
    return one.built;
  };
  if (known !== undefined) return known === before[0] ? known.built : keep(known);
  const asked = new Map<string, Asked>();
  const built = buildModel(entity, recording(world, asked));
  const one = { area: world.area, registry: world.registry, asked, built };
  rememberedOf.set(built.model, one);
  return keep(one);
}

const keysOf = (keys: Iterable<string> | undefined): string => [...(keys ?? [])].join('\n');

type Ask = Asked['ask'];

// Questions stand outside of what notes them: one that is kept holds nothing of the world that it was asked of first.
const entityOf =
  (key: string): Ask =>
  (world) =>
    world.entity(key);
const entityKeysOf: Ask = (world) => keysOf(world.entityKeys?.());
const faultOf =
  (key: string): Ask =>
  (world) =>
    world.faulty?.(key);
const childrenOf =
  (key: string): Ask =>
  (world) =>
    keysOf(world.childrenOf?.(key));
const buttonsOf: Ask = (world) => keysOf(world.buttons?.());
// A model reads the type of a setting alone; the values are few, and change less often than entities.
const settingsOf: Ask = ({ settings }) => keysOf([...settings].map(([key, value]) => `${key} ${typeof value}`));

/** The world, noting in `asked` what it is asked. */
function recording(world: ModelWorld, asked: Map<string, Asked>): ModelWorld {
  const note = (name: string, ask: Ask): void => {
    if (!asked.has(name)) asked.set(name, { answer: ask(world), ask });
  };
  const settings = new Map(world.settings);
  return {
    area: world.area,
    registry: world.registry,
    pageKinds: world.pageKinds,
    dictionaries: notedDictionaries(world, note),
    entity(key) {
      note(`${ENTITY}${key}`, entityOf(key));
      return world.entity(key);
    },
    entityKeys() {
      note('entities', entityKeysOf);
      return world.entityKeys?.() ?? [];
    },
    faulty(key) {
      note(`faulty ${key}`, faultOf(key));
      return world.faulty?.(key);
    },
    ...(world.childrenOf === undefined
      ? {}
      : {
          childrenOf(key: string) {
            note(`children ${key}`, childrenOf(key));
            return world.childrenOf?.(key) ?? [];
          },
        }),
    buttons() {
      note('buttons', buttonsOf);
      return world.buttons?.() ?? [];
    },
    get settings() {
      note('settings', settingsOf);
      return settings;
    },
  };
}
