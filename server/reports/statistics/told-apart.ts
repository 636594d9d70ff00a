import type { FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { callFor } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { readChoices } from '../../records/list/list.ts';

/** A group of a statistic: what it stands for, and what it is called. */
interface Named {
  readonly label: string;
}

/**
 * The groups by a reference, of which those of one name are told apart by what choosers see behind it: 噪声 of two
 * workplaces would be two bars of one word. Whoever may not see the records reads their names alone.
 */
export async function toldApart<Group extends Named>(
  call: EntityCall,
  operation: OperationModel,
  field: FieldModel,
  groups: Map<string | null, Group>,
): Promise<Map<string | null, Group>> {
  const ids = doubled(groups);
  const target = call.snapshot.entities.get(field.target ?? '');
  if (ids.length === 0 || target === undefined) return groups;
  const other = callFor(call, target);
  if (!other.internal && !other.granted.has('view')) return groups;
  const select = { ...operation, kind: 'select', where: undefined, fields: undefined } as const;
  const choices = await readChoices(other, select, { ids: ids.join(',') }, { kind: 'seeing' });
  const detail = new Map(choices.map((choice) => [choice.id, choice.detail]));
  return new Map(
    [...groups].map(([key, group]) => {
      const told = detail.get(key ?? '');
      return [key, told === undefined ? group : { ...group, label: `${group.label} · ${told}` }];
    }),
  );
}

/** Keys of groups that share their name with another one. */
function doubled(groups: ReadonlyMap<string | null, Named>): readonly string[] {
  const times = new Map<string, number>();
  for (const { label } of groups.values()) times.set(label, (times.get(label) ?? 0) + 1);
  return [...groups].flatMap(([key, { label }]) => (key !== null && (times.get(label) ?? 0) > 1 ? [key] : []));
}
