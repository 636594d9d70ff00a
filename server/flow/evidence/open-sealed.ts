import type { SealedField, SealedRecord, SealedRows } from '../../../src/core/wire/evidence.ts';
import { selvesOf } from '../../records/call/author.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import { toldPerson } from '../../records/read/cover-authors.ts';
import { isOpenField } from '../../records/read/open-field.ts';
import { readsOpen } from '../../records/read/open-reads.ts';
import { rowsSeenBelow } from '../../records/read/read-record.ts';

/** What of a sealed record a reader may see, and whether that is all of it. */
interface OpenSealed {
  readonly sealed: SealedRecord;
  readonly complete: boolean;
}

/** Rows that were written with it. */
interface WrittenRow {
  readonly entity: string;
  readonly id: string | null;
}

/**
 * Leaves out of a sealed record what its reader may not see in clear today: fields of the record and of what was
 * proposed, those of the rows below it and of the row that was written, by the rights on their own entities, and rows
 * below it, and the written one, that their entity's own scope keeps from him; rows of an entity that is gone, too. Where
 * it was proven that somebody stood tells a place: whoever may not see that in the record is told how it was proven alone.
 * The hash covers all of it.
 * @param tx the reader's, about the record's entity
 * @param written null where no row was yet, so that all that its transitions write count
 */
export async function openSealed(tx: Reading, sealed: SealedRecord, written: WrittenRow | null): Promise<OpenSealed> {
  const { call } = tx;
  let left = 0;
  const open = (fields: readonly SealedField[], readers: readonly EntityCall[]): readonly SealedField[] => {
    const shown = fields.filter(({ id }) => readers.every((reader) => isOpenField(reader, id)));
    left += fields.length - shown.length;
    return shown;
  };
  const { values, children, proposal, site } = sealed;
  const seen: SealedRows[] = [];
  for (const child of children) {
    const reader = about(call, child.entity);
    const rows = reader === undefined ? [] : await seenRows(tx, reader, sealed.record.id, child.rows);
    left += child.rows.length - rows.length;
    if (reader !== undefined && rows.length > 0) {
      seen.push({ ...child, rows: rows.map((row) => open(row, [reader])) });
    }
  }
  const row = await seenProposal(tx, sealed, written);
  left += (proposal?.row.length ?? 0) - row.fields.length;
  const shownSite = site === undefined || isSiteOpen(call) ? site : { text: site.text };
  if (shownSite !== site) left += 1;
  const shown: SealedRecord = {
    ...sealed,
    by: { ...sealed.by, id: toldPerson(sealed.by.id) },
    values: open(values, [call]),
    children: seen,
    proposal: proposal && { fields: open(proposal.fields, [call]), row: open(row.fields, row.readers) },
    ...(shownSite === undefined ? {} : { site: shownSite }),
  };
  return { sealed: shown, complete: left === 0 };
}

/** The call about an entity; undefined where there is none any more, so that nobody knows from whom it was kept. */
function about(call: EntityCall, entity: string): EntityCall | undefined {
  const model = call.snapshot.entities.get(entity);
  return model === undefined ? undefined : callFor(call, model);
}

/** The rows that the person sees below the record today; all of them where their entity says nothing of it. */
async function seenRows(
  tx: Reading,
  child: EntityCall,
  recordId: string,
  rows: SealedRows['rows'],
): Promise<SealedRows['rows']> {
  const access = rowsSeenBelow(child);
  if (access === 'all') return rows;
  const ids = await seenIds(tx, child, recordId);
  return rows.filter((row) => ids.has(row.find(({ key }) => key === 'id')?.value));
}

async function seenIds(tx: Reading, child: EntityCall, recordId: string): Promise<ReadonlySet<unknown>> {
  const { model } = child;
  if (model.parent === undefined) return new Set();
  const below = { field: model.parent.field, id: recordId };
  const found = await readRowsOf(withCall(tx, child), model, { below, access: rowsSeenBelow(child) });
  return new Set(found.map(({ id }) => id));
}

/** The proposed row, where the person sees it, and by whose rights its fields are read. */
async function seenProposal(
  tx: Reading,
  { record, proposal, by }: SealedRecord,
  written: WrittenRow | null,
): Promise<{ readonly fields: readonly SealedField[]; readonly readers: readonly EntityCall[] }> {
  const { call } = tx;
  const nothing = { fields: [], readers: [] };
  if (proposal === null || proposal.row.length === 0) return nothing;
  const writes = Object.values(call.model.transitions).flatMap((transition) => transition.writes ?? []);
  const entities = written === null ? [...new Set(writes)] : [written.entity];
  const readers = entities.flatMap((entity) => about(call, entity) ?? []);
  // Of an entity that is gone nobody knows any more from whom it was kept.
  if (readers.length === 0 || readers.length < entities.length) return nothing;
  const fields = proposal.row;
  const isOwn = by.id !== null && selvesOf(call.context.caller).includes(by.id);
  if (isOwn || readers.every((reader) => rowsSeenBelow(reader) === 'all')) return { fields, readers };
  const [reader] = readers;
  if (written?.id == null || reader === undefined) return nothing;
  const ids = await seenIds(tx, reader, record.id);
  return ids.has(written.id) ? { fields, readers } : nothing;
}

/** Whether the person sees in the record where its steps are taken and what that place is called. */
function isSiteOpen(call: EntityCall): boolean {
  const places = Object.values(call.model.transitions).flatMap(({ place, approval }) => [
    place,
    approval?.from?.vote.place,
    ...(approval?.levels ?? []).map(({ vote }) => vote.place),
  ]);
  const read = places.flatMap((place) => [place?.within, place?.name]);
  return read.every((expression) => expression === undefined || readsOpen(call, expression.references));
}
