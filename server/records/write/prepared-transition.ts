import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/** A transition that would go through: everything about it has been checked and nothing written. */
export interface PreparedTransition {
  /** Values of the record afterwards. */
  readonly values: Row;
  /** The row that it writes, with its id; undefined where it writes none. */
  readonly row: { readonly call: EntityCall; readonly id: string; readonly values: Row } | undefined;
  readonly environment: RecordEnvironment;
  /** The record with its live fields and what is proposed, over which conditions are decided. */
  readonly proposed: Row;
}
