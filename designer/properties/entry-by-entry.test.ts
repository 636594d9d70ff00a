import { describe, expect, it } from 'vitest';
import { editorOf } from '../../src/core/dialect/editors.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { entityPlace, formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { addressed, idOfKey, locate, namesWithin } from '../../src/core/overlay/address.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { resolvedEntities } from '../../tests/fixtures/resolved-entities.ts';

/** A list or map as a shipped file has it. */
interface Held {
  readonly entity: Entity;
  readonly at: OverlayAddress;
}

/** Of each list and map of the dialect that any shipped file has with two entries, the first such one. */
function firstOfEach(): ReadonlyMap<Place, Held> {
  const found = new Map<Place, Held>();
  for (const { entity } of resolvedEntities()) if (entity.locked !== true) visit(entity, entityPlace(), entity, []);
  return found;

  function visit(entity: Entity, outer: Place, value: unknown, at: OverlayAddress): void {
    const place = formOf(outer, value);
    const here = addressed(entity);
    if (Array.isArray(value)) {
      note(entity, place, value, at);
      const names = here.identities.of(value);
      if (place.items) {
        for (const [index, item] of value.entries()) visit(entity, place.items, item, [...at, names[index] ?? '']);
      }
    } else if (isDraft(value)) {
      if (place.entries !== undefined && place.properties.size === 0) note(entity, place, Object.keys(value), at);
      for (const [key, item] of Object.entries(value)) {
        const keyword = place.properties.get(key);
        if (keyword !== undefined) visit(entity, keyword, item, [...at, key]);
        else if (place.entries !== undefined) {
          visit(entity, place.entries, item, [...at, idOfKey(here.draft, place, value, key)]);
        }
      }
    }
  }

  function note(entity: Entity, place: Place, entries: readonly unknown[], at: OverlayAddress): void {
    if (entries.length > 1 && !found.has(place)) found.set(place, { entity, at });
  }
}

/** What is edited as a whole: a value of its own, however many entries it has, or what only an author writes. */
const isWhole = (place: Place): boolean => {
  const kind = editorOf(place)?.kind;
  return kind !== 'list' && kind !== 'map';
};

const LOCKED: readonly string[] = ['locked', 'refused'];

describe('each list of the dialect', () => {
  const lists = [...firstOfEach()].filter(([place]) => !isWhole(place));

  it('is among those that are tried', () => {
    expect(lists.length).toBeGreaterThan(40);
  });

  it.each(lists.map(([place, held]) => [`${held.entity.entity} ${held.at.join('/')}`, place, held] as const))(
    'is edited entry by entry: %s',
    (_, place, { entity, at }) => {
      const value = locate(addressed(entity), at)?.value;
      if (!isDraft(value) && !Array.isArray(value)) throw new Error('no list');
      const names = namesWithin(addressed(entity), { place, value, key: undefined });
      const [first = '', last = ''] = [names[0], names.at(-1)];
      const isNew = Array.isArray(value)
        ? place.items?.branches.some(isObject) === true || isObject(place.items)
        : true;
      const copied = locate(addressed(entity), [...at, last])?.value;
      const moved: OverlayEdit = { edit: 'move', at: [...at, last], after: null };
      const hidden: OverlayEdit = { edit: 'hide', at: [...at, first] };
      const edits: OverlayEdit[] = [moved, hidden];
      if (isNew && place.keys?.marks.names === undefined && (isDraft(copied) || typeof copied === 'string')) {
        // Added, changed where it stands, and taken away again, each by the name that the outcome gives it.
        edits.push({ edit: 'add', at: [...at, 'ownEntry'], after: last, value: copied });
        edits.push({ edit: 'move', at: [...at, 'ownEntry'], after: null });
        edits.push({ edit: 'hide', at: [...at, 'ownEntry'] });
      }
      const { entity: merged, conflicts } = mergeOverlay(entity, edits);
      expect(conflicts.filter(({ reason }) => !LOCKED.includes(reason))).toEqual([]);
      const refused = new Set(conflicts.map(({ edit }) => edit));
      const after = locate(addressed(merged), at)?.value;
      if (!isDraft(after) && !Array.isArray(after)) throw new Error('the list is gone');
      const left = namesWithin(addressed(merged), { place: formOf(place, after), value: after, key: undefined });
      // Where a field stands is said by the section that holds it.
      const isPlaced = at.join('/') !== 'record/properties';
      if (isPlaced && !refused.has(0)) expect(left[0] === last || left[0] === 'ownEntry').toBe(true);
      expect(left.filter((name) => name !== 'ownEntry').every((name) => names.includes(name))).toBe(true);
    },
  );
});

const isObject = (place: Place | undefined): boolean => place !== undefined && place.properties.size > 0;
