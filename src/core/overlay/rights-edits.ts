import { entityPlace, formOf, type Place } from '../dialect/walk/place.ts';
import { isDraft } from './draft.ts';
import type { OverlayEdit } from './overlay.ts';
import { creationIn } from './own-entity.ts';

/** Who a record or the platform itself brings along: naming them gives nobody a right that is not his. */
const NOBODY: ReadonlySet<unknown> = new Set(['creator', 'system']);

/** Whether edits are a person's to make, by what he designs: a new entity's first rights are its designer's. */
export function isOwnPart(designs: 'all' | 'rights' | 'rest', edits: readonly OverlayEdit[]): boolean {
  if (designs === 'all' || (designs === 'rest' && creationIn(edits) !== undefined)) return true;
  return edits.every((edit) => changesRights(edit) === (designs === 'rights'));
}

/**
 * Whether an edit changes who may see, write or do something: it lies at or below a place that the meta-schema marks as
 * a right (`x-right`), or adds or sets what holds one that names somebody.
 */
export function changesRights(edit: OverlayEdit): boolean {
  let places: readonly Place[] = [entityPlace()];
  const steps = edit.edit === 'set' ? [...edit.at, ...edit.property.split('.')] : edit.at;
  for (const step of steps) {
    places = places
      .flatMap(formsOf)
      .flatMap(({ properties, entries, items }) => properties.get(step) ?? entries ?? items ?? []);
    if (places.some(isRight)) return true;
  }
  if (edit.edit !== 'add' && edit.edit !== 'set') return false;
  return places.some((place) => holdsRight(place, edit.value));
}

const isRight = ({ marks, branches }: Place): boolean => marks.right === true || branches.some(isRight);

const formsOf = (place: Place): readonly Place[] =>
  place.branches.length === 0 ? [place] : place.branches.flatMap(formsOf);

function holdsRight(outer: Place, value: unknown): boolean {
  const place = formOf(outer, value);
  if (outer.marks.right === true || place.marks.right === true) return namesSomebody(value);
  if (Array.isArray(value))
    return place.items !== undefined && value.some((item) => holdsRight(place.items as Place, item));
  if (!isDraft(value)) return false;
  return Object.entries(value).some(([key, held]) => {
    const below = place.properties.get(key) ?? place.entries;
    return below !== undefined && holdsRight(below, held);
  });
}

function namesSomebody(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesSomebody);
  if (isDraft(value)) return Object.keys(value).length > 0;
  return value !== null && value !== undefined && value !== false && !NOBODY.has(value);
}
