import {
  asksCalendar,
  type CallNode,
  callsWithin,
  collectReferences,
  type ExpressionNode,
  entityRead,
} from '../../../src/core/expression/index.ts';
import { askedCalls } from '../../../src/core/model/asked-calls.ts';
import { siteExpressions } from '../../../src/core/model/build-site-place.ts';
import type {
  EntityModel,
  FieldModel,
  ModelExpression,
  TransitionModel,
  VoteModel,
} from '../../../src/core/model/entity-model.ts';
import type { RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';
import { checkFieldValue } from '../../../src/core/validation/validate-record.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { type Beginning, readBehindReferences } from './behind-references.ts';
import { loadAwaiting, recordEnvironment } from './environment.ts';
import { answerExists, type ExistsMemory } from './exists-conditions.ts';
import type { EntityCall, Reading } from './ports.ts';
import { mentionedFields, readableFields, readRowsOf, readSmallTable, readValuesOf } from './read-rows.ts';
import type { Row } from './record-row.ts';
import { loadToldNames } from './told-names.ts';
import { namesInAll } from './walk-nodes.ts';
import { loadCalendar } from './work-calendar.ts';

/** What a record's expressions are decided over, besides the record. */
interface PreparedParts {
  /** The stored record, for `old.x`. */
  readonly stored?: Row | undefined;
  /** What a transition proposes, for `row.x`. */
  readonly row?: Row | undefined;
  /** Further names: `created` of effects, the parent where it is known already. */
  readonly others?: Row | undefined;
  /** Entities of the records among those names. Default that above the record for `parent`, none for others. */
  readonly beside?: Readonly<Record<string, EntityModel>>;
  /** The transition whose guards, `set`, effects and levels will be asked too. */
  readonly transition?: TransitionModel | undefined;
  /** Entity of `row` where no transition is given. */
  readonly writes?: string | undefined;
  /** Further expressions that will be asked. */
  readonly expressions?: readonly ModelExpression[];
  /** Nothing but `expressions` and `nodes` will be asked: the record's own are left aside. Default false. */
  readonly only?: boolean;
  /** The same as trees, of actors that metadata names by a condition. */
  readonly nodes?: readonly ExpressionNode[];
  /** What was asked for the record in the same step, before anything was written or waited for. */
  readonly memory?: ExistsMemory;
}

const ownExpressions = new WeakMap<EntityModel, readonly ModelExpression[]>();

/** Expressions that each save asks: values, visibility, presence and rules of the fields. */
function recordExpressions(model: EntityModel): readonly ModelExpression[] {
  let known = ownExpressions.get(model);
  if (known === undefined) {
    const found = model.fields.flatMap((field) => [
      // A running total is made when a record is read; no save asks for it.
      field.property.running === undefined ? field.compute : undefined,
      field.defaultFrom,
      field.visible,
      field.requiredWhen,
      field.disabledWhen,
      field.fixedWhen,
      field.serialPrefix,
      ...(field.cases ?? []).map((branch) => branch.when),
      ...field.rules.map((rule) => rule.when),
    ]);
    found.push(...model.sections.map((section) => section.visible), ...model.formRules.map((rule) => rule.when));
    const effects = [...model.effects, ...Object.values(model.states).flatMap((state) => state.effects)];
    for (const effect of effects) found.push(effect.when, ...effect.reads);
    known = found.filter((expression) => expression !== undefined);
    ownExpressions.set(model, known);
  }
  return known;
}

/** The same as trees. */
export const ownNodes = (model: EntityModel): readonly ExpressionNode[] =>
  recordExpressions(model).map(({ node }) => node);

const columnExpressions = new WeakMap<EntityModel, readonly ExpressionNode[]>();

/** Expressions of sub-table columns: they ask for setup tables and the calendar too. */
function columnNodes(model: EntityModel): readonly ExpressionNode[] {
  let known = columnExpressions.get(model);
  if (known === undefined) {
    const columns = model.fields.flatMap((field) => field.columns ?? []);
    const found = columns.flatMap((column) => [
      column.compute,
      column.defaultFrom,
      column.visible,
      column.requiredWhen,
      column.disabledWhen,
      ...(column.cases ?? []).map((branch) => branch.when),
      ...column.rules.map((rule) => rule.when),
    ]);
    known = found.flatMap((expression) => (expression === undefined ? [] : [expression.node]));
    columnExpressions.set(model, known);
  }
  return known;
}

function voteExpressions({ guard, place }: VoteModel): readonly (ModelExpression | undefined)[] {
  return [guard?.when, ...siteExpressions(place)];
}

const transitionExpressions = new WeakMap<TransitionModel, readonly ModelExpression[]>();

/** Expressions that firing a transition asks. */
function expressionsOf(transition: TransitionModel): readonly ModelExpression[] {
  let known = transitionExpressions.get(transition);
  if (known === undefined) {
    const { approval } = transition;
    known = [
      ...transition.guards.map((guard) => guard.when),
      ...transition.to.map((branch) => branch.when),
      ...Object.values(transition.set),
      ...transition.effectSteps.flatMap((effect) => [effect.when, ...effect.reads]),
      ...(approval?.levels ?? []).flatMap((level) => [level.when, ...voteExpressions(level.vote)]),
      ...(approval?.from === undefined ? [] : voteExpressions(approval.from.vote)),
      approval?.opens?.when,
      ...Object.values(approval?.opens?.set ?? {}),
      ...Object.values(approval?.reject.set ?? {}),
    ].filter((expression) => expression !== undefined);
    transitionExpressions.set(transition, known);
  }
  return known;
}

/** What expressions ask for, as far as it follows from them alone. */
interface Asking {
  readonly nodes: readonly ExpressionNode[];
  /** Calls that the database answers. */
  readonly asked: readonly CallNode[];
  /** Small tables that are looked into, with the fields that are read of them. */
  readonly tables: ReadonlyMap<EntityModel, readonly FieldModel[]>;
  /** Whether days of work are counted. */
  readonly days: boolean;
  /** First names of all paths. */
  readonly names: ReadonlySet<string>;
}

const askings = new WeakMap<MetadataSnapshot, WeakMap<EntityModel, WeakMap<TransitionModel | EntityModel, Asking>>>();

/** What is asked for with a record; worked out once for each entity and transition, unless further expressions come. */
function askingOf({ model, snapshot }: EntityCall, parts: PreparedParts): Asking {
  const { transition, expressions, nodes, only } = parts;
  if (only === true || expressions !== undefined || nodes !== undefined) return workOut(snapshot, model, parts);
  const ofSnapshot =
    askings.get(snapshot) ?? new WeakMap<EntityModel, WeakMap<TransitionModel | EntityModel, Asking>>();
  askings.set(snapshot, ofSnapshot);
  const known = ofSnapshot.get(model) ?? new WeakMap<TransitionModel | EntityModel, Asking>();
  ofSnapshot.set(model, known);
  const asking = known.get(transition ?? model) ?? workOut(snapshot, model, parts);
  known.set(transition ?? model, asking);
  return asking;
}

function workOut({ entities }: MetadataSnapshot, model: EntityModel, parts: PreparedParts): Asking {
  const { transition, only } = parts;
  const nodes = [
    ...(only === true ? [] : recordExpressions(model)),
    ...(transition === undefined ? [] : expressionsOf(transition)),
    ...(parts.expressions ?? []),
  ].map(({ node }) => node);
  nodes.push(...(parts.nodes ?? []));
  const approvals = transition?.approval?.from === undefined ? [] : [transition.approval.from.entity];
  const wide = [...nodes, ...(only === true ? [] : columnNodes(model))];
  const asked = nodes.flatMap((node) => askedCalls(node, (key) => entities.get(key)));
  const answered = new Set(asked.flatMap(callsWithin));
  const looked = wide.flatMap((node) => callsWithin(node).filter((call) => !answered.has(call)));
  const tables = new Map<EntityModel, readonly FieldModel[]>();
  for (const key of new Set([...looked.flatMap((call) => entityRead(call) ?? []), ...approvals])) {
    const table = entities.get(key);
    if (table === undefined || (!table.small && !approvals.includes(key))) continue;
    const lookups = looked.filter((node) => entityRead(node) === key);
    tables.set(table, approvals.includes(key) ? readableFields(table) : mentionedFields(table, namesInAll(lookups)));
  }
  const names = new Set(nodes.flatMap((node) => collectReferences(node).map((name) => name.split('.')[0] ?? name)));
  return { nodes, asked, tables, days: wide.some(asksCalendar), names };
}

/** Calls of the record's own expressions that the database answers. */
export const askedOf = (call: EntityCall): readonly CallNode[] => askingOf(call, {}).asked;

/** Whether the record's own expressions read a name: a field, a child entity, the parent. */
export const asksName = (call: EntityCall, name: string): boolean => askingOf(call, {}).names.has(name);

/**
 * The environment of a record with all that its expressions reach beyond it: what stands behind references, the parent
 * of a child, rows of child entities, setup tables, the calendar, and the answers of `exists` for these very values.
 */
export async function prepareEnvironment(
  tx: Reading,
  record: Row,
  parts: PreparedParts = {},
): Promise<RecordEnvironment> {
  const { call } = tx;
  const { model, snapshot } = call;
  const asking = askingOf(call, parts);
  const { nodes, asked, days } = asking;
  const rowModel = snapshot.entities.get(parts.transition?.writes ?? parts.writes ?? '');
  const others = { ...(await loadOthers(tx, record, asking, parts.others)), ...parts.others };
  const beginnings = beginningsOf(tx, record, parts, { others, rowModel });
  const references = new Map([
    ...(await loadAwaiting(tx, record, nodes)),
    ...(await readBehindReferences(tx, nodes, beginnings)),
  ]);
  const base = recordEnvironment(call, {
    references,
    ...(parts.stored === undefined ? {} : { stored: parts.stored }),
    ...(parts.row === undefined ? {} : { row: parts.row }),
  });
  const tables = new Map<string, readonly Row[]>();
  for (const [table, fields] of asking.tables) tables.set(table.key, await readSmallTable(tx, table, fields));
  const subject = {
    record: soundValues(model, record, base),
    stored: parts.stored,
    row: parts.row === undefined ? undefined : soundValues(rowModel ?? model, parts.row, base),
    rowModel,
  };
  const names = parts.only === true ? {} : await loadToldNames(tx, record);
  const { answers, aggregates } = await answerExists(tx, asked, subject, parts.memory);
  return {
    ...base,
    ...(Object.keys(others).length === 0 ? {} : { others }),
    ...names,
    ...(days ? { calendar: await loadCalendar(tx) } : {}),
    lookup: (key) => tables.get(key) ?? [],
    answered: (call) => aggregates.get(call),
    exists(entity, condition) {
      const answer = answers.get(condition);
      if (answer === undefined) throw new TypeError(`exists(${entity}) was not asked beforehand`);
      return answer === true;
    },
    total(entity, of) {
      const answer = answers.get(of);
      if (answer === undefined) throw new TypeError(`total(${entity}) was not asked beforehand`);
      return answer;
    },
    first(entity, of) {
      const answer = answers.get(of);
      if (answer === undefined) throw new TypeError(`first(${entity}) was not asked beforehand`);
      return typeof answer === 'string' ? answer : null;
    },
    within(entity, below) {
      const answer = answers.get(below);
      if (answer === undefined) throw new TypeError(`within(${entity}) was not asked beforehand`);
      return answer === true;
    },
  };
}

/**
 * The values that are sound in themselves: others have faults of their own to tell, no rule is asked about them, and the
 * database would not take them.
 */
function soundValues(model: EntityModel, values: Row, environment: RecordEnvironment): Row {
  const isSound = ([key, value]: [string, unknown]) => {
    const field = model.field.get(key);
    return field === undefined || field.base || checkFieldValue(field, value, environment).length === 0;
  };
  return Object.fromEntries(Object.entries(values).filter(isSound));
}

/** Whether an entity's own expressions ask for other records, so that their answers depend on its values. */
export function asksExists({ call: { model, snapshot } }: Reading): boolean {
  return recordExpressions(model).some(({ node }) => askedCalls(node, (key) => snapshot.entities.get(key)).length > 0);
}

/** The parent of a child, and the rows of child entities that an expression counts or sums, but for what is known. */
async function loadOthers(tx: Reading, record: Row, { nodes, names: read }: Asking, known: Row = {}): Promise<Row> {
  const { model, snapshot } = tx.call;
  const others: Row = {};
  if (model.parent === undefined && model.children.length === 0) return others;
  const above = model.parent === undefined ? undefined : snapshot.entities.get(model.parent.entity);
  const parentId = model.parent === undefined ? undefined : record[model.parent.field];
  if (above !== undefined && typeof parentId === 'string' && read.has('parent') && !Object.hasOwn(known, 'parent')) {
    const fields = mentionedFields(above, namesInAll(nodes));
    others.parent = (await readValuesOf(tx, above, parentId, fields)) ?? null;
  }
  for (const key of model.children) {
    const child = snapshot.entities.get(key);
    if (child?.parent === undefined || !read.has(key) || Object.hasOwn(known, key)) continue;
    const id = typeof record.id === 'string' ? record.id : '';
    const below = { field: child.parent.field, id };
    others[key] =
      id === '' ? [] : await readRowsOf(tx, child, { below, fields: mentionedFields(child, namesInAll(nodes)) });
  }
  return others;
}

/** Records at which paths of a record's expressions begin, with those beside it. */
function beginningsOf(
  { call: { model, snapshot } }: Reading,
  record: Row,
  { stored, row, beside }: PreparedParts,
  { others, rowModel }: { readonly others: Row; readonly rowModel: EntityModel | undefined },
): readonly Beginning[] {
  const above = snapshot.entities.get(model.parent?.entity ?? '');
  const named: [string, EntityModel | undefined, unknown][] = [
    ['old', model, stored],
    ['row', rowModel, row],
    ...Object.entries(others).map(([name, values]): [string, EntityModel | undefined, unknown] => [
      name,
      beside?.[name] ?? (name === 'parent' ? above : undefined),
      values,
    ]),
  ];
  const found = named.flatMap(([name, of, values]) =>
    of && isRow(values) ? [{ name, model: of, rows: [values] }] : [],
  );
  // A transition that writes no row proposes fields of the record itself.
  const proposed = row === undefined ? [] : [{ name: 'row', model, rows: [row] }];
  return [{ name: '', model, rows: [{ ...others, ...record }] }, ...found, ...proposed];
}
