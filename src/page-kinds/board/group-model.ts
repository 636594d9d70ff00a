import { compareNames } from '../../core/text/name-order.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { recordName, valueText } from '../../runtime/model/record-view.ts';
import { type Countdown, countdownsOf } from './countdown.ts';
import type { GroupBoard } from './definition.ts';

/** A record as a board of groups shows it. */
export interface GroupedCard {
  readonly record: WireRecord;
  readonly countdowns: readonly Countdown[];
}

/** Cards of one value. */
interface CardGroup {
  readonly key: string;
  /** Name of the value; empty for that of records without one. */
  readonly title: string;
  readonly cards: readonly GroupedCard[];
}

interface Needed {
  readonly nearest: number;
  readonly name: string;
}

const byNeed = (left: Needed, right: Needed): number =>
  left.nearest === right.nearest ? compareNames(left.name, right.name) : left.nearest < right.nearest ? -1 : 1;

const nearestOf = (countdowns: readonly Countdown[]): number => countdowns[0]?.left ?? Number.POSITIVE_INFINITY;

/** Cards by their group; within one, and among them, what runs out first comes first. `now` is the server's wall clock. */
export function cardGroups(
  page: EntityPageModel,
  settings: GroupBoard,
  records: readonly WireRecord[],
  { now, environment }: { readonly now: string; readonly environment: RecordEnvironment },
): readonly CardGroup[] {
  const field = page.model.field.get(settings.group);
  const groups = new Map<string, { title: string; cards: (GroupedCard & Needed)[] }>();
  for (const record of records) {
    const key = String(record[settings.group] ?? '');
    const group = groups.get(key) ?? { title: field && key !== '' ? valueText(page, field, record) : '', cards: [] };
    groups.set(key, group);
    const countdowns = countdownsOf(record, settings, now, environment);
    group.cards.push({ record, countdowns, nearest: nearestOf(countdowns), name: recordName(page, record) });
  }
  return [...groups]
    .map(([key, { title, cards }]) => ({ key, title, cards: cards.sort(byNeed) }))
    .sort((left, right) =>
      byNeed(
        { nearest: left.cards[0]?.nearest ?? Number.POSITIVE_INFINITY, name: left.title },
        { nearest: right.cards[0]?.nearest ?? Number.POSITIVE_INFINITY, name: right.title },
      ),
    );
}

/** How many records there are of each value of a field. */
export function countBy(records: readonly WireRecord[], field: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const value = record[field];
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
