import type { Tx, WrittenRecord } from '../call/ports.ts';

/** Notes a record that a transaction writes, whoever asked for it, so that it can be told after the commit. */
export function noteWritten({ call, written }: Tx, id: string, action: string): void {
  written.push({ tenantId: call.context.tenantId, entity: call.model, id, action });
}

/** Each record of a list once, with the last action. */
export function lastOf(written: readonly WrittenRecord[]): readonly WrittenRecord[] {
  return [...new Map(written.map((record) => [`${record.entity.key} ${record.id}`, record])).values()];
}
