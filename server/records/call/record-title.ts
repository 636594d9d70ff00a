import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Row } from './record-row.ts';

/** Name of a record for people: its label field as text, else its id. */
export function recordTitle(
  { model, snapshot }: { readonly model: EntityModel; readonly snapshot: MetadataSnapshot },
  values: Row,
  id: string,
): string {
  const field = model.field.get(model.label);
  if (field === undefined || values[field.key] === null || values[field.key] === undefined) return id;
  const choices = { choices: (asked: FieldModel) => choicesOf(snapshot, asked) };
  return field.type.format(values[field.key], fieldContext(field, choices)) || id;
}
