import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { baseProperties } from '../../src/core/model/base-fields.ts';
import { STANDARD_ACTIONS } from '../../src/core/model/build-pages.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { type KnownName, useGroupNames } from '../names/GroupNames.tsx';
import { useTypeName } from '../names/type-names.ts';
import { useWord } from '../names/words.ts';

const titled = (map: Readonly<Record<string, { readonly title?: string }>> | undefined): readonly KnownName[] =>
  Object.entries(map ?? {}).map(([value, { title }]) => ({
    value,
    label: title === undefined ? value : `${title}（${value}）`,
  }));

const OF_ENTITY: Readonly<Record<string, (entity: Entity) => readonly KnownName[]>> = {
  field: (entity) => titled({ ...entity.record.properties, ...baseProperties(entity) }),
  state: ({ states }) => titled(states),
  transition: ({ transitions }) => titled(transitions),
  page: ({ pages }) => titled(pages),
  measure: ({ statistics }) => titled(statistics?.measures),
  block: ({ statistics }) => titled(statistics?.blocks),
  button: ({ transitions, actions }) => [
    ...STANDARD_ACTIONS.map((value) => ({ value, label: value })),
    ...titled(transitions),
    ...titled(actions),
  ],
  fieldType: () => Object.keys(fieldTypes).map((value) => ({ value, label: value })),
};

/** Names of a kind that may stand at a place, with what people call them; none where they are another entity's. */
type NamesOf = (entity: Entity, kind: string, place: Place) => readonly KnownName[];

/** What the designer knows names of: the entity's own things, and the company's roles. */
export function useNamesOf(): NamesOf {
  const { roles } = useGroupNames();
  const word = useWord();
  const typeName = useTypeName();
  return (entity, kind, { marks }) => {
    if (kind === 'role') return roles;
    if (marks.over !== undefined && marks.over !== 'self' && marks.over !== 'world') return [];
    const known = OF_ENTITY[kind]?.(entity) ?? [];
    if (kind === 'fieldType') return known.map(({ value }) => ({ value, label: typeName(value) }));
    return kind === 'button'
      ? known.map(({ value, label }) => ({ value, label: label === value ? word(value) : label }))
      : known;
  };
}
