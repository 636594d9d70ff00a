import type { Entity } from '../dialect/entity.generated.ts';
import { withWord } from './expression-words.ts';
import type { Messages } from './say.ts';
import { entityTexts } from './text-ids.ts';

type Place = Record<string | number, unknown>;

/**
 * The entity with its texts in another language. Texts that a tenant has changed stay as the tenant wrote them, and so
 * do those without a translation.
 * @param shipped the entity as its file has it, to tell which texts a tenant has changed.
 * @param texts translations by the ids of `text-ids.ts`.
 * @param own finds the tenant's own translation, which wins, by the same ids. Default none.
 */
export function translateEntity(
  entity: Entity,
  shipped: Entity,
  texts: Messages,
  own: (id: string) => string | undefined = () => undefined,
): Entity {
  const original = new Map(entityTexts(shipped).map(({ id, text }) => [id, text]));
  const copy = JSON.parse(JSON.stringify(entity)) as Entity;
  for (const { id, text, path, literal } of entityTexts(entity)) {
    const isShipped = original.get(id) === text && Object.hasOwn(texts, id);
    const translated = own(id) ?? (isShipped ? texts[id] : undefined);
    if (translated === undefined || translated === '') continue;
    let place = copy as unknown as Place;
    for (const key of path.slice(0, -1)) place = place[key] as Place;
    const key = path.at(-1) ?? '';
    place[key] = literal === true ? withWord(String(place[key]), text, translated) : translated;
  }
  return copy;
}
