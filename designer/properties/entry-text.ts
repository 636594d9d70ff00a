import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import { useWord } from '../names/words.ts';
import { shortText, useKeywordName } from './captioned.ts';
import { useNamesOf } from './names.ts';

/** What an entry of a map or list says in a line; `place` is that of the map or list, `name` what edits call the entry. */
type EntryText = (entity: Entity, place: Place, name: string, value: unknown) => string;

/** What entries are called: by what they or their keys name, else by what they say. */
export function useEntryText(): EntryText {
  const namesOf = useNamesOf();
  const word = useWord();
  const nameOf = useKeywordName();
  const labelOf = (entity: Entity, place: Place, kind: string, name: string) => {
    const bare = name.replace(/^-/, '');
    const known = namesOf(entity, kind, place).find(({ value }) => value === bare);
    return known === undefined ? word(name) : `${name.startsWith('-') ? '↓' : ''}${known.label}`;
  };
  return textOf;

  function textOf(entity: Entity, place: Place, name: string, value: unknown): string {
    const { keys, items, entries } = place;
    if (items === undefined) {
      const kind = keys?.marks.names;
      const said =
        Array.isArray(value) && entries !== undefined
          ? value.map((one: unknown) => textOf(entity, formOf(entries, value), String(one), one)).join('、')
          : shortText(value);
      if (kind === undefined) return said || name;
      const called = labelOf(entity, keys ?? place, kind, name);
      return said === '' || said === '{}' ? called : `${called}：${said}`;
    }
    const form = formOf(items, value);
    if (typeof value === 'string') {
      return form.marks.names === undefined ? word(value) : labelOf(entity, form, form.marks.names, value);
    }
    return namedText(form, value) ?? (shortText(value) || name);

    /** Of an object that says but whom or what it names. */
    function namedText({ properties, marks }: Place, object: unknown): string | undefined {
      if (!isDraft(object)) return undefined;
      for (const [keyword, below] of properties) {
        const named = object[keyword];
        const kind = below.marks.names;
        if (kind === undefined || typeof named !== 'string') continue;
        const called = labelOf(entity, below, kind, named);
        if (marks['named-by'] === keyword) return called;
        const told = `${keyword === kind ? (below.marks.called ?? nameOf(keyword)) : nameOf(keyword)}：${called}`;
        const others = Object.keys(object).filter((other) => other !== keyword);
        if (others.length === 0) return told;
        const conditions = others.filter((other) => properties.get(other)?.marks.expression === true);
        if (conditions.length === others.length) {
          return `${called}（${conditions.map((other) => shortText(object[other])).join('；')}）`;
        }
      }
      return undefined;
    }
  }
}
