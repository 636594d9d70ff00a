import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { say } from '../../src/core/text/say.ts';
import { fieldPointer } from '../../src/core/validation/field-pointer.ts';
import { sameValue } from '../../src/core/validation/same-value.ts';
import type { ValidationStage } from '../../src/core/validation/validate-record.ts';
import type { Connection } from '../database/database.ts';
import type { Above } from './abilities.ts';
import { checkRecord } from './check-record.ts';
import { requireWriteBelow, savedChildren } from './child-call.ts';
import { callFor, type EntityCall } from './entity-call.ts';
import { within } from './new-record.ts';
import { prepareEnvironment } from './prepare-environment.ts';
import { readPatch } from './read-body.ts';
import { lockRecord, rowsSeenBelow } from './read-record.ts';
import { readRowsOf } from './read-rows.ts';
import type { Row } from './record-row.ts';
import { removeBelow } from './remove.ts';
import { insertBelow, updateBelow } from './save.ts';
import { seedRows } from './seed-rows.ts';
import { isSeeded } from './seeded-rows.ts';
import type { StoredRecord } from './stored-record.ts';

/** Most rows of one child entity that travel with their parent. */
const MOST_ROWS = 1000;

/** A body taken apart: what is the record's own, and the rows of its child entities. */
export interface BodyParts {
  readonly own: Readonly<Record<string, unknown>>;
  readonly children: ReadonlyMap<EntityModel, readonly Row[]>;
}

/** Takes the rows of child entities out of a body, each under its entity's key. Throws where they are no rows. */
export function splitBody(call: EntityCall, body: Readonly<Record<string, unknown>>): BodyParts {
  const children = new Map<EntityModel, readonly Row[]>();
  const own: Row = { ...body };
  for (const child of savedChildren(call)) {
    if (!Object.hasOwn(body, child.key)) continue;
    const rows = body[child.key] ?? [];
    const pointer = fieldPointer(child.key);
    if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row))) {
      throw invalidInput([{ pointer, msg: say('{child}须为列表', { child: child.title }) }]);
    }
    if (rows.length > MOST_ROWS)
      throw invalidInput([{ pointer, msg: say('{child}最多{most}行', { child: child.title, most: MOST_ROWS }) }]);
    children.set(child, rows as Row[]);
    delete own[child.key];
  }
  return { own, children };
}

/** Rows of a body as conditions of the record count them before they are stored. */
export function proposedRows(children: BodyParts['children']): Row {
  return Object.fromEntries([...children].map(([child, rows]) => [child.key, rows]));
}

/**
 * Makes the rows below a record what the body lists: rows with an id are updated, others inserted, those left out
 * removed. Gives whether anything was written.
 */
export async function saveChildren(
  above: Above,
  connection: Connection,
  children: BodyParts['children'],
  stage: ValidationStage,
): Promise<boolean> {
  let written = false;
  for (const [model, rows] of children) {
    const call = callFor(above.call, model);
    const field = model.parent?.field ?? '';
    // Rows that the person does not see are none of those that he left out.
    const access = rowsSeenBelow(call);
    const known = await readRowsOf(call, connection, model, { below: { field, id: above.id }, access });
    const listed = new Set(rows.map((row) => row.id));
    for (const row of known) {
      if (listed.has(row.id)) continue;
      await requireWriteBelow(call, connection, 'remove', above);
      await removeBelow(call, connection, String(row.id));
      written = true;
    }
    for (const [index, row] of rows.entries()) {
      const place = fieldPointer(model.key, index);
      const changed = await within(place, () => saveRow(call, connection, above, row, known, stage));
      written = changed || written;
    }
  }
  return written;
}

async function saveRow(
  call: EntityCall,
  connection: Connection,
  above: Above,
  row: Row,
  known: readonly Row[],
  stage: ValidationStage,
): Promise<boolean> {
  const { own, children } = splitBody(call, row);
  const id = own.id ?? undefined;
  if (id === undefined || id === '') {
    await requireWriteBelow(call, connection, 'create', above);
    await insertBelow(call, connection, above, { own, children }, stage);
    return true;
  }
  const stored = known.find((candidate) => candidate.id === id);
  if (stored === undefined)
    throw invalidInput([{ pointer: '/id', msg: say('{model}不存在或已被删除', { model: call.model.title }) }]);
  const { values, faults } = readPatch(call, own, storedOf(call, stored));
  if (faults.length > 0) throw invalidInput(faults);
  const differs = Object.keys(values).some((key) => !sameValue(values[key], stored[key]));
  if (!differs && children.size === 0) return false;
  await requireWriteBelow(call, connection, 'edit', above);
  return updateBelow(call, connection, above, String(id), { own, children }, stage);
}

function storedOf(call: EntityCall, row: Row): StoredRecord {
  return {
    id: String(row.id),
    version: Number(row.version),
    status: typeof row.status === 'string' ? row.status : null,
    tenantId: call.context.tenantId,
    values: row,
  };
}

/**
 * Checks all rows below a record that leaves its draft: what was only a draft with it must be whole now. The rows are
 * none of the call, so that each fault names its own.
 */
export async function checkChildren(call: EntityCall, connection: Connection, id: string, values: Row): Promise<void> {
  for (const model of savedChildren(call)) {
    const child = callFor(call, model);
    const rows = await readRowsOf(child, connection, model, {
      below: { field: model.parent?.field ?? '', id },
      labels: true,
    });
    for (const [index, row] of rows.entries()) {
      const state = typeof row.status === 'string' ? model.states[row.status] : undefined;
      if (state?.draft === true) continue;
      const name = row[`${model.label}Label`] ?? row[model.label];
      const check = async () => {
        const environment = await prepareEnvironment(child, connection, row, { others: { parent: values } });
        await checkRecord(child, connection, { id: String(row.id), values: row, changed: [] }, environment, 'complete');
        await checkChildren(child, connection, String(row.id), row);
      };
      const { title } = model;
      await within(fieldPointer(model.key, index), check, (message) =>
        typeof name === 'string' && name !== '' ? say('{title}“{name}”：{message}', { title, name, message }) : message,
      );
    }
  }
}

/** Fills the child entities of a new record from their libraries, except those whose rows came along. */
export async function seedChildren(above: Above, connection: Connection, given: BodyParts['children']): Promise<void> {
  for (const model of savedChildren(above.call)) {
    if (model.parent?.seed === undefined || given.has(model)) continue;
    await seedRows(callFor(above.call, model), connection, above);
  }
}

/** Fills rows from the library again on demand: seeded rows are replaced, others stay. */
export async function reseed(call: EntityCall, connection: Connection, above: Above): Promise<void> {
  if (call.model.parent?.seed === undefined) throw new AnlanError('unknownCall');
  await requireWriteBelow(call, connection, 'create', above);
  const field = call.model.parent.field;
  for (const row of await readRowsOf(call, connection, call.model, { below: { field, id: above.id } })) {
    const id = String(row.id);
    if (await isSeeded(connection, call.model, id)) {
      const internal: EntityCall = { ...call, internal: true };
      await lockRecord(internal, connection, id);
      await removeBelow(internal, connection, id);
    }
  }
  await seedRows(call, connection, above);
}
