import type { SealedField, SealedRecord, SealedRows } from '../../../src/core/wire/evidence.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import { isOpenField } from '../../records/read/open-field.ts';
import { rowsSeenBelow } from '../../records/read/read-record.ts';

/** What of a sealed record a reader may see, and whether that is all of it. */
interface OpenSealed {
  readonly sealed: SealedRecord;
  readonly complete: boolean;
}

/**
 * Leaves out of a sealed record what its reader may not see in clear today: fields of the record and of what was
 * proposed, those of the rows below it and of the row that was written, by the rights on their own entities, and rows
 * below it that their entity's own scope keeps from him. The hash covers all of it.
 * @param tx the reader's, about the record's entity
 * @param rowEntity entity of the row that was written; null where none was yet, so that all that its transitions write count
 */
export async function openSealed(tx: Reading, sealed: SealedRecord, rowEntity: string | null): Promise<OpenSealed> {
  const { call } = tx;
  let left = 0;
  const about = (entity: string): readonly EntityCall[] => {
    const model = call.snapshot.entities.get(entity);
    return model === undefined ? [] : [callFor(call, model)];
  };
  const open = (fields: readonly SealedField[], readers: readonly EntityCall[]): readonly SealedField[] => {
    const shown = fields.filter(({ id }) => readers.every((reader) => isOpenField(reader, id)));
    left += fields.length - shown.length;
    return shown;
  };
  const written = Object.values(call.model.transitions).flatMap(({ writes }) => writes ?? []);
  const writers = (rowEntity === null ? [...new Set(written)] : [rowEntity]).flatMap(about);
  const { values, children, proposal } = sealed;
  const seen: SealedRows[] = [];
  for (const child of children) {
    const rows = await seenRows(tx, sealed.record.id, child);
    left += child.rows.length - rows.length;
    if (rows.length > 0) seen.push({ ...child, rows });
  }
  const shown: SealedRecord = {
    ...sealed,
    values: open(values, [call]),
    children: seen.map((child) => {
      const readers = about(child.entity);
      return { ...child, rows: child.rows.map((row) => open(row, readers)) };
    }),
    proposal: proposal && { fields: open(proposal.fields, [call]), row: open(proposal.row, writers) },
  };
  return { sealed: shown, complete: left === 0 };
}

/** The rows that the person sees below the record today; all of them where their entity says nothing of it. */
async function seenRows(tx: Reading, recordId: string, { entity, rows }: SealedRows): Promise<SealedRows['rows']> {
  const model = tx.call.snapshot.entities.get(entity);
  if (model?.parent === undefined) return rows;
  const child = callFor(tx.call, model);
  const access = rowsSeenBelow(child);
  if (access === 'all') return rows;
  const below = { field: model.parent.field, id: recordId };
  const found = await readRowsOf(withCall(tx, child), model, { below, access });
  const ids = new Set(found.map(({ id }) => id));
  return rows.filter((row) => ids.has(row.find(({ key }) => key === 'id')?.value));
}
