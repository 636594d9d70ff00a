import type { EntityModel, FieldModel } from '../../../../src/core/model/entity-model.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { foundRows, moment, platform, touched } from '../../../ground/database/platform-queries.ts';
import type { Tx } from '../../call/ports.ts';
import type { StoredRecord } from '../../call/stored-record.ts';

/** Minutes for which whoever removed a record can take that back. */
export const UNDO_MINUTES = 10;

/** Rows that one removal may take with it for the way back to be kept. */
const MOST_ROWS = 2_000;

/** What the removal of one record did. Entities and fields are named by their permanent ids. */
export interface Removal {
  /** Rows that were removed, in the order in which they went: what belongs to a record before the record. */
  readonly removed: { readonly entity: string; readonly id: string; readonly version: number }[];
  /** References to a removed row that were taken out of others. */
  readonly cleared: {
    readonly entity: string;
    readonly id: string;
    readonly field: string;
    readonly gone: string;
    /** Its place among several; null in a field that holds one. */
    readonly place: number | null;
  }[];
  /** Open requests that ended with it: there is no way back to those. */
  ended: number;
}

/** A removal of which nothing has been done yet. */
export const emptyRemoval = (): Removal => ({ removed: [], cleared: [], ended: 0 });

/** Notes a row that goes. */
export function noteRemoved(removal: Removal, model: EntityModel, { id, version }: StoredRecord): void {
  removal.removed.push({ entity: model.id, id, version: version + 1 });
}

/** Notes a reference that is taken out of a record. */
export function noteCleared(
  removal: Removal,
  model: EntityModel,
  field: FieldModel,
  { id, values }: StoredRecord,
  gone: string,
): void {
  const value = values[field.key];
  const place = Array.isArray(value) ? value.indexOf(gone) : null;
  removal.cleared.push({ entity: model.id, id, field: field.id, gone, place });
}

/** Keeps the way back from the removal of a record; of an anonymous one nobody is noted. */
export async function keepRemoval(tx: Tx, recordId: string, removal: Removal, turn: number): Promise<void> {
  const { call, db } = tx;
  const { model, context, at } = call;
  if (removal.removed.length === 0 || model.anonymous !== undefined || context.caller.userId === '') return;
  await touched(
    db,
    platform
      .deleteFrom('removal')
      .where('tenantId', '=', db.tenantId)
      .where((row) => row.or([row('removedAt', '<', moment(oldest(at))), row.and({ entityId: model.id, recordId })])),
  );
  if (removal.removed.length + removal.cleared.length > MOST_ROWS) return;
  await touched(
    db,
    platform.insertInto('removal').values({
      tenantId: db.tenantId,
      entityId: model.id,
      recordId,
      userId: context.caller.userId,
      turn,
      removedAt: at,
      content: JSON.stringify(removal),
    }),
  );
}

/** What a person removed lately of some records, the last first; each is given once. */
export async function takeRemovals(tx: Tx, ids: readonly string[]): Promise<readonly Removal[]> {
  const { call, db } = tx;
  const own = (connection: Connection) =>
    platform
      .deleteFrom('removal')
      .where('tenantId', '=', connection.tenantId)
      .where('entityId', '=', call.model.id)
      .where('recordId', 'in', [...ids])
      .where('userId', '=', call.context.caller.userId)
      .where('removedAt', '>=', moment(oldest(call.at)));
  const rows = await foundRows(db, own(db).returning(['removedAt', 'turn', 'content']));
  const later = (one: (typeof rows)[number], other: (typeof rows)[number]) =>
    Date.parse(other.removedAt) - Date.parse(one.removedAt) || other.turn - one.turn;
  return rows.sort(later).map(({ content }) => content);
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - UNDO_MINUTES * 60_000);
}
