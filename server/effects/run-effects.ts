import type { EffectModel, EntityModel, ModelExpression, TransitionModel } from '../../src/core/model/entity-model.ts';
import { say } from '../../src/core/text/say.ts';
import {
  evaluateOver,
  holds,
  type RecordEnvironment,
  type RecordValues,
  storedValue,
} from '../../src/core/validation/record-environment.ts';
import type { Connection } from '../database/database.ts';
import { afterWrite } from '../entity/after-write.ts';
import { checkRecord, settleFiles, settleRecord } from '../entity/check-record.ts';
import { lockAboveRow } from '../entity/child-call.ts';
import { copyUploads } from '../entity/copy-uploads.ts';
import { type EntityCall, followingCall } from '../entity/entity-call.ts';
import { asksExists, prepareEnvironment } from '../entity/prepare-environment.ts';
import { lockRecord } from '../entity/read-record.ts';
import { readRowsOf } from '../entity/read-rows.ts';
import type { Row } from '../entity/record-row.ts';
import { recordTitle } from '../entity/record-title.ts';
import { saveRecord } from '../entity/save.ts';
import { fireTransition } from '../entity/transition.ts';
import { updateRecord } from '../entity/write-row.ts';
import { recordsWhere } from './records-where.ts';

/** The record whose write has effects. */
export interface EffectSubject {
  readonly id: string;
  /** Values after the write. */
  readonly values: Row;
  /** Values before, for `old.x`; empty for a new record. */
  readonly stored: Row;
  /** What a transition proposed, for `row.x`. */
  readonly row?: RecordValues | undefined;
  readonly transition?: TransitionModel;
  /** What was done, for the log of what follows: the transition's title, or 保存. */
  readonly action: string;
}

/**
 * Runs effects in order, as the platform, in the transaction of the write that has them. Each sees the ids of what
 * those before it created as `created.<effect>`. Throws where one is refused, so that nothing of the write stays, and
 * where effects follow each other too deep.
 */
export async function runEffects(
  call: EntityCall,
  connection: Connection,
  effects: readonly EffectModel[],
  subject: EffectSubject,
): Promise<void> {
  const { model } = call;
  const title = recordTitle(call, subject.values, subject.id);
  const cause = say('由{model}“{title}”的“{action}”触发', { model: model.title, title, action: subject.action });
  const created = new Map<string, readonly string[]>();
  let record: Row = { ...subject.values, id: subject.id };
  for (const effect of effects) {
    const ids = Object.fromEntries([...created].map(([key, [first]]) => [key, first ?? null]));
    const environment = await prepareEnvironment(call, connection, record, {
      stored: subject.stored,
      row: subject.row === undefined ? undefined : { ...subject.row },
      transition: subject.transition,
      others: { created: ids },
    });
    if (effect.when !== undefined && !holds(effect.when, record, environment)) continue;
    const target = call.snapshot.entities.get(effect.entity);
    if (target === undefined) continue;
    const acting = followingCall(call, target, { cause });
    if (effect.verb === 'create') {
      created.set(effect.key, await createRecords(acting, connection, effect, record, environment));
      continue;
    }
    const targets =
      effect.target.kind === 'each'
        ? await recordsWhere(call, connection, target, effect.target.where, record)
        : targetsOf(effect, subject.id, record, created);
    for (const id of targets) {
      if (effect.verb === 'fire') await fireOn(acting, connection, effect, id, record, environment);
      else {
        const own = effect.target.kind === 'self';
        await setValues(acting, connection, id, valuesOf(effect.set, target, record, environment), own);
      }
    }
    if (effect.target.kind === 'self') record = (await lockRecord(acting, connection, subject.id)).values;
  }
}

function targetsOf(
  { target }: EffectModel,
  self: string,
  record: Row,
  created: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (target.kind === 'self') return [self];
  if (target.kind === 'created') return created.get(target.effect) ?? [];
  const id = target.kind === 'field' ? record[target.field] : undefined;
  return typeof id === 'string' ? [id] : [];
}

