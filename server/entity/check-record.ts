import { AnlanError, invalidInput } from '../../src/core/errors/catalogue.ts';
import { listRefusal } from '../../src/core/files/upload-limits.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { computeRecord, isFieldVisible, normalizeRecord } from '../../src/core/validation/compute-record.ts';
import type { RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import { isSkippedMoment } from '../../src/core/validation/skipped-moment.ts';
import { fieldPointer, type ValidationStage, validateRecord } from '../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { Connection } from '../database/database.ts';
import { checkReferences, isBelowItself } from './check-references.ts';
import { choicesOf, type EntityCall } from './entity-call.ts';
import { isSecret } from './list-plan.ts';
import type { Row } from './record-row.ts';

/** Parts of the dialect that would have to act when a record is saved, and do not yet; saving says so instead. */
export function refuseSleeping(call: EntityCall): void {
  const { source } = call.model;
  if (call.internal) return;
  for (const keyword of ['rules'] as const) {
    if (source[keyword] !== undefined) throw new AnlanError('notYetAlive', { keyword });
  }
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
      faults.push({ pointer: fieldPointer(key), msg: `当前情况下没有“${field.title}”，不能填写` });
    }
  }
  // Clearing what does not exist can change what is computed from it, and that again what exists.
  let values = normalizeRecord(model, computed, environment);
  for (let round = 0; round < 3; round += 1) {
    const next = normalizeRecord(model, computeRecord(model, values, environment), environment);
    if (JSON.stringify(next) === JSON.stringify(values)) break;
    values = next;
  }
  return { values, faults };
}

/** Refuses a record with faults, all of them at once. */
export async function checkRecord(
  call: EntityCall,
  connection: Connection,
  record: { readonly id: string; readonly values: Row; readonly changed: readonly FieldModel[] },
  environment: RecordEnvironment,
  stage: ValidationStage,
  found: readonly WireFault[] = [],
): Promise<void> {
  const { model } = call;
  const { values, changed } = record;
  const faults = withoutRepeats([...found, ...validateRecord(model, values, environment, stage)]);
  if (faults.length > 0) throw invalidInput(faults);
  faults.push(...sealedFaults(call, changed, values), ...skippedFaults(call, changed, values));
  faults.push(...(await checkReferences(call, connection, changed, values)));
  const parent = model.tree?.parent;
  const above = parent === undefined ? undefined : values[parent];
  if (typeof above === 'string' && changed.some((field) => field.key === parent)) {
    if (await isBelowItself(call, connection, record.id, above)) {
      const title = model.field.get(parent ?? '')?.title ?? '上级';
      faults.push({ pointer: fieldPointer(parent ?? ''), msg: `${title}不能是自己或自己的下级` });
    }
  }
  faults.push(...(await fileFaults(call, connection, changed, values)));
  if (faults.length > 0) throw invalidInput(faults);
}

/** What a transition asks for is checked for itself and with the record: the same fault is told once. */
function withoutRepeats(faults: readonly WireFault[]): WireFault[] {
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.msg}`, fault])).values()];
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
      : [{ pointer: fieldPointer(field.key), msg: `${field.title}的“${sealed.title}”已封存，不能再选择` }];
  });
}

/** A moment over which the clocks were set forward would be stored as another one. */
function skippedFaults(call: EntityCall, changed: readonly FieldModel[], values: Row): WireFault[] {
  return changed.flatMap((field) => {
    const moment = values[field.key];
    if (field.valueType !== 'dateTime' || field.computed || typeof moment !== 'string') return [];
    if (!isSkippedMoment(moment, call.snapshot.timeZone)) return [];
    return [
      { pointer: fieldPointer(field.key), msg: `${field.title}不存在这一时刻：当天时钟因夏令时拨快了一小时，请改填` },
    ];
  });
}

async function fileFaults(
  call: EntityCall,
  connection: Connection,
  changed: readonly FieldModel[],
  values: Row,
): Promise<WireFault[]> {
  const uploads = changed.filter((field) => field.type.group === 'file' && Array.isArray(values[field.key]));
  if (uploads.length === 0) return [];
  const ids = uploads.flatMap((field) => values[field.key] as string[]);
  const known = await call.services.files.describeFiles(connection, ids);
  return uploads.flatMap((field) => {
    const held = values[field.key] as string[];
    const files = held.flatMap((id) => known.get(id) ?? []);
    const pointer = fieldPointer(field.key);
    if (files.length < held.length) return [{ pointer, msg: `${field.title}含有不存在的附件` }];
    const refused = listRefusal(files, field.property);
    return refused === undefined ? [] : [{ pointer, msg: `${field.title}“${refused.name}”：${refused.message}` }];
  });
}

/**
 * Makes uploaded files part of the record, and lets those go that it no longer holds. A file that moves from one field
 * to another stays where it is.
 */
export async function settleFiles(
  call: EntityCall,
  connection: Connection,
  id: string,
  before: Row,
  after: Row,
): Promise<void> {
  const { files } = call.services;
  const { tenantId, caller } = call.context;
  const uploads = call.model.fields.filter((field) => field.type.group === 'file');
  const heldBy = (values: Row) => new Set(uploads.flatMap((field) => attachIds(values, field)));
  const [old, now] = [heldBy(before), heldBy(after)];
  for (const field of uploads) {
    const added = attachIds(after, field).filter((attachId) => !old.has(attachId));
    if (added.length === 0) continue;
    const refused = await files.claimFiles(connection, tenantId, added, call.model.key, id, caller);
    if (refused.length > 0) {
      throw invalidInput([{ pointer: fieldPointer(field.key), msg: `${field.title}含有不存在或不属于您的附件` }]);
    }
  }
  const gone = [...old].filter((attachId) => !now.has(attachId));
  if (gone.length > 0) await files.releaseFiles(connection, tenantId, gone, call.model.key, id);
}

function attachIds(values: Row, field: FieldModel): readonly string[] {
  return (values[field.key] ?? []) as readonly string[];
}
