import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { enteredSeed, SEED_KEY, seedOf } from '../../../src/core/validation/seeded-rows.ts';
import type { ValidationStage } from '../../../src/core/validation/validate-record.ts';
import { withCall, withModel } from '../call/entity-call.ts';
import type { EntityCall, Tx } from '../call/ports.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { Row } from '../call/record-row.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import type { Above } from '../read/abilities.ts';
import { requireWriteBelow, savedChildren } from '../read/child-call.ts';
import { lockRecord, rowsSeenBelow } from '../read/read-record.ts';
import { isSeeded } from '../read/seeded-rows.ts';
import { within } from './new-record.ts';
import { readPatch } from './read-body.ts';
import { removeBelow } from './removal/remove.ts';
import { seedRows } from './seed-rows.ts';

/** Most rows of one child entity that travel with their parent. */
const MOST_ROWS = 1000;

/** A body taken apart: what is the record's own, and the rows of its child entities. */
export interface BodyParts {
  readonly own: Readonly<Record<string, unknown>>;
  readonly children: ReadonlyMap<EntityModel, readonly Row[]>;
}

/** How a row below a record is written, rows below it included. */
export interface RowWrites {
  insert(tx: Tx, above: Above, parts: BodyParts, stage: ValidationStage): Promise<unknown>;
  /** Gives whether anything was written. */
  update(tx: Tx, above: Above, id: string, parts: BodyParts, stage: ValidationStage): Promise<boolean>;
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

/**
 * Makes the rows below a record what the body lists: rows with an id are updated, others inserted, those left out
 * removed. Gives whether anything was written.
 * @param tx about the record above, as its call writes.
 */
export async function saveChildren(
  tx: Tx,
  above: Above,
  children: BodyParts['children'],
  stage: ValidationStage,
  write: RowWrites,
): Promise<boolean> {
  let written = false;
  for (const [model, given] of children) {
    const below = withModel(tx, model);
    const field = model.parent?.field ?? '';
    const rows = await placeSeeded(below, above, given);
    // Rows that the person does not see are none of those that he left out.
    const access = rowsSeenBelow(below.call);
    const known = await readRowsOf(below, model, { below: { field, id: above.id }, access });
    const listed = new Set(rows.map((row) => row.id));
    // What has to be there need not be listed for it.
    const isKept = above.fresh === true && model.parent?.lockRows === true;
    for (const row of known) {
      if (isKept || listed.has(row.id)) continue;
      await requireWriteBelow(below, 'remove', { ...above, row });
      await removeBelow(below, String(row.id));
      written = true;
    }
    for (const [index, row] of rows.entries()) {
      const place = fieldPointer(model.key, index);
      const changed = await within(place, () => saveRow(below, above, row, { known, stage, write }));
      written = changed || written;
    }
  }
  return written;
}

/**
 * The rows of a body whose kind begins in the form of a new record: the library has given theirs now, and what was
 * entered is written over these. Rows of other kinds, and of stored records, are the body's own.
 */
async function placeSeeded(tx: Tx, above: Above, rows: readonly Row[]): Promise<readonly Row[]> {
  const { model } = tx.call;
  const seed = enteredSeed(model.parent);
  if (seed === undefined) return rows;
  const own = rows.map(({ [SEED_KEY]: _, ...row }) => row);
  if (above.fresh !== true) return own;
  const made = await seedRows(tx, above);
  return rows.map((row, index) => {
    const source = seedOf(row);
    if (source === undefined) return own[index] ?? row;
    const id = made.get(source);
    if (id === undefined) {
      const library = tx.call.snapshot.entities.get(seed.from)?.title ?? seed.from;
      const msg = say('{library}已变化，没有这一项，请核对后重新提交', { library });
      throw invalidInput([{ pointer: fieldPointer(model.key, index), msg }]);
    }
    return { ...Object.fromEntries(Object.entries(row).filter(([key]) => seed.entered.has(key))), id };
  });
}

/** What saving the rows of one child entity has in common. */
interface RowSaving {
  /** Rows that are stored and that the person sees. */
  readonly known: readonly Row[];
  readonly stage: ValidationStage;
  readonly write: RowWrites;
}

async function saveRow(tx: Tx, above: Above, row: Row, { known, stage, write }: RowSaving): Promise<boolean> {
  const { call } = tx;
  const { own, children } = splitBody(call, row);
  const id = own.id ?? undefined;
  if (id === undefined || id === '') {
    await requireWriteBelow(tx, 'create', above);
    await write.insert(tx, above, { own, children }, stage);
    return true;
  }
  const stored = known.find((candidate) => candidate.id === id);
  if (stored === undefined)
    throw invalidInput([{ pointer: '/id', msg: say('{model}不存在或已被删除', { model: call.model.title }) }]);
  const { values, faults } = readPatch(call, own, storedOf(call, stored));
  if (faults.length > 0) throw invalidInput(faults);
  const differs = Object.keys(values).some((key) => !sameValue(values[key], stored[key]));
  if (!differs && children.size === 0) return false;
  await requireWriteBelow(tx, 'edit', { ...above, row: stored });
  return write.update(tx, above, String(id), { own, children }, stage);
}

/** A row that is stored, as a record. */
export function storedOf(call: EntityCall, row: Row): StoredRecord {
  return {
    id: String(row.id),
    version: Number(row.version),
    status: typeof row.status === 'string' ? row.status : null,
    tenantId: call.context.tenantId,
    values: row,
  };
}

/** Fills the child entities of a new record from their libraries, except those whose rows came along. */
export async function seedChildren(tx: Tx, above: Above, given: BodyParts['children']): Promise<void> {
  for (const model of savedChildren(above.call)) {
    if (model.parent?.seed === undefined || given.has(model)) continue;
    await seedRows(withModel(tx, model), above);
  }
}

/** Fills rows from the library again on demand: seeded rows are replaced, others stay. */
export async function reseed(tx: Tx, above: Above): Promise<void> {
  const { call } = tx;
  if (call.model.parent?.seed === undefined) throw new AnlanError('unknownCall');
  await requireWriteBelow(tx, 'create', above);
  const field = call.model.parent.field;
  for (const row of await readRowsOf(tx, call.model, { below: { field, id: above.id } })) {
    const id = String(row.id);
    if (await isSeeded(tx.db, call.model, id)) {
      const internal: EntityCall = { ...call, internal: true };
      await lockRecord(withCall(tx, internal), id);
      await removeBelow(withCall(tx, internal), id);
    }
  }
  await seedRows(tx, above);
}
