import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { DefinedRules, RuleContext } from '../../../src/core/rules/define-rules.ts';
import { computeRecord, normalizeRecord } from '../../../src/core/validation/compute-record.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';

/** Rules of the entity of a call; no overlay takes them away. */
export function rulesOf({ services, model }: EntityCall): DefinedRules | undefined {
  return services.rules.get(model.key);
}

/** What rules are told of a record. @param old as it is stored; empty for a new one. */
export function ruleContext({ now, snapshot }: EntityCall, record: Row, old: Row): RuleContext {
  return { record, old, now, setting: (key) => snapshot.settings.get(key) };
}

/** A settled record with what the rules of its entity derive, and what is computed from that. */
export function withDerived(call: EntityCall, record: Row, old: Row, environment: RecordEnvironment): Row {
  const derived = rulesOf(call)?.derive?.(ruleContext(call, record, old));
  if (derived === undefined) return record;
  const { model } = call;
  const full = { ...record, ...ownValues(model, derived) };
  return normalizeRecord(model, computeRecord(model, full, environment), environment);
}

// Neither the base fields, which the platform keeps, nor names that the entity does not have.
function ownValues(model: EntityModel, derived: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(derived).filter(([key]) => model.field.get(key)?.base === false));
}

/** What the rules of its entity have against a record. */
export function ruleFaults(call: EntityCall, record: Row, old: Row): readonly WireFault[] {
  const found = rulesOf(call)?.check?.(ruleContext(call, record, old)) ?? [];
  return found.map(({ field, message }) => ({ pointer: fieldPointer(field), msg: message }));
}
