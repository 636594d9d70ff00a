import { verb } from '../../../../../src/core/effects/verbs/fire.ts';
import { evaluateOver, storedValue } from '../../../../../src/core/validation/record-environment.ts';
import type { Row } from '../../../call/record-row.ts';
import { defineRunner } from '../effect-runner.ts';

/** Fires the transition on each target, with what the effect proposes. */
export const runner = defineRunner(verb, async ({ tx, effect, record, environment, targets }) => {
  const { call } = tx;
  const transition = call.model.transitions[effect.step.transition];
  if (transition === undefined) return [];
  const asked = new Set(transition.fields.map(({ field }) => field));
  const rowModel = call.snapshot.entities.get(transition.writes ?? '');
  for (const id of targets) {
    const fields: Row = {};
    const row: Row = {};
    for (const [key, expression] of Object.entries(effect.step.values)) {
      const ofRow = rowModel?.field.get(key);
      const field = ofRow ?? call.model.field.get(key);
      if (field === undefined) continue;
      const value = storedValue(evaluateOver(expression, record, environment), field);
      if (ofRow !== undefined && !asked.has(key)) row[key] = value;
      else fields[key] = value;
    }
    const body = { ...fields, ...(rowModel === undefined ? {} : { row }) };
    await tx.verbs.fire(tx, id, transition.key, body);
  }
  return [];
});
