import { dateOfDay, dayNumber } from '../../../src/core/expression/civil-date.ts';
import { type PeriodUnit, parsePeriod, periodName } from '../../../src/core/expression/index.ts';

/** Periods that are made up for where none of their runs took place. */
const MOST_MISSED = 3;

/** A period of a series at a run. */
export interface PeriodRun {
  readonly unit: PeriodUnit;
  readonly name: string;
  readonly first: string;
  readonly last: string;
  /** Whether nothing is written any more after this. */
  readonly final: boolean;
}

/** What is known of a period from earlier runs. */
interface KnownPeriod {
  readonly period: string;
  readonly final: boolean;
}

/**
 * Periods that a run writes, from early to late: those that are open on its day, and up to three closed ones of which
 * none was ever written though the series had begun.
 * @param known periods of the same unit.
 * @param closes day until which a period that ends on a day is open.
 */
export function periodsOfRun(
  day: string,
  every: PeriodUnit,
  known: readonly KnownPeriod[],
  closes: (last: string) => string,
): readonly PeriodRun[] {
  const begun = known.map(({ period }) => period).sort()[0];
  const written = new Set(known.map(({ period }) => period));
  const runs: PeriodRun[] = [];
  let missed = 0;
  for (let name: string | undefined = periodName(day, every); name !== undefined; ) {
    const period = parsePeriod(name);
    if (period === undefined) break;
    const open = day <= closes(period.last);
    if (!open && (begun === undefined || name < begun || missed === MOST_MISSED)) break;
    if (open || !written.has(name))
      runs.unshift({ unit: every, name, first: period.first, last: period.last, final: !open });
    if (!open) missed += 1;
    const before = dateOfDay((dayNumber(period.first) ?? 0) - 1);
    name = before === null ? undefined : periodName(before, every);
  }
  return runs;
}
