import type { EntityModel, FieldModel, SectionModel } from '../model/entity-model.ts';
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
    return computesRows(field) && Array.isArray(rows) ? computeRows(field, rows, record, environment) : undefined;
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

/** A new record: fields that the body does not mention get their defaults. */
export function applyDefaults(
  model: EntityModel,
  body: RecordValues,
  environment: RecordEnvironment,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...body };
  for (const field of model.fields) {
    if (field.base || field.computed || Object.hasOwn(record, field.key)) continue;
    const value = defaultValue(field, record, environment);
    if (value !== null) record[field.key] = value;
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

/** Whether a field exists for the record: its own condition and its section's. */
export function isFieldVisible(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): boolean {
  if (field.visible && !holds(field.visible, record, environment)) return false;
  const section = sectionsOf(model).get(field.key);
  return section?.visible === undefined || holds(section.visible, record, environment);
}
