import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import { useWord } from '../names/words.ts';
import { useDesignerText } from '../texts/texts.ts';
import { useKeywordName } from './captioned.ts';
import { leastValue } from './least-value.ts';
import { useNamesOf } from './names.ts';

/** An entry that may be added to a map or list, as it is offered. */
export interface Addition {
  readonly label: string;
  /** Key in a map; what edits call it in a list. */
  readonly key: string;
  readonly value: unknown;
}

/** A name for an entry of a list that bears none. */
export const ownName = (): string => `own${Date.now().toString(36)}`;

/** What may be added to a map or list, where it is something that has a name; none where it is written anew. */
export function useAdditions(entity: Entity, place: Place): readonly Addition[] {
  const namesOf = useNamesOf();
  const word = useWord();
  const nameOf = useKeywordName();
  const text = useDesignerText();
  const { keys, items, entries } = place;
  if (items === undefined) {
    const kind = keys?.marks.names;
    if (keys === undefined || kind === undefined) return [];
    const value = leastValue(entries, text('add.title'));
    return namesOf(entity, kind, keys).map(({ value: key, label }) => ({ key: idOf(kind, key), label, value }));
  }
  const forms = (items.branches.length > 0 ? items.branches : [items]).filter(({ marks }) => marks.authored !== true);
  return forms.flatMap((form) => [...words(form), ...names(form), ...objects(form)]);

  /** Edits name a field by its permanent id. */
  function idOf(kind: string, key: string): string {
    const properties = entity.record.properties as unknown as Draft;
    return kind === 'field' && Object.hasOwn(properties, key) ? entryId(properties, key) : key;
  }

  function words({ node }: Place): Addition[] {
    const values: readonly unknown[] = Array.isArray(node.enum) ? node.enum : [];
    return values.map((value) => ({ label: word(String(value)), key: String(value), value }));
  }

  function names(form: Place): Addition[] {
    const kind = form.marks.names;
    if (kind === undefined) return [];
    // A name with a sign in front of it stands for the other direction.
    const signs = String(form.node.pattern).startsWith('^-?') ? ['', '-'] : [''];
    return namesOf(entity, kind, form).flatMap(({ value, label }) =>
      signs.map((sign) => {
        const id = `${sign}${idOf(kind, value)}`;
        return { label: `${sign === '' ? '' : '↓ '}${label}`, key: id, value: id };
      }),
    );
  }

  /** An object that says no more than whom or what it names; what bare names say already is not offered twice. */
  function objects({ node, properties, marks }: Place): Addition[] {
    const needed: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
    const keyword = String(needed[0]);
    const below = properties.get(keyword);
    if (needed.length !== 1 || below === undefined || marks['named-by'] !== undefined) return [];
    const kind = below.marks.names;
    if (kind === undefined) {
      const told = `${nameOf(keyword)}…`;
      return forms.length > 1 ? [{ label: told, key: ownName(), value: { [keyword]: leastValue(below, '') } }] : [];
    }
    const called = keyword === kind ? (below.marks.called ?? nameOf(keyword)) : nameOf(keyword);
    return namesOf(entity, kind, below).map(({ value, label }) => ({
      label: `${called}：${label}`,
      key: `${ownName()}${value.replace(/[^A-Za-z0-9]/g, '')}`,
      value: { [keyword]: value },
    }));
  }
}
