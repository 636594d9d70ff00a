import { orderByDependency } from '../model/dependencies.ts';
import type { EntityModel, FieldModel, ModelExpression, SectionModel } from '../model/entity-model.ts';
import {
  evaluateOver,
  holds,
  isEmptyValue,
  type RecordEnvironment,
  type RecordValues,
  storedValue,
} from './record-environment.ts';
import { computeRows, computesRows, normalizeRows } from './row-values.ts';

/**
 * Value of one computed field over the record, of a sub-table its rows with their computed columns; undefined where
 * nothing of the field is computed.
 */
export function computeField(field: FieldModel, record: RecordValues, environment: RecordEnvironment): unknown {
  if (field.cases) {
    const found = field.cases.find((branch) => branch.when === undefined || holds(branch.when, record, environment));
    return found?.value ?? null;
  }
  if (field.columns !== undefined && !field.compute) {
    const rows = record[field.key];
    if (!computesRows(field) || !Array.isArray(rows)) return undefined;
    return computeRows(field, rows, record, environment, computeField);
  }
  return field.compute ? storedValue(evaluateOver(field.compute, record, environment), field) : undefined;
}

/**
 * The record with its computed fields, in the order of their dependencies. Live fields are computed too, so that forms
 * and examples show them; the server does not store them.
 */
export function computeRecord(
  model: EntityModel,
  record: RecordValues,
  environment: RecordEnvironment,
): Record<string, unknown> {
  const computed: Record<string, unknown> = { ...record };
  for (const key of model.computeOrder) {
    const field = model.field.get(key);
    const value = field === undefined ? undefined : computeField(field, computed, environment);
    if (value !== undefined) computed[key] = value;
  }
  return computed;
}

/** Default of one field for a new record; null where there is none. */
export function defaultValue(field: FieldModel, record: RecordValues, environment: RecordEnvironment): unknown {
  if (field.defaultFrom) return storedValue(evaluateOver(field.defaultFrom, record, environment), field);
  return field.property.default ?? null;
}

const defaultOrders = new WeakMap<EntityModel, readonly FieldModel[]>();

/** Fields whose values decide whether a field has a value, and which. */
function inputsOf(model: EntityModel, field: FieldModel): readonly string[] {
  const sources: readonly (ModelExpression | undefined)[] = [
    field.defaultFrom,
    field.compute,
    ...[field, startOf(model, field)].flatMap((one) => [one?.visible, sectionsOf(model).get(one?.key ?? '')?.visible]),
    ...(field.cases ?? []).map((branch) => branch.when),
  ];
  return sources.flatMap((source) => source?.references ?? []).map((name) => name.split('.')[0] ?? name);
}

/** Fields with a default, and the computed ones that a default reads, each after all that it reads. */
export function defaultOrder(model: EntityModel): readonly FieldModel[] {
  const known = defaultOrders.get(model);
  if (known) return known;
  const own = model.fields.filter((field) => !field.base);
  const wanted = new Set<string>();
  const want = (key: string): void => {
    const field = model.field.get(key);
    if (field === undefined || field.base || wanted.has(key)) return;
    wanted.add(key);
    for (const input of inputsOf(model, field)) want(input);
  };
  for (const field of own) if (field.defaultFrom !== undefined || field.property.default !== undefined) want(field.key);
  const { order } = orderByDependency(
    own.map((field) => field.key).filter((key) => wanted.has(key)),
    (key) => {
      const field = model.field.get(key);
      return field === undefined ? [] : inputsOf(model, field);
    },
  );
  const fields = order.flatMap((key) => model.field.get(key) ?? []);
  defaultOrders.set(model, fields);
  return fields;
}

/** What roll-ups of a new record hold, to which nothing refers yet. */
function withoutCounted(model: EntityModel): Record<string, unknown> {
  return Object.fromEntries(
    model.fields.flatMap(({ key, property: { rollup } }) =>
      (rollup?.sum ?? rollup?.count) === undefined ? [] : [[key, 0]],
    ),
  );
}

/**
 * A new record: fields that the body does not mention get their defaults, each after those that it follows. What a
 * default follows may be computed; the computed values themselves are left to `computeRecord`.
 */
export function applyDefaults(
  model: EntityModel,
  body: RecordValues,
  environment: RecordEnvironment,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...withoutCounted(model), ...body };
  const seen: Record<string, unknown> = { ...record };
  for (const field of defaultOrder(model)) {
    if (field.computed) {
      const value = computeField(field, seen, environment);
      if (value !== undefined) seen[field.key] = value;
      continue;
    }
    if (Object.hasOwn(record, field.key)) continue;
    const value = defaultValue(field, seen, environment);
    if (value === null) continue;
    record[field.key] = value;
    // What is not there for the record is null to whoever follows it.
    seen[field.key] = isFieldVisible(model, field, seen, environment) ? value : null;
  }
  return record;
}

/** The record with empty texts and empty lists as null, and without fields that do not exist for it. */
export function normalizeRecord(
  model: EntityModel,
  record: RecordValues,
  environment: RecordEnvironment,
): Record<string, unknown> {
  const normal: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) normal[key] = isEmptyValue(value) ? null : value;
  for (const field of model.fields) {
    const value = normal[field.key];
    if (field.type.rowwise && Array.isArray(value))
      normal[field.key] = normalizeRows(field, value, normal, environment);
    // What a roll-up counts is there whether it is shown or not.
    if (field.property.rollup !== undefined) continue;
    if (!field.base && !isEmptyValue(normal[field.key]) && !isFieldVisible(model, field, normal, environment)) {
      normal[field.key] = null;
    }
  }
  return normal;
}

const sectionMaps = new WeakMap<EntityModel, ReadonlyMap<string, SectionModel>>();

/** Section of each field. Kept per model: forms ask for every field at every keystroke. */
function sectionsOf(model: EntityModel): ReadonlyMap<string, SectionModel> {
  const known = sectionMaps.get(model);
  if (known) return known;
  const sections = new Map(model.sections.flatMap((section) => section.fields.map((key) => [key, section] as const)));
  sectionMaps.set(model, sections);
  return sections;
}

/** The start of the range whose end a field is. */
const startOf = (model: EntityModel, { property }: FieldModel): FieldModel | undefined =>
  property.endOf === undefined ? undefined : model.field.get(property.endOf);

/** Whether a field exists for the record: its own condition and its section's; the end of a range only with its start. */
export function isFieldVisible(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): boolean {
  if (field.visible && !holds(field.visible, record, environment)) return false;
  const start = startOf(model, field);
  if (start !== undefined && !isFieldVisible(model, start, record, environment)) return false;
  const section = sectionsOf(model).get(field.key);
  return section?.visible === undefined || holds(section.visible, record, environment);
}
