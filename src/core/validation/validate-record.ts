import { formulaFault } from '../formula/formula.ts';
import type { EntityModel, FieldModel, ModelRule } from '../model/entity-model.ts';
import { titled } from '../text/punctuate.ts';
import { joined, say } from '../text/say.ts';
import type { WireFault } from '../wire/contract.ts';
import { isFieldVisible } from './compute-record.ts';
import { fieldPointer } from './field-pointer.ts';
import { fieldState, isRequiredHere } from './field-state.ts';
import { overrideFaults } from './override-faults.ts';
import { fitsParent, parentMessage } from './parent-choices.ts';
import { fieldContext, holds, isEmptyValue, type RecordEnvironment, type RecordValues } from './record-environment.ts';

import { ruleMessage } from './rule-message.ts';
import { isFieldSpared, isRuleSpared } from './spared.ts';
import { checkText, hasOwnLength } from './text-checks.ts';
import { checkRows, completeRows } from './validate-rows.ts';

/**
 * How much is checked: `types` only types and limits (saving a draft); `complete` also required fields and rules (a
 * record that leaves its draft, or whose entity has none).
 */
export type ValidationStage = 'types' | 'complete';

/** Digits of a number that names no `precision`; the most that the wire carries exactly. */
const MOST_DIGITS = 15;

/** Message of a field: its title in front, so that it is understood away from the field too. */
function fieldFault(field: FieldModel, message: string): WireFault {
  return { pointer: fieldPointer(field.key), msg: joined(field.title, message) };
}

/** Message of an empty required field, in the words of its kind. */
export function requiredMessage(field: FieldModel): string {
  const { check } = field.property;
  if (hasOwnLength(check)) return checkText(check, '') ?? '';
  const chosen = new Set(['choice', 'time', 'organisation']);
  if (field.type.group === 'file') return say('请上传{field}', { field: field.title });
  if (field.type.group === 'structure') return say('请填写{field}', { field: field.title });
  return chosen.has(field.type.group)
    ? say('请选择{field}', { field: field.title })
    : say('请输入{field}', { field: field.title });
}

/** Faults of type and limits of one value; an empty one has none. */
export function checkFieldValue(
  field: FieldModel,
  value: unknown,
  environment: RecordEnvironment,
): readonly WireFault[] {
  if (isEmptyValue(value)) return [];
  if (field.computed) return isOverflow(field, value) ? [fieldFault(field, say('计算结果超出范围'))] : [];
  const message = field.type.check(value, fieldContext(field, environment));
  if (message === undefined) {
    const fault = field.formula === undefined ? undefined : formulaFault(field.formula, String(value));
    // It speaks of the formula's own names: whose it is has to be said besides.
    if (fault !== undefined) return [{ pointer: fieldPointer(field.key), msg: titled(field.title, fault) }];
    return field.type.rowwise ? checkRows(field, value, environment, checkFieldValue) : [];
  }
  // Messages of named checks and patterns are whole sentences of the specification and stand alone.
  return [
    isWholeSentence(field, message) ? { pointer: fieldPointer(field.key), msg: message } : fieldFault(field, message),
  ];
}

