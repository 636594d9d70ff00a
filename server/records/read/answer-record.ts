import type { FieldAccess, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import { type Holds, maskValue, NO_STEPS, type OpenSteps, UNKNOWN } from '../../access/permission/field-access.ts';
import { changeFiles, fileIds, heldIds, holdsFiles } from '../call/held-files.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { sayShipped } from '../call/shipped-values.ts';
import { sayWorded } from '../call/worded-values.ts';
import { coverAuthors } from './cover-authors.ts';
import { coverLogged } from './cover-logged.ts';
import { rightConditions } from './field-conditions.ts';
import { coverLabels } from './reference-labels.ts';

/**
 * Takes out of records what the person may not see in their state and at his steps, and masks what he may see only
 * masked; labels of references too, where the referred entity hides what its records are called. Rights that depend on
 * a step or a condition are told with each record, as `fieldAccess`: the browser cannot know them.
 * @param steps the person's open approval steps about a record, by its id. Default none.
 * @param shown `whole` for the record itself; elsewhere fields that lists mask are masked for everybody. Default masked.
 */
export function coverFields(
  call: EntityCall,
  fields: readonly FieldModel[],
  rows: readonly Row[],
  steps: (id: unknown) => OpenSteps = () => NO_STEPS,
  shown: 'masked' | 'whole' = 'masked',
): void {
  if (call.internal) return;
  // Conditions are asked of what is stored: nothing may be covered yet.
  const over = rightConditions(call);
  const conditions = rows.map((row) => heldOf(call, over(row)));
  coverAuthors(call, fields, rows);
  coverLogged(call, rows);
  sayShipped(call, fields, rows);
  sayWorded(call, fields, rows);
  if (shown === 'masked') {
    for (const field of fields.filter(({ property }) => property.maskInLists === true)) {
      for (const row of rows) row[field.key] = maskValue(field, row[field.key]);
    }
  }
  coverLabels(call, fields, rows);
  if (!call.fieldRights.restricted) return;
  for (const [index, row] of rows.entries()) {
    const status = typeof row.status === 'string' ? row.status : undefined;
    const open = steps(row.id);
    const holds = conditions[index] ?? UNKNOWN;
    for (const field of fields) {
      const access = call.fieldRights.access(field, status, open, holds);
      if (access === 'hidden') {
        delete row[field.key];
        delete row[`${field.key}Label`];
      } else if (access === 'masked') {
        row[field.key] = maskValue(field, row[field.key]);
        if (row[`${field.key}Label`] !== undefined) row[`${field.key}Label`] = null;
      }
    }
    if (call.fieldRights.stepped || call.fieldRights.reads.length > 0) {
      row.fieldAccess = toldAccess(call, (field) => call.fieldRights.access(field, status, open, holds));
    }
  }
}

/** The conditions of the person's rights, each as it holds now, whatever becomes of the record afterwards. */
function heldOf({ model, fieldRights }: EntityCall, holds: Holds): Holds {
  if (fieldRights.reads.length === 0) return UNKNOWN;
  const whens = Object.values(model.permissions.fields ?? {}).flatMap((rights) =>
    rights.flatMap(({ when }) => when ?? []),
  );
  const held = new Map(whens.map((when) => [when, holds(when)]));
  return (when) => held.get(when);
}

function toldAccess(call: EntityCall, access: (field: FieldModel) => FieldAccess): Record<string, FieldAccess> {
  const rights = call.model.fields.map((field) => [field.key, access(field)] as const);
  return Object.fromEntries(rights.filter(([, access]) => access !== 'write'));
}

/** A row as a record that is answered. Each statement that reads records reads id and version with them. */
export function answeredRecord(row: Row): WireRecord {
  if (isRecord(row)) return row;
  throw new Error(`a record without its id or version: ${Object.keys(row)}`);
}

function isRecord(row: Row): row is Row & WireRecord {
  return typeof row.id === 'string' && typeof row.version === 'number';
}

/** Puts the files with their links where records, and rows in them, hold only ids. Reads them in one query, outside any transaction. */
export async function linkUploads(
  call: EntityCall,
  fields: readonly FieldModel[],
  rows: readonly Row[],
): Promise<void> {
  const uploads = fields.filter(holdsFiles);
  if (uploads.length === 0) return;
  const ids = new Set(rows.flatMap((row) => heldIds(uploads, row)));
  if (ids.size === 0) return;
  const { caller, tenantId } = call.context;
  const links = await call.services.files.linkFiles(tenantId, [...ids], caller.userId);
  for (const row of rows) {
    for (const field of uploads) {
      row[field.key] = changeFiles(field, row[field.key], (files) =>
        fileIds(files).flatMap((id) => links.get(id) ?? []),
      );
    }
  }
}
