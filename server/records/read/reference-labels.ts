import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { MOST_NAMES } from '../../../src/core/model/entity-scope.ts';
import { fieldRightsOf, maskValue } from '../../access/permission/field-access.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';

/** What a person sees of the name of a referred record. */
type LabelAccess = 'open' | 'masked' | 'hidden';

function labelAccess(call: EntityCall, field: FieldModel, depth = 0): LabelAccess {
  const target = field.target === undefined ? undefined : call.snapshot.entities.get(field.target);
  const label = target?.field.get(field.property.ref?.label ?? target.label);
  if (target === undefined || label === undefined) return 'open';
  const rights = fieldRightsOf(target, call.context.caller.roleCodes);
  // A record that is called as another shows that one's name.
  if (rights.isAskable(label)) return depth === MOST_NAMES ? 'open' : labelAccess(call, label, depth + 1);
  // The state of the referred record is not at hand: what is hidden in one state is hidden in all of them here.
  const states: (string | undefined)[] = Object.keys(target.states);
  const all = (states.length === 0 ? [undefined] : states).map((state) => rights.access(label, state));
  return all.includes('hidden') ? 'hidden' : 'masked';
}

/** Whether the person may see what the records of a reference are called; true for fields that refer to nothing. */
export function isLabelOpen(call: EntityCall, field: FieldModel): boolean {
  return call.internal || labelAccess(call, field) === 'open';
}

/**
 * Takes the labels of references out of records, or masks them, where the referred entity hides its names from the
 * person. The same for all records of the entity: asked once for each field.
 */
export function coverLabels(call: EntityCall, fields: readonly FieldModel[], rows: readonly Row[]): void {
  for (const field of fields) {
    if (field.target === undefined) continue;
    const access = labelAccess(call, field);
    if (access === 'open') continue;
    const key = `${field.key}Label`;
    const target = call.snapshot.entities.get(field.target);
    const label = target?.field.get(field.property.ref?.label ?? target.label);
    const masked = access === 'masked' && label !== undefined && !field.multiple;
    for (const row of rows) {
      if (row[key] === undefined || row[key] === null) continue;
      row[key] = masked ? maskValue(label, row[key]) : null;
    }
  }
}
