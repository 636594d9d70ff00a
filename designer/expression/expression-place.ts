import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { ExpressionScope, ValueType } from '../../src/core/expression/index.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import type { ModelWorld } from '../../src/core/model/model-world.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import type { DesignNames } from '../../src/core/wire/design.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { pageKinds } from '../../src/page-kinds/definitions.generated.ts';

/** Steps from the root of an entity's file to a place in it. */
type Path = readonly (string | number)[];

/** By which names an expression is read, and what its place wants. */
export interface ExpressionPlace {
  readonly scope: ExpressionScope;
  /** Undefined where any value is welcome. */
  readonly expected: ValueType | undefined;
}

/** Stands where nothing is written yet, so that the place is read. */
const BLANK = 'null';

/** Where a keyword of a thing stands in the entity's file; undefined where the thing does not. */
export function pathOf(entity: Entity, at: OverlayAddress, keywords: readonly string[]): Path | undefined {
  const here = addressed(entity);
  const path: (string | number)[] = [];
  for (let length = 1; length <= at.length; length += 1) {
    const key = locate(here, at.slice(0, length))?.holder.key;
    if (key === undefined) return undefined;
    path.push(key);
  }
  return [...path, ...keywords];
}

function worldAround(entity: Entity, { entities, dictionaries, settings }: DesignNames): ModelWorld {
  const others = new Map(entities.map((other) => [other.entity, other as unknown as Entity]));
  others.set(entity.entity, entity);
  return {
    area: '',
    registry: fieldTypes,
    pageKinds,
    dictionaries: {
      has: (code) => Object.hasOwn(dictionaries, code),
      choices: (code) => (Object.hasOwn(dictionaries, code) ? dictionaries[code]?.choices : undefined),
      codes: () => Object.keys(dictionaries),
    },
    entity: (key) => others.get(key),
    entityKeys: () => others.keys(),
    settings: new Map(Object.entries(settings)),
  };
}

const known = new WeakMap<DesignNames, WeakMap<Entity, ReadonlyMap<string, ExpressionPlace>>>();

/** The places of all expressions of an entity, found by building it as the server does. */
function placesOf(entity: Entity, names: DesignNames): ReadonlyMap<string, ExpressionPlace> {
  const ofNames = known.get(names) ?? new WeakMap<Entity, ReadonlyMap<string, ExpressionPlace>>();
  known.set(names, ofNames);
  const found = ofNames.get(entity);
  if (found !== undefined) return found;
  const places = new Map<string, ExpressionPlace>();
  buildModel(entity, worldAround(entity, names), (path, scope, expected) => {
    const key = path.join('/');
    if (!places.has(key)) places.set(key, { scope, expected });
  });
  ofNames.set(entity, places);
  return places;
}

/**
 * By which names an expression is read that stands at a path, or would. Undefined where the entity as it stands cannot be
 * built so far.
 */
export function placeOfExpression(entity: Entity, path: Path, names: DesignNames): ExpressionPlace | undefined {
  const key = path.join('/');
  try {
    return placesOf(entity, names).get(key) ?? placesOf(withBlank(entity, path), names).get(key);
  } catch {
    // A draft on the way; the findings say what it lacks.
    return undefined;
  }
}

function withBlank(entity: Entity, path: Path): Entity {
  const put = (value: unknown, [step, ...rest]: Path): unknown => {
    if (step === undefined) return BLANK;
    if (typeof step === 'number') {
      const list: readonly unknown[] = Array.isArray(value) ? value : [];
      return [...list.slice(0, step), put(list[step], rest), ...list.slice(step + 1)];
    }
    const map = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
    return { ...map, [step]: put(Reflect.get(map, step), rest) };
  };
  return put(entity, path) as Entity;
}
