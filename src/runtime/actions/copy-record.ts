import { copiedCells, isCopied } from '../../core/model/copied-fields.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { fetchWithChildren } from '../calls/entity-calls.ts';
import { copiedRows, formChildren } from '../model/form-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';

/**
 * What a copy of a record starts with: what a person entered, but no files, signatures, passwords, numbers that the
 * platform gives, fields that nobody may enter, or times that the clock proposes. The name says that it is a copy, as far as its length allows.
 */
export function copyOf(model: EntityModel, record: RecordData, copyName: (name: string) => string): RecordData {
  const copy: Record<string, unknown> = {};
  for (const field of model.fields) {
    if (!isCopied(model, field)) continue;
    const value = record[field.key];
    if (value === null || value === undefined) continue;
    copy[field.key] = Array.isArray(value) ? value.map((row: unknown) => copiedCells(field, row)) : value;
    const label = record[labelKey(field.key)];
    if (label !== undefined) copy[labelKey(field.key)] = label;
  }
  const name = copy[model.label];
  if (typeof name === 'string') {
    const renamed = copyName(name);
    const limit = model.field.get(model.label)?.property.maxLength ?? 255;
    copy[model.label] = [...renamed].length <= limit ? renamed : name;
  }
  return copy;
}

/** Rows of a record that the form of its copy begins with, by their entity; none where they cannot be read. */
export async function rowsToCopy(page: EntityPageModel, id: string): Promise<RecordData> {
  const children = formChildren(page);
  if (children.length === 0) return {};
  const whole = await fetchWithChildren(page.model, id, { page: page.page.code, quiet: true }).catch(() => undefined);
  if (whole === undefined) return {};
  return Object.fromEntries(children.map((child) => [child.entity, copiedRows(page, child, whole)]));
}
