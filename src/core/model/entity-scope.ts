import type { Entity, Property } from '../dialect/entity.generated.ts';
import {
  type ExpressionScope,
  type ExpressionSetting,
  ME_FIELDS,
  recordAbove,
  recordsInside,
  type ScopeEntry,
  type ValueType,
} from '../expression/index.ts';
import { baseProperties } from './base-fields.ts';
import type { ModelWorld } from './model-world.ts';
import { withOverrideProperties } from './override-properties.ts';
import { unknownFieldType } from './unknown-field-type.ts';

/** What a set of names can be asked: an entity's fields, the columns of a sub-table, or what a transition proposes. */
export interface NameTable {
  keys(): readonly string[];
  entry(key: string): ScopeEntry | undefined;
  /** Key of the entity whose names they are. Default: names of no one entity. */
  readonly place?: string;
  /** Columns of a sub-table or fields of a child entity. */
  rows(key: string): NameTable | undefined;
}

/** Entity whose records a field's value names: of a reference, or of an organisation field. */
export function targetOf(property: Property): string | undefined {
  if (property.ref !== undefined) return property.ref.entity;
  return property.org === 'deptUser' ? 'user' : property.org;
}

/** Whether a field's value is a list of ids or keys. */
export function isMultiple(property: Property): boolean {
  return property.multiple === true || property.type === 'array';
}

/** Type of a field in expressions; a sub-table is rows under its own key. */
export function valueTypeOf(world: ModelWorld, key: string, property: Property): ValueType {
  if (property.items?.properties !== undefined) return { rows: key };
  const definition = Object.hasOwn(world.registry, property.field) ? world.registry[property.field] : undefined;
  return (definition ?? unknownFieldType(property.field)).expressionType(property);
}

/** Keys that a field's value may have; undefined where it has neither dictionary nor options. */
export function choiceKeys(world: ModelWorld, property: Property): readonly string[] | undefined {
  if (property.options !== undefined) return Object.keys(property.options);
  if (property.dict === undefined) return undefined;
  return world.dictionaries.choices(property.dict)?.map((choice) => choice.key);
}

const own = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;

/** Title of a choice of a field; undefined where it has no such choice. */
function choiceTitle(world: ModelWorld, { options, dict }: Property, key: string): string | undefined {
  if (options !== undefined) return own(options, key)?.title;
  return dict === undefined ? undefined : world.dictionaries.choices(dict)?.find((choice) => choice.key === key)?.title;
}

/** Field by which an entity's records are named: the file's, the first required input, the first input, else the id. */
export function namingField(entity: Entity): string {
  const { label, record } = entity;
  const { properties, required = [] } = record;
  if (label !== undefined && (Object.hasOwn(properties, label) || Object.hasOwn(baseProperties(entity), label)))
    return label;
  const inputs = Object.keys(properties).filter((key) => own(properties, key)?.field === 'input');
  return inputs.find((key) => required.includes(key)) ?? inputs[0] ?? 'id';
}

/** How many references a name may go through: a record that is called as another, which is called as a third. */
export const MOST_NAMES = 3;

/** Path to the text by which an entity's records are named: through references where its label is one. */
function namingPath(world: Pick<ModelWorld, 'entity'>, entity: Entity, depth = 0): string {
  const key = namingField(entity);
  const property = own(entity.record.properties, key);
  const target = property === undefined || isMultiple(property) ? undefined : targetOf(property);
  const called = target === undefined || depth === MOST_NAMES ? undefined : world.entity(target);
  return called === undefined ? key : `${key}.${namingPath(world, called, depth + 1)}`;
}

/** Where the titles of a field's choices stand: in a dictionary, or at the field itself. */
function titlesOf({ dict, options }: Property, place: string | undefined): string | undefined {
  if (options !== undefined) return place;
  return dict === undefined ? undefined : `dict ${dict}`;
}

/**
 * Names of some properties. `isLive` says which of them are computed and never stored.
 * @param place where they stand: the entity's key, or `entity.field` of a sub-table. Default: at no record.
 */
export function propertyNames(
  world: ModelWorld,
  properties: Readonly<Record<string, Property>>,
  isLive: (key: string) => boolean = () => false,
  place?: string,
): NameTable {
  return {
    keys: () => Object.keys(properties),
    entry(key) {
      const property = own(properties, key);
      if (property === undefined) return undefined;
      const target = isMultiple(property) ? undefined : targetOf(property);
      const record = target !== undefined && world.entity(target) !== undefined ? { record: target } : {};
      const called = target === undefined ? undefined : world.entity(target);
      const choices = choiceKeys(world, property);
      const titles = titlesOf(property, place === undefined ? undefined : `${place}.${key}`);
      return {
        type: valueTypeOf(world, key, property),
        title: property.title,
        ...(isLive(key) ? { live: true } : {}),
        ...record,
        ...(choices === undefined
          ? {}
          : { choices, choiceTitle: (choice: string) => choiceTitle(world, property, choice) }),
        ...(titles === undefined ? {} : { titles }),
        ...(called === undefined ? {} : { label: namingPath(world, called) }),
      };
    },
    rows(key) {
      const columns = own(properties, key)?.items?.properties;
      if (columns === undefined) return undefined;
      return propertyNames(world, columns, undefined, place === undefined ? undefined : `${place}.${key}`);
    },
  };
}

