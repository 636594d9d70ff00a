import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import type { Connection } from '../../ground/database/database.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { coverFields } from '../../records/read/answer-record.ts';
import { plannedBy, plannersOf } from './made-by-plan.ts';
import type { StepReader } from './own-steps.ts';
import { lineFields, recordLine } from './record-line.ts';
import { followReads } from './what-follows.ts';

/** A record of a list of tasks, as the person may see it. */
export interface SubjectLine {
  readonly call: EntityCall;
  readonly line: string;
  readonly row: Row;
  /** Who made it, where anybody may know; of what a schedule made, who set up the plan. */
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
    const planners = await readPlanners({ call, db }, rows);
    for (const row of rows) {
      const { createUserLabel } = row;
      const creator = typeof createUserLabel === 'string' ? createUserLabel : planners.get(row.id);
      lines.set(lineKey(model, String(row.id)), { call, row, creator, line: recordLine({ model, snapshot }, row) });
    }
  }
  return lines;
}

/** Who set up the plans of those of some records that nobody made, by their ids. */
async function readPlanners(
  { call: { services, context, snapshot, model }, db }: Reading,
  rows: readonly Row[],
): Promise<ReadonlyMap<unknown, string>> {
  const planned = plannedBy(model, snapshot);
  const made = rows.filter(({ createUser }) => isEmptyValue(createUser));
  if (planned === undefined || made.length === 0) return new Map();
  return plannersOf({ call: createEntityCall(services, context, snapshot, planned.plan), db }, planned, made);
}

/** Fields of a record that its line, whose it is, and the conditions of its pages and rights read. */
function subjectFields({ model, fieldRights, snapshot }: EntityCall): readonly FieldModel[] {
  const conditions = Object.values(model.pages).flatMap(({ where }) => where?.references ?? []);
  const keys = new Set(
    [
      'id',
      'status',
      'createUser',
      plannedBy(model, snapshot)?.field ?? 'createUser',
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
