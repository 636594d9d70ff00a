import { plainNumberText } from '../../../src/core/amount/number-grammar.ts';
import { AnlanError, errorMessage } from '../../../src/core/errors/catalogue.ts';
import { FaultList } from '../../../src/core/errors/fault-list.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { isBodyKey, isEchoedKey, unknownKeyFault } from '../../../src/core/validation/body-keys.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import { rowTitle } from '../../../src/core/validation/validate-rows.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { attachIdOf } from '../../../src/field-types/upload/definition.ts';
import { type Holds, maskValue } from '../../access/permission/field-access.ts';
import { changeFiles } from '../call/held-files.ts';
import type { EntityCall } from '../call/ports.ts';
import { isSecret, type Row } from '../call/record-row.ts';
import { isNumbered } from '../call/serial.ts';
import { originalValue } from '../call/shipped-values.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { rightConditions } from '../read/field-conditions.ts';
import { sealValue } from './seal-value.ts';

/** What a body asks to change, cleaned: empty values are null, uploads ids. Faults name what it may not hold. */
interface Patch {
  readonly values: Row;
  readonly faults: readonly WireFault[];
}

/** The body as an object; anything else is refused. */
export function bodyObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AnlanError('malformedJson');
  return body as Record<string, unknown>;
}

/**
 * Reads a body against what is stored. Unknown and hidden keys are refused by name, labels and base fields that the
 * client echoes are passed over, and a status that differs is refused: only transitions change it.
 * @param only where given, the only fields that may be sent; their rights were decided by the transition.
 */
export function readPatch(
  call: EntityCall,
  body: Readonly<Record<string, unknown>>,
  stored: StoredRecord | undefined,
  only?: ReadonlySet<string>,
): Patch {
  const values: Row = {};
  const faults = new FaultList();
  const holds = rightConditions(call)(stored?.values ?? newRecord(call, body));
  for (const [key, raw] of Object.entries(body)) {
    if (isEchoedKey(key) || (key === 'tenantId' && raw === call.context.tenantId)) continue;
    const field = call.model.field.get(key);
    if (field === undefined) {
      if (!isBodyKey(call.model, key)) faults.add(() => unknownKeyFault(key));
    } else if (field.base) {
      const fault = baseFault(call, field, raw, stored);
      if (fault !== undefined) faults.add(() => ({ pointer: fieldPointer(key), msg: fault }));
    } else if (only !== undefined && !only.has(key)) {
      if (!sameValue(cleaned(field, originalValue(call, field, raw)), stored?.values[key]))
        faults.add(() => unknownKeyFault(key));
    } else if (!field.computed && !isNumbered(field)) {
      readField(call, field, raw, { stored, granted: only !== undefined, holds }, { values, faults });
    }
  }
  return { values, faults: faults.all };
}

/** A new record as conditions see it before it is complete: what was sent, and by whom. */
function newRecord(call: EntityCall, body: Readonly<Record<string, unknown>>): Row {
  const { model, context } = call;
  const values = model.fields.map((field): [string, unknown] => {
    const { key, base } = field;
    return [key, base || !Object.hasOwn(body, key) ? null : cleaned(field, body[key])];
  });
  const { userId, deptId } = context.caller;
  const born = { createUser: userId || null, createDept: deptId || null, status: model.initialState ?? null };
  return { ...Object.fromEntries(values), ...born };
}

function baseFault(
  call: EntityCall,
  field: FieldModel,
  raw: unknown,
  stored: StoredRecord | undefined,
): string | undefined {
  if (raw !== null && typeof raw !== 'string' && typeof raw !== 'number')
    return say('{field}的类型不正确', { field: field.title });
  if (field.key !== 'status' || raw === null || raw === '') return undefined;
  const current = stored === undefined ? (call.model.initialState ?? null) : stored.status;
  return String(raw) === current ? undefined : say('状态不能直接修改，只能通过相应的操作改变');
}

