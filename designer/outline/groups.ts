import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, fieldsOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { byOrder, type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';

/** A thing in the outline. */
export interface OutlineItem {
  readonly at: OverlayAddress;
  /** Permanent id. */
  readonly id: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly required: boolean;
}

/** Things that stand beside each other. */
export interface Group {
  readonly key: string;
  readonly title: string;
  /** What the group itself is, where it is a thing. */
  readonly at?: OverlayAddress;
  /** What its things stand in, as an address; only things of the same come into it. */
  readonly holder: OverlayAddress;
  /** Of fields the section, '' for none; undefined where the form has no sections, and of other things. */
  readonly section?: string;
  readonly items: readonly OutlineItem[];
}

/** Names of the groups that are no things themselves. */
type GroupTitles = Readonly<Record<'loose' | 'pages' | 'states' | 'transitions', string>>;

/** What fields stand in. */
export const FIELDS: OverlayAddress = ['record', 'properties'];
/** What sections stand in. */
export const SECTIONS: OverlayAddress = ['form', 'sections'];

/** All parts of an entity in the order in which people see them. */
export function groupsOf(entity: Entity, titles: GroupTitles): readonly Group[] {
  const { draft } = addressed(entity);
  const sections = sectionsOf(draft);
  const placed = new Set(sections.flatMap(({ value }) => fieldsOf(value)));
  const loose = Object.keys(entity.record.properties).filter((key) => !placed.has(key));
  const fields = fieldItems(entity);
  return [
    ...sections.map(({ id, value }) => ({
      key: `section ${id}`,
      title: String(value.title ?? id),
      at: [...SECTIONS, id],
      holder: FIELDS,
      section: id,
      items: fields(fieldsOf(value)),
    })),
    ...(loose.length === 0 ? [] : [looseGroup(titles.loose, fields(loose), sections.length > 0)]),
    ...(['pages', 'states', 'transitions'] as const).flatMap((keyword) => things(entity, keyword, titles[keyword])),
  ];
}

/** Groups of fields, in order. */
export function fieldGroups(groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ holder }) => holder === FIELDS);
}

function looseGroup(title: string, items: readonly OutlineItem[], besideSections: boolean): Group {
  return { key: 'loose', title, holder: FIELDS, items, ...(besideSections ? { section: '' } : {}) };
}

function fieldItems({ record }: Entity): (keys: readonly string[]) => OutlineItem[] {
  const properties = record.properties as unknown as Draft;
  const required = new Set(record.required);
  return (keys) =>
    keys.flatMap((key) => {
      const property = record.properties[key];
      if (property === undefined) return [];
      const id = entryId(properties, key);
      return [
        {
          at: [...FIELDS, id],
          id,
          title: property.title,
          hidden: property.hidden === true,
          required: required.has(key),
        },
      ];
    });
}

function things(entity: Entity, keyword: 'pages' | 'states' | 'transitions', title: string): readonly Group[] {
  const map = (entity[keyword] ?? {}) as unknown as Draft;
  const keys = keyword === 'states' ? byOrder(map) : Object.keys(map);
  const items = keys.map((key): OutlineItem => {
    const thing = map[key] as { title?: string; hidden?: boolean };
    const id = keyword === 'pages' ? key : entryId(map, key);
    return { at: [keyword, id], id, title: thing.title ?? key, hidden: thing.hidden === true, required: false };
  });
  return items.length === 0 ? [] : [{ key: keyword, title, holder: [keyword], items }];
}
