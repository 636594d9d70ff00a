import type { EntityChange } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import type { KnownName } from '../names/GroupNames.tsx';
import { useKindName } from '../names/kinds.ts';
import { useWord } from '../names/words.ts';
import { shortText, useKeywordName } from '../properties/captioned.ts';
import { useNamesOf } from '../properties/names.ts';
import { usePublishText } from './texts.ts';
import { placesOfProperty, propertyWords, valueWords } from './value-words.ts';

/** Names nothing. */
const NOTHING = { entity: '', title: '', record: { properties: {} } } as unknown as Entity;

/** Says a difference of two versions of an entity as a sentence for people; things are named by `entity`, where it is known. */
export function useSentences(): (change: EntityChange, entity?: Entity) => string {
  const text = usePublishText();
  const keyword = useKeywordName();
  const word = useWord();
  const kindName = useKindName();
  const namesOf = useNamesOf();
  const isMissing = (value: unknown) => value === undefined || value === null;
  return ({ verb, kind, name, title = name, property = '', before, after }, entity) => {
    const thing = { kind: kindName(kind), name: title };
    const yesNo = (value: boolean) => text(value ? 'yes' : 'no');
    const called = {
      keyword,
      word,
      yesNo,
      thing: (of: string, key: string, place: Place) => labelIn(namesOf(entity ?? NOTHING, of, place), key),
    };
    const places = property === '' ? [] : placesOfProperty(kind, property);
    const told = (value: unknown): string =>
      places.length === 0
        ? typeof value === 'boolean'
          ? yesNo(value)
          : shortText(value)
        : valueWords(value, places, called);
    if (verb === 'renamed') return text('renamed', { ...thing, before: told(before), after: told(after) });
    if (verb !== 'changed') return text(verb, thing);
    const what = { ...thing, property: property === '' ? '' : propertyWords(kind, property, called) };
    const lists = [before ?? [], after ?? []];
    if ((Array.isArray(before) || Array.isArray(after)) && lists.every((list) => Array.isArray(list))) {
      const [was = [], is = []] = lists as readonly unknown[][];
      const beside = (list: readonly unknown[], other: readonly unknown[]) =>
        list.filter((entry) => !other.some((each) => sameJson(each, entry))).map((entry) => told([entry]));
      const [more, less] = [beside(is, was), beside(was, is)];
      const parts = [
        ...(more.length === 0 ? [] : [text('list.more', { entries: more.join('”“') })]),
        ...(less.length === 0 ? [] : [text('list.less', { entries: less.join('”“') })]),
      ];
      return `${text('changed.list', what)}${parts.length === 0 ? text('list.order') : parts.join('，')}`;
    }
    // What is no switch that is on is off, whether that is written or not.
    if (typeof (before ?? after) === 'boolean') {
      return text('changed.turned', { ...what, before: told(before ?? false), after: told(after ?? false) });
    }
    if (isMissing(before)) return text('changed.set', { ...what, after: told(after) });
    if (isMissing(after)) return text('changed.taken', { ...what, before: told(before) });
    return text('changed.turned', { ...what, before: told(before), after: told(after) });
  };
}

/** A name as a sentence says it: without the code that stands behind it where names are chosen. */
function labelIn(names: readonly KnownName[], key: string): string | undefined {
  const label = names.find(({ value }) => value === key)?.label;
  return label?.endsWith(`（${key}）`) === true ? label.slice(0, -key.length - 2) : label;
}
