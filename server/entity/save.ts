import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { applyDefaults, defaultValue } from '../../src/core/validation/compute-record.ts';
import { isFieldFixed } from '../../src/core/validation/field-state.ts';
import { holds, type RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import { fieldPointer, type ValidationStage } from '../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { Connection } from '../database/database.ts';
import { loadActorFacts, mayEdit } from './abilities.ts';
import { checkRecord, refuseSleeping, settleFiles, settleRecord } from './check-record.ts';
import { type EntityCall, requireAction } from './entity-call.ts';
import { loadReferences, recordEnvironment } from './environment.ts';
import { isSecret } from './list-plan.ts';
import { readPatch } from './read-body.ts';
import { lockRecord, type StoredRecord } from './read-record.ts';
import { type Row, sameValue } from './record-row.ts';
import { isNumbered, nextSerial } from './serial.ts';
import { fireTransition } from './transition.ts';
import { checkVersion } from './version.ts';
import { insertRecord, updateRecord } from './write-row.ts';

/** How a record is saved. */
export interface SaveOptions {
  /** Whether everything is checked, and the `submit` transition fired where there is one. */
  readonly submit?: boolean;
  /** Id of a new record instead of the next one; only the platform itself chooses ids. */
  readonly newId?: string;
  /** State of a new record instead of the initial one; only for the platform itself. */
  readonly newStatus?: string;
}

/** Saves a body: inserts, or updates the record whose id it carries. Gives the record's id. */
export async function saveRecord(
  call: EntityCall,
  connection: Connection,
  body: Readonly<Record<string, unknown>>,
  options: SaveOptions = {},
): Promise<string> {
  refuseSleeping(call);
  const submits = options.submit === true && call.model.transitions.submit !== undefined;
  const id = idOf(body);
  const saved =
    id === undefined
      ? await insert(call, connection, body, submits, options)
      : await update(call, connection, id, body, submits, options.submit === true);
  if (submits) await fireTransition(call, connection, saved, 'submit', {});
  return saved;
}

/** Id that a body carries; undefined for a new record. */
export function idOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const { id } = body;
  if (id === undefined || id === null || id === '') return undefined;
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,40}$/.test(id))
    throw invalidInput([{ pointer: '/id', msg: '编号不正确' }]);
  return id;
}

/** Required fields and rules wait while the record is a draft. */
function stageOf(call: EntityCall, status: string | null, everything: boolean): ValidationStage {
  const draft = status !== null && call.model.states[status]?.draft === true;
  return draft && !everything ? 'types' : 'complete';
}

async function insert(
  call: EntityCall,
  connection: Connection,
  body: Readonly<Record<string, unknown>>,
  submits: boolean,
  options: SaveOptions,
): Promise<string> {
  requireAction(call, 'add');
  const { model, context, now } = call;
  const { values: patch, faults: found } = readPatch(call, body, undefined);
  if (found.length > 0) throw invalidInput(found);
  const id = options.newId ?? call.services.ids.next();
  const status = options.newStatus ?? model.initialState ?? null;
  const base: Row = {
    id: null,
    status,
    createUser: context.caller.userId || null,
    createDept: context.caller.deptId || null,
    createTime: now,
  };
  const given = { ...base, ...patch };
  let environment = recordEnvironment(call, { references: await loadReferences(call, connection, given) });
  const withDefaults: Row = { ...base, ...applyDefaults(model, given, environment) };
  environment = recordEnvironment(call, { references: await loadReferences(call, connection, withDefaults) });
  const faults = call.internal ? [] : disabledFaults(call, patch, withDefaults, environment);
  const { values, faults: unseen } = settleRecord(model, withDefaults, new Set(Object.keys(patch)), environment);
  for (const field of model.fields) {
    if (isNumbered(field)) values[field.key] = await nextSerial(call, connection, field);
  }
  const changed = model.fields.filter((field) => !field.base && (values[field.key] ?? null) !== null);
  const stage = stageOf(call, status, options.submit === true && !submits);
  await checkRecord(call, connection, { id, values, changed }, environment, stage, [...faults, ...unseen]);
  await insertRecord(call, connection, id, values);
  await settleFiles(call, connection, id, {}, values);
  return id;
}

async function update(
  call: EntityCall,
  connection: Connection,
  id: string,
  body: Readonly<Record<string, unknown>>,
  submits: boolean,
  everything: boolean,
): Promise<string> {
  const { model } = call;
  const stored = await lockRecord(call, connection, id);
  await checkVersion(call, connection, stored, body.version);
  const { values: patch, faults: found } = readPatch(call, body, stored);
  if (found.length > 0) throw invalidInput(found);
  const sent = Object.keys(patch).filter((key) => isChange(call, key, patch[key], stored));
  if (sent.length === 0 && submits) return id;
  await requireEdit(call, connection, stored);
  const record = { ...stored.values, ...patch };
  const references = await loadReferences(call, connection, record);
  const environment = recordEnvironment(call, { stored: stored.values, references });
  const faults = sent.flatMap((key) => changeFaults(call, key, record, environment));
  const { values, faults: unseen } = settleRecord(model, record, new Set(sent), environment);
  const changed = model.fields.filter((field) => !field.base && isChange(call, field.key, values[field.key], stored));
  const stage = stageOf(call, stored.status, everything && !submits);
  await checkRecord(call, connection, { id, values, changed }, environment, stage, [...faults, ...unseen]);
  await updateRecord(call, connection, stored, values, 'update');
  await settleFiles(call, connection, id, stored.values, values);
  return id;
}

function isChange(call: EntityCall, key: string, value: unknown, stored: StoredRecord): boolean {
  const field = call.model.field.get(key);
  if (field !== undefined && isSecret(field)) return (value ?? null) !== null;
  return !sameValue(value, stored.values[key]);
}

async function requireEdit(call: EntityCall, connection: Connection, stored: StoredRecord): Promise<void> {
  if (call.internal) return;
  const state = stored.status === null ? undefined : call.model.states[stored.status];
  if (state === undefined || typeof state.edit === 'boolean') requireAction(call, 'edit');
  if (mayEdit(call, stored.values, await loadActorFacts(call, connection))) return;
  if (state?.edit === false)
    throw new AnlanError('guardFailed', { detail: `“${state.title}”的${call.model.title}不能修改` });
  throw new AnlanError('forbidden', { action: `编辑${call.model.title}` });
}

/** On a new record a disabled field keeps its default. */
function disabledFaults(call: EntityCall, patch: Row, record: Row, environment: RecordEnvironment): WireFault[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const field = call.model.field.get(key);
    if (field?.disabledWhen === undefined || !holds(field.disabledWhen, record, environment)) return [];
    return sameValue(value, defaultValue(field, record, environment)) ? [] : [unchangeable(field)];
  });
}

function changeFaults(call: EntityCall, key: string, record: Row, environment: RecordEnvironment): WireFault[] {
  const field = call.model.field.get(key);
  if (field === undefined || call.internal) return [];
  if (isFieldFixed(field, environment))
    return [{ pointer: fieldPointer(key), msg: `${field.title}已确定，不能再修改` }];
  return field.disabledWhen !== undefined && holds(field.disabledWhen, record, environment)
    ? [unchangeable(field)]
    : [];
}

function unchangeable(field: FieldModel): WireFault {
  return { pointer: fieldPointer(field.key), msg: `${field.title}不能修改` };
}
