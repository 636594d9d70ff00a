import type { Entity, Operation } from '../dialect/entity.generated.ts';
import { behindDefaults } from './behind-defaults.ts';
import { isWrittenOnly } from './build-child.ts';
import { buildFields, buildRules } from './build-fields.ts';
import { TURNING } from './build-scan.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, movedCompiler } from './compile-expression.ts';
import type { CalculationModel, OperationKind, OperationModel } from './entity-model.ts';
import { entityNames, nameScope } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';
import { operationKinds } from './operation-kinds.ts';

/** Names that say what a call does, besides those of the kinds. */
const OTHER_NAMES: Readonly<Record<string, OperationKind>> = { updateStatusById: 'updateStatus' };

/** Names of standard calls, which no transition may take. `submit`, `enable` and `disable` fire theirs. */
const STANDARD_OPERATION_NAMES: readonly string[] = [
  'page',
  'list',
  'detail',
  'select',
  'count',
  'history',
  'tree',
  'view',
  'print',
  'export',
  'importTemplate',
  'import',
  'save',
  'saveRows',
  'remove',
  'updateStatusById',
  'openAuthor',
  'defaults',
];

type Method = OperationModel['method'];

/** Kinds whose arguments travel in the query and may also come in the body. */
const QUERY_KINDS: ReadonlySet<OperationKind> = new Set(['remove', 'updateStatus', 'enable', 'disable']);

function defaultArguments(kind: OperationKind, method: Method, path: string): OperationModel['arguments'] {
  if (path.includes('{')) return 'path';
  return method === 'GET' || method === 'DELETE' || QUERY_KINDS.has(kind) ? 'query' : 'json';
}

function operation(
  name: string,
  kind: OperationKind,
  method: Method,
  more: Partial<OperationModel> = {},
): OperationModel {
  const path = more.path ?? name;
  return {
    name,
    kind,
    method,
    path,
    arguments: defaultArguments(kind, method, path),
    dict: undefined,
    transition: undefined,
    where: undefined,
    fields: undefined,
    ...more,
  };
}

/** Whether a page has the button of a standard action. */
function hasButton(entity: Entity, action: string): boolean {
  return Object.values(entity.pages ?? {}).some((page) => page.actions?.includes(action) === true);
}

/** Whether a page is of a kind that reads its records by a query of its own. */
function hasView({ pageKinds }: ModelWorld, { pages = {} }: Entity): boolean {
  const named = Object.values(pages).flatMap(({ view }) => view ?? []);
  return named.some((kind) => pageKinds[kind].by === 'view');
}

/** Whether records are entered many at a time on a page. */
function entersRows({ pageKinds }: ModelWorld, { pages = {} }: Entity): boolean {
  const named = Object.values(pages).flatMap(({ view }) => view ?? []);
  return named.some((kind) => pageKinds[kind].entersRows === true);
}

/** The calls by which records leave as a spreadsheet and come from one; a page's buttons bring them. */
function spreadsheetCalls(entity: Entity, readOnly: boolean): OperationModel[] {
  const calls: OperationModel[] = [];
  if (hasButton(entity, 'export')) calls.push(operation('export', 'export', 'GET'));
  if (hasButton(entity, 'import') && !readOnly) {
    calls.push(operation('importTemplate', 'importTemplate', 'GET', { path: 'import-template' }));
    calls.push(operation('import', 'import', 'POST', { arguments: 'form' }));
  }
  return calls;
}

