import type { EntityModel } from '../model/entity-model.ts';

/**
 * Models by key, each built when it is asked for: whoever lints one file asks for few of them. What goes through all of
 * them builds all.
 */
export function lazyModels(makers: ReadonlyMap<string, () => EntityModel>): ReadonlyMap<string, EntityModel> {
  const get = (key: string) => makers.get(key)?.();
  function* entries(): MapIterator<[string, EntityModel]> {
    for (const [key, make] of makers) yield [key, make()];
  }
  function* values(): MapIterator<EntityModel> {
    for (const make of makers.values()) yield make();
  }
  const models: ReadonlyMap<string, EntityModel> = {
    get,
    has: (key) => makers.has(key),
    get size() {
      return makers.size;
    },
    keys: () => makers.keys(),
    values,
    entries,
    [Symbol.iterator]: entries,
    forEach(call) {
      for (const [key, model] of entries()) call(model, key, models);
    },
  };
  return models;
}
