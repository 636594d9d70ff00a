import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { ExpressionCalendar } from '../../../src/core/expression/index.ts';
import { say } from '../../../src/core/text/say.ts';
import type { LookupRow } from '../../../src/core/wire/page.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import { CALENDAR_ENTITY } from '../../metadata/calendar-entity.ts';
import { askedBy, lookedUpBy } from '../../metadata/looked-up.ts';
import { belongings } from '../../metadata/page-metadata.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import { loadCalendar } from '../../records/call/work-calendar.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

/** The days that differ from free weekends. */
function daysOf({ holidays, workdays }: ExpressionCalendar): readonly LookupRow[] {
  const of = (days: ReadonlySet<string>, kind: string) => [...days].map((date) => ({ date, kind }));
  return [...of(holidays, 'holiday'), ...of(workdays, 'workday')];
}

/** Rows of a setup table, with the columns that the page's formulas read and no others. */
async function readLookup({ services, context, snapshot, argument, read }: PersonInput): Promise<readonly LookupRow[]> {
  const found = snapshot.pages.get(argument('code') ?? '');
  if (found === undefined) throw new AnlanError('notFound', { what: say('页面') });
  if (!rightsOf(context.caller, snapshot).page(found.page.code).has('view')) {
    throw new AnlanError('forbidden', { action: say('查看{page}', { page: found.page.title }) });
  }
  const key = argument('entity') ?? '';
  const { entities } = services;
  const model = snapshot.entities.get(key);
  const readers = [found.entity, ...belongings(snapshot, found.entity)];
  if (key === CALENDAR_ENTITY && readers.some((reader) => askedBy(reader).calendar)) {
    const call = createEntityCall(entities, context, snapshot, found.entity, { internal: true });
    return daysOf(await read((db) => loadCalendar({ call, db })));
  }
  const columns = new Set(readers.flatMap((reader) => [...(lookedUpBy(reader).get(key) ?? [])]));
  if (model === undefined || !model.small || columns.size === 0)
    throw new AnlanError('notFound', { what: say('数据表') });
  const call = createEntityCall(entities, context, snapshot, model, { internal: true });
  const rows = await read((db) => readRowsOf({ call, db }, model));
  // A formula may read what its page's reader may not: then the server alone knows the result.
  const { fieldRights } = createEntityCall(entities, context, snapshot, model);
  const open = [...columns].filter((column) => {
    const field = model.field.get(column);
    return field === undefined || fieldRights.isOpen(field);
  });
  return rows.map((row) => Object.fromEntries(open.map((column) => [column, row[column] ?? null])));
}

/** The call by which the browser gets the rows that formulas look things up in. */
export const lookupCalls: readonly SystemCall[] = [
  {
    name: 'lookupRows',
    method: 'GET',
    path: 'metadata/lookup',
    title: '公式查找的数据表',
    arguments: { code: { title: '页面编号', required: true }, entity: { title: '实体', required: true } },
    answer: '各行中公式用到的列',
    handle: readLookup,
  },
];