/** The calls an entity has before `api.operations` changes them. */
function standardOperations(world: ModelWorld, entity: Entity): readonly OperationModel[] {
  const readOnly = entity.readOnly === true || isWrittenOnly(world, entity);
  const transitions = entity.transitions ?? {};
  const calls = [
    operation('page', 'page', 'GET'),
    operation('list', 'list', 'GET'),
    operation('detail', 'detail', 'GET'),
  ];
  calls.push(operation('select', 'select', 'GET'), operation('count', 'count', 'GET'));
  calls.push(operation('history', 'history', 'GET'));
  if (entity.tree !== undefined) calls.push(operation('tree', 'tree', 'GET'));
  if (hasView(world, entity)) calls.push(operation('view', 'view', 'GET'));
  // What has a page of its own is printed; rows of a parent are printed with it.
  if (entity.print !== undefined || Object.keys(entity.pages ?? {}).length > 0)
    calls.push(operation('print', 'print', 'GET'));
  calls.push(...spreadsheetCalls(entity, readOnly));
  if (!readOnly) {
    calls.push(operation('save', 'save', 'POST'));
    if (entersRows(world, entity)) calls.push(operation('saveRows', 'saveRows', 'POST', { path: 'save-rows' }));
    const submit = Object.hasOwn(transitions, 'submit') ? 'submit' : undefined;
    calls.push(operation('submit', 'submit', 'POST', { transition: submit }));
    if (entity.appendOnly !== true) {
      calls.push(operation('remove', 'remove', 'POST'));
      if (entity.states !== undefined) calls.push(operation('updateStatusById', 'updateStatus', 'POST'));
    }
  }
  if (entity.anonymous !== undefined)
    calls.push(operation('openAuthor', 'openAuthor', 'POST', { path: 'open-author' }));
  // What stored results read by lookup can be recalculated once it has changed, as can roll-ups that count otherwise now.
  const rolledUp = Object.values(entity.record.properties).some(({ rollup }) => rollup !== undefined);
  if ((entity.small === true || rolledUp) && !readOnly) {
    calls.push(operation('recalculation', 'recalculation', 'GET'), operation('recalculate', 'recalculate', 'POST'));
  }
  if (entity.parent?.seed !== undefined && !readOnly) calls.push(operation('seed', 'seed', 'POST'));
  for (const [key, transition] of Object.entries(transitions)) {
    if (key === 'submit' && !readOnly) continue;
    // Without save and status calls a transition that only the platform fires has no caller.
    if (readOnly && transition.who.every((actor) => actor === 'system')) continue;
    const name = transition.operation ?? key;
    const kind = key === 'enable' || key === 'disable' ? key : 'transition';
    calls.push(operation(name, kind, 'POST', { transition: key }));
    if (transition.scan?.code === TURNING)
      calls.push(operation(`${name}Code`, 'scanCode', 'GET', { transition: key, path: `${name}-code` }));
  }
  return calls;
}

/** Standard calls with `api.operations` over them, by name; then those it adds. */
export function buildOperations(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): readonly OperationModel[] {
  const { sink } = compiler;
  const operations = new Map(standardOperations(world, entity).map((standard) => [standard.name, standard]));
  // Rows are entered below a record whose values are known already.
  const isEntered = entity.parent === undefined && operations.has('save');
  if (isEntered && behindDefaults(built.fields).fields.length > 0)
    operations.set('defaults', operation('defaults', 'defaults', 'POST'));
  for (const key of Object.keys(entity.transitions ?? {})) {
    if (STANDARD_OPERATION_NAMES.includes(key)) {
      sink.error(['transitions', key], `“${key}”是标准接口的名称`, '给该流转换一个键，或用 operation 指定接口名');
    }
  }
  for (const [name, source] of Object.entries(entity.api.operations ?? {})) {
    const path = ['api', 'operations', name];
    const given = typeof source === 'string' ? { call: source } : source;
    const [method, address] = given.call.split(' ') as [Method, string];
    const standard = operations.get(name);
    const kind = given.does ?? standard?.kind ?? kindOf(entity, name);
    if (kind === undefined) {
      sink.error(path, `接口“${name}”没有说明它做什么`, '写上 does，如 "does": "dictionary"');
      continue;
    }
    const transition = given.transition ?? given.vote ?? standard?.transition ?? transitionOf(entity, name, kind);
    if (transition !== undefined && !Object.hasOwn(entity.transitions ?? {}, transition)) {
      continue;
    }
    if ((kind === 'transition' || kind === 'vote' || kind === 'revoke') && transition === undefined) {
      sink.error(path, `接口“${name}”没有说明是哪个流转`, `写上 ${kind === 'transition' ? 'transition' : 'vote'}`);
      continue;
    }
    if (kind === 'dictionary' && (given.dict === undefined || !world.dictionaries.has(given.dict))) {
      if (given.dict === undefined) sink.error(path, `接口“${name}”没有说明是哪个字典`, '写上 dict');
      continue;
    }
    operations.set(name, {
      name,
      kind,
      method,
      path: address,
      arguments: given.arguments ?? defaultArguments(kind, method, address),
      dict: given.dict,
      button: given.button,
      transition,
      choices: kind === 'choices' ? choicesOf(world, given, built, compiler, path) : undefined,
      calculation: kind === 'calculate' ? calculationOf(world, entity, given, compiler, path) : undefined,
      where: compiler.compile(given.where, [...path, 'where'], built.scopes.value, 'boolean'),
      fields: given.fields?.filter((field) => built.field.has(field)),
    });
  }
  return withoutDoubles([...operations.values()], compiler);
}

