import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import { isUncounted } from '../../../src/core/model/uncounted.ts';
import { say } from '../../../src/core/text/say.ts';
import { defaultValue } from '../../../src/core/validation/compute-record.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { isFieldFixed } from '../../../src/core/validation/field-state.ts';
import { holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { enteredSeed } from '../../../src/core/validation/seeded-rows.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { ValidationStage } from '../../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { rulesOf, withDerived } from '../call/area-rules.ts';
import { actingOn } from '../call/author.ts';
import { isCompanion, madeWithAnother } from '../call/companions.ts';
import { asPlatform, requireAction } from '../call/entity-call.ts';
import { foreignRow } from '../call/foreign-row.ts';
import type { EntityCall, NewRow, Reading, SaveOptions, Tx } from '../call/ports.ts';
import { asksExists, prepareEnvironment } from '../call/prepare-environment.ts';
import { isSecret, type Row } from '../call/record-row.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { type Above, isInWriteScope, loadActorFacts, mayEdit } from '../read/abilities.ts';
import { meetReferences } from '../read/check-references.ts';
import { lockAbove, lockAboveRow, requireWriteBelow } from '../read/child-call.ts';
import { lockTargets } from '../read/lock-targets.ts';
import { lockRecord } from '../read/read-record.ts';
import { isSeeded } from '../read/seeded-rows.ts';
import { checkVersion } from '../read/version.ts';
import { afterWrite, afterWriteBelow } from './after-write.ts';
import { checkRecord, refuseSleeping, settleFiles, settleRecord } from './check-record.ts';
import { refuseRenamedItem } from './choice-uses.ts';
import { isJudgedStored, judgeStored, stageBefore } from './judge-stored.ts';
import { fillDefaults, prepareNew, storeNew, unstored } from './new-record.ts';
import { proposedRows } from './proposed-rows.ts';
import { readPatch } from './read-body.ts';
import { countingOnce } from './rollup/follow-rollups.ts';
import { type BodyParts, type RowWrites, saveChildren, seedChildren, splitBody } from './save-children.ts';
import { sealAuthor, withoutSealed } from './seal-author.ts';
import { fireTransition } from './transition.ts';
import { updateRecord } from './write-row.ts';

/** Saves a body: inserts, or updates the record whose id it carries. Gives the record's id. */
export async function saveRecord(
  tx: Tx,
  body: Readonly<Record<string, unknown>>,
  options: SaveOptions = {},
): Promise<string> {
  const { call } = tx;
  refuseSleeping(call);
  const submits = options.submit === true && call.model.transitions.submit !== undefined;
  const id = idOf(body);
  const { copies, ...given } = submits && !call.model.field.has('copies') ? body : { ...body, copies: undefined };
  const parts = splitBody(call, submits ? given : body);
  const saved =
    id === undefined
      ? await insert(tx, parts, submits, options)
      : await update(tx, id, parts, submits, options.submit === true);
  if (submits) await fireTransition(tx, saved, 'submit', copies === undefined ? {} : { copies });
  return saved;
}

/** Id that a body carries; undefined for a new record. */
export function idOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const { id } = body;
  if (id === undefined || id === null || id === '') return undefined;
  if (!isRecordId(id)) throw invalidInput([{ pointer: '/id', msg: say('编号不正确') }]);
  return id;
}

/** Required fields and rules wait while the record is a draft. */
function stageOf(call: EntityCall, status: string | null, everything: boolean): ValidationStage {
  const draft = status !== null && call.model.states[status]?.draft === true;
  return draft && !everything ? 'types' : 'complete';
}

async function insert(tx: Tx, parts: BodyParts, submits: boolean, options: SaveOptions): Promise<string> {
  const { call } = tx;
  refuseCompanion(call);
  const { parent } = call.model;
  if (parent !== undefined) {
    const parentId = parts.own[parent.field];
    const field = call.model.field.get(parent.field);
    if (!isRecordId(parentId)) {
      throw invalidInput([
        { pointer: fieldPointer(parent.field), msg: say('请选择{field}', { field: field?.title ?? say('上级记录') }) },
      ]);
    }
    const above = await lockAbove(tx, parentId);
    const acting = actingOn(tx, above.values);
    await requireWriteBelow(acting, 'create', above);
    const stage = stageOf(above.call, statusOf(above.values), false);
    const id = await insertBelow(acting, above, parts, stage, options);
    await afterWriteBelow(acting, above.id);
    return id;
  }
  requireAction(call, 'add');
  const status = options.newStatus ?? call.model.initialState ?? null;
  const stage = stageOf(call, status, options.submit === true && !submits);
  return insertWith(tx, parts, { stage, status, options, followed: submits });
}

