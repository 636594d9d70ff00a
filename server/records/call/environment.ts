import { compileDetailQuery } from '../../../src/compile/sql/list-query.ts';
import { bind } from '../../../src/compile/sql/query.ts';
import { collectReferences, type ExpressionNode } from '../../../src/core/expression/index.ts';
import type { EntityModel, ModelExpression } from '../../../src/core/model/entity-model.ts';
import type { RecordEnvironment, RecordValues } from '../../../src/core/validation/record-environment.ts';
import { choicesOf, choiceTitles, dictionaryRanks, titledChoices } from '../../metadata/choices.ts';
import { asksAwaiting, awaitedTransitions } from './awaiting.ts';
import type { EntityCall, Reading } from './ports.ts';
import { queryInput } from './query-input.ts';
import { createRowReader, type Row } from './record-row.ts';

/** What a record's expressions see of the surroundings, besides the record itself. */
interface EnvironmentParts {
  readonly stored?: RecordValues;
  readonly row?: RecordValues;
  /** Values behind references, by path (`deptId.deptName`). */
  readonly references?: ReadonlyMap<string, unknown>;
}

/** Under this name the values behind references hold the transitions that await the person's vote. */
const AWAITING = '#awaiting';

/** The environment in which a record is computed and checked. */
export function recordEnvironment(call: EntityCall, parts: EnvironmentParts = {}): RecordEnvironment {
  const { snapshot, world } = call;
  return {
    now: call.now,
    me: world.me,
    settings: world.settings,
    choices: (field) => choicesOf(snapshot, field),
    rank(code, key) {
      const dictionary = snapshot.dictionaries.get(code);
      if (dictionary === undefined) return null;
      return dictionaryRanks(dictionary).find((entry) => entry.key === key)?.rank ?? null;
    },
    keys(code) {
      const dictionary = snapshot.dictionaries.get(code);
      return dictionary === undefined ? null : dictionaryRanks(dictionary).map(({ key }) => key);
    },
    title(titles, key) {
      const choices = titledChoices(snapshot, titles);
      return choices === undefined ? null : (choiceTitles(choices).get(key) ?? null);
    },
    reference: (path) => parts.references?.get(path.join('.')) ?? null,
    ...awaitingOf(parts),
    ...(parts.stored === undefined ? {} : { stored: parts.stored }),
    ...(parts.row === undefined ? {} : { row: parts.row }),
  };
}

function awaitingOf({ references }: EnvironmentParts): Pick<RecordEnvironment, 'awaiting'> {
  const awaited = references?.get(AWAITING);
  return awaited instanceof Set ? { awaiting: (approval) => awaited.has(approval) } : {};
}

const pathsOf = new WeakMap<EntityModel, ReadonlyMap<string, ReadonlySet<string>>>();

/** Paths behind references that the entity's expressions read: `deptId` to `deptName`, `leaderId.phone`. */
function referencePaths(model: EntityModel): ReadonlyMap<string, ReadonlySet<string>> {
  let known = pathsOf.get(model);
  if (known === undefined) {
    known = behindReferences(
      model,
      expressionsOf(model).map(({ node }) => node),
    );
    pathsOf.set(model, known);
  }
  return known;
}

function behindReferences(model: EntityModel, nodes: readonly ExpressionNode[]): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  for (const node of nodes) {
    for (const reference of collectReferences(node)) {
      const [first = '', ...behind] = reference.split('.');
      if (behind.length === 0 || model.field.get(first)?.target === undefined) continue;
      const keys = paths.get(first) ?? new Set();
      paths.set(first, keys.add(behind.join('.')));
    }
  }
  return paths;
}

function expressionsOf(model: EntityModel): ModelExpression[] {
  const found: (ModelExpression | undefined)[] = [];
  for (const field of model.fields) {
    found.push(
      field.compute,
      field.defaultFrom,
      field.visible,
      field.requiredWhen,
      field.disabledWhen,
      field.fixedWhen,
    );
    found.push(...(field.cases ?? []).map((branch) => branch.when), ...field.rules.map((rule) => rule.when));
  }
  found.push(...model.sections.map((section) => section.visible), ...model.formRules.map((rule) => rule.when));
  found.push(...model.removeGuards.map((guard) => guard.when));
  for (const transition of Object.values(model.transitions)) {
    found.push(...transition.guards.map((guard) => guard.when), ...transition.to.map((branch) => branch.when));
    found.push(...Object.values(transition.set));
  }
  return found.filter((expression) => expression !== undefined);
}

/** Reads what expressions need from behind the record's references: the given ones, else all of the entity. */
export async function loadReferences(
  tx: Reading,
  record: RecordValues,
  nodes?: readonly ExpressionNode[],
): Promise<ReadonlyMap<string, unknown>> {
  const { call } = tx;
  const values = new Map<string, unknown>();
  if ((nodes ?? expressionsOf(call.model).map(({ node }) => node)).some(asksAwaiting)) {
    const { userId } = call.context.caller;
    values.set(AWAITING, await awaitedTransitions(tx.db, call.model, record.id, userId));
  }
  const paths = nodes === undefined ? referencePaths(call.model) : behindReferences(call.model, nodes);
  for (const [key, wanted] of paths) {
    const target = call.model.field.get(key)?.target;
    await readBehind(tx, { target, id: record[key], path: key, wanted }, values);
  }
  return values;
}

/** A record behind a reference: where the path to it stands, and what is wanted of it. */
interface Behind {
  readonly target: string | undefined;
  readonly id: unknown;
  readonly path: string;
  /** Fields of the record, and paths behind its own references. */
  readonly wanted: ReadonlySet<string>;
}

/** Reads what is wanted of a record behind a reference, and of those behind it in turn, by whole path. */
export async function readBehind(
  tx: Reading,
  { target: key, id, path, wanted }: Behind,
  into: Map<string, unknown>,
): Promise<void> {
  const { call } = tx;
  const target = call.snapshot.entities.get(key ?? '');
  if (target === undefined || typeof id !== 'string') return;
  const further = new Map<string, Set<string>>();
  for (const [first = '', ...behind] of [...wanted].map((name) => name.split('.'))) {
    const names = further.get(first) ?? new Set();
    further.set(first, behind.length === 0 ? names : names.add(behind.join('.')));
  }
  const fields = [...further.keys()].flatMap((name) => target.field.get(name) ?? []);
  const query = compileDetailQuery({ model: target, fields, access: 'all', labels: false }, call.world, {
    removed: true,
  });
  const [row] = await tx.db.query<Row>(query.text, bind(query, queryInput(call, { id })));
  if (row === undefined) return;
  createRowReader(fields, call.snapshot, false)(row);
  for (const field of fields) {
    const own = `${path}.${field.key}`;
    into.set(own, row[field.key]);
    const next = { target: field.target, id: row[field.key], path: own, wanted: further.get(field.key) ?? new Set() };
    if (next.wanted.size > 0) await readBehind(tx, next, into);
  }
}
