import type { ExpressionCalendar } from '../../../src/core/expression/index.ts';
import { CALENDAR_ENTITY } from '../../metadata/calendar-entity.ts';
import type { Reading } from './ports.ts';

/**
 * The tenant's calendar: the platform's days, and the tenant's own, which win. Where the entity does not exist (tests of
 * single entities) only weekends are free.
 */
export async function loadCalendar(tx: Reading): Promise<ExpressionCalendar> {
  const { call } = tx;
  const model = call.snapshot.entities.get(CALENDAR_ENTITY);
  const date = model?.field.get('calendarDate')?.id;
  const kind = model?.field.get('dayKind')?.id;
  const rows =
    model === undefined || date === undefined || kind === undefined
      ? []
      : await tx.db.query<{ date: string; kind: string }>(
          `select "${date}"::text as date, "${kind}" as kind from data."${model.id}"
           where "tenantId" = any($1) and "isDeleted" = 0 order by "tenantId" = $2`,
          [['000000', call.context.tenantId], call.context.tenantId],
        );
  const kinds = new Map(rows.map((row) => [row.date, row.kind]));
  const of = (wanted: string) => new Set([...kinds].flatMap(([day, found]) => (found === wanted ? [day] : [])));
  return { holidays: of('holiday'), workdays: of('workday') };
}

/** Whether people work on a day (`YYYY-MM-DD`): what the calendar says, else Monday to Friday. */
export function isWorkday(calendar: ExpressionCalendar, date: string): boolean {
  if (calendar.holidays.has(date)) return false;
  if (calendar.workdays.has(date)) return true;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
