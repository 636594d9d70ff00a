import { accessNodes, type RowAccess } from '../../../src/compile/sql/access-conditions.ts';
import { isSearchable } from '../../../src/compile/sql/list-order.ts';
import {
  compileCountQuery,
  compileListQuery,
  type FilterCondition,
  type ListShape,
} from '../../../src/compile/sql/list-query.ts';
import { liveNodes } from '../../../src/compile/sql/live-sql.ts';
import { compilePageQueries, type PageQueries } from '../../../src/compile/sql/page-query.ts';
import type { PlacedQuery } from '../../../src/compile/sql/query.ts';
import { caseConditions, type Dependence, dependenceOf } from '../../../src/compile/sql/record-sql.ts';
import { collectReferences, type ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { CREATOR } from '../../../src/core/model/names-of-people.ts';
import { choiceAccessOf, rowAccessOf, rowAccessSignature } from '../../access/permission/row-access.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { holdsFiles } from '../call/held-files.ts';
import type { EntityCall } from '../call/ports.ts';
import { createRowReader, isSecret, type RowReader } from '../call/record-row.ts';
import { wordingKeys } from '../call/worded-values.ts';
import { abilityFields } from '../read/abilities.ts';
import { isLabelOpen } from '../read/reference-labels.ts';
import type { ListRequest } from './list-request.ts';
import { isAskedWhereRead, isSortedBy, readableOf } from './readable-fields.ts';

/** A list ready to run. */
export interface ListPlan {
  readonly shape: ListShape;
  readonly rows: PlacedQuery;
  /** In place of `rows` where it depends on their number how a page is found best. */
  readonly page: PageQueries | undefined;
  /** Number of rows, for a page behind the last one. */
  readonly count: () => PlacedQuery;
  readonly read: RowReader;
  /** Fields with files among those answered. */
  readonly files: readonly FieldModel[];
}

/** What is asked of a list besides filters and paging. */
export interface ListPurpose {
  readonly operation: OperationModel | undefined;
  /** Page code, where the call names one. */
  readonly page: string | undefined;
  /**
   * `records` with labels and all that a page shows; `values`, places and areas too, as stored, without labels; or only
   * `choices`: id, label, and parent in a tree.
   */
  readonly answer: 'records' | 'values' | 'choices';
  /** Whether the caller's row scope applies; to choices only one that the entity gives his roles by name does. */
  readonly scoped: boolean;
  readonly paged: boolean;
  readonly total: ListShape['total'];
  /** Conditions besides those of page and operation; their text is part of the key. */
  readonly where?: readonly ExpressionNode[];
  /** Why a record cannot be chosen, over it; only together with `special`, since it is no part of the key. */
  readonly misfit?: ExpressionNode | undefined;
  /** Values that stand in the SQL of the conditions themselves; such a plan is not kept. */
  readonly special?: ListShape['special'];
  /** Fields that a kind of page shows in place of the page's columns. Default those columns. */
  readonly shows?: readonly string[] | undefined;
  /** Fields told behind the label; only together with `special`, or `wide`. Default those of the entity. */
  readonly detail?: readonly string[] | undefined;
  /** Whether choices are searched by all that a list is searched by. Default false: by what they are called. */
  readonly wide?: boolean;
}

// Compiled once for a snapshot: metadata, dictionaries and roles in it never change.
const kept = new WeakMap<MetadataSnapshot, Map<string, { dependence: Dependence; plans: Map<string, ListPlan> }>>();
const MOST_SHAPES = 2_000;
const MOST_PLANS = 50;

/** The plan of a list: taken from those kept where only values differ, compiled otherwise. */
export function listPlan(call: EntityCall, purpose: ListPurpose, request: ListRequest): ListPlan {
  const { context, model, snapshot } = call;
  const scopeOf = purpose.scoped ? rowAccessOf : choiceAccessOf;
  const access = call.internal ? 'all' : scopeOf(model, context.caller, snapshot);
  const filters = request.filters.map(knownCases);
  if (purpose.special !== undefined) {
    const shape = buildShape(call, purpose, request, filters, access);
    return compilePlan(call, shape, dependenceOf(nodesOf(shape)));
  }
  const key = shapeKey(call, purpose, request, filters, access);
  let shapes = kept.get(call.snapshot);
  if (shapes === undefined || shapes.size > MOST_SHAPES) {
    shapes = new Map();
    kept.set(call.snapshot, shapes);
  }
  let held = shapes.get(key);
  if (held === undefined) {
    held = { dependence: dependenceOf(nodesOf(buildShape(call, purpose, request, filters, access))), plans: new Map() };
    shapes.set(key, held);
  }
  const surroundings = surroundingsKey(call, held.dependence);
  let plan = held.plans.get(surroundings);
  if (plan === undefined) {
    plan = compilePlan(call, buildShape(call, purpose, request, filters, access), held.dependence);
    if (held.plans.size > MOST_PLANS) held.plans.clear();
    held.plans.set(surroundings, plan);
  }
  return plan;
}

/** The same call for the whole day where its SQL asks for no time of day. */
function surroundingsKey(call: EntityCall, { clock, person }: Dependence): string {
  const time = clock === 'none' ? '' : clock === 'day' ? call.now.slice(0, 10) : call.now;
  return person ? `${time}|${JSON.stringify(call.world.me)}` : time;
}

function compilePlan(call: EntityCall, shape: ListShape, { clock }: Dependence): ListPlan {
  const world = clock === 'day' ? { ...call.world, now: `${call.now.slice(0, 10)} 00:00:00` } : call.world;
  let count: PlacedQuery | undefined;
  return {
    shape,
    rows: compileListQuery(shape, world),
    page: compilePageQueries(shape, world),
    count: () => {
      count ??= compileCountQuery(shape, world);
      return count;
    },
    read: createRowReader(shape.fields, call.snapshot, shape.labels),
    files: shape.fields.filter(holdsFiles),
  };
}

// Only values that some branch gives make different conditions, however many a caller invents.
function knownCases(filter: FilterCondition): FilterCondition {
  if (filter.cases === undefined) return filter;
  const given = new Set((filter.field.cases ?? []).map((branch) => branch.value));
  return { ...filter, cases: [...new Set(filter.cases)].filter((value) => given.has(value)).sort() };
}

function shapeKey(
  call: EntityCall,
  purpose: ListPurpose,
  request: ListRequest,
  filters: readonly FilterCondition[],
  access: RowAccess,
): string {
  const conditions = filters.map(
    (filter) =>
      `${filter.argument}:${filter.not ? '!' : ''}${filter.how}${filter.shipped ? '+' : ''}:${filter.cases?.join('+') ?? ''}`,
  );
  const sort = sortOf(call, purpose, request).map((entry) => `${entry.descending ? '-' : ''}${entry.field.key}`);
  return [
    call.model.key,
    purpose.answer,
    purpose.operation?.name ?? '',
    purpose.page ?? '',
    purpose.shows?.join(',') ?? '',
    purpose.paged ? 'p' : '',
    purpose.wide === true ? 'w' : '',
    purpose.total,
    purpose.where?.map((node) => JSON.stringify(node)).join(';') ?? '',
    request.figure === undefined ? '' : JSON.stringify(request.figure),
    rowAccessSignature(access),
    // Hidden fields depend on the roles.
    call.fieldRights.restricted ? call.rights.signature : '',
    conditions.join(','),
    // Rights on other entities decide over the names of their records: what is searched, and what is sorted by.
    request.keyword
      ? `${request.shippedKeyword ? 'K' : 'k'}${searchedFields(call, purpose).map(({ key }) => key)}`
      : '',
    request.byIds ? 'i' : '',
    request.exact ? 'e' : '',
    request.current > 1 ? 'd' : '',
    request.seek === undefined ? '' : `${request.seek.way}${request.seek.nulls.map(Number).join('')}`,
    sort.join(','),
  ].join('|');
}

function buildShape(
  call: EntityCall,
  purpose: ListPurpose,
  request: ListRequest,
  filters: readonly FilterCondition[],
  access: RowAccess,
): ListShape {
  const { model } = call;
  const page = purpose.page === undefined ? undefined : model.pages[purpose.page];
  const shown = request.figure ?? [page?.where?.node];
  const where = [...shown, purpose.operation?.where?.node, ...(purpose.where ?? [])];
  return {
    model,
    fields: purpose.answer === 'choices' ? choiceFields(call, purpose.detail) : answeredFields(call, purpose),
    where: where.filter((node) => node !== undefined),
    special: purpose.special,
    misfit: purpose.misfit,
    access,
    readable: readableOf(call),
    filters,
    search: request.keyword ? searchedFields(call, purpose) : [],
    shippedSearch: request.shippedKeyword,
    byIds: request.byIds,
    sort: sortOf(call, purpose, request),
    paged: purpose.paged,
    deep: request.current > 1,
    seek: request.seek,
    total: request.exact && purpose.total !== 'none' ? 'exact' : purpose.total,
    // Choices say only what they are called and what tells them apart, which may be what other records are called.
    labels:
      purpose.answer === 'records' ||
      (purpose.answer === 'choices' && choiceFields(call, purpose.detail).some(({ target }) => target !== undefined)),
  };
}

/** Fields of a picker's answer; the state is there because the right on the label may depend on it. */
function choiceFields({ model, fieldRights }: EntityCall, detail = model.labelDetail): FieldModel[] {
  const state = fieldRights.restricted ? ['status'] : [];
  const tree = model.tree === undefined ? [] : [model.tree.parent];
  return pick(model, ['id', model.label, ...detail, ...state, ...fieldRights.reads, ...tree]);
}

/** What a list carries: the page's columns with what its buttons need, or all but the rows of sub-tables. */
function answeredFields(call: EntityCall, { operation, page, answer, shows }: ListPurpose): FieldModel[] {
  const { model } = call;
  const base = [
    'id',
    'version',
    ...(shows === undefined ? model.fields.filter((field) => field.base).map((field) => field.key) : shownBase(model)),
    ...wordingKeys(model.fields),
    ...call.fieldRights.reads,
  ];
  if (operation?.fields !== undefined) {
    return seen(call, pick(model, ['id', 'version', 'status', ...operation.fields, ...call.fieldRights.reads]));
  }
  const needed = [...base, ...abilityFields(model), ...(model.tree === undefined ? [] : [model.tree.parent])];
  if (page !== undefined) {
    // A column of a range shows both its ends.
    const shown = shows ?? (model.pages[page]?.columns ?? []).map(({ field }) => field);
    const columns = shown.flatMap((field) => [field, model.field.get(field)?.property.end ?? field]);
    const asked = Object.values(model.actions).flatMap((action) => namesIn(action.when));
    // The dialog of a step shows them above what it asks.
    const told = Object.values(model.transitions).flatMap((step) => step.shows);
    return seen(
      call,
      pick(model, [
        ...columns,
        ...tonedBy(model, columns),
        model.label,
        ...asked,
        ...told,
        ...begunWith(model, page),
        ...needed,
      ]),
    );
  }
  const plain = model.fields.filter(
    ({ columns, type }) => columns === undefined && (type.group !== 'structure' || answer === 'values'),
  );
  return seen(call, pick(model, [...plain.map((field) => field.key), ...needed]));
}

/** What the platform keeps of every record and thousands of shown ones need: who made and changed them is asked of one. */
function shownBase({ anonymous, fields }: EntityModel): string[] {
  // Whether a record is sealed is told by its author, and who may be chosen in it by `distinct`.
  const author =
    anonymous !== undefined || fields.some(({ property }) => property.distinct?.includes(CREATOR) === true);
  return author ? ['status', 'createUser'] : ['status'];
}

/** Fields by which the tones of others are decided and said. */
function tonedBy(model: EntityModel, columns: readonly string[]): string[] {
  const tones = columns.flatMap((column) => model.field.get(column)?.tones ?? []);
  return tones.flatMap(({ when, left }) => [...when.references, ...(left === undefined ? [] : [left])]);
}

/** Fields that the steps of a page ask for: their dialogs begin with what the record holds. */
function begunWith(model: EntityModel, page: string): string[] {
  const steps = (model.pages[page]?.actions ?? []).flatMap((action) => model.transitions[action]?.fields ?? []);
  return steps.flatMap(({ field }) => {
    const { columns, type } = model.field.get(field) ?? {};
    return columns === undefined && type?.group !== 'structure' && type?.group !== 'file' ? [field] : [];
  });
}

function namesIn(source: string | undefined): string[] {
  return source === undefined ? [] : (source.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []);
}

function pick(model: EntityModel, keys: readonly string[]): FieldModel[] {
  return [...new Set(keys)].flatMap((key) => {
    const field = model.field.get(key);
    return field === undefined || isSecret(field) || (!field.live && field.column === undefined) ? [] : [field];
  });
}

// A field that is hidden in every state and at every step is not even read.
function seen(call: EntityCall, fields: readonly FieldModel[]): FieldModel[] {
  if (!call.fieldRights.restricted || call.internal) return [...fields];
  const needed = new Set([...abilityFields(call.model), ...call.fieldRights.reads]);
  return fields.filter((field) => field.base || needed.has(field.key) || call.fieldRights.isEverSeen(field));
}

// Choices are found by what they show: their label, and what is told behind it.
export function searchedFields(call: EntityCall, { answer, wide }: Pick<ListPurpose, 'answer' | 'wide'>): FieldModel[] {
  const { model } = call;
  const isWide = answer !== 'choices' || wide === true;
  const isSearched = ({ key, property }: FieldModel): boolean =>
    key === model.label || (property.quickSearch === true && (isWide || model.labelDetail.includes(key)));
  return model.fields.filter(
    (field) => isSearched(field) && isSearchable(field) && isAskedWhereRead(call, field) && isLabelOpen(call, field),
  );
}

function sortOf(call: EntityCall, { page }: ListPurpose, request: ListRequest): ListShape['sort'] {
  return request.sort ?? defaultSort(call, page === undefined ? undefined : call.model.pages[page]?.sort);
}

// A page is not sorted by what the person may not see: the order would give it away.
function defaultSort(
  call: EntityCall,
  sort: readonly { readonly field: string; readonly descending: boolean }[] | undefined,
): ListShape['sort'] {
  const { model } = call;
  const chosen = sort ?? Object.values(model.pages)[0]?.sort ?? [{ field: 'createTime', descending: true }];
  return chosen.flatMap(({ field: key, descending }) => {
    const field = model.field.get(key);
    return field === undefined || !isSortedBy(call, field) ? [] : [{ field, descending }];
  });
}

function nodesOf(shape: ListShape): ExpressionNode[] {
  const access = accessNodes(shape.access);
  const cases = shape.filters.flatMap((filter) =>
    filter.cases === undefined ? [] : [caseConditions(filter.field, filter.cases, shape.model)],
  );
  const read = [...shape.filters.map(({ field }) => field), ...shape.search].flatMap(
    ({ key }) => shape.readable?.get(key) ?? [],
  );
  const misfit = shape.misfit === undefined ? [] : [shape.misfit];
  const nodes = [...shape.where, ...misfit, ...access, ...cases, ...read];
  // Conditions may name live fields, which are put in when the query is compiled.
  const named = nodes.flatMap((node) =>
    collectReferences(node).flatMap((name) => shape.model.field.get(name.split('.')[0] ?? name) ?? []),
  );
  return [...nodes, ...liveNodes([...shape.fields, ...named], shape.model)];
}
