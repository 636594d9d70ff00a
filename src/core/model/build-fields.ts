import type { Entity, Property, Rule } from '../dialect/entity.generated.ts';
import { createProblemSink, type ProblemSink } from '../dialect/problem.ts';
import type { ExpressionScope, ValueType } from '../expression/index.ts';
import { formulaModel } from '../formula/formula.ts';
import { checkAcross } from './across.ts';
import { baseProperties, isReservedKey } from './base-fields.ts';
import { overrideModel, refuseLiveOverride } from './build-override.ts';
import { buildRollup } from './build-rollup.ts';
import { buildRunning } from './build-running.ts';
import { buildTones } from './build-tones.ts';
import type { BuiltFields, EntityScopes } from './built-fields.ts';
import { refuseBehindColumns } from './column-references.ts';
import { createExpressionCompiler, type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import { defaultCycles, hasComputedColumns, isComputed, orderColumns, orderEntityFields } from './dependencies.ts';
import { distinctRules } from './distinct.ts';
import type { FieldModel, ModelCase, ModelExpression, ModelRule, RollupModel } from './entity-model.ts';
import {
  choiceKeys,
  entityNames,
  isMultiple,
  joinNames,
  markNames,
  type NameTable,
  nameScope,
  propertyNames,
  targetOf,
  valueTypeOf,
} from './entity-scope.ts';
import { sizeOfCases, sizeOfExpression, sizeProblem } from './expression-size.ts';
import type { ModelWorld } from './model-world.ts';
import { besideOf, overrideKeys } from './override-properties.ts';
import { checkRecent } from './recent.ts';
import { unknownFieldType } from './unknown-field-type.ts';

type Path = readonly (string | number)[];

function createScopes(world: ModelWorld, entity: Entity, isLive: (key: string) => boolean): EntityScopes {
  const names = entityNames(world, entity, isLive);
  const parent = entity.parent === undefined ? undefined : world.entity(entity.parent.entity);
  const records: Readonly<Record<string, NameTable>> =
    parent === undefined ? {} : { parent: markNames(entityNames(world, parent), { live: true }) };
  return {
    names,
    records,
    value: nameScope(world, names, records),
    change: nameScope(world, names, { ...records, old: names }),
    proposal: (row) => nameScope(world, names, { ...records, old: names, row }),
  };
}

/** Everything a property's own expressions need: where they stand, and by which names they are read. */
interface PropertyContext {
  /** Names of the record around a sub-table. */
  readonly recordNames: NameTable;
  readonly path: Path;
  readonly value: ExpressionScope;
  readonly change: ExpressionScope;
  readonly required: boolean;
  readonly base: boolean;
  /** Computing it is left out, because it is part of a cycle. */
  readonly cyclic: boolean;
  /** What keeps it apart from the people of other fields. */
  readonly distinct: readonly ModelRule[];
  /** Its default is left out, because defaults would follow each other without end. */
  readonly endless?: boolean;
  /** Builds the roll-up of a field of a record; columns of a sub-table have none. */
  readonly rollup?: (property: Property, valueType: ValueType) => RollupModel | undefined;
  /** The overridden field that it stands beside. */
  readonly beside?: string | undefined;
  /** Compiles what computes the value; default as all else. */
  readonly computing?: ExpressionCompiler;
  /** Fields of the record, for those of it; columns of a sub-table have none. */
  readonly properties?: Readonly<Record<string, Property>>;
  /** Builds what computes its running total. */
  readonly running?: (property: Property) => ModelExpression | undefined;
}

interface OverridePlace {
  readonly path: Path;
  readonly beside?: string;
  /** Compiles all but what computes the value; default as other fields. */
  readonly rest?: ExpressionCompiler;
  readonly computing?: ExpressionCompiler;
}

/** Builds the fields of an entity; everything wrong with them is reported, and what is wrong is left out. */
export function buildFields(world: ModelWorld, entity: Entity, compiler: ExpressionCompiler): BuiltFields {
  const { sink } = compiler;
  const live = new Set<string>();
  // What sensors tell changes without a save: whatever is made of it is read, and not stored.
  const { value, quality, time } = entity.readings ?? {};
  const scopes = createScopes(world, entity, (key) => live.has(key) || [value, quality, time].includes(key));
  const properties = entity.record.properties;
  const required = new Set(entity.record.required ?? []);
  const { order, cycles } = orderEntityFields(entity);
  const cyclic = new Set(cycles.flat());
  const places = overridePlaces(properties, compiler);
  for (const cycle of cycles) {
    reportCycle(sink, properties, cycle, (key) => ['record', 'properties', places.get(key)?.beside ?? key]);
  }

  const loops = defaultCycles(entity).filter((loop) => !loop.every((key) => cyclic.has(key)));
  const looping = new Set(loops.flat());
  for (const loop of loops) reportDefaultLoop(sink, properties, loop);

  const built = new Map<string, FieldModel>();
  for (const key of order) {
    const property = properties[key];
    if (property === undefined) continue;
    const { path = ['record', 'properties', key], rest = compiler, ...overriding } = places.get(key) ?? {};
    if (isReservedKey(key)) {
      sink.error(path, `“${key}”是平台保留的字段名`, `改用带前缀的名称，如 ${entity.entity}${capital(key)}`);
      continue;
    }
    const context = {
      recordNames: scopes.names,
      path,
      value: scopes.value,
      change: scopes.change,
      required: required.has(key),
      base: false,
      cyclic: cyclic.has(key),
      endless: looping.has(key),
      properties,
      ...overriding,
      distinct: buildDistinct(rest, properties, key, path, scopes.change),
      running: (of: Property) => buildRunning(entity, compiler, { of, scope: scopes.value, path }),
      rollup: (of: Property, valueType: ValueType) => buildRollup(world, entity, compiler, { of, valueType, path }),
    };
    const plain = buildField(world, rest, key, property, context);
    const field = property.field === 'formula' ? withFormula(plain, entity, path, sink) : plain;
    if (field.live) {
      live.add(key);
      noteSize(compiler, field);
    }
    built.set(key, field);
    refuseLiveOverride(compiler, path, field);
  }
  for (const [key, property] of Object.entries(baseProperties(entity))) {
    const context = {
      recordNames: scopes.names,
      path: [],
      value: scopes.value,
      change: scopes.change,
      required: false,
      base: true,
      cyclic: false,
      distinct: [],
    };
    built.set(key, buildField(world, compiler, key, property, context));
  }

  const fields = [...Object.keys(properties), ...Object.keys(baseProperties(entity))].flatMap((key) => {
    const field = built.get(key);
    built.delete(key);
    return field === undefined ? [] : [field];
  });
  const computeOrder = order.filter((key) => {
    const property = properties[key];
    return property !== undefined && !cyclic.has(key) && (isComputed(property) || hasComputedColumns(property));
  });
  return { fields, field: new Map(fields.map((field) => [field.key, field])), computeOrder, scopes };
}

/** Where the problems of overridden fields and of those beside them are told, and by which compiler. */
function overridePlaces(
  properties: Readonly<Record<string, Property>>,
  compiler: ExpressionCompiler,
): ReadonlyMap<string, OverridePlace> {
  // What follows from an override repeats what is wrong with it, at places that the file has not.
  const quiet = createExpressionCompiler(createProblemSink(compiler.sink.file));
  const places = new Map<string, OverridePlace>();
  for (const [key, beside] of besideOf(properties)) {
    const path = ['record', 'properties', beside];
    const isComputed = key === overrideKeys(beside).computed;
    places.set(key, { path, beside, rest: quiet, computing: isComputed ? compiler : quiet });
    places.set(beside, { path, computing: quiet });
  }
  return places;
}

/** Notes how large a live field is in whatever reads it. */
function noteSize({ liveSizes }: ExpressionCompiler, { key, compute, cases }: FieldModel): void {
  if (compute !== undefined) liveSizes.set(key, sizeOfExpression(compute.node, liveSizes));
  if (cases !== undefined) liveSizes.set(key, sizeOfCases(cases, liveSizes));
}

/** A field of formulas with what they may say. */
function withFormula(field: FieldModel, { figures }: Entity, path: Path, sink: ExpressionCompiler['sink']): FieldModel {
  const { formula } = field.property;
  if (formula === undefined) {
    sink.error([...path, 'formula'], '公式字段要说明公式由哪些指标组成', '写上 "formula": { "names": "指标集" }');
    return field;
  }
  const set = Object.hasOwn(figures ?? {}, formula.names) ? figures?.[formula.names] : undefined;
  return { ...field, formula: formulaModel(formula.names, set, formula.gives ?? 'number') };
}

function buildField(
  world: ModelWorld,
  compiler: ExpressionCompiler,
  key: string,
  property: Property,
  context: PropertyContext,
): FieldModel {
  const { path, value, change, computing = compiler } = context;
  const registered = Object.hasOwn(world.registry, property.field) ? world.registry[property.field] : undefined;
  const type = registered ?? unknownFieldType(property.field);
  const valueType = valueTypeOf(world, key, property);
  const computed = isComputed(property);
  const rolledUp = property.rollup !== undefined;
  const runs = property.running !== undefined;
  const usable = computed && !context.cyclic;
  const compute = runs
    ? context.running?.(property)
    : usable
      ? computing.compile(property.compute, [...path, 'compute'], value, valueType)
      : undefined;
  const cases = usable ? buildCases(world, computing, property, path, value) : undefined;
  const live =
    runs ||
    compute?.live === true ||
    (cases ?? []).some((branch) => branch.when?.live === true) ||
    // What cannot be read here reaches entities that only the server knows.
    (computed &&
      property.by === undefined &&
      ((compute ?? cases) === undefined || type.column(property) === undefined));
  const bool = (source: string | undefined, name: string, scope: ExpressionScope): ModelExpression | undefined =>
    compiler.compile(source, [...path, name], scope, 'boolean');
  checkRecent({ compiler, property, type }, path, computed || rolledUp || runs);
  // A live value has no column: only the branches of `cases` can still be asked for.
  // What lists mask for everybody is not asked for either: an answer would tell the value.
  const isAsked = property.writeOnly !== true && property.maskInLists !== true;
  const searchable = isAsked && (!live || property.cases !== undefined);
  return {
    key,
    id: property.id ?? key,
    title: property.title,
    property,
    type,
    valueType,
    column: live ? undefined : type.column(property),
    filter: searchable ? type.filter(property) : 'none',
    // Several records stand by their names, one behind the other; several choices have no order that anybody would look for.
    sortable: type.sortable && !live && isAsked && (!isMultiple(property) || targetOf(property) !== undefined),
    base: context.base,
    required: context.required,
    computed: computed || rolledUp || runs,
    live,
    compute,
    cases,
    override: overrideModel(key, property),
    beside: context.beside,
    ...(rolledUp ? { rollup: context.rollup?.(property, valueType) } : {}),
    defaultFrom:
      context.endless === true
        ? undefined
        : compiler.compile(property.defaultFrom, [...path, 'defaultFrom'], value, valueType),
    visible: context.cyclic ? undefined : bool(property.visible, 'visible', change),
    requiredWhen: bool(property.requiredWhen, 'requiredWhen', change),
    disabledWhen: bool(property.disabledWhen, 'disabledWhen', change),
    fixedWhen: bool(property.fixedWhen, 'fixedWhen', change),
    serialPrefix: compiler.compile(property.serial?.prefixFrom, [...path, 'serial', 'prefixFrom'], value, 'text'),
    rules: [...buildRules(compiler, property.rules, [...path, 'rules'], change, key), ...context.distinct],
    ...mediaSizeOf(property, { compiler, path, scope: value }),
    ...tonesOf(property, { compiler, path, scope: value, properties: context.properties }),
    target: targetOf(property),
    multiple: isMultiple(property),
    columns: buildColumns(world, compiler, property, path, context.recordNames),
  };
}

function mediaSizeOf(
  { mediaSize }: Property,
  { compiler, path, scope }: Pick<Parameters<typeof buildTones>[1], 'compiler' | 'path' | 'scope'>,
): Pick<FieldModel, 'mediaSize'> {
  if (mediaSize === undefined) return {};
  const sizes = Object.entries(mediaSize).flatMap(([kind, source]) => {
    const at = [...path, 'mediaSize', kind];
    const size = compiler.compile(source, at, scope, 'number');
    // Whoever chooses a file is told before it is sent, and has nothing but the settings at hand.
    if (size !== undefined && (size.references.length > 0 || size.live)) {
      compiler.sink.error(at, '图片和视频的大小上限只能由企业参数决定', "写作 setting('…')，或写数字");
      return [];
    }
    return size === undefined ? [] : [[kind, size] as const];
  });
  return { mediaSize: Object.fromEntries(sizes) };
}

function tonesOf(property: Property, place: Parameters<typeof buildTones>[1]): Pick<FieldModel, 'tones'> {
  const tones = buildTones(property, place);
  return tones.length === 0 ? {} : { tones };
}

function buildCases(
  world: ModelWorld,
  compiler: ExpressionCompiler,
  property: Property,
  path: Path,
  scope: ExpressionScope,
): readonly ModelCase[] | undefined {
  if (property.cases === undefined) return undefined;
  const { sink } = compiler;
  const keys = choiceKeys(world, property);
  const branches: ModelCase[] = [];
  for (const [index, branch] of property.cases.entries()) {
    const at = [...path, 'cases', index];
    const last = index === property.cases.length - 1;
    if (branch.when === undefined && !last) {
      sink.error(at, '没有条件的分支之后不会再判断', '把没有 when 的分支移到最后，或给它加上条件');
    }
    if (keys !== undefined && !keys.includes(branch.value)) {
      reportUnknown(sink, [...at, 'value'], '选项', branch.value, keys);
    }
    const when = compiler.compile(branch.when, [...at, 'when'], scope, 'boolean');
    if (branch.when === undefined || when !== undefined) branches.push({ when, value: branch.value });
  }
  const tooLarge = sizeProblem(sizeOfCases(branches, compiler.liveSizes));
  if (tooLarge !== undefined) {
    sink.error([...path, 'cases'], tooLarge, '减少分支，或合并条件');
    return undefined;
  }
  // Without a branch that cannot be read (the browser knows no other entities) the rest would give a wrong value.
  return branches.length === property.cases.length ? branches : undefined;
}

function buildDistinct(
  compiler: ExpressionCompiler,
  properties: Readonly<Record<string, Property>>,
  key: string,
  path: Path,
  scope: ExpressionScope,
): readonly ModelRule[] {
  const property = properties[key];
  const rules = property && distinctRules(compiler, properties, key, property, path);
  return buildRules(compiler, rules, [...path, 'distinct'], scope, key);
}

/** Compiles conditions over the record; one with a problem is left out. */
export function buildRules(
  compiler: ExpressionCompiler,
  rules: readonly Rule[] | undefined,
  path: Path,
  scope: ExpressionScope,
  field: string,
): readonly ModelRule[] {
  return (rules ?? []).flatMap((rule, index) => {
    const when = compiler.compile(rule.when, [...path, index, 'when'], scope, 'boolean');
    if (when === undefined) return [];
    const since = rule.since === undefined ? {} : { since: rule.since };
    return [{ when, message: rule.else, at: rule.at ?? field, ...since }];
  });
}

function buildColumns(
  world: ModelWorld,
  compiler: ExpressionCompiler,
  property: Property,
  path: Path,
  recordNames: NameTable,
): readonly FieldModel[] | undefined {
  const columns = property.items?.properties;
  if (columns === undefined) return undefined;
  const at = [...path, 'items', 'properties'];
  const live = new Set<string>();
  const place = recordNames.place === undefined ? undefined : `${recordNames.place}.${path.at(-1)}`;
  const names = propertyNames(world, columns, (key) => live.has(key), place);
  const scope = nameScope(world, names, { parent: recordNames, outer: recordNames });
  // `old` of a row is not known: rows have no identity.
  const { order, cycles } = orderColumns(columns);
  const cyclic = new Set(cycles.flat());
  for (const cycle of cycles) reportCycle(compiler.sink, columns, cycle, (key) => [...at, key]);
  const required = property.items?.required ?? [];
  for (const [index, key] of required.entries()) {
    if (!Object.hasOwn(columns, key)) {
      reportUnknown(compiler.sink, [...path, 'items', 'required', index], '列', key, Object.keys(columns));
    }
  }
  checkAcross(compiler, property, path);
  const references = new Set(Object.keys(columns).filter((key) => names.entry(key)?.record !== undefined));
  const built = new Map<string, FieldModel>();
  for (const key of order) {
    const column = columns[key];
    if (column === undefined) continue;
    const context = {
      recordNames: joinNames(names, recordNames),
      path: [...at, key],
      value: scope,
      change: scope,
      required: required.includes(key),
      base: false,
      cyclic: cyclic.has(key),
      distinct: buildDistinct(compiler, columns, key, [...at, key], scope),
    };
    const field = buildField(world, compiler, key, column, context);
    if (field.live) live.add(key);
    // What cannot be read has been told already.
    if (field.live && (field.compute ?? field.cases) !== undefined) {
      compiler.sink.error(
        [...at, key, column.compute === undefined ? 'cases' : 'compute'],
        '子表的列不能依赖当前时间、当前用户或其他记录',
        '只用本行和本记录的字段计算',
      );
    }
    built.set(key, field);
    refuseBehindColumns(compiler.sink, field, references, [...at, key]);
  }
  return Object.keys(columns).flatMap((key) => built.get(key) ?? []);
}

/** Fields one behind the other, as people and as expressions call them. */
function chainOf(properties: Readonly<Record<string, Property>>, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const title = properties[key]?.title;
      return title === undefined ? key : `${title}（${key}）`;
    })
    .join(' → ');
}

function reportCycle(
  sink: ProblemSink,
  properties: Readonly<Record<string, Property>>,
  cycle: readonly string[],
  path: (key: string) => Path,
): void {
  const [first = ''] = cycle;
  const chain = chainOf(properties, [...cycle, first]);
  sink.error(path(first), `字段互相依赖，无法计算：${chain}`, '去掉其中一个字段对另一个字段的引用');
}

function reportDefaultLoop(sink: ProblemSink, properties: Readonly<Record<string, Property>>, loop: readonly string[]) {
  const start = loop.findIndex((key) => properties[key]?.defaultFrom !== undefined);
  const [first = '', ...rest] = [...loop.slice(start), ...loop.slice(0, start)];
  const message = `默认值互相跟随，永远算不完：${chainOf(properties, [first, ...rest, first])}`;
  sink.error(['record', 'properties', first, 'defaultFrom'], message, '去掉其中一个默认值，或让它不读另一个字段');
}

function capital(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
