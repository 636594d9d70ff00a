import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import type { FieldChoice } from '../../../src/core/wire/operations.ts';
import { mayFillIn } from '../../access/permission/fill-in.ts';
import { callFor, requireAction } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import { readChoices } from './list.ts';

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
    const named = call.model.field.get(field);
    const target = call.snapshot.entities.get(named?.target ?? '');
    if (named === undefined || target === undefined) continue;
    const other = callFor(call, target);
    const isEntered = call.internal || mayFillIn({ ...call.context, snapshot: call.snapshot }, call.model, named);
    if (!isEntered && !other.granted.has('view')) continue;
    const select = { ...operation, kind: 'select', where, fields: undefined } as const;
    const choices = await readChoices(other, select, asked, { kind: isEntered ? 'entering' : 'seeing' });
    for (const choice of choices) found.push({ field, ...choice });
  }
  return found;
}
