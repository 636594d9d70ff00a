import type { Entity } from '../dialect/entity.generated.ts';
import { withWord } from './expression-words.ts';
import type { Messages } from './say.ts';
import { type EntityText, entityTexts } from './text-ids.ts';

/** Texts of entities that were asked for before: each is translated into every language, and again after each upgrade. */
const known = new WeakMap<Entity, readonly EntityText[]>();

function textsOf(entity: Entity): readonly EntityText[] {
  const texts = known.get(entity) ?? entityTexts(entity);
  known.set(entity, texts);
  return texts;
}

type Place = Record<string | number, unknown>;

/**
 * The entity with its texts in another language. Texts that a tenant has changed stay as the tenant wrote them, and so
 * do those without a translation.
 * @param shipped the entity as its file has it, to tell which texts a tenant has changed.
 * @param texts translations by the ids of `text-ids.ts`.
 */
export function translateEntity(entity: Entity, shipped: Entity, texts: Messages): Entity {
  const original = new Map(textsOf(shipped).map(({ id, text }) => [id, text]));
  const copy = JSON.parse(JSON.stringify(entity)) as Entity;
  for (const { id, text, path, literal } of textsOf(entity)) {
    const translated = Object.hasOwn(texts, id) ? texts[id] : undefined;
    if (translated === undefined || translated === '' || original.get(id) !== text) continue;
    let place = copy as unknown as Place;
    for (const key of path.slice(0, -1)) place = place[key] as Place;
    const key = path.at(-1) ?? '';
    place[key] = literal === true ? withWord(String(place[key]), text, translated) : translated;
  }
  return copy;
}
