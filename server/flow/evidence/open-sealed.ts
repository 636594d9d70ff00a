import type { SealedField, SealedRecord } from '../../../src/core/wire/evidence.ts';
import { callFor } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';

/** What of a sealed record a reader may see, and whether that is all of it. */
interface OpenSealed {
  readonly sealed: SealedRecord;
  readonly complete: boolean;
}

/**
 * Leaves out of a sealed record what its reader may not see in clear today: fields of the record and of what was
 * proposed, and those of the rows below it and of the row that was written, by the rights on their own entities. The hash
 * covers all of it.
 * @param call the reader's, about the record's entity
 * @param rowEntity entity of the row that was written; null where none was yet, so that all that its transitions write count
 */
export function openSealed(call: EntityCall, sealed: SealedRecord, rowEntity: string | null): OpenSealed {
  let left = 0;
  const about = (entity: string): readonly EntityCall[] => {
    const model = call.snapshot.entities.get(entity);
    return model === undefined ? [] : [callFor(call, model)];
  };
  const open = (fields: readonly SealedField[], readers: readonly EntityCall[]): readonly SealedField[] => {
    const shown = fields.filter(({ id }) =>
      readers.every(({ model, fieldRights }) => {
        const field = model.fields.find((one) => one.id === id);
        return field === undefined || fieldRights.isOpen(field);
      }),
    );
    left += fields.length - shown.length;
    return shown;
  };
  const written = Object.values(call.model.transitions).flatMap(({ writes }) => writes ?? []);
  const writers = (rowEntity === null ? [...new Set(written)] : [rowEntity]).flatMap(about);
  const { values, children, proposal } = sealed;
  const shown: SealedRecord = {
    ...sealed,
    values: open(values, [call]),
    children: children.map((child) => {
      const readers = about(child.entity);
      return { ...child, rows: child.rows.map((row) => open(row, readers)) };
    }),
    proposal: proposal && { fields: open(proposal.fields, [call]), row: open(proposal.row, writers) },
  };
  return { sealed: shown, complete: left === 0 };
}
