import type { Entity, Property } from '../../../../src/core/dialect/entity.generated.ts';
import type { DesignNames, NamedEntity, NamedField } from '../../../../src/core/wire/design.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { requireTakingPart } from './shared.ts';

/** A field without what only forms, lists and checks need. */
function namedField({
  id,
  title,
  field,
  type,
  format,
  multiple,
  ref,
  org,
  dict,
  options,
  items,
}: Property): NamedField {
  const columns = items?.properties;
  const below = columns === undefined ? items : { ...items, properties: namedFields(columns) };
  return { id, title, field, type, format, multiple, ref, org, dict, options, items: below } as NamedField;
}

function namedFields<T extends Property>(properties: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, namedField(property) as T]));
}

function namedEntity({ entity, title, label, small, tree, parent, states, record }: Entity): NamedEntity {
  return { entity, title, label, small, tree, parent, states, record: { properties: namedFields(record.properties) } };
}

/** What expressions of any entity may name outside of it, as it serves the company. */
async function readNames(input: PersonInput): Promise<DesignNames> {
  requireTakingPart(input);
  const { entities, dictionaries, settings } = input.snapshot;
  return {
    entities: [...entities.values()].map(({ source }) => namedEntity(source)),
    dictionaries: Object.fromEntries(
      [...dictionaries].map(([code, { title, choices }]) => [code, { title, choices }] as const),
    ),
    settings: Object.fromEntries(settings),
  };
}

export const namesCalls: readonly SystemCall[] = [
  {
    name: 'designNames',
    method: 'GET',
    path: 'design/names',
    title: '表达式里可以写的业务、字段、字典和参数的名称',
    arguments: {},
    answer: '业务及其字段、字典及其选项、参数',
    handle: readNames,
  },
];
