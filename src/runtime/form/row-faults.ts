import type { FieldModel } from '../../core/model/entity-model.ts';
import type { RecordValues } from '../../core/validation/record-environment.ts';
import { isRow } from '../../core/validation/row-values.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import type { WireFault } from '../../core/wire/contract.ts';

/** A table whose rows are judged: what it holds now, and what a new row of it starts with. */
interface JudgedTable {
  readonly field: FieldModel;
  readonly rows: unknown;
  readonly fresh: () => RecordValues;
}

/** What of a table is told already: rows that nobody has filled in, and the row being filled in, wait. */
export class RowFaults {
  /** Rows about which sending the form has asked. */
  private readonly asked = new WeakSet<object>();

  /** Nothing of these rows waits any longer. */
  ask(rows: unknown): void {
    if (Array.isArray(rows)) for (const row of rows) if (isRow(row)) this.asked.add(row);
  }

  /**
   * The faults without those that wait.
   * @param shown what stands at the fields now; it stays as long as it holds.
   * @param before the rows as they were when a cell was typed into, or undefined when the row was left.
   */
  told(table: JudgedTable, faults: readonly WireFault[], shown: readonly WireFault[], before?: unknown) {
    const { field, rows } = table;
    if (field.columns === undefined || !Array.isArray(rows) || faults.length === 0) return faults;
    const fresh = table.fresh();
    const known = new Set(shown.map(({ pointer }) => pointer));
    const old: readonly unknown[] | undefined = Array.isArray(before) ? before : undefined;
    return faults.filter(({ pointer }) => {
      const row: unknown = rows[Number(pointer.split('/')[2])];
      if (!isRow(row) || this.asked.has(row)) return true;
      if (isUntouched(field, row, fresh)) return false;
      return old === undefined || old.includes(row) || known.has(pointer);
    });
  }
}

function isUntouched({ columns = [] }: FieldModel, row: RecordValues, fresh: RecordValues): boolean {
  return columns.every(({ key, computed }) => {
    if (computed) return true;
    return sameValue(row[key], fresh[key]);
  });
}