function valuesOf(
  expressions: Readonly<Record<string, ModelExpression>>,
  target: EntityModel,
  record: Row,
  environment: RecordEnvironment,
): Row {
  return Object.fromEntries(
    Object.entries(expressions).flatMap(([key, expression]) => {
      const field = target.field.get(key);
      return field === undefined ? [] : [[key, storedValue(evaluateOver(expression, record, environment), field)]];
    }),
  );
}

async function createRecords(
  call: EntityCall,
  connection: Connection,
  effect: EffectModel,
  record: Row,
  environment: RecordEnvironment,
): Promise<string[]> {
  const ids: string[] = [];
  const rows =
    effect.library === undefined ? [undefined] : await libraryRows(call, connection, effect, record, environment);
  for (const row of rows) {
    const over = row === undefined ? environment : { ...environment, row };
    const newId = call.services.ids.next();
    const values = valuesOf(effect.values, call.model, record, over);
    const body = await copyUploads(call, connection, newId, values, {}, Object.keys(values));
    ids.push(await saveRecord(call, connection, body, { newId }));
  }
  return ids;
}

async function libraryRows(
  call: EntityCall,
  connection: Connection,
  { library }: EffectModel,
  record: Row,
  environment: RecordEnvironment,
): Promise<Row[]> {
  const model = call.snapshot.entities.get(library?.entity ?? '');
  if (model === undefined) return [];
  const rows = await readRowsOf(call, connection, model);
  const { where } = library ?? {};
  if (where === undefined) return rows;
  const others = { ...environment.others, record, parent: record };
  const found: Row[] = [];
  for (const row of rows) {
    const over = await prepareEnvironment({ ...call, model }, connection, row, { others, expressions: [where] });
    if (holds(where, row, over)) found.push(row);
  }
  return found;
}

async function fireOn(
  call: EntityCall,
  connection: Connection,
  effect: EffectModel,
  id: string,
  record: Row,
  environment: RecordEnvironment,
): Promise<void> {
  const transition = call.model.transitions[effect.fire ?? ''];
  if (transition === undefined) return;
  const asked = new Set(transition.fields.map(({ field }) => field));
  const rowModel = call.snapshot.entities.get(transition.writes ?? '');
  const fields: Row = {};
  const row: Row = {};
  for (const [key, expression] of Object.entries(effect.values)) {
    const ofRow = rowModel?.field.get(key);
    const field = ofRow ?? call.model.field.get(key);
    if (field === undefined) continue;
    const value = storedValue(evaluateOver(expression, record, environment), field);
    if (ofRow !== undefined && !asked.has(key)) row[key] = value;
    else fields[key] = value;
  }
  await fireTransition(call, connection, id, transition.key, { ...fields, ...(rowModel === undefined ? {} : { row }) });
}

/**
 * Writes some fields of a record as the platform; types and references are checked, and what follows a save follows.
 * @param own it is the record whose write is under way, so that this is part of it and its effects do not run again.
 */
async function setValues(
  call: EntityCall,
  connection: Connection,
  id: string,
  given: Row,
  own: boolean,
): Promise<void> {
  const { model } = call;
  await lockAboveRow(call, connection, id);
  const stored = await lockRecord(call, connection, id);
  const set = await copyUploads(call, connection, id, given, stored.values, Object.keys(given));
  const record = { ...stored.values, ...set };
  let environment = await prepareEnvironment(call, connection, record, { stored: stored.values });
  const { values } = settleRecord(model, record, new Set(), environment);
  if (asksExists(model)) environment = await prepareEnvironment(call, connection, values, { stored: stored.values });
  const changed = model.fields.filter((field) => Object.hasOwn(given, field.key));
  await checkRecord(call, connection, { id, values, changed }, environment, 'types');
  if (!(await updateRecord(call, connection, stored, values, 'update'))) return;
  await settleFiles(call, connection, id, stored.values, values);
  const following = own ? { followed: true } : { saved: stored.values };
  await afterWrite(call, connection, { id, from: stored.status, values }, following);
}
