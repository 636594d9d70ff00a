import { CONNECTORS } from '../../effects/connectors.ts';
import { baseProperties } from '../../model/base-fields.ts';
import { STANDARD_ACTIONS } from '../../model/build-pages.ts';
import { withOverrideProperties } from '../../model/override-properties.ts';
import type { Entity } from '../entity.generated.ts';
import type { LintWorld } from '../lint-context.ts';
import { type Names, walk } from './walk.ts';

type Keys = readonly string[];

const defined = new WeakMap<Entity, ReadonlyMap<string, Keys>>();

/** Keys of the things that an entity's file defines, by their kind; columns and fields of dialogues are none of its. */
function definitionsOf(entity: Entity): ReadonlyMap<string, Keys> {
  const known = defined.get(entity);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  walk(entity, {
    defines(_, key, kind, { over }) {
      if (over === 'self') found.set(kind, [...(found.get(kind) ?? []), key]);
    },
  });
  defined.set(entity, found);
  return found;
}

const keysOf = (map: object | undefined): Keys => Object.keys(map ?? {});

/** Kinds of which an entity knows more than its file defines under that name. */
const OF_ENTITY: Readonly<Record<string, (entity: Entity) => Keys>> = {
  field: (entity) => [...keysOf(withOverrideProperties(entity.record.properties)), ...keysOf(baseProperties(entity))],
  button: ({ transitions, actions }) => [
    ...STANDARD_ACTIONS,
    ...Object.entries(transitions ?? {}).flatMap(([key, { button }]) => [key, button ?? key]),
    ...keysOf(actions),
  ],
  operation: ({ api, transitions }) => [
    ...keysOf(api.operations),
    ...keysOf(transitions),
    ...['remove', 'submit', 'save'],
  ],
  step: ({ transitions }) =>
    Object.entries(transitions ?? {}).flatMap(([key, { approve }]) =>
      approve === undefined ? [] : [key, ...keysOf(approve.levels).map((level) => `${key}.${level}`)],
    ),
};

/** Kinds that no entity defines; undefined where this world does not tell what there is. */
const OF_WORLD: Readonly<Record<string, (world: LintWorld) => Keys | undefined>> = {
  entity: ({ entities }) => [...entities.keys()],
  role: ({ roles }) => (roles === undefined ? undefined : [...roles, 'everyone']),
  dictionary: ({ dictionaries }) => {
    const codes = dictionaries.codes?.();
    return codes === undefined ? undefined : [...codes];
  },
  connector: ({ dictionaries }) => dictionaries.choices(CONNECTORS)?.map(({ key }) => key),
  fieldType: ({ registry }) => Object.keys(registry),
};

/** Whether things of a kind stand in no entity, so that it makes no difference whose names are meant. */
export const isOfWorld = (kind: string): boolean => Object.hasOwn(OF_WORLD, kind);

type KeySet = ReadonlySet<string>;

/** What was collected of an entity or of a world, by kind: it is asked for at every key of a file. */
const collected = new WeakMap<Entity | LintWorld, Map<string, KeySet | undefined>>();

function once(holder: Entity | LintWorld, kind: string, collect: () => Keys | undefined): KeySet | undefined {
  const known = collected.get(holder) ?? new Map<string, KeySet | undefined>();
  collected.set(holder, known);
  if (!known.has(kind)) {
    const keys = collect();
    known.set(kind, keys === undefined ? undefined : new Set(keys));
  }
  return known.get(kind);
}

const NONE: KeySet = new Set();

const ofEntity = (entity: Entity, kind: string): KeySet =>
  once(entity, kind, () => OF_ENTITY[kind]?.(entity) ?? definitionsOf(entity).get(kind) ?? []) ?? NONE;

/** Keys of a kind in the files of a world, whosever they are. */
const ofAll = (world: LintWorld, kind: string): KeySet =>
  once(world, `any ${kind}`, () => [
    ...[...world.entities.values()].flatMap(({ entity }) => [...ofEntity(entity, kind)]),
    ...(world.buttons ?? []),
  ]) ?? NONE;

/**
 * Keys of the things of a kind that may be named at a place.
 * @param names whose they are, as the walk tells it.
 * @param subject the entity in whose file the place is, one of the world.
 * @returns undefined where the files do not tell it: the entity whose they are is not known.
 */
export function knownNames(kind: string, names: Names, subject: Entity, world: LintWorld): KeySet | undefined {
  const everywhere = OF_WORLD[kind];
  if (everywhere !== undefined) return once(world, kind, () => everywhere(world));
  switch (names.over) {
    case 'self':
      return ofEntity(subject, kind);
    case 'row':
      return kind === 'field' ? new Set(keysOf(names.rows)) : ofEntity(subject, kind);
    case 'target':
    case 'parent': {
      const other = world.entities.get(names.entity ?? '')?.entity;
      return other === undefined ? undefined : ofEntity(other, kind);
    }
    case 'world':
      return ofAll(world, kind);
    case 'value':
      return undefined;
  }
}