/** The fields of a `choices` call with the conditions of their references; one that asks for a record is left out. */
function choicesOf(
  world: ModelWorld,
  given: Exclude<Operation, string>,
  built: BuiltFields,
  compiler: ExpressionCompiler,
  path: readonly (string | number)[],
): OperationModel['choices'] {
  if (given.fields === undefined) {
    compiler.sink.error(path, '接口没有说明给出哪些字段的可选项', '写上 fields');
    return [];
  }
  return given.fields.flatMap((key, index) => {
    const field = built.field.get(key);
    const target = world.entity(field?.target ?? '');
    if (field === undefined) return [];
    if (target === undefined) {
      compiler.sink.error([...path, 'fields', index], `“${key}”不是选择记录的字段`, '改为引用或组织选择的字段');
      return [];
    }
    const source = field.property.ref?.where;
    const scope = nameScope(world, entityNames(world, target), { record: built.scopes.names });
    const where = compiler.compile(source, ['record', 'properties', key, 'ref', 'where'], scope, 'boolean');
    return [{ field: key, where: where?.references.some((name) => name.startsWith('record.')) ? undefined : where }];
  });
}

/** The fields of a `calculate` call, built like those of a record; base fields are none of its. */
function calculationOf(
  world: ModelWorld,
  entity: Entity,
  given: Exclude<Operation, string>,
  compiler: ExpressionCompiler,
  path: readonly (string | number)[],
): CalculationModel | undefined {
  if (given.properties === undefined) {
    compiler.sink.error(path, '接口没有说明用什么计算、得出什么', '写上 properties');
    return undefined;
  }
  const { entity: key, title, dialect, api } = entity;
  const built = buildFields(
    world,
    { dialect, entity: key, title, api, record: { type: 'object', properties: given.properties } },
    movedCompiler(compiler, ([, ...below]) => [...path, ...below]),
  );
  const fields = built.fields.filter(({ base }) => !base);
  return {
    fields,
    field: new Map(fields.map((field) => [field.key, field])),
    computeOrder: built.computeOrder,
    rules: buildRules(compiler, given.rules, [...path, 'rules'], built.scopes.value, ''),
  };
}

function kindOf(entity: Entity, name: string): OperationKind | undefined {
  if (isKind(name)) return name;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return Object.hasOwn(entity.transitions ?? {}, name) ? 'transition' : undefined;
}

// A call named `transition` does not say which.
function isKind(name: string): name is OperationKind {
  return Object.hasOwn(operationKinds, name) && name !== 'transition';
}

function transitionOf(entity: Entity, name: string, kind: OperationKind): string | undefined {
  if (kind === 'transition') return Object.hasOwn(entity.transitions ?? {}, name) ? name : undefined;
  const fired = kind === 'submit' || kind === 'enable' || kind === 'disable' ? kind : undefined;
  return fired !== undefined && Object.hasOwn(entity.transitions ?? {}, fired) ? fired : undefined;
}

function withoutDoubles(operations: readonly OperationModel[], compiler: ExpressionCompiler): OperationModel[] {
  const names = new Map<string, string>();
  return operations.filter((candidate) => {
    const call = `${candidate.method} ${candidate.path.replace(/\{[^}]*\}/g, '{}')}`;
    const other = names.get(call);
    if (other === undefined) {
      names.set(call, candidate.name);
      return true;
    }
    compiler.sink.error(['api', 'operations', candidate.name], `“${call}”已被接口“${other}”占用`, '换一个路径或方法');
    return false;
  });
}
