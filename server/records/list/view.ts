import { BLANK_GROUP, compileGroupedQuery, GROUP, type Grouping } from '../../../src/compile/sql/grouped-query.ts';
import { TOTAL } from '../../../src/compile/sql/list-query.ts';
import type { PlacedQuery } from '../../../src/compile/sql/query.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel, OperationModel, PageModel, PageViewModel } from '../../../src/core/model/entity-model.ts';
import type {
  GroupsWanted,
  PageQuery,
  RowsFound,
  RowsWanted,
  ViewAsk,
  ViewQuery,
} from '../../../src/core/model/page-query.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { pageQueries } from '../../../src/page-kinds/queries.generated.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';
import { createAbilities, loadAbove, loadActorFacts } from '../read/abilities.ts';
import { answeredRecord } from '../read/answer-record.ts';
import { findPage, finishRows, listPurpose, pageOf, withRecordsBelow } from './list.ts';
import { type ListPlan, type ListPurpose, listPlan } from './list-plan.ts';
import { conditionOn, type ListRequest, readListRequest, TOTAL_CAP } from './list-request.ts';
import { isAskedWhereRead } from './readable-fields.ts';

type Args = Readonly<Record<string, unknown>>;

/** Argument that says which of a page's kinds is asked for. */
const KIND = '_kind';

/**
 * What a kind of page shows, read by its own query. The query gets rows of the page's list and nothing else, under the
 * filters of the call; the kinds know no other way to records.
 */
export async function readView(call: EntityCall, operation: OperationModel, args: Args): Promise<object> {
  requireAction(call, 'view');
  const page = viewedPage(call, args);
  const { view, query } = askedView(page, textArgument(args[KIND]));
  const taken = new Set([KIND, ...Object.keys(query.takes)]);
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => taken.has(name)));
  const filters = Object.fromEntries(Object.entries(args).filter(([name]) => !taken.has(name)));
  const purpose = listPurpose(call, operation, { ...args, page: page.code }, { paged: true, total: 'none' });
  const list = { call, purpose: { ...purpose, shows: view.fields }, request: readListRequest(call, filters) };
  return query.read(askOf(list, page, own), view.settings);
}

/** The page that is named; where none is, the first that has such a kind. */
function viewedPage({ model }: EntityCall, args: Args): PageModel {
  const code = pageOf(args);
  const pages = Object.values(model.pages);
  const found = code === undefined ? pages.find(({ views }) => views.some(isAsked)) : model.pages[code];
  if (found === undefined) throw invalidInput([{ pointer: '/page', msg: say('没有这个页面') }]);
  return found;
}

const isAsked = ({ kind }: PageViewModel): boolean => kind.by === 'view';

function askedView({ views }: PageModel, wished: string | undefined): { view: PageViewModel; query: ViewQuery } {
  const view = views.find((one) => isAsked(one) && (wished === undefined || one.view === wished));
  const query: PageQuery | undefined = view === undefined ? undefined : pageQueries[view.view];
  if (view === undefined || query?.by !== 'view' || view.settings === undefined) {
    throw invalidInput([{ pointer: `/${KIND}`, msg: say('页面没有这种显示方式') }]);
  }
  return { view, query };
}

/** The list that a page is, as this call asks for it. */
interface AskedList {
  readonly call: EntityCall;
  readonly purpose: ListPurpose;
  readonly request: ListRequest;
}

function askOf(list: AskedList, page: PageModel, args: Args): ViewAsk {
  const { call } = list;
  const sees = (field: FieldModel): boolean => isAskedWhereRead(call, field);
  const requireSeen = (field: FieldModel): void => {
    if (sees(field)) return;
    throw new AnlanError('forbidden', { action: joined(say('查看'), field.title) });
  };
  return {
    model: call.model,
    page,
    now: call.now,
    argument: (name) => textArgument(args[name]),
    refuse: (name, message) => invalidInput([{ pointer: `/${name}`, msg: message }]),
    narrows: ({ key }) => list.request.filters.some(({ field }) => field.key === key),
    sees,
    requireSeen,
    rows: (wanted) => {
      for (const { field } of wanted.where ?? []) requireSeen(field);
      return readWanted(list, wanted);
    },
    grouped: (wanted) => {
      for (const field of [wanted.by, ...(wanted.where ?? []).map((one) => one.field)]) requireSeen(field);
      return readGroups(list, wanted);
    },
  };
}

/** Rows as they were found, and what the person may do with each. */
interface FoundRows {
  readonly plan: ListPlan;
  readonly rows: Row[];
  readonly abilities: ReturnType<typeof createAbilities>;
}

