import type { FieldModel, OverrideModel } from '../../core/model/entity-model.ts';
import { isWithoutEffect } from '../../core/validation/override-faults.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { isBlank, type RecordData, valueText } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';

/** What is said beside a value that people may override. */
export interface OverrideNote {
  /** Whether what a person put in place of the computed value is in effect. */
  readonly manual: boolean;
  readonly lines: readonly string[];
}

/** What stands beside a computed value in a record, in words; undefined for a field that nobody overrides. */
export function overrideNote(page: EntityPageModel, field: FieldModel, record: RecordData): OverrideNote | undefined {
  const { override } = field;
  if (override === undefined) return undefined;
  const text = (key: string | undefined): string => {
    const beside = key === undefined ? undefined : page.model.field.get(key);
    return beside === undefined ? '' : valueText(page, beside, record);
  };
  if (isBlank(record[override.value])) return { manual: false, lines: [] };
  if (isWithoutEffect(field, record)) {
    const given = runtimeText('override.without', { value: text(override.value) });
    return { manual: false, lines: [given, ...doneBy(override, text)] };
  }
  const computed = text(override.computed);
  const was = runtimeText('override.computed', { value: computed === '' ? runtimeText('override.nothing') : computed });
  return { manual: true, lines: [was, ...doneBy(override, text)] };
}

function doneBy({ reason, by }: OverrideModel, text: (key: string | undefined) => string): string[] {
  const [why, who] = [text(reason), text(by)];
  return [
    ...(why === '' ? [] : [runtimeText('override.reason', { reason: why })]),
    ...(who === '' ? [] : [runtimeText('override.by', { person: who })]),
  ];
}
