import { errorMessage } from '../errors/catalogue.ts';
import { FaultList } from '../errors/fault-list.ts';
import type { EntityModel } from '../model/entity-model.ts';
import type { WireFault } from '../wire/contract.ts';
import { fieldPointer } from './field-pointer.ts';

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

/** Fault of a key that the entity does not have, named by its first 60 characters: it may be as long as the body. */
export function unknownKeyFault(key: string): WireFault {
  const field = key.slice(0, 60);
  return { pointer: fieldPointer(field), msg: errorMessage('unknownKey', { field }) };
}

/** Faults of all keys of a body that the entity does not have. */
export function unknownKeyFaults(model: EntityModel, body: Readonly<Record<string, unknown>>): readonly WireFault[] {
  const faults = new FaultList();
  for (const key of Object.keys(body)) if (!isBodyKey(model, key)) faults.add(() => unknownKeyFault(key));
  return faults.all;
}

/** More keys than any form sends: the columns of the widest table, each with its label, and what answers carry. */
const MOST_KEYS = 5_000;

/**
 * The unknown keys of a body that has more keys than any record; none of one that is not so large. For refusing it
 * before it is copied or compared, which costs as much as the body is large.
 */
export function swollenFaults(model: EntityModel, body: unknown): readonly WireFault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body).length <= MOST_KEYS ? [] : unknownKeyFaults(model, body as Record<string, unknown>);
}
