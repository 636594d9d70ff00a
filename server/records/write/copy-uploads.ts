import { changeFiles, fileIds, heldIds, holdsFiles } from '../call/held-files.ts';
import type { Reading } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/**
 * The values with files of the record's own where an expression took those of another one: a file belongs to one record
 * only, so the record gets copies.
 * @param keys fields that expressions have set.
 */
export async function copyUploads(
  tx: Reading,
  recordId: string,
  values: Row,
  before: Row,
  keys: Iterable<string>,
): Promise<Row> {
  const { model, services, context } = tx.call;
  const changed: Row = {};
  for (const key of keys) {
    const field = model.field.get(key);
    if (field === undefined || !holdsFiles(field)) continue;
    const held = new Set(heldIds([field], before));
    const copies = [...new Set(heldIds([field], values))]
      .filter((id) => !held.has(id))
      .map((from) => ({ from, to: services.ids.next() }));
    if (copies.length === 0) continue;
    const holder = { entityKey: model.key, recordId };
    await services.files.copyFiles(tx.db, context.tenantId, copies, holder, context.caller);
    const copied = new Map(copies.map(({ from, to }) => [from, to]));
    changed[key] = changeFiles(field, values[key], (files) => fileIds(files).map((id) => copied.get(id) ?? id));
  }
  return Object.keys(changed).length === 0 ? values : { ...values, ...changed };
}
