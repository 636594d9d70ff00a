import type { Entity, TreePlace } from '../dialect/entity.generated.ts';

/** What of an entity the places in a tree follow from. */
type Placed = Pick<Entity, 'entity' | 'record'> & { readonly detail?: Entity['detail'] };

/** Entity of the records above, by the field that the place names; undefined where its records are the topmost. */
export function entityAbove({ record }: Placed, { of }: TreePlace): string | undefined {
  if (of === undefined || !Object.hasOwn(record.properties, of)) return undefined;
  return record.properties[of]?.ref?.entity;
}

/** Entities whose records hang below those of one, with their places, in the order given. */
export function placesBelow<Each extends Placed>(
  entities: Iterable<Each>,
  above: string,
): readonly { readonly entity: Each; readonly of: string; readonly place: TreePlace }[] {
  return [...entities].flatMap((entity) => {
    const place = entity.detail?.tree;
    if (place?.of === undefined || entityAbove(entity, place) !== above) return [];
    return [{ entity, of: place.of, place }];
  });
}
