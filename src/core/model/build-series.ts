import type { Entity } from '../dialect/entity.generated.ts';
import { type ExpressionNode, entityRead, memberPath, nodePartsOf, PERIOD_UNITS } from '../expression/index.ts';
import { PERIOD_NAMES } from './build-figures.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknownEntity } from './compile-expression.ts';
import type { ModelExpression, SeriesModel, SeriesSource } from './entity-model.ts';
import { entityNames, isMultiple, type NameTable, nameScope } from './entity-scope.ts';
import type { ModelWorld } from './model-world.ts';

const NOTHING: NameTable = { keys: () => [], entry: () => undefined, rows: () => undefined };

type Series = NonNullable<Entity['series']>;

/** The series of an entity; undefined where it has none, or one that cannot be read. */
export function buildSeries(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): SeriesModel | undefined {
  const { series } = entity;
  if (series === undefined) return undefined;
  const { sink } = compiler;
  const sources = Object.entries(series.each).flatMap(
    ([field, source]) => buildSource({ world, built, compiler }, field, source) ?? [],
  );
  const records = Object.fromEntries(
    sources.flatMap(({ field, entity: key }) => {
      const found = world.entity(key);
      return found === undefined ? [] : [[field, entityNames(world, found)] as const];
    }),
  );
  const scope = nameScope(world, NOTHING, { ...records, period: PERIOD_NAMES });
  const close = compiler.compile(series.close, ['series', 'close'], scope, 'duration');
  const values = new Map<string, ModelExpression>();
  const counted = new Map<string, { readonly expression: ModelExpression; readonly over: string }>();
  const formulas = new Map<string, SeriesSource>();
  for (const [key, value] of Object.entries(series.values)) {
    const path = ['series', 'values', key];
    const field = built.field.get(key);
    if (field === undefined) continue;
    if (typeof value === 'string') {
      const compiled = compiler.compile(value, path, scope, field.valueType);
      if (compiled === undefined) continue;
      const named = sources.filter((source) => readsOf(compiled.node, source.field));
      if (!readsEntity(compiled.node)) values.set(key, compiled);
      else if (named.length > 1) refuseSeveral(sink, path, named);
      else counted.set(key, { expression: compiled, over: named[0]?.field ?? sources[0]?.field ?? '' });
    } else {
      const named = formulaSource({ world, compiler }, value.formula, sources, path);
      if (named !== undefined) formulas.set(key, named);
    }
  }
  checkRecord(entity, series, sink);
  return {
    every: periodOf(world, sink, series.every, sources),
    at: series.at,
    close,
    period: series.period,
    sources,
    values,
    counted,
    formulas,
    fault: series.fault,
  };
}

/** The period, or where a combination has its own: a single choice of one of the records. */
function periodOf(
  world: ModelWorld,
  sink: ExpressionCompiler['sink'],
  every: string,
  sources: SeriesModel['sources'],
): SeriesModel['every'] {
  const unit = PERIOD_UNITS.find((known) => known === every);
  if (unit !== undefined) return unit;
  const [from = '', field = ''] = every.split('.');
  const source = sources.find((one) => one.field === from);
  const property = source === undefined ? undefined : world.entity(source.entity)?.record.properties[field];
  const isChoice = property?.dict !== undefined || property?.options !== undefined;
  if (!isChoice || isMultiple(property)) {
    sink.error(
      ['series', 'every'],
      isChoice ? `“${every}”是多选，定不出一个周期` : `“${every}”不是一个选项字段`,
      '写 day、week、month、quarter、year，或 each 中的字段和它引用的记录的单选字段，如 index.cycle',
    );
  }
  return { from, field };
}

/** Whether an expression asks other records, so that the database has to give its value. */
function readsEntity(node: ExpressionNode): boolean {
  return (node.kind === 'call' && entityRead(node) !== undefined) || nodePartsOf(node).some(readsEntity);
}

/** Whether an expression reads a field of the record that bears this name. */
function readsOf(node: ExpressionNode, name: string): boolean {
  if (node.kind === 'member') return memberPath(node)[0] === name;
  return nodePartsOf(node).some((part) => readsOf(part, name));
}

function refuseSeveral(sink: ExpressionCompiler['sink'], path: readonly string[], named: SeriesModel['sources']): void {
  const names = named.map(({ field }) => field).join('、');
  sink.error(
    path,
    `读取其他实体的值只能用 each 中的一种记录，这里用了 ${names}`,
    '分成两个字段，或把其中一个写成公式的指标',
  );
}

interface Around {
  readonly world: ModelWorld;
  readonly built: BuiltFields;
  readonly compiler: ExpressionCompiler;
}

function buildSource(
  { world, built, compiler }: Around,
  field: string,
  source: Series['each'][string],
): SeriesModel['sources'][number] | undefined {
  const path = ['series', 'each', field];
  const target = world.entity(source.entity);
  if (target === undefined) {
    reportUnknownEntity(compiler.sink, [...path, 'entity'], source.entity, world);
    return undefined;
  }
  const own = built.field.get(field);
  if (own !== undefined && (own.target !== source.entity || own.multiple)) {
    compiler.sink.error(path, `“${own.title}”不引用一条“${target.title}”`, '改为引用它的单选字段');
  }
  const where = compiler.compile(
    source.where,
    [...path, 'where'],
    nameScope(world, entityNames(world, target)),
    'boolean',
  );
  return { field, entity: source.entity, where };
}

function formulaSource(
  { world, compiler: { sink } }: Pick<Around, 'world' | 'compiler'>,
  text: string,
  sources: SeriesModel['sources'],
  path: readonly string[],
): SeriesSource | undefined {
  const [from = '', field = ''] = text.split('.');
  const source = sources.find((one) => one.field === from);
  const entity = source === undefined ? undefined : world.entity(source.entity);
  const property = entity?.record.properties[field];
  const set = property?.field === 'formula' ? property.formula?.names : undefined;
  const figures = set === undefined ? undefined : entity?.figures?.[set];
  if (source === undefined || figures === undefined) {
    sink.error(path, `“${text}”不是一个公式字段`, '写 each 中的字段和它引用的记录的公式字段，如 index.formula');
    return undefined;
  }
  const over = sources.find((one) => one.entity === figures.of);
  if (over === undefined) {
    sink.error(path, `公式的指标以“${figures.of}”为对象，each 里没有它`, `在 each 里加上引用“${figures.of}”的字段`);
    return undefined;
  }
  return { from, field, over: over.field };
}

/** What a record of a series has to be: the platform's own, once for each combination and period. */
function checkRecord(entity: Entity, { each, period }: Series, sink: ExpressionCompiler['sink']): void {
  if (entity.readOnly !== true) {
    sink.error(['series'], '序列的记录由平台写入，人不能改写', '给实体写上 "readOnly": true');
  }
  const wanted = [...Object.keys(each), period];
  const isUnique = Object.values(entity.unique ?? {}).some(
    ({ fields, where }) =>
      where === undefined && fields.length === wanted.length && wanted.every((key) => fields.includes(key)),
  );
  if (!isUnique) {
    sink.error(
      ['series'],
      `序列的每个组合每期只有一条记录，须有 ${wanted.join('、')} 的唯一性`,
      `在 unique 里写 "fields": ${JSON.stringify(wanted)}`,
    );
  }
}