/** Names of an entity: its fields, the base fields, and its child entities as rows. */
export function entityNames(world: ModelWorld, entity: Entity, isLive?: (key: string) => boolean): NameTable {
  const properties = { ...withOverrideProperties(entity.record.properties), ...baseProperties(entity) };
  const fields = propertyNames(world, properties, isLive, entity.entity);
  const child = (key: string): Entity | undefined => {
    const found = world.entity(key);
    return found?.parent?.entity === entity.entity ? found : undefined;
  };
  return {
    place: entity.entity,
    keys: () => fields.keys(),
    entry(key) {
      const field = fields.entry(key);
      if (field !== undefined) return field;
      const rows = child(key);
      return rows && { type: { rows: key }, title: rows.title, live: true, serverOnly: true };
    },
    rows(key) {
      const columns = fields.rows(key);
      if (columns !== undefined) return columns;
      const found = fields.entry(key) === undefined ? child(key) : undefined;
      return found === undefined ? undefined : entityNames(world, found);
    },
  };
}

/** Two tables as one; the first one's names come first. */
export function joinNames(first: NameTable, second: NameTable): NameTable {
  return {
    keys: () => [...new Set([...first.keys(), ...second.keys()])],
    entry: (key) => first.entry(key) ?? second.entry(key),
    rows: (key) => (first.entry(key) === undefined ? second.rows(key) : first.rows(key)),
  };
}

/** Every name with a mark: `live` for what can change by itself, `serverOnly` for what the browser does not know. */
export function markNames(names: NameTable, mark: { live?: boolean; serverOnly?: boolean }): NameTable {
  return {
    ...names,
    entry(key) {
      const entry = names.entry(key);
      return entry === undefined ? undefined : { ...entry, ...mark };
    },
  };
}

/**
 * Scope over a table of names. `records` are the special records that exist here (`old`, `row`, `parent`, `record`);
 * `me` always does. Inside aggregates and look-ups a bare name is the row's, `parent` what stands outside them, again
 * `parent` what stands outside that, and `outer` this record.
 */
export function nameScope(
  world: ModelWorld,
  names: NameTable,
  records: Readonly<Record<string, NameTable>> = {},
): ExpressionScope {
  const inner = (rows: NameTable): ExpressionScope => nameScope(world, rows, recordsInside(names, records));
  return {
    resolve(name) {
      const entry = names.entry(name);
      if (entry !== undefined) return entry;
      return name === 'me' || Object.hasOwn(records, name) ? { type: { record: name } } : undefined;
    },
    member(record, key) {
      if (record === 'me') {
        const type = own(ME_FIELDS, key);
        return type === undefined ? undefined : { type: type as ValueType };
      }
      const special = own(records, record);
      if (special !== undefined) return scalar(special.entry(key)) ?? recordAbove(record, key, records);
      const target = world.entity(record);
      if (target === undefined) return undefined;
      const entry = scalar(entityNames(world, target).entry(key));
      return entry === undefined ? undefined : { ...entry, live: true, serverOnly: target.small !== true };
    },
    rows(name) {
      const rows = names.rows(name);
      return rows === undefined ? undefined : inner(rows);
    },
    setting: (key) => settingOf(world, key),
    lookupEntity(name) {
      const target = world.entity(name);
      if (target === undefined) return undefined;
      return {
        title: target.title,
        small: target.small === true,
        tree: target.tree !== undefined,
        scope: inner(entityNames(world, target)),
      };
    },
    faulty: (name) => world.faulty?.(name),
    dictionary: (code) => world.dictionaries.has(code),
    dictionaryKeys: (code) => world.dictionaries.choices(code)?.map(({ key }) => key),
    candidates(of) {
      if (of === 'names') return [...names.keys(), ...Object.keys(records).filter((name) => !name.includes('.')), 'me'];
      if (of === 'settings') return [...world.settings.keys()];
      if (of === 'entities') return [...(world.entityKeys?.() ?? [])];
      if (of === 'dictionaries') return [...(world.dictionaries.codes?.() ?? [])];
      if (of.record === 'me') return Object.keys(ME_FIELDS);
      const special = own(records, of.record);
      if (special !== undefined) return special.keys();
      const target = world.entity(of.record);
      return target === undefined ? [] : entityNames(world, target).keys();
    },
  };
}

/** Rows of another record cannot be aggregated by name; they can only be tested for null. */
function scalar(entry: ScopeEntry | undefined): ScopeEntry | undefined {
  return entry !== undefined && typeof entry.type === 'object' && 'rows' in entry.type
    ? { ...entry, type: 'object' }
    : entry;
}

function settingOf(world: ModelWorld, key: string): ExpressionSetting | undefined {
  const value = world.settings.get(key);
  if (value === undefined) return undefined;
  return { type: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text' };
}