/** A record that is made together with another one is not added by itself. */
function refuseCompanion(call: EntityCall): void {
  if (!isCompanion(call.model)) return;
  // Whoever may write none of it is told that first.
  requireAction(call, 'edit');
  throw madeWithAnother(call, call.model, say('新增'));
}

/** Inserts rows below one record, which is locked, counted and followed once for all of them. */
export async function saveBelow(tx: Tx, parentId: string, rows: readonly NewRow[]): Promise<void> {
  const { call } = tx;
  refuseSleeping(call);
  refuseCompanion(call);
  const above = await lockAbove(tx, parentId);
  const acting = actingOn(tx, above.values);
  const stage = stageOf(above.call, statusOf(above.values), false);
  const still = { entity: above.call.model.key, values: { ...above.values, id: above.id } };
  await countingOnce(acting, above.call.model, async (counted) => {
    const counting = { ...counted, still };
    const bodies = rows.map(({ body }) => body);
    await lockTargets(counting, [], bodies);
    await meetReferences(counting, bodies);
    for (const { body, newId } of rows) {
      await requireWriteBelow(counting, 'create', above);
      await insertBelow(counting, above, splitBody(call, body), stage, { newId });
    }
  });
  await afterWriteBelow(acting, above.id);
}

interface InsertOptions {
  readonly stage: ValidationStage;
  readonly status: string | null;
  readonly options: SaveOptions;
  /** Whether a transition follows at once, so that automatic ones wait for it. */
  readonly followed: boolean;
  readonly above?: Above;
}

async function insertWith(
  given: Tx,
  parts: BodyParts,
  { stage, status, options, followed, above }: InsertOptions,
): Promise<string> {
  const { call: asked } = given;
  const { values: patch, faults: found } = readPatch(asked, parts.own, undefined);
  if (found.length > 0) throw invalidInput(found);
  if (above !== undefined) patch[asked.model.parent?.field ?? ''] = above.id;
  const id = options.newId ?? asked.services.ids.next();
  const parent = above === undefined ? {} : { parent: above.values };
  const others = { ...(await newRows(given, parts.children, { status, patch, parent })), ...parent };
  const judgedStored = stage === 'complete' && isJudgedStored(asked, parts.children);
  const prepared = await prepareNew(given, {
    id,
    status,
    given: patch,
    stage: stageBefore(judgedStored, stage),
    others,
    faults: (record, environment) => (asked.internal ? [] : disabledFaults(asked, patch, record, environment)),
  });
  // Rows below a record follow that one.
  if (above !== undefined) await requireWriteBelow(given, 'create', { ...above, row: prepared });
  else if (!isInWriteScope(asked, 'add', prepared)) throw foreignRow(asked, say('新增'));
  const { tx, values } = await sealAuthor(given, id, prepared);
  const { call } = tx;
  await storeNew(tx, id, values);
  const here: Above = { call, id, values: { ...values, id }, records: recordsOf(above), fresh: true };
  await saveChildren(tx, here, parts.children, stage, ROWS);
  await seedChildren(tx, here, parts.children);
  if (judgedStored) await judgeStored(tx, { id, values }, parent);
  await afterWrite(tx, { id, from: null, values: { ...values, id } }, { saved: {}, followed });
  return id;
}

/** Rows that come with a new record, as its conditions count them. */
async function newRows(
  tx: Reading,
  children: BodyParts['children'],
  { status, patch, parent }: { readonly status: string | null; readonly patch: Row; readonly parent: Row },
): Promise<Row> {
  if (children.size === 0) return {};
  const { full } = await fillDefaults(tx, unstored(tx.call, status), patch, { others: parent });
  return proposedRows(tx, children, { id: undefined, values: full });
}

function recordsOf(above: Above | undefined): Above['records'] {
  if (above === undefined) return undefined;
  return { call: above.call, rows: new Map([[above.id, above.values]]), above: above.records };
}

function statusOf(values: Row): string | null {
  return typeof values.status === 'string' ? values.status : null;
}

/** Inserts a row below a record that is locked; rights are the caller's to check. Gives its id. */
function insertBelow(
  tx: Tx,
  above: Above,
  parts: BodyParts,
  stage: ValidationStage,
  options: SaveOptions = {},
): Promise<string> {
  const { call } = tx;
  const status = options.newStatus ?? call.model.initialState ?? null;
  const draft = status !== null && call.model.states[status]?.draft === true;
  const given = parts.own[call.model.parent?.field ?? ''] ?? above.id;
  if (given !== above.id) throw invalidInput([elsewhere(call)]);
  const own = draft ? 'types' : stage;
  return insertWith(tx, parts, { stage: own, status, options, followed: false, above });
}

