import type { FieldAccess, FieldModel } from '../../../src/core/model/entity-model.ts';
import { maskValue, NO_STEPS, type OpenSteps } from '../../access/permission/field-access.ts';
import { changeFiles, fileIds, heldIds, holdsFiles } from '../call/held-files.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { sayShipped } from '../call/shipped-values.ts';
import { sayWorded } from '../call/worded-values.ts';
import { coverLabel } from './reference-labels.ts';

/**
 * Takes out of records what the person may not see in their state and at his steps, and masks what he may see only
 * masked; labels of references too, where the referred entity hides what its records are called. Rights that depend on
 * a step are told with each record, as `fieldAccess`: the browser cannot know them.
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
  sayShipped(call, fields, rows);
  sayWorded(call, fields, rows);
  if (shown === 'masked') {
    for (const field of fields.filter(({ property }) => property.maskInLists === true)) {
      for (const row of rows) row[field.key] = maskValue(field, row[field.key]);
    }
  }
  const labelled = fields.filter((field) => field.target !== undefined);
  for (const row of rows) for (const field of labelled) coverLabel(call, field, row);
  if (!call.fieldRights.restricted) return;
  for (const row of rows) {
    const status = typeof row.status === 'string' ? row.status : undefined;
    const open = steps(row.id);
    for (const field of fields) {
      const access = call.fieldRights.access(field, status, open);
      if (access === 'hidden') {
        delete row[field.key];
        delete row[`${field.key}Label`];
      } else if (access === 'masked') {
        row[field.key] = maskValue(field, row[field.key]);
        if (row[`${field.key}Label`] !== undefined) row[`${field.key}Label`] = null;
      }
    }
    if (call.fieldRights.stepped) row.fieldAccess = toldAccess(call, status, open);
  }
}

function toldAccess(call: EntityCall, status: string | undefined, open: OpenSteps): Record<string, FieldAccess> {
  const rights = call.model.fields.map((field) => [field.key, call.fieldRights.access(field, status, open)] as const);
  return Object.fromEntries(rights.filter(([, access]) => access !== 'write'));
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