function readField(
  call: EntityCall,
  field: FieldModel,
  raw: unknown,
  {
    stored,
    granted,
    holds,
  }: { readonly stored: StoredRecord | undefined; readonly granted: boolean; readonly holds: Holds },
  { values, faults }: { readonly values: Row; readonly faults: FaultList },
): void {
  const pointer = fieldPointer(field.key);
  const sealed = sealValue(
    call,
    field,
    cleaned(field, originalValue(call, field, raw)),
    stored?.values[field.key] ?? null,
  );
  if ('message' in sealed) {
    faults.add(() => ({ pointer: `${pointer}${'at' in sealed ? sealed.at : ''}`, msg: sealed.message }));
    return;
  }
  const { value } = sealed;
  const unstorable = badTexts(field, value);
  if (unstorable.length > 0) {
    faults.addAll(unstorable);
    return;
  }
  // An empty password means that it stays.
  if (value === null && isSecret(field)) return;
  const access =
    call.internal || granted
      ? 'write'
      : call.fieldRights.access(field, stored?.status ?? call.model.initialState, stored?.steps, holds);
  // A form over a row of a list sends back what it was given.
  const before = stored?.values[field.key] ?? null;
  if (field.property.maskInLists === true && before !== null && value === maskValue(field, before)) return;
  if (access === 'hidden') faults.add(() => unknownKeyFault(field.key));
  else if (access === 'write') values[field.key] = value;
  else {
    const shown = access === 'masked' ? maskValue(field, before) : before;
    if (!sameValue(value, shown))
      faults.add(() => ({ pointer, msg: say('您不能修改{field}', { field: field.title }) }));
  }
}

function cleaned(field: FieldModel, raw: unknown): unknown {
  if (isEmptyValue(raw)) return null;
  const rows = field.columns !== undefined && Array.isArray(raw) ? raw.map((row) => cleanedRow(field, row)) : raw;
  return changeFiles(field, rows, (files) => files.map((entry) => attachIdOf(entry) ?? entry));
}

// Keys that tables of the client put into rows for themselves are no part of the data. An empty list in a row stays one:
// a page's row in a permission matrix without actions says that none is granted.
function cleanedRow(field: FieldModel, row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const labels = new Set((field.columns ?? []).map((column) => `${column.key}Label`));
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      key.startsWith('__') || labels.has(key) ? [] : [[key, value === '' ? null : value]],
    ),
  );
}

/** Faults of what can never be stored: in a table at the cell, else at the field. */
function badTexts(field: FieldModel, value: unknown): readonly WireFault[] {
  const faults = new FaultList();
  const add = (title: () => string, ...place: readonly (string | number)[]) =>
    faults.add(() => ({
      pointer: fieldPointer(field.key, ...place),
      msg: errorMessage('invalidText', { field: title() }),
    }));
  if (field.columns === undefined || !Array.isArray(value)) {
    if (badText(value)) add(() => field.title);
    return faults.all;
  }
  for (const [index, row] of value.entries()) {
    const title = () => rowTitle(field, index);
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      if (badText(row)) add(title, index);
      continue;
    }
    for (const [key, cell] of Object.entries(row)) {
      // A key that cannot be stored is no column, and cannot be named.
      if (badText(key)) add(title, index);
      else if (badText(cell)) {
        const column = field.columns.find((one) => one.key === key);
        add(() => joined(title(), column?.title ?? ''), index, key);
      }
    }
  }
  return faults.all;
}

function badText(value: unknown): boolean {
  if (typeof value === 'string') return invalidCharacter(value) !== undefined;
  if (Array.isArray(value)) return value.some(badText);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, entry]) => badText(key) || badText(entry));
}

/** Values of a form body as their fields hold them: numbers from text, lists from repeated or comma separated texts. */
export function fromForm(call: EntityCall, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const field = call.model.field.get(key);
      if (typeof value !== 'string') return [key, value];
      if (key === 'version' || field?.valueType === 'number') {
        const plain = plainNumberText(value.trim());
        return [key, plain === undefined ? value : Number(plain)];
      }
      if (field?.valueType === 'boolean') return [key, value === 'true' ? true : value === 'false' ? false : value];
      return [key, field?.property.type === 'array' && value !== '' ? value.split(',') : value];
    }),
  );
}
