import type { Entity } from '../../../core/dialect/entity.generated.ts';
import type { FieldModel } from '../../../core/model/entity-model.ts';
import { listed } from '../../../core/text/punctuate.ts';
import { isEmptyValue } from '../../../core/validation/record-environment.ts';
import { sameValue } from '../../../core/validation/same-value.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import type { ChosenLabel } from '../../../field-types/field-view.ts';
import { labelKey, type RecordData } from '../../model/record-view.ts';

/** Most values that are offered for one field: more are looked for, not recognised. */
const MOST_OFFERS = 3;

/** A value that a field can take with one press. */
interface RecentOffer {
  readonly value: unknown;
  readonly label: ChosenLabel | undefined;
  readonly text: string;
}

/** Whether a record says the same as another one in the fields that an offer depends on, and says it at all. */
function agrees(one: RecordData, other: RecordData, by: readonly string[] = []): boolean {
  return by.every((key) => !isEmptyValue(other[key]) && sameValue(one[key], other[key]));
}

function textOf(value: unknown, label: unknown): string {
  const shown = label ?? value;
  return Array.isArray(shown) ? listed(shown.map(String)) : String(shown);
}

/**
 * What a field that is empty offers: what the person's last records hold in it, each value once, newest first.
 * @param records the person's own records, newest first, with the names of what they refer to.
 */
export function recentOffers(field: FieldModel, records: readonly WireRecord[], values: RecordData): RecentOffer[] {
  const { recent } = field.property;
  const offers: RecentOffer[] = [];
  if (recent === undefined || !isEmptyValue(values[field.key])) return offers;
  for (const record of records) {
    const value = record[field.key];
    if (isEmptyValue(value) || record.id === values.id || !agrees(record, values, recent.by)) continue;
    if (offers.some((offer) => sameValue(offer.value, value))) continue;
    const label = record[labelKey(field.key)] as ChosenLabel | undefined;
    offers.push({ value, label: field.target === undefined ? undefined : label, text: textOf(value, label) });
    if (offers.length === MOST_OFFERS) break;
  }
  return offers;
}

/** The person's last record whose rows of a child entity a form offers; undefined where there is none. */
export function recentSource(
  { parent }: Entity,
  records: readonly WireRecord[],
  values: RecordData,
): WireRecord | undefined {
  const { recent } = parent ?? {};
  if (recent === undefined) return undefined;
  return records.find((record) => record.id !== values.id && agrees(record, values, recent.by));
}
