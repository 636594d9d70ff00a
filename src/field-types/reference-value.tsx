import { LongText } from '../ui/LongText.tsx';
import type { RecordChoice } from './field-services.ts';
import type { ReadProps, ViewField } from './field-view.ts';
import { knownLabel, rememberLabel } from './known-labels.ts';
import { keysOf, NoValue } from './text-field.tsx';

/** The chosen records with their names: from the record's own labels, else remembered ones, else the id. */
export function chosenRecords(field: ViewField, value: unknown): RecordChoice[] {
  const ids = keysOf(value);
  const labels = typeof field.labels === 'string' ? splitLabel(field.labels, ids.length) : (field.labels ?? []);
  return ids.map((id, index) => {
    const label = labels[index] || (field.target ? knownLabel(field.target, id) : undefined) || id;
    if (field.target && label !== id) rememberLabel(field.target, id, label);
    return { id, label };
  });
}

function splitLabel(label: string, count: number): readonly string[] {
  return count > 1 ? label.split(/[,、]/) : [label];
}

/** Names of records in one line. */
export function ReferenceCell({ field, value, text }: ReadProps) {
  const line =
    text ||
    chosenRecords(field, value)
      .map((record) => record.label)
      .join('、');
  return line === '' ? <NoValue /> : <LongText text={line} />;
}
