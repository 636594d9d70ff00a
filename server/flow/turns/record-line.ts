import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { listed } from '../../../src/core/text/punctuate.ts';
import { fieldContext, isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Row } from '../../records/call/record-row.ts';

/** What a record is called, and what tells it apart, in the language of the metadata. */
interface Worded {
  readonly model: EntityModel;
  readonly snapshot: MetadataSnapshot;
}

/**
 * A record in one line: its label and what its entity tells behind it (`labelDetail`), as far as the row has it. The row
 * was read with labels.
 */
export function recordLine({ model, snapshot }: Worded, row: Row): string {
  const parts = [model.label, ...model.labelDetail].flatMap((key) => {
    const field = model.field.get(key);
    const text = field === undefined ? '' : valueText(snapshot, field, row);
    return text === '' ? [] : [text];
  });
  return parts.join(' ');
}

function valueText(snapshot: MetadataSnapshot, field: FieldModel, row: Row): string {
  const value = row[field.key];
  const label = row[`${field.key}Label`];
  if (field.target !== undefined)
    return Array.isArray(label) ? listed(label.map(String)) : typeof label === 'string' ? label : '';
  if (isEmptyValue(value)) return '';
  return field.type.format(value, fieldContext(field, { choices: (asked) => choicesOf(snapshot, asked) }));
}

/** What the line of a record reads. */
export function lineFields(model: EntityModel): readonly string[] {
  return [model.label, ...model.labelDetail];
}
