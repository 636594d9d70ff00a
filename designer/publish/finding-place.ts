import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { entityPlace, lastFormOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { addressed, idOfKey } from '../../src/core/overlay/address.ts';
import { type Draft, isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';

/** Where a finding is mended: the thing that the panel shows, and the steps to the keyword from the entity on. */
export interface FindingPlace {
  readonly at: OverlayAddress;
  readonly steps: readonly string[];
}

/**
 * The place of a JSON pointer into an entity, as the designer addresses it. Where the entity ends before the pointer does,
 * the last thing that there is.
 */
export function placeOfPointer(entity: Entity, pointer: string): FindingPlace {
  const { draft, identities } = addressed(entity);
  let place: Place | undefined = entityPlace();
  let value: unknown = draft;
  const steps: string[] = [];
  let things = 0;
  for (const step of pointer.split('/').slice(1).map(plain)) {
    if (place === undefined) break;
    const form = lastFormOf(place, value);
    if (Array.isArray(value)) {
      const id = identities.of(value)[Number(step)];
      if (id === undefined) break;
      steps.push(id);
      things = steps.length;
      value = value[Number(step)];
      place = form.items;
    } else if (form.properties.has(step)) {
      steps.push(step);
      value = isDraft(value) ? value[step] : undefined;
      place = form.properties.get(step);
    } else if (isDraft(value) && Object.hasOwn(value, step)) {
      steps.push(idOfKey(draft as Draft, form, value, step));
      things = steps.length;
      value = value[step];
      place = form.entries;
    } else break;
  }
  return { at: steps.slice(0, things), steps };
}

const plain = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
