import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { listRefusal } from '../../../src/core/files/upload-limits.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { computeRecord, isFieldVisible, normalizeRecord } from '../../../src/core/validation/compute-record.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { mediaSizes } from '../../../src/core/validation/media-sizes.ts';
import { holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { skippedFaults } from '../../../src/core/validation/skipped-moment.ts';
import { type ValidationStage, validateRecord } from '../../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { StoredFile } from '../../files/contract.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { type RuledWrite, ruleFaults, rulesOf } from '../call/area-rules.ts';
import { heldFiles, heldIds } from '../call/held-files.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { isSecret } from '../call/record-row.ts';
import { checkReferences, isBelowItself, type ReferenceOrigin } from '../read/check-references.ts';
import { conditionReads } from '../read/reference-condition.ts';
import { drawingFaults } from './check-drawings.ts';
import { goneChoices } from './hold-choices.ts';
import { anonymityFaults, withoutSealedFaults } from './seal-author.ts';

/** Rules that would have to act when a record is saved and that this server does not have; saving says so instead. */
export function refuseSleeping(call: EntityCall): void {
  const { source } = call.model;
  if (call.internal) return;
  if (source.rules !== undefined && rulesOf(call) === undefined)
    throw new AnlanError('notYetAlive', { keyword: `rules：${source.rules}` });
}

/** The record computed and without the values of fields that do not exist for it; faults where such a value was sent. */
export function settleRecord(
  model: EntityModel,
  record: Row,
  sent: ReadonlySet<string>,
  environment: RecordEnvironment,
): { values: Row; faults: WireFault[] } {
  const computed = computeRecord(model, record, environment);
  const faults: WireFault[] = [];
  for (const key of sent) {
    const field = model.field.get(key);
    if (field === undefined || (computed[key] ?? null) === null) continue;
    if (!isFieldVisible(model, field, computed, environment)) {
      faults.push({
        pointer: fieldPointer(key),
        msg: say('当前情况下没有“{field}”，不能填写', { field: field.title }),
      });
    }
  }
  // Clearing what does not exist can change what is computed from it, and that again what exists.
  let values = normalizeRecord(model, computed, environment);
  for (let round = 0; round < 3; round += 1) {
    const next = normalizeRecord(model, computeRecord(model, values, environment), environment);
    if (JSON.stringify(next) === JSON.stringify(values)) break;
    values = next;
  }
  return { values: signOverrides(model, values, sent, environment), faults };
}

/** The record with who put a value in place of a computed one. */
function signOverrides(
  { fields }: EntityModel,
  values: Row,
  sent: ReadonlySet<string>,
  { me, stored }: RecordEnvironment,
): Row {
  // A step that asks for the value sends the stored one back where it was left alone.
  const isGiven = (key: string | undefined) =>
    key !== undefined && sent.has(key) && !sameValue(values[key] ?? null, stored?.[key] ?? null);
  const signed = fields.flatMap(({ override }): [string, string | null][] => {
    if (override === undefined) return [];
    if ((values[override.value] ?? null) === null) return [[override.by, null]];
    const isTouched = [override.value, override.reason].some((key) => isGiven(key));
    return isTouched ? [[override.by, me.userId || null]] : [];
  });
  return signed.length === 0 ? values : { ...values, ...Object.fromEntries(signed) };
}

/** Faults of values put in place of computed ones by somebody who may not; asked of whatever way they came. */
function overriderFaults(
  call: EntityCall,
  values: Row,
  given: ReadonlySet<string> | undefined,
  environment: RecordEnvironment,
): WireFault[] {
  if (call.internal) return [];
  const { model } = call;
  return model.fields.flatMap(({ override, title }) =>
    [override?.value, override?.reason].flatMap((key): WireFault[] => {
      const field = key === undefined || given?.has(key) !== true ? undefined : model.field.get(key);
      if (field?.disabledWhen === undefined || !holds(field.disabledWhen, values, environment)) return [];
      if (sameValue(values[field.key] ?? null, environment.stored?.[field.key] ?? null)) return [];
      return [{ pointer: fieldPointer(field.key), msg: say('您不能改定{field}', { field: title }) }];
    }),
  );
}

/** Refuses a record with faults, all of them at once. */
export async function checkRecord(
  tx: Reading,
  record: {
    readonly id: string;
    readonly values: Row;
    readonly changed: readonly FieldModel[];
    /** What a transition out of drafts proposes, for the rules of the entity. Default it is a save, or a draft stays one. */
    readonly ruled?: Pick<RuledWrite, 'row' | 'transition'>;
  } & ReferenceOrigin,
  environment: RecordEnvironment,
  stage: ValidationStage,
  found: readonly WireFault[] = [],
): Promise<void> {
  const { call } = tx;
  const { model } = call;
  const { values, changed } = record;
  const asksRules = stage === 'complete' || record.ruled !== undefined;
  const byRules = asksRules ? ruleFaults(call, { record: values, old: record.before ?? {}, ...record.ruled }) : [];
  const settled = record.before === undefined ? [] : anonymityFaults(model, values, record.before, environment);
  const said = withoutSealedFaults(model, record.before, validateRecord(model, values, environment, stage));
  const overridden = overriderFaults(call, values, record.given, environment);
  const faults = withoutRepeats(withoutRepeats(overridden, found), [...said, ...byRules, ...settled]);
  if (faults.length > 0) throw invalidInput(faults);
  faults.push(...sealedFaults(call, changed, values));
  faults.push(...(await goneChoices(tx, changed, values, record.before)));
  faults.push(...(await passwordFaults(tx, record)));
  const proposed = { entityKey: model.key, id: record.id, values };
  faults.push(...(await call.services.platform.recordFaults(tx.db, proposed)));
  // A moment over which the clocks were set forward would be stored as another one.
  const { timeZone } = call.snapshot;
  faults.push(...changed.flatMap((field) => skippedFaults(field, values[field.key], timeZone)));
  faults.push(...(await checkReferences(tx, withDependent(model, changed), values, record)));
  const parent = model.tree?.parent;
  const above = parent === undefined ? undefined : values[parent];
  if (typeof above === 'string' && changed.some((field) => field.key === parent)) {
    if (await isBelowItself(tx, record.id, above)) {
      const title = model.field.get(parent ?? '')?.title ?? say('上级');
      faults.push({ pointer: fieldPointer(parent ?? ''), msg: say('{title}不能是自己或自己的下级', { title }) });
    }
  }
  faults.push(...(await fileFaults(tx, record)), ...(await drawingFaults(record)));
  if (faults.length > 0) throw invalidInput(faults);
}

/** The changed fields, and references whose condition reads one of them: what was chosen may not fit any more. */
function withDependent(model: EntityModel, changed: readonly FieldModel[]): readonly FieldModel[] {
  const keys = new Set(changed.map(({ key }) => key));
  const dependent = model.fields.filter(
    (field) => !keys.has(field.key) && conditionReads(field).some((key) => keys.has(key)),
  );
  return dependent.length === 0 ? changed : [...changed, ...dependent];
}

/**
 * What a transition asks for is checked for itself and with the record: the same fault is told once, under the name by
 * which the transition asks.
 */
function withoutRepeats(asked: readonly WireFault[], others: readonly WireFault[]): WireFault[] {
  const told = new Set(asked.map(({ pointer }) => pointer));
  const faults = [...asked, ...others.filter(({ pointer }) => !told.has(pointer))];
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.msg}`, fault])).values()];
}

/** New passwords that the platform refuses; its own, of a first administrator or the demo, it does not judge. */
async function passwordFaults(
  tx: Reading,
  {
    id,
    values,
    changed,
    before,
  }: { readonly id: string; readonly values: Row; readonly changed: readonly FieldModel[] } & ReferenceOrigin,
): Promise<WireFault[]> {
  const { call } = tx;
  if (call.internal) return [];
  const faults: WireFault[] = [];
  for (const { key, type, property } of changed) {
    const password = values[key];
    if (type.type !== 'password' || property.sealed === true || typeof password !== 'string') continue;
    const owner = before === undefined ? undefined : id;
    const msg = await call.services.platform.passwordFault(tx.db, owner, password, values);
    if (msg !== undefined) faults.push({ pointer: fieldPointer(key), msg });
  }
  return faults;
}

/** Sealed choices stay where they are and can no longer be chosen. */
function sealedFaults(call: EntityCall, changed: readonly FieldModel[], values: Row): WireFault[] {
  return changed.flatMap((field) => {
    if (field.computed || isSecret(field)) return [];
    const chosen = values[field.key];
    const keys: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
    const sealed = choicesOf(call.snapshot, field)?.find(
      (choice) => choice.sealed === true && keys.includes(choice.key),
    );
    return sealed === undefined
      ? []
      : [
          {
            pointer: fieldPointer(field.key),
            msg: say('{field}的“{sealed}”已封存，不能再选择', { field: field.title, sealed: sealed.title }),
          },
        ];
  });
}

/** Key of the field that a pointer leads into. */
function topKey(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

async function fileFaults(
  tx: Reading,
  record: { readonly id: string; readonly values: Row; readonly changed: readonly FieldModel[] } & ReferenceOrigin,
): Promise<WireFault[]> {
  const { call } = tx;
  const { id: recordId, values, changed, given } = record;
  const held = heldFiles(changed, values);
  if (held.length === 0) return [];
  const known = await call.services.files.describeFiles(
    tx.db,
    held.flatMap(({ ids }) => ids),
  );
  const { userId, behind } = call.context.caller;
  // Of files that are not his a person does not even hear what is wrong with them.
  const isOwn = ({ holder, uploader }: StoredFile) =>
    holder === undefined
      ? uploader === (behind ?? userId)
      : holder.entityKey === call.model.key && holder.recordId === recordId;
  const entered = new Set(held.flatMap(({ pointer, ids }) => (given?.has(topKey(pointer)) === true ? ids : [])));
  if (!call.internal) {
    for (const [id, file] of known) if (entered.has(id) && !isOwn(file)) known.delete(id);
  }
  return held.flatMap(({ field, pointer, title, ids }) => {
    const files = ids.flatMap((id) => known.get(id) ?? []);
    if (files.length < ids.length) return [{ pointer, msg: say('{title}含有不存在的附件', { title }) }];
    const sizes = mediaSizes(field, call.world.settings);
    const refused = listRefusal(files, { ...field.property, sizes });
    return refused === undefined
      ? []
      : [{ pointer, msg: say('{title}“{name}”：{message}', { title, name: refused.name, message: refused.message }) }];
  });
}

/**
 * Makes uploaded files part of the record, and lets those go that it no longer holds. A file that moves from one field
 * or row to another stays where it is.
 */
export async function settleFiles(tx: Reading, id: string, before: Row, after: Row): Promise<void> {
  const { call, db } = tx;
  const { files } = call.services;
  const { tenantId, caller } = call.context;
  const { fields } = call.model;
  const old = new Set(heldIds(fields, before));
  const places = heldFiles(fields, after);
  const refused: WireFault[] = [];
  for (const { pointer, title, ids } of places) {
    const added = ids.filter((attachId) => !old.has(attachId));
    if (added.length === 0) continue;
    const foreign = await files.claimFiles(db, tenantId, added, { entityKey: call.model.key, recordId: id }, caller);
    if (foreign.length > 0) refused.push({ pointer, msg: say('{title}含有不存在或不属于您的附件', { title }) });
  }
  if (refused.length > 0) throw invalidInput(refused);
  const now = new Set(places.flatMap(({ ids }) => ids));
  const gone = [...old].filter((attachId) => !now.has(attachId));
  if (gone.length > 0) await files.releaseFiles(db, tenantId, gone, { entityKey: call.model.key, recordId: id });
}
