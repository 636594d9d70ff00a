import { errorMessage } from '../errors/catalogue.ts';
import type { EntityModel } from '../model/entity-model.ts';
import type { WireFault } from '../wire/contract.ts';
import { fieldPointer } from './validate-record.ts';

/** Keys that every record carries along without meaning anything on input. */
const ECHOED: ReadonlySet<string> = new Set([
  'id',
  'version',
  'abilities',
  'fieldAccess',
  'isDeleted',
  'children',
  'hasChildren',
]);

/** What answers carry beside a record; no field may be meant where the entity has none of that name. */
const ANSWERED: ReadonlySet<string> = new Set(['asks', 'childAbilities', 'evidence']);

/** Whether a key of a body comes from an answer and means nothing on input, even where a field bears its name. */
export function isEchoedKey(key: string): boolean {
  return ECHOED.has(key);
}

/** Whether a body may hold a key: a field, its label, or what answers carry besides. */
export function isBodyKey(model: EntityModel, key: string): boolean {
  if (ECHOED.has(key) || ANSWERED.has(key) || model.field.has(key)) return true;
  return key.endsWith('Label') && model.field.has(key.slice(0, -'Label'.length));
}

/** Fault of a key that the entity does not have, named by its first 60 characters. */
export function unknownKeyFault(key: string): WireFault {
  return { pointer: fieldPointer(key), msg: errorMessage('unknownKey', { field: key.slice(0, 60) }) };
}

/** Faults of all keys of a body that the entity does not have. */
export function unknownKeyFaults(model: EntityModel, body: Readonly<Record<string, unknown>>): readonly WireFault[] {
  return Object.keys(body)
    .filter((key) => !isBodyKey(model, key))
    .map(unknownKeyFault);
}