async function readWanted(list: AskedList, wanted: RowsWanted): Promise<RowsFound> {
  const { call } = list;
  const { most, counted = false } = wanted;
  const { plan, rows, total, abilities } = await call.services.database.withTenant(
    call.context.tenantId,
    async (db) => {
      const tx = { call, db };
      const found = await findRows(tx, { ...list, request: await withRecordsBelow(tx, list.request) }, wanted);
      return { ...found, abilities: await abilitiesOf(tx, found.rows) };
    },
  );
  const records = await answered(call, { plan, rows: rows.slice(0, most), abilities });
  return {
    records,
    more: rows.length > most,
    total: counted ? Math.min(total, TOTAL_CAP) : records.length,
    totalCapped: counted && total > TOTAL_CAP,
  };
}

async function abilitiesOf(tx: Reading, rows: readonly Row[]): Promise<FoundRows['abilities']> {
  return createAbilities(tx.call, await loadActorFacts(tx), await loadAbove(tx, rows));
}

async function answered(call: EntityCall, { plan, rows, abilities }: FoundRows): Promise<RowsFound['records']> {
  await finishRows(call, plan, rows, abilities);
  return rows.map(answeredRecord);
}

async function readGroups(list: AskedList, wanted: GroupsWanted): Promise<readonly RowsFound[]> {
  const { call, purpose } = list;
  const { by, most, offset = 0 } = wanted;
  const keys = wanted.keys.filter((key) => key !== null);
  const { plan, rows, abilities } = await call.services.database.withTenant(call.context.tenantId, async (db) => {
    const tx = { call, db };
    const request = narrowedBy(call, await withRecordsBelow(tx, list.request), wanted.where);
    const made = listPlan(call, { ...purpose, paged: false, total: 'none' }, request);
    const query = groupedQuery(made, { by, blank: keys.length < wanted.keys.length }, call);
    const values = { ...request.values, groups: keys, limit: most, offset, cap: TOTAL_CAP + 1 };
    const found = await runQuery(db, query, queryInput(call, values));
    return { plan: made, rows: found, abilities: await abilitiesOf(tx, found.filter(isRow)) };
  });
  const totals = new Map(rows.map((row) => [Number(row[GROUP]), Number(row[TOTAL])]));
  const groupOf = new Map(rows.map((row) => [row.id, Number(row[GROUP])]));
  for (const row of rows) delete row[GROUP];
  const records = await answered(call, { plan, rows: rows.filter(isRow), abilities });
  return wanted.keys.map((key) => {
    const group = key === null ? BLANK_GROUP : keys.indexOf(key) + 1;
    const total = totals.get(group) ?? 0;
    return {
      records: records.filter(({ id }) => groupOf.get(id) === group),
      more: total > offset + most,
      total: Math.min(total, TOTAL_CAP),
      totalCapped: total > TOTAL_CAP,
    };
  });
}

// Compiled once for a plan, which is made anew wherever its conditions differ.
const keptGroupings = new WeakMap<ListPlan, Map<string, PlacedQuery>>();

function groupedQuery(plan: ListPlan, grouping: Grouping, { world }: EntityCall): PlacedQuery {
  const kept = keptGroupings.get(plan) ?? new Map<string, PlacedQuery>();
  keptGroupings.set(plan, kept);
  const key = `${grouping.by.key}${grouping.blank ? '?' : ''}`;
  const query = kept.get(key) ?? compileGroupedQuery(plan.shape, grouping, world);
  kept.set(key, query);
  return query;
}

/** Whether it is a row, and not a group without one. */
const isRow = ({ id }: Row): boolean => id !== null;

async function findRows(
  tx: Reading,
  { call, purpose, request }: AskedList,
  { where = [], most, offset = 0, sort, counted = false }: RowsWanted,
): Promise<Pick<FoundRows, 'plan' | 'rows'> & { readonly total: number }> {
  const held = narrowedBy(call, request, where);
  const narrowed: ListRequest = {
    ...held,
    // One more than is shown says whether there are more.
    values: { ...held.values, limit: most + 1, offset },
    sort: sort ?? request.sort,
    current: 1,
  };
  const plan = listPlan(call, { ...purpose, total: counted ? 'capped' : 'none' }, narrowed);
  const { rows, total } = await findPage(call.services.database, tx.db, plan, queryInput(call, narrowed.values));
  return { plan, rows, total };
}

/** What a call asks for, and what its rows hold besides. */
function narrowedBy(call: EntityCall, request: ListRequest, where: RowsWanted['where'] = []): ListRequest {
  const conditions = where.map(({ field, is }) => conditionOn(call, field, is));
  return {
    ...request,
    filters: [...request.filters, ...conditions.flatMap(({ filters }) => filters)],
    values: Object.assign({ ...request.values }, ...conditions.map(({ values }) => values)),
  };
}
