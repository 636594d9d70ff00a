import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { WriteBatch } from './write-batch.ts';

/** What a transaction knows of a record that it has locked. */
export interface HeldRecord {
  /** Whether it is known not to be removed; nobody else can remove it before the transaction ends. */
  readonly stands?: boolean;
  /** What the record is called; undefined where that was not read, or may have changed since. */
  readonly label?: string | null | undefined;
}

/** Records that a transaction has locked, by `heldName`. */
export type HeldRecords = Map<string, HeldRecord>;

/** Name of a record among those that a transaction has locked. */
export function heldName({ key }: EntityModel, id: string): string {
  return `${key} ${id}`;
}

/** Those of some records of an entity that the transaction holds, with what it knows of them. */
export function heldRecords(
  held: HeldRecords | undefined,
  model: EntityModel,
  ids: readonly string[],
): ReadonlyMap<string, HeldRecord> {
  return new Map(
    ids.flatMap((id): [string, HeldRecord][] => {
      const record = held?.get(heldName(model, id));
      return record === undefined ? [] : [[id, record]];
    }),
  );
}

/** Under what a batch remembers what records of an entity are called. */
export const labelMemory = ({ key }: EntityModel): string => `labels ${key}`;

/** Under what it remembers which of them stand and are held. */
export const standingMemory = ({ id }: EntityModel, tenants: readonly string[]): string => `exists ${id} ${tenants}`;

/** What a transaction remembers of records. */
interface Remembering {
  readonly locked: HeldRecords;
  readonly batch?: WriteBatch | undefined;
  readonly db: { readonly tenantId: string };
}

/**
 * Notes that the transaction itself writes a record, or removes it: what it knew of it holds no more.
 * @param changed fields that get other values; undefined where the record is removed.
 */
export function forgetHeld(
  { locked, batch, db }: Remembering,
  model: EntityModel,
  id: string,
  changed?: readonly FieldModel[],
): void {
  const name = heldName(model, id);
  if (locked.has(name)) locked.set(name, {});
  const isComputed = model.field.get(model.label)?.live === true;
  if (changed === undefined) batch?.forget(standingMemory(model, [db.tenantId]), id);
  if (changed === undefined || isComputed || changed.some(({ key }) => key === model.label))
    batch?.forget(labelMemory(model), id);
}