function elsewhere(call: EntityCall): WireFault {
  const key = call.model.parent?.field ?? '';
  return {
    pointer: fieldPointer(key),
    msg: say('{field}不能修改', { field: call.model.field.get(key)?.title ?? say('上级记录') }),
  };
}

async function update(given: Tx, id: string, sent: BodyParts, submits: boolean, everything: boolean): Promise<string> {
  const above = await lockAboveRow(given, id);
  const uncounted = !submits && sent.children.size === 0 && isUncountedSave(given.call, sent.own);
  const stored = await lockRecord(given, id, { given: sent.own, uncounted });
  const tx = actingOn(above === undefined ? given : actingOn(given, above.values), stored.values);
  const { call } = tx;
  const parts = { ...sent, own: withoutSealed(call.model, sent.own, stored.values) };
  await checkVersion(tx, stored, parts.own.version);
  const stage = stageOf(call, stored.status, everything && !submits);
  if (above !== undefined) {
    const draft = stageOf(above.call, statusOf(above.values), false);
    if (hasChanges(call, parts, stored)) await requireWriteBelow(tx, 'edit', { ...above, row: stored.values });
    await updateWith(tx, stored, parts, {
      stage: draft === 'types' ? 'types' : stage,
      followed: submits,
      above,
    });
    await afterWriteBelow(tx, above.id);
    return id;
  }
  if (!hasChanges(call, parts, stored) && submits) return id;
  // Where only rows below it are written, their own rules decide.
  if (parts.children.size === 0 || hasOwnChanges(call, parts, stored)) await requireEdit(tx, stored);
  await updateWith(tx, stored, parts, { stage, followed: submits });
  return id;
}

/** Whether saving a body leaves all that counts its record as it is. */
function isUncountedSave(call: EntityCall, { id, version, ...own }: Row): boolean {
  const { model, snapshot } = call;
  return rulesOf(call) === undefined && isUncounted(model, Object.keys(own), rollupGraph(snapshot.entities));
}

/** Updates a row below a record that is locked; rights are the caller's to check. */
async function updateBelow(
  tx: Tx,
  above: Above,
  id: string,
  parts: BodyParts,
  stage: ValidationStage,
): Promise<boolean> {
  const { call } = tx;
  const stored = await lockRecord(asPlatform(tx), id);
  if ((parts.own.version ?? null) !== null) await checkVersion(tx, stored, parts.own.version);
  const own = stageOf(call, stored.status, false) === 'types' ? 'types' : stage;
  return updateWith(tx, stored, parts, { stage: own, followed: false, above });
}

const ROWS: RowWrites = { insert: insertBelow, update: updateBelow };

function changedKeys(call: EntityCall, patch: Row, stored: StoredRecord): string[] {
  return Object.keys(patch).filter((key) => isChange(call, key, patch[key], stored));
}

function hasOwnChanges(call: EntityCall, parts: BodyParts, stored: StoredRecord): boolean {
  const { values, faults } = readPatch(call, parts.own, stored);
  return faults.length > 0 || changedKeys(call, values, stored).length > 0;
}

function hasChanges(call: EntityCall, parts: BodyParts, stored: StoredRecord): boolean {
  return parts.children.size > 0 || hasOwnChanges(call, parts, stored);
}

interface UpdateOptions {
  readonly stage: ValidationStage;
  readonly followed: boolean;
  readonly above?: Above;
}

