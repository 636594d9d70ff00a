import type { OperationModel } from '../../src/core/model/entity-model.ts';
import { callFor, type EntityCall, requireAction } from './entity-call.ts';
import { readChoices } from './list.ts';

/** A record that may be chosen for a field. */
export interface FieldChoice {
  /** Key of the field that it may be chosen for. */
  readonly field: string;
  readonly id: string;
  readonly label: string;
}

/**
 * What may be chosen for several fields at once, as one picker over all of them shows it. `keyword` and `size` hold for
 * each field; people see of each what they may choose there.
 */
export async function readFieldChoices(
  call: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<FieldChoice[]> {
  requireAction(call, 'view');
  const { keyword, size } = args;
  const asked = { ...(keyword === undefined ? {} : { keyword }), ...(size === undefined ? {} : { size }) };
  const found: FieldChoice[] = [];
  for (const { field, where } of operation.choices ?? []) {
    const target = call.snapshot.entities.get(call.model.field.get(field)?.target ?? '');
    if (target === undefined) continue;
    const select = { ...operation, kind: 'select', where, fields: undefined } as const;
    for (const choice of await readChoices(callFor(call, target), select, asked)) found.push({ field, ...choice });
  }
  return found;
}