/** Fault of a range that ends before it starts, at its end; a faulty or missing end of it has its own to tell. */
function checkRange(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly WireFault[] {
  const start = model.field.get(field.property.endOf ?? '');
  if (start === undefined || field.type.checkEnd === undefined) return [];
  const ends = [record[field.key], record[start.key]];
  if (ends.some(isEmptyValue) || checkFieldValue(start, record[start.key], environment).length > 0) return [];
  const message = field.type.checkEnd(ends[0], ends[1], start.title);
  if (message === undefined) return [];
  if (!isNamedAfter(field.title, start.title)) return [fieldFault(field, message)];
  const msg = say('{range}的结束不能早于开始', { range: start.title });
  return [{ pointer: fieldPointer(field.key), msg }];
}

/** Whether an end bears the name of its start (“评价期间”, “评价期间止”), which then is that of the whole range. */
function isNamedAfter(end: string, start: string): boolean {
  return end.toLowerCase().includes(start.toLowerCase());
}

/** Faults that a field has in any stage: of its type and limits, or with the start of its range. */
function checkValue(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly WireFault[] {
  if (isFieldSpared(field, record, environment)) return [];
  const faults = checkFieldValue(field, record[field.key], environment);
  return faults.length > 0 ? faults : checkRange(model, field, record, environment);
}

/** Whether a stored computed number has more digits before the point than its field; a live one is never stored. */
function isOverflow(field: FieldModel, value: unknown): boolean {
  if (field.live || field.valueType !== 'number' || typeof value !== 'number') return false;
  const { precision = MOST_DIGITS, scale = field.type.defaultScale ?? 0 } = field.property;
  return !(Math.abs(value) < 10 ** (precision - scale));
}

// What a check says behind the field's title; in other languages such pieces begin with a small letter.
const FRAGMENT = /^(?:[须須]|不能|不是|最多|至少|含有|[整數数]+部分|计算结果|計算結果|\p{Ll})/u;

function isWholeSentence(field: FieldModel, message: string): boolean {
  if (field.property.patterns?.some((pattern) => pattern.message === message)) return true;
  return !FRAGMENT.test(message);
}

/** Rules that reach other records are the server's: the browser has no `exists` and leaves them to it. */
function isDecidable(rule: ModelRule, environment: RecordEnvironment): boolean {
  return !rule.when.serverOnly || environment.exists !== undefined;
}

function ruleFault(
  model: EntityModel,
  rule: ModelRule,
  record: RecordValues,
  environment: RecordEnvironment,
): WireFault {
  const msg = ruleMessage(rule, (key) => model.field.get(key), record, environment);
  return { pointer: fieldPointer(rule.at), msg };
}

/** Whether a rule of a field reads another one that is required and still empty: that one has its own fault to tell. */
function isWaiting(
  model: EntityModel,
  field: FieldModel,
  rule: ModelRule,
  record: RecordValues,
  environment: RecordEnvironment,
): boolean {
  return rule.when.references.some((key) => {
    const read = key === field.key ? undefined : model.field.get(key);
    return read !== undefined && isEmptyValue(record[key]) && fieldState(model, read, record, environment).required;
  });
}

/** Faults of one field over the record: type, limits, and in the `complete` stage presence and rules. */
export function validateField(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
  stage: ValidationStage,
): readonly WireFault[] {
  const typeFaults = checkValue(model, field, record, environment);
  if (typeFaults.length > 0 || stage === 'types') return typeFaults;
  return completeField(model, field, record, environment);
}

/**
 * Faults of presence and rules of a field whose value is sound in itself. Rules that read a field of `unsound` are left
 * out: over a faulty value they would only repeat its fault in other words.
 */
function completeField(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
  unsound: ReadonlySet<string> = new Set(),
): readonly WireFault[] {
  const value = record[field.key];
  if (isEmptyValue(value)) {
    return fieldState(model, field, record, environment).required
      ? [{ pointer: fieldPointer(field.key), msg: requiredMessage(field) }]
      : [];
  }
  // A rule speaks about a value; where the field does not exist there is none.
  if (!isFieldVisible(model, field, record, environment)) return [];
  if (!fitsParent(field, record, environment)) {
    return [{ pointer: fieldPointer(field.key), msg: parentMessage(model, field) }];
  }
  const cells = field.type.rowwise ? completeRows(field, value, record, environment) : [];
  if (cells.length > 0) return cells;
  return field.rules
    .filter((rule) => isDecidable(rule, environment) && !isRuleSpared(rule, record, environment))
    .filter((rule) => !rule.when.references.some((key) => unsound.has(key)))
    .filter((rule) => !holds(rule.when, record, environment))
    .filter((rule) => !isWaiting(model, field, rule, record, environment))
    .map((rule) => ruleFault(model, rule, record, environment));
}

/**
 * All faults of a record, in the order of its fields, then those of the form's rules. The same function runs in the
 * browser, behind the API, for imports and in tests.
 */
export function validateRecord(
  model: EntityModel,
  given: RecordValues,
  environment: RecordEnvironment,
  stage: ValidationStage,
): readonly WireFault[] {
  const record = withoutEmpties(given);
  const fields = model.fields.filter((field) => !field.base);
  const typeFaults = fields.map((field) => checkValue(model, field, record, environment));
  const unsound = new Set(fields.filter((_, index) => typeFaults[index]?.length !== 0).map((field) => field.key));
  const faults = fields.flatMap((field, index): readonly WireFault[] => {
    if (unsound.has(field.key)) return typeFaults[index] ?? [];
    return stage === 'types'
      ? missingHere(model, field, record, environment)
      : completeField(model, field, record, environment, unsound);
  });
  if (unsound.size === 0) faults.push(...overrideFaults(model, record, environment));
  // Rules over the whole record compare values; with a faulty one they would only repeat the fault.
  if (stage === 'types' || faults.length > 0) return faults;
  return model.formRules
    .filter((rule) => isDecidable(rule, environment) && !isRuleSpared(rule, record, environment))
    .filter((rule) => !holds(rule.when, record, environment))
    .map((rule) => ruleFault(model, rule, record, environment));
}

/** Fault of a field that the record's state asks for, a draft's too. */
export function missingHere(
  model: EntityModel,
  field: FieldModel,
  record: RecordValues,
  environment: RecordEnvironment,
): readonly WireFault[] {
  if (!isEmptyValue(record[field.key]) || !isRequiredHere(model, field, record)) return [];
  return fieldState(model, field, record, environment).required
    ? [{ pointer: fieldPointer(field.key), msg: requiredMessage(field) }]
    : [];
}

/** The record as it would be stored: to conditions an empty text or list is no value. */
function withoutEmpties(record: RecordValues): RecordValues {
  const empty = Object.keys(record).filter((key) => record[key] !== null && isEmptyValue(record[key]));
  return empty.length === 0 ? record : { ...record, ...Object.fromEntries(empty.map((key) => [key, null])) };
}
