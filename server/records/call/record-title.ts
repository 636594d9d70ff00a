import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { isShownToAll } from '../../../src/core/model/open-to-all.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Row } from './record-row.ts';

/**
 * Name of a record for people: its label field as text, else its id. It goes into tasks, notices, evidence and the log,
 * which people of all rights read: a label that is kept from some gives way to the first detail of it that is not.
 */
export function recordTitle(
  { model, snapshot }: { readonly model: EntityModel; readonly snapshot: MetadataSnapshot },
  values: Row,
  id: string,
): string {
  const choices = { choices: (asked: FieldModel) => choicesOf(snapshot, asked) };
  const named = model.field.get(model.label);
  const hidden = named !== undefined && !isShownToAll(snapshot.entities, model, named);
  const fields = hidden ? model.labelDetail.flatMap((key) => model.field.get(key) ?? []) : [named];
  const field = fields.find(
    (one) => one !== undefined && isShownToAll(snapshot.entities, model, one) && (values[one.key] ?? null) !== null,
  );
  if (field === undefined) return id;
  const label = values[`${field.key}Label`];
  if (field.target !== undefined && typeof label === 'string' && label !== '') return label;
  return field.type.format(values[field.key], fieldContext(field, choices)) || id;
}
