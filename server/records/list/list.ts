import { compileHoldingQuery } from '../../../src/compile/sql/holding-query.ts';
import { compileBelowQuery, type FilterCondition, MISFIT, TOTAL } from '../../../src/compile/sql/list-query.ts';
import { isSlowOrder } from '../../../src/compile/sql/order-index.ts';
import type { QueryInput } from '../../../src/compile/sql/query.ts';
import { PLACE } from '../../../src/compile/sql/seek-query.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { collectReferences } from '../../../src/core/expression/index.ts';
import type { FieldContext } from '../../../src/core/field-type.ts';
import type { EntityModel, FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { WirePage, WireRecord } from '../../../src/core/wire/contract.ts';
import type { ChoiceAnswer, CountAnswer } from '../../../src/core/wire/operations.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { choiceSources, misfitNode } from '../call/choice-rules.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';
import { createAbilities, loadAbove, loadActorFacts } from '../read/abilities.ts';
import { answeredRecord, coverFields, linkUploads } from '../read/answer-record.ts';
import { readsOpen } from '../read/open-reads.ts';
import { loadOpenSteps } from '../read/open-steps.ts';
import { type ReferencePlace, referringRecord } from '../read/reference-condition.ts';
import { type ChoiceGround, choiceGround } from './choice-ground.ts';
import { exactTotal } from './exact-total.ts';
import { readListFigures } from './list-figures.ts';
import { type ListPlan, type ListPurpose, listPlan, searchedFields } from './list-plan.ts';
import {
  LARGEST_LIST,
  LARGEST_PAGE,
  type ListRequest,
  readListRequest,
  TOTAL_CAP,
  unknownSort,
} from './list-request.ts';
import { besidePage, isEndless, keepPlaces } from './page-places.ts';
import { type PageRows, readPageRows } from './page-rows.ts';
import { isSortedBy } from './readable-fields.ts';

type Args = Readonly<Record<string, unknown>>;

/** Code of the page whose rights and condition a list call names. */
export function pageOf(args: Args): string | undefined {
  return textArgument(args.page);
}

/** One page of records with labels and abilities. */
export async function readPage(call: EntityCall, operation: OperationModel, args: Args): Promise<WirePage<WireRecord>> {
  requireAction(call, 'view');
  const asked = readListRequest(call, args, largestPage(call));
  const purpose = listPurpose(call, operation, args, { paged: true, total: 'capped' });
  const { database } = call.services;
  const { plan, rows, total, abilities } = await database.withTenant(call.context.tenantId, async (db) => {
    const tx = { call, db };
    const request = await withRecordsBelow(tx, asked);
    const { plan, found, total } = await (asked.exact ? findCounted : findPlaced)(tx, purpose, request);
    const abilities = createAbilities(call, await loadActorFacts(tx), await loadAbove(tx, found));
    return { plan, rows: found, total, abilities };
  });
  await finishRows(call, plan, rows, abilities);
  return pageAnswer(plan, rows, total, asked);
}

/**
 * Records by their ids with some of their fields alone, in one statement however many they are: what a picture shows of a
 * list. Those that the person does not see on the page are left out.
 */
export async function readShown(
  call: EntityCall,
  operation: OperationModel,
  { page, ids, shows }: { readonly page: string; readonly ids: readonly string[]; readonly shows: readonly string[] },
): Promise<WireRecord[]> {
  requireAction(call, 'view');
  if (ids.length === 0) return [];
  const request = readListRequest(call, { page, ids: ids.join(',') }, ids.length, ids.length);
  const purpose = { ...listPurpose(call, operation, { page }, { paged: true, total: 'none' }), shows };
  return (await readRows(call, purpose, request)).map(answeredRecord);
}

/** A page of rows and the number of all, which is kept: whoever leafs through the list does not count it again. */
async function findCounted(tx: Reading, purpose: ListPurpose, request: ListRequest): Promise<PlacedPage> {
  const { call } = tx;
  const input = queryInput(call, request.values);
  const total = await exactTotal(tx, listPlan(call, purpose, request), input);
  const plan = listPlan(call, { ...purpose, total: 'none' }, request);
  return { plan, found: await runQuery(tx.db, plan.rows, input), total };
}

interface PlacedPage {
  readonly plan: ListPlan;
  readonly found: Row[];
  readonly total: number;
}

/**
 * The page behind or before one that was answered is found beside its rows; any other one is counted off from the first
 * row. Where rows before it went away there may be fewer than a page holds; then it is counted off too.
 */
async function findPlaced(tx: Reading, purpose: ListPurpose, request: ListRequest): Promise<PlacedPage> {
  const { call, db } = tx;
  const { database } = call.services;
  const plan = listPlan(call, purpose, request);
  const input = queryInput(call, request.values);
  const beside = besidePage(plan, input, request);
  if (beside !== undefined) {
    const sought = { ...request, seek: beside.seek, values: { ...request.values, ...beside.values } };
    const placed = listPlan(call, purpose, sought);
    const { rows, total } = await findPage(database, db, placed, queryInput(call, sought.values));
    if (isEndless(total) && (beside.seek.way === 'behind' || rows.length === request.size)) {
      keepPlaces(plan, input, request, rows, total);
      return { plan: placed, found: rows, total };
    }
  }
  const { rows, total } = await findPage(database, db, plan, input);
  keepPlaces(plan, input, request, rows, total);
  return { plan, found: rows, total };
}

/**
 * A request that names the records below those it asks for: of known values the planner knows how many rows they have,
 * of a tree that it reads along it does not.
 */
export async function withRecordsBelow(tx: Reading, request: ListRequest): Promise<ListRequest> {
  const { call } = tx;
  if (!request.filters.some(({ how }) => how === 'below')) return request;
  const values = { ...request.values };
  const filters: FilterCondition[] = [];
  for (const filter of request.filters) {
    if (filter.how !== 'below') {
      filters.push(filter);
      continue;
    }
    const argument = `${filter.argument}:below`;
    const [row] = await runQuery(tx.db, compileBelowQuery(filter, call.world), queryInput(call, values));
    values[argument] = row?.ids ?? [];
    filters.push({ ...filter, how: 'any', argument });
  }
  return { ...request, filters, values };
}

/** The rows of a page with the total of the list, which may stop at the cap. */
export async function findPage(
  database: Database,
  connection: Connection,
  plan: ListPlan,
  input: QueryInput,
): Promise<PageRows> {
  if (plan.page !== undefined) return readPageRows(database, connection, plan.page, input);
  const rows = await runQuery(connection, plan.rows, input);
  // Behind the last page there is no row that carries the total.
  const [counted] =
    rows.length > 0 || input.values.offset === 0 ? rows : await runQuery(connection, plan.count(), input);
  return { rows, total: Number(counted?.[TOTAL] ?? 0) };
}

/** Most rows of a page: the employee page and small entities are answered whole. */
function largestPage(call: EntityCall): number {
  return call.model.small || call.model.key === 'user' ? LARGEST_LIST : LARGEST_PAGE;
}

function pageAnswer({ shape }: ListPlan, rows: Row[], total: number, request: ListRequest): WirePage<WireRecord> {
  const capped = !request.exact && total > TOTAL_CAP;
  const shown = capped ? TOTAL_CAP : total;
  return {
    records: rows.map(answeredRecord),
    total: shown,
    ...(capped ? { totalCapped: true } : {}),
    ...(total > TOTAL_CAP && isSlowOrder(shape.model, shape.sort) ? { slowOrder: true } : {}),
    size: request.size,
    current: request.current,
    pages: Math.ceil(shown / request.size),
  };
}

export function listPurpose(
  call: EntityCall,
  operation: OperationModel,
  args: Args,
  more: Pick<ListPurpose, 'paged' | 'total'> & Partial<ListPurpose>,
): ListPurpose {
  return { operation, page: pageOf(args), answer: 'records', scoped: !call.internal, ...more };
}

/** Makes rows what is answered: values as they are written, rights, files. */
export async function finishRows(
  call: EntityCall,
  plan: ListPlan,
  rows: Row[],
  abilities: ReturnType<typeof createAbilities> | undefined,
): Promise<void> {
  for (const row of rows) {
    delete row[TOTAL];
    delete row[PLACE];
    plan.read(row);
    if (abilities !== undefined) row.abilities = abilities(row);
  }
  const ids = rows.map((row) => String(row.id));
  const steps = call.fieldRights.stepped
    ? await call.services.database.withTenant(call.context.tenantId, (db) => loadOpenSteps({ call, db }, ids))
    : undefined;
  coverFields(call, plan.shape.fields, rows, steps);
  await linkUploads(call, plan.files, rows);
}

/** Records without paging, at most 9999 of small entities and trees and 200 of others; asked for by page, a page. */
export async function readList(
  call: EntityCall,
  operation: OperationModel,
  args: Args,
): Promise<WireRecord[] | WirePage<WireRecord>> {
  if (args.current !== undefined || args.size !== undefined) return readPage(call, operation, args);
  requireAction(call, 'view');
  const most = call.model.small || call.model.tree !== undefined ? LARGEST_LIST : LARGEST_PAGE;
  const request = readListRequest(call, args, most, most);
  const rows = await readRows(call, listPurpose(call, operation, args, { paged: true, total: 'none' }), request);
  return rows.map(answeredRecord);
}

async function readRows(call: EntityCall, purpose: ListPurpose, request: ListRequest): Promise<Row[]> {
  const plan = listPlan(call, purpose, request);
  const { rows, abilities } = await call.services.database.withTenant(call.context.tenantId, async (db) => {
    const tx = { call, db };
    const found = await runQuery(db, plan.rows, queryInput(call, request.values));
    if (purpose.answer !== 'records') return { rows: found, abilities: undefined };
    const facts = await loadActorFacts(tx);
    return { rows: found, abilities: createAbilities(call, facts, await loadAbove(tx, found)) };
  });
  await finishRows(call, plan, rows, abilities);
  return rows;
}

/**
 * Records to choose from: id, label, in a tree the parent; 20 unless `size` says otherwise. `keyword` searches labels,
 * `ids` asks for the labels of known ones. With `for` and `record` those that a field of the person's may hold in a record
 * of these values, else those of his own list; with `filter`, for whoever has no such list, those that records of another
 * list name.
 * @param known the ground where it is not the call's arguments that say it.
 */
export async function readChoices(
  call: EntityCall,
  operation: OperationModel,
  given: Args,
  known?: ChoiceGround,
): Promise<ChoiceAnswer[]> {
  const { model } = call;
  const { for: _for, record: _record, filter: _filter, ...named } = given;
  const ground = known ?? (await choiceGround(call, given));
  const args = given.for === undefined && given.filter === undefined ? given : named;
  const whole = model.tree !== undefined || args.ids !== undefined;
  // Whoever does not see the records may not ask about them: filters could tell what he does not see.
  const open = new Set([model.label, model.tree?.parent]);
  const filterable = (field: FieldModel) => ground.kind === 'seeing' || open.has(field.key);
  const request = onGround(readListRequest(call, args, LARGEST_LIST, whole ? LARGEST_LIST : 20, filterable), ground);
  const hidden = request.sort?.find((entry) => !filterable(entry.field));
  if (hidden !== undefined) throw unknownSort(hidden.field.key);
  const label = model.field.get(model.label);
  const byName = label !== undefined && isSortedBy(call, label) ? [{ field: label, descending: false }] : undefined;
  const sort = request.sort ?? offeredOrder(ground, model) ?? byName;
  const purpose: ListPurpose = {
    operation: { ...operation, fields: undefined },
    page: undefined,
    answer: 'choices',
    scoped: ground.kind === 'seeing',
    paged: true,
    total: 'none',
    ...conditionOf(call, ground.kind === 'naming' ? undefined : ground.place),
  };
  const rows = await readRows(call, purpose, { ...request, sort: model.tree === undefined ? sort : request.sort });
  return rows.map((row) => ({
    id: String(row.id),
    label: String(row[`${model.label}Label`] ?? row[model.label] ?? row.id),
    ...detailOf(call, row, purpose.detail),
    ...(typeof row[MISFIT] === 'string' ? { misfit: row[MISFIT] } : {}),
    ...(model.tree === undefined ? {} : { parentId: (row[model.tree.parent] as string | null) ?? null }),
  }));
}

/**
 * Of several entities those that hold a text, in rows that the person may see or not: the others need not be asked for
 * theirs. One whose shipped texts are meant by their translation is always among them.
 */
export async function callsHolding(calls: readonly EntityCall[], keyword: string): Promise<readonly EntityCall[]> {
  const asked = calls.flatMap((call) => {
    const fields = searchedFields(call, { answer: 'choices', wide: true });
    if (fields.length === 0) return [];
    const { values, shippedKeyword } = readListRequest(call, { keyword }, LARGEST_PAGE);
    return [{ call, values, holder: { model: call.model, fields }, always: shippedKeyword }];
  });
  const [first] = asked;
  if (first === undefined) return [];
  const { call, values } = first;
  const unsure = asked.filter(({ always }) => !always).map(({ holder }) => holder);
  const query = unsure.length === 0 ? undefined : compileHoldingQuery(unsure, call.world);
  const { services, context } = call;
  const rows =
    query === undefined
      ? []
      : await services.database.withTenant(context.tenantId, (db) => runQuery(db, query, queryInput(call, values)));
  const holding = new Set(rows.map(({ entity }) => entity));
  return asked.filter(({ always, holder }) => always || holding.has(holder.model.key)).map((one) => one.call);
}

/**
 * Records that hold a text in what their list is searched by, newest first as the list has them: rows with label, what
 * tells them apart, and their numbers, each as far as the person may read it.
 */
export async function findRecords(call: EntityCall, keyword: string, most: number): Promise<Row[]> {
  requireAction(call, 'view');
  const { model } = call;
  const searched = searchedFields(call, { answer: 'choices', wide: true });
  if (searched.length === 0) return [];
  const numbers = searched.filter(({ type }) => type.type === 'serial').map(({ key }) => key);
  const purpose: ListPurpose = {
    operation: undefined,
    page: undefined,
    answer: 'choices',
    wide: true,
    detail: [...new Set([...numbers, ...model.labelDetail])],
    scoped: !call.internal,
    paged: true,
    total: 'none',
  };
  return readRows(call, purpose, readListRequest(call, { keyword, size: String(most) }, LARGEST_PAGE));
}

/** The order in which the reference for which is chosen offers its records; undefined where it names none. */
function offeredOrder(ground: ChoiceGround, model: EntityModel): ListRequest['sort'] {
  const order = ground.kind === 'naming' ? undefined : ground.place?.field.property.ref?.sort;
  const sorted = order?.flatMap((entry) => {
    const field = model.field.get(entry.replace(/^-/, ''));
    return field?.column === undefined ? [] : [{ field, descending: entry.startsWith('-') }];
  });
  return sorted?.length === 0 ? undefined : sorted;
}

/** The request within the records that the ground names, where it names them. */
function onGround(request: ListRequest, ground: ChoiceGround): ListRequest {
  if (ground.kind !== 'naming') return request;
  const asked = request.byIds ? new Set(request.values.ids as readonly string[]) : undefined;
  const ids = asked === undefined ? ground.ids : ground.ids.filter((id) => asked.has(id));
  return { ...request, byIds: true, values: { ...request.values, ids } };
}

/** What the reference for which is chosen says of its records, over the values of the record that refers. */
function conditionOf(
  call: EntityCall,
  place: ReferencePlace | undefined,
): Pick<ListPurpose, 'where' | 'misfit' | 'special' | 'detail'> {
  const { where, detail } = place?.field.property.ref ?? {};
  if (place === undefined || (detail === undefined && choiceSources(place.field).length === 0)) return {};
  return {
    detail,
    where: where === undefined ? [] : [expressionNode(where)],
    misfit: misfitNode(place.field, (words) => readsOpen(call, collectReferences(words), { record: place.model })),
    special: referringRecord(place.model, place.values, call),
  };
}

/** What is told behind the label: the fields that entity or reference names, as far as the person may see them. */
function detailOf(call: EntityCall, row: Row, fields = call.model.labelDetail): { detail?: string } {
  const parts = fields.flatMap((key) => {
    const field = call.model.field.get(key);
    const value = row[key] ?? null;
    if (field === undefined || value === null || isEmptyList(value)) return [];
    const labels = row[`${key}Label`];
    // A record whose name this person may not read tells nothing apart.
    if (field.target !== undefined && typeof labels !== 'string' && !Array.isArray(labels)) return [];
    return [detailPart(call, field, value, labels as FieldContext['labels'])];
  });
  return parts.length === 0 ? {} : { detail: parts.join(' · ') };
}

// A bare date or number does not say what it is.
function detailPart(call: EntityCall, field: FieldModel, value: unknown, labels: FieldContext['labels']): string {
  const choices = (asked: FieldModel) => choicesOf(call.snapshot, asked);
  const text = field.type.format(value, fieldContext(field, { choices }, labels));
  const isNamed = typeof value === 'number' || ['date', 'dateTime', 'time', 'number'].includes(String(field.valueType));
  return isNamed ? `${field.title} ${text}` : text;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Number of records under the filters, exact with `exact=true`, else capped at 10,000. */
export async function readCount(call: EntityCall, operation: OperationModel, args: Args): Promise<CountAnswer> {
  requireAction(call, 'view');
  const request = readListRequest(call, args);
  const purpose = listPurpose(call, operation, args, { paged: false, total: 'capped' });
  const plan = listPlan(call, purpose, request);
  const input = queryInput(call, request.values);
  const total = await call.services.database.withTenant(call.context.tenantId, async (db) => {
    if (request.exact) return exactTotal({ call, db }, plan, input);
    const [row] = await runQuery(db, plan.count(), input);
    return Number(row?.[TOTAL] ?? 0);
  });
  const figures = await readListFigures(call, purpose, args);
  return !request.exact && total > TOTAL_CAP
    ? { total: TOTAL_CAP, totalCapped: true, ...figures }
    : { total, ...figures };
}

/** A record of a tree with those below it. */
type TreeRow = WireRecord & { children?: TreeRow[]; hasChildren: boolean };

/**
 * The tree whole, or with `parentId` the records right below one (`0` for the roots), each saying whether more are
 * below. A record whose parent the person does not see stands at the root.
 */
export async function readTree(call: EntityCall, operation: OperationModel, args: Args): Promise<TreeRow[]> {
  requireAction(call, 'view');
  const { tree } = call.model;
  if (tree === undefined) throw new AnlanError('unknownCall');
  const request = readListRequest(call, { ...args, parentId: undefined }, LARGEST_LIST, LARGEST_LIST);
  const rows = await readRows(call, listPurpose(call, operation, args, { paged: true, total: 'none' }), request);
  const records = rows.map((row): TreeRow => Object.assign(answeredRecord(row), { hasChildren: false }));
  const roots = nest(records, tree.parent);
  const parentId = textArgument(args.parentId);
  if (parentId === undefined) return roots;
  const below = parentId === '0' ? roots : (records.find(({ id }) => id === parentId)?.children ?? []);
  return below.map(({ children: _, ...row }): TreeRow => row);
}

/** Nests records by the field that names the one above. */
function nest(rows: readonly TreeRow[], parentKey: string): TreeRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const roots: TreeRow[] = [];
  for (const row of rows) {
    row.hasChildren = row.children !== undefined;
    const parent = byId.get(row[parentKey] as string);
    if (parent === undefined || parent === row) roots.push(row);
    else {
      parent.children ??= [];
      parent.children.push(row);
      parent.hasChildren = true;
    }
  }
  return roots;
}
