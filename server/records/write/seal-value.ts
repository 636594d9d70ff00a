import type { ParsedValue, SealContext } from '../../../src/core/field-type.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { rowTitle } from '../../../src/core/validation/validate-rows.ts';
import type { EntityCall } from '../call/ports.ts';

/** A sealed value, or why it is refused; `at` is the cell of a sub-table behind the field's pointer: `/2/signature`. */
type SealedValue = ParsedValue | { readonly message: string; readonly at: string };

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A value that was sent, with what only the server vouches for put into it (signer and time of a signature), in the rows
 * of a sub-table too; or why it is refused. The platform's own values, written without a person, stay as they are.
 * @param before what the stored record holds in the field.
 */
export function sealValue(call: EntityCall, field: FieldModel, value: unknown, before: unknown): SealedValue {
  const { userId, realName } = call.context.caller;
  if (value === null || (call.internal && userId === '')) return { value };
  const context = (kept: readonly unknown[]): SealContext => ({ userId, realName, now: call.now, kept });
  if (field.type.seal !== undefined) return field.type.seal(value, context(before === null ? [] : [before]));
  const columns = (field.columns ?? []).filter((column) => column.type.seal !== undefined);
  if (columns.length === 0 || !Array.isArray(value)) return { value };
  const rows: unknown[] = [];
  for (const [index, row] of value.entries()) {
    if (!isRow(row)) {
      rows.push(row);
      continue;
    }
    const sealed: Record<string, unknown> = { ...row };
    for (const { key, type, title } of columns) {
      if ((row[key] ?? null) === null) continue;
      // Rows have no identity: a signature that any stored row bears is one that stays.
      const kept = (Array.isArray(before) ? before.filter(isRow) : []).map((stored) => stored[key]);
      const result = type.seal?.(row[key], context(kept)) ?? { value: row[key] };
      if ('message' in result) {
        return {
          message: say('{field}：{message}', { field: joined(rowTitle(field, index), title), message: result.message }),
          at: fieldPointer(index, key),
        };
      }
      sealed[key] = result.value;
    }
    rows.push(sealed);
  }
  return { value: rows };
}