async function updateWith(
  tx: Tx,
  stored: StoredRecord,
  parts: BodyParts,
  { stage, followed, above }: UpdateOptions,
): Promise<boolean> {
  const { call } = tx;
  const { model } = call;
  const { id } = stored;
  const { values: patch, faults: found } = readPatch(call, parts.own, stored);
  if (found.length > 0) throw invalidInput(found);
  if (above !== undefined && (patch[model.parent?.field ?? ''] ?? above.id) !== above.id) {
    throw invalidInput([elsewhere(call)]);
  }
  const sent = changedKeys(call, patch, stored);
  const record = { ...stored.values, ...patch };
  const parentNames = above === undefined ? {} : { parent: above.values };
  const rows = await proposedRows(tx, parts.children, { id, values: record });
  const others = { ...rows, ...parentNames };
  const asked = { stored: stored.values, others, memory: new Map() };
  let environment = await prepareEnvironment(tx, record, asked);
  const faults = [
    ...sent.flatMap((key) => [...limitFaults(call, key), ...changeFaults(call, key, record, environment)]),
    ...(await libraryFaults(tx, id, sent)),
  ];
  const { values: settled, faults: unseen } = settleRecord(model, record, new Set(sent), environment);
  const values = withDerived(tx.call, { record: settled, old: stored.values }, environment);
  if (asksExists(tx)) environment = await prepareEnvironment(tx, values, asked);
  const changed = model.fields.filter((field) => !field.base && isChange(call, field.key, values[field.key], stored));
  const checked = { id, values, changed, before: stored.values, given: new Set(sent) };
  const judgedStored = stage === 'complete' && isJudgedStored(call, parts.children);
  await checkRecord(tx, checked, environment, stageBefore(judgedStored, stage), [...faults, ...unseen]);
  if (above === undefined) {
    if (!isInWriteScope(call, 'edit', values)) throw foreignRow(call, say('编辑'));
  } else if (changed.length > 0) await requireWriteBelow(tx, 'edit', { ...above, row: values });
  const here: Above = { call, id, values, records: recordsOf(above) };
  const below = await saveChildren(tx, here, parts.children, stage, ROWS);
  // Rows that came along are part of what was saved: another save over the same state is stale.
  await refuseRenamedItem(tx, stored.values, values);
  const written = await updateRecord(tx, stored, values, below ? 'rows' : 'update');
  await settleFiles(tx, id, stored.values, values);
  if (judgedStored) await judgeStored(tx, { id, values, before: stored.values }, parentNames);
  await afterWrite(
    tx,
    { id, from: stored.status, values, before: stored.values },
    { saved: written ? stored.values : undefined, followed },
  );
  return written;
}

function isChange(call: EntityCall, key: string, value: unknown, stored: StoredRecord): boolean {
  const field = call.model.field.get(key);
  if (field !== undefined && isSecret(field)) return (value ?? null) !== null;
  return !sameValue(value, stored.values[key]);
}

async function requireEdit(tx: Reading, stored: StoredRecord): Promise<void> {
  const { call } = tx;
  if (call.internal) return;
  const state = stored.status === null ? undefined : call.model.states[stored.status];
  if (state === undefined || typeof state.edit === 'boolean') requireAction(call, 'edit');
  if (mayEdit(call, stored.values, await loadActorFacts(tx))) return;
  if (!isInWriteScope(call, 'edit', stored.values) && state?.edit !== false) throw foreignRow(call, say('编辑'));
  if (state?.edit === false)
    throw new AnlanError('guardFailed', {
      detail: say('“{state}”的{model}不能修改', { state: state.title, model: call.model.title }),
    });
  throw new AnlanError('forbidden', { action: say('编辑{model}', { model: call.model.title }) });
}

/** On a new record a disabled field keeps its default. */
function disabledFaults(call: EntityCall, patch: Row, record: Row, environment: RecordEnvironment): WireFault[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const field = call.model.field.get(key);
    if (field?.disabledWhen === undefined || !holds(field.disabledWhen, record, environment)) return [];
    return sameValue(value, defaultValue(field, record, environment)) ? [] : [unchangeable(field)];
  });
}

/** A row is edited only in the fields that its entity names. */
function limitFaults({ model, internal }: EntityCall, key: string): WireFault[] {
  const limit = model.parent?.edit.fields;
  if (internal || limit === undefined || limit.has(key)) return [];
  return [{ pointer: fieldPointer(key), msg: say('您不能修改{field}', { field: model.field.get(key)?.title ?? key }) }];
}

/** What the library gave a row stays, where its entity names what people enter in it. */
async function libraryFaults({ call, db }: Reading, id: string, keys: readonly string[]): Promise<WireFault[]> {
  const { model, internal, snapshot } = call;
  const seed = enteredSeed(model.parent);
  const given = seed === undefined || internal ? [] : keys.filter((key) => !seed.entered.has(key));
  if (seed === undefined || given.length === 0 || !(await isSeeded(db, model, id))) return [];
  const library = snapshot.entities.get(seed.from)?.title ?? seed.from;
  return given.map((key) => {
    const words = { field: model.field.get(key)?.title ?? key, library };
    return { pointer: fieldPointer(key), msg: say('{field}由{library}带入，不能修改', words) };
  });
}

function changeFaults(call: EntityCall, key: string, record: Row, environment: RecordEnvironment): WireFault[] {
  const field = call.model.field.get(key);
  if (field === undefined || call.internal) return [];
  if (key === call.model.companion?.field) return [unchangeable(field)];
  if (isFieldFixed(field, environment))
    return [{ pointer: fieldPointer(key), msg: say('{field}已确定，不能再修改', { field: field.title }) }];
  return field.disabledWhen !== undefined && holds(field.disabledWhen, record, environment)
    ? [unchangeable(field)]
    : [];
}

function unchangeable(field: FieldModel): WireFault {
  return { pointer: fieldPointer(field.key), msg: say('{field}不能修改', { field: field.title }) };
}
