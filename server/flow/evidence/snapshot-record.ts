import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { SealedField, SealedFile, SealedRows } from '../../../src/core/wire/evidence.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import { heldIds, holdsFiles } from '../../records/call/held-files.ts';
import type { Reading } from '../../records/call/ports.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import { isSecret, type Row } from '../../records/call/record-row.ts';
import { coverFields } from '../../records/read/answer-record.ts';
import { referenceLabels } from '../../records/read/check-references.ts';

/** Fields of a record that the person may see and that hold something, in order. */
export async function sealFields(tx: Reading, values: Row, keys?: ReadonlySet<string>): Promise<SealedField[]> {
  const { call } = tx;
  const { model, snapshot } = call;
  const seen: Row = { ...values };
  const fields = model.fields.filter(
    (field) => !isSecret(field) && field.key !== 'version' && (keys === undefined || keys.has(field.key)),
  );
  coverFields(call, fields, [seen]);
  const held = fields.filter(({ key }) => (seen[key] ?? null) !== null);
  const labels = await referenceLabels(tx, [seen]);
  const files = await filesOf(tx, held, seen);
  return held.map((field) => {
    const value = seen[field.key];
    const context = fieldContext(field, { choices: (asked) => choicesOf(snapshot, asked) }, labels(field, value));
    return {
      id: field.id,
      key: field.key,
      title: field.title,
      value,
      text: field.type.format(value, context),
      ...(holdsFiles(field) ? { files: heldIds([field], seen).flatMap((id) => files.get(id) ?? []) } : {}),
    };
  });
}

async function filesOf(
  { db, batch }: Reading,
  fields: readonly FieldModel[],
  values: Row,
): Promise<ReadonlyMap<string, SealedFile>> {
  const ids = heldIds(fields, values);
  if (ids.length === 0) return new Map();
  const ask = async (asked: readonly string[]) => {
    const rows = await db.query<SealedFile>(
      'select id, "originalName" as name, sha256 from data.attach where "tenantId" = $1 and id = any($2)',
      [db.tenantId, asked],
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  // Neither changes while the file is there.
  return batch?.each('sealed files', ids, ask) ?? ask(ids);
}

/** Rows that belong to a record, of those child entities that people save with it. */
export async function sealChildren(tx: Reading, id: string, children: readonly EntityModel[]): Promise<SealedRows[]> {
  const sealed: SealedRows[] = [];
  for (const model of children) {
    const child = callFor(tx.call, model);
    const field = model.parent?.field ?? '';
    const rows = await readRowsOf(withCall(tx, child), model, { below: { field, id } });
    if (rows.length === 0) continue;
    const parts: SealedField[][] = [];
    for (const row of rows) parts.push(await sealFields(withCall(tx, child), row));
    sealed.push({ entity: model.key, title: model.title, rows: parts });
  }
  return sealed;
}
