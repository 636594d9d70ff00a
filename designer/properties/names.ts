import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { STANDARD_ACTIONS } from '../../src/core/model/build-pages.ts';
import { fieldTypes } from '../../src/field-types/definitions.ts';

/** A name that may be written, with what it is called. */
interface KnownName {
  readonly value: string;
  readonly label: string;
}

const titled = (map: Readonly<Record<string, { readonly title?: string }>> | undefined): readonly KnownName[] =>
  Object.entries(map ?? {}).map(([value, { title }]) => ({
    value,
    label: title === undefined ? value : `${title}（${value}）`,
  }));

const OF_ENTITY: Readonly<Record<string, (entity: Entity) => readonly KnownName[]>> = {
  field: ({ record }) => titled(record.properties),
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

/** Names of a kind that the designer knows for a place; none where they are another entity's. */
export function namesOf(entity: Entity, kind: string, { marks }: Place): readonly KnownName[] {
  if (marks.over !== undefined && marks.over !== 'self' && marks.over !== 'world') return [];
  return OF_ENTITY[kind]?.(entity) ?? [];
}
