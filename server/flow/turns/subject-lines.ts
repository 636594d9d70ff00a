import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { coverFields } from '../../records/read/answer-record.ts';
import type { StepReader } from './own-steps.ts';
import { lineFields, recordLine } from './record-line.ts';
import { followReads } from './what-follows.ts';

/** A record of a list of tasks, as the person may see it. */
export interface SubjectLine {
  readonly call: EntityCall;
  readonly line: string;
  readonly row: Row;
  /** Who made it, where anybody may know. */
  readonly creator: string | undefined;
}

/** Reads the records of a list of tasks, by entity; those that were removed are missing. Keys are `entity id`. */
export async function readLines(
  db: Connection,
  { services, context, snapshot }: StepReader,
  wanted: ReadonlyMap<EntityModel, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, SubjectLine>> {
  const lines = new Map<string, SubjectLine>();
  for (const [model, ids] of wanted) {
    const call = createEntityCall(services, context, snapshot, model);
    const fields = subjectFields(call);
    const rows = await readRowsOf({ call, db }, model, { ids: [...ids], fields, labels: true });
    coverFields(call, fields, rows);
    for (const row of rows) {
      const { createUserLabel } = row;
      const creator = typeof createUserLabel === 'string' ? createUserLabel : undefined;
      lines.set(lineKey(model, String(row.id)), { call, row, creator, line: recordLine({ model, snapshot }, row) });
    }
  }
  return lines;
}

/** Fields of a record that its line, whose it is, and the conditions of its pages and rights read. */
function subjectFields({ model, fieldRights }: EntityCall): readonly FieldModel[] {
  const conditions = Object.values(model.pages).flatMap(({ where }) => where?.references ?? []);
  const keys = new Set(
    [
      'id',
      'status',
      'createUser',
      ...lineFields(model),
      ...followReads(model),
      ...conditions,
      ...fieldRights.reads,
    ].map((path) => path.split('.')[0] ?? path),
  );
  return readableFields(model).filter(({ key }) => keys.has(key));
}

/** Key of a record among lines. */
export function lineKey({ key }: EntityModel, id: string): string {
  return `${key} ${id}`;
}
