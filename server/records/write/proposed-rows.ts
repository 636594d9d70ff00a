import { withModel } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { asksName, prepareEnvironment } from '../call/prepare-environment.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import { rowsSeenBelow } from '../read/read-record.ts';
import { settleRecord } from './check-record.ts';
import { fillDefaults, unstored } from './new-record.ts';
import { readPatch } from './read-body.ts';
import { type BodyParts, splitBody, storedOf } from './save-children.ts';

/**
 * Rows of a body as conditions of the record count them before they are stored: with what is stored of them, with
 * defaults and with what is computed, which is nobody's to send. Rows that are faulty in themselves stay as they were
 * sent; their own check tells why.
 * @param above the record as far as it is known: its id where it is stored, and its values.
 */
export async function proposedRows(
  tx: Reading,
  children: BodyParts['children'],
  above: { readonly id: string | undefined; readonly values: Row },
): Promise<Row> {
  const proposed: Row = {};
  for (const [model, rows] of children) {
    if (!asksName(tx.call, model.key)) {
      proposed[model.key] = rows;
      continue;
    }
    const below = withModel(tx, model);
    const field = model.parent?.field ?? '';
    const stored =
      above.id === undefined
        ? []
        : await readRowsOf(below, model, { below: { field, id: above.id }, access: rowsSeenBelow(below.call) });
    const known = new Map(stored.map((row) => [row.id, row]));
    const filled: Row[] = [];
    for (const row of rows) filled.push(await filledRow(below, row, known.get(row.id), above.values));
    proposed[model.key] = filled;
  }
  return proposed;
}

async function filledRow(tx: Reading, row: Row, stored: Row | undefined, parent: Row): Promise<Row> {
  const { call } = tx;
  const { own, children } = splitBody(call, row);
  const { values, faults } = readPatch(call, own, stored === undefined ? undefined : storedOf(call, stored));
  if (faults.length > 0) return begun(call, row);
  const id = typeof stored?.id === 'string' ? stored.id : undefined;
  const rows = await proposedRows(tx, children, { id, values: { ...stored, ...values } });
  const others = { ...rows, parent };
  const { full, environment } =
    stored === undefined
      ? await fillDefaults(tx, unstored(call, call.model.initialState ?? null), values, { others })
      : await changed(tx, { ...stored, ...values }, { stored, others });
  return { ...settleRecord(call.model, full, new Set(), environment).values, ...rows };
}

async function changed(tx: Reading, full: Row, parts: { readonly stored: Row; readonly others: Row }) {
  return { full, environment: await prepareEnvironment(tx, full, parts) };
}

/** A row as it was sent, a new one in the state that it begins in. */
function begun({ model: { initialState } }: EntityCall, row: Row): Row {
  const isNew = initialState !== undefined && !row.id && !row.status;
  return isNew ? { ...row, status: initialState } : row;
}
