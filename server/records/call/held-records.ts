import type { EntityModel } from '../../../src/core/model/entity-model.ts';

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

/** Notes that the transaction itself writes a record, or removes it: what it knew of it holds no more. */
export function forgetHeld(held: HeldRecords, model: EntityModel, id: string): void {
  const name = heldName(model, id);
  if (held.has(name)) held.set(name, {});
}
