import type { WireRecord } from '../../core/wire/contract.ts';
import { tagColour } from '../../ui/StatusTag.tsx';
import type { EntityPageModel } from '../model/page-model.ts';
import { recordName, valueText } from '../model/record-view.ts';
import type { CalendarEntry } from './calendar-entry.ts';

/** What a record needs to stand in time. */
export interface TimedSettings {
  readonly from: string;
  readonly until: string | undefined;
  readonly color: string | undefined;
  readonly detail: readonly string[];
}

/** A record in time; undefined for one of which the person does not see when it is. */
export function timedEntry(
  page: EntityPageModel,
  { from, until, color, detail }: TimedSettings,
  record: WireRecord,
  movable: boolean,
): CalendarEntry | undefined {
  const start = record[from];
  if (typeof start !== 'string') return undefined;
  const end = until === undefined ? undefined : record[until];
  const choice = color === undefined ? undefined : choiceOf(page, color, record[color]);
  return {
    id: record.id,
    title: [recordName(page, record), ...detail.flatMap((key) => wordsOf(page, key, record))].join(' '),
    word: choice?.title,
    color: tagColour(choice?.color),
    start,
    end: typeof end === 'string' ? end : undefined,
    days: page.model.field.get(from)?.valueType === 'date',
    movable,
  };
}

function wordsOf(page: EntityPageModel, key: string, record: WireRecord): string[] {
  const field = page.model.field.get(key);
  const text = field === undefined ? '' : valueText(page, field, record);
  return text === '' ? [] : [text];
}

function choiceOf(
  { model, choices }: EntityPageModel,
  key: string,
  value: unknown,
): { readonly title: string; readonly color?: string | undefined } | undefined {
  if (typeof value !== 'string') return undefined;
  if (key === 'status') return model.states[value];
  const field = model.field.get(key);
  return (field && choices(field))?.find((choice) => choice.key === value);
}
