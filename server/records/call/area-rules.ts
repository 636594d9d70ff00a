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

/** A write as rules see it. */
export interface RuledWrite {
  readonly record: Row;
  /** As it is stored; empty for a new one. */
  readonly old: Row;
  /** What a transition proposes. Default nothing: it is a save. */
  readonly row?: Row | undefined;
  readonly transition?: string | undefined;
}

/** What rules are told of a write. */
export function ruleContext(
  { now, snapshot }: EntityCall,
  { record, old, row = {}, transition }: RuledWrite,
): RuleContext {
  return { record, old, row, transition, now, setting: (key) => snapshot.settings.get(key) };
}

/** A settled record with what the rules of its entity derive, and what is computed from that. */
export function withDerived(call: EntityCall, write: RuledWrite, environment: RecordEnvironment): Row {
  const derived = rulesOf(call)?.derive?.(ruleContext(call, write));
  if (derived === undefined) return write.record;
  const { model } = call;
  const full = { ...write.record, ...filledValues(model, derived) };
  return normalizeRecord(model, computeRecord(model, full, environment), environment);
}

// Neither what people enter or expressions compute, nor what the platform keeps, nor names that the entity does not have.
function filledValues(model: EntityModel, derived: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(derived).filter(([key]) => model.field.get(key)?.property.by === 'rules'));
}

/** What the rules of its entity have against a record. */
export function ruleFaults(call: EntityCall, write: RuledWrite): readonly WireFault[] {
  const found = rulesOf(call)?.check?.(ruleContext(call, write)) ?? [];
  return found.map(({ field, message }) => ({ pointer: fieldPointer(field), msg: message }));
}
