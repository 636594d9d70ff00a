import type { Readable } from '../../../src/compile/sql/readable.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { FieldRights } from '../../access/permission/field-access.ts';
import type { EntityCall } from '../call/ports.ts';
import { isLabelOpen } from '../read/reference-labels.ts';

const readableFields = new WeakMap<FieldRights, Readable>();

/** Fields that the person reads in some records only, each with its condition. */
export function readableOf({ model, fieldRights, internal }: EntityCall): Readable | undefined {
  if (internal || fieldRights.reads.length === 0) return undefined;
  let found = readableFields.get(fieldRights);
  if (found === undefined) {
    const conditions = model.fields.map((field) => [field.key, fieldRights.readableWhere(field)] as const);
    found = new Map(conditions.flatMap(([key, node]) => (node === undefined ? [] : [[key, node] as const])));
    readableFields.set(fieldRights, found);
  }
  return found;
}

/** Whether a list may be filtered by a field, grouped and counted: over the records in which the person reads it. */
export function isAskedWhereRead({ model, fieldRights }: EntityCall, field: FieldModel): boolean {
  if (model.anonymous?.sealed.has(field.key) === true) return false;
  return fieldRights.isAskable(field) || fieldRights.readableWhere(field) !== undefined;
}

/** Whether a list may be sorted by a field: by one that the person reads in every record, and what it shows in clear. */
export function isSortedBy(call: EntityCall, field: FieldModel): boolean {
  if (field.column === undefined) return false;
  return call.internal || (call.fieldRights.isAskable(field) && isLabelOpen(call, field));
}
