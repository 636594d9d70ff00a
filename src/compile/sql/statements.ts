import { walk } from '../../core/dialect/walk/walk.ts';
import {
  compileExpressionSql,
  type ExpressionNode,
  parseExpression,
  printExpression,
  quoteIdentifier,
  renderSql,
  type SqlColumn,
} from '../../core/expression/index.ts';
import { askedCalls } from '../../core/model/asked-calls.ts';
import type { CreateStep, EffectModel, EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { foundBy } from '../../core/model/page-kind.ts';
import { feedsInto } from '../../core/model/rollup-graph.ts';
import { T } from './access-conditions.ts';
import { boundColumn, boundRecord, compileAsked, type Side } from './bound-record.ts';
import { isSearchable } from './list-order.ts';
import {
  compileCountQuery,
  compileDetailQuery,
  compileListQuery,
  type FilterCondition,
  type ListShape,
} from './list-query.ts';
import { compilePageQueries } from './page-query.ts';
import { tableName } from './plan-tables.ts';
import { inlineLive, type SqlWorld, sqlEnvironment } from './record-sql.ts';
import { namedRows, rollupUpdate } from './rollup-sql.ts';
import { compileStatisticsQuery, type Dimension } from './statistics-query.ts';
import { uniqueRows } from './unique-index.ts';

type Path = readonly (string | number)[];

/** One statement that an entity can cause. */
export interface Statement {
  /** Place in the entity's file of what causes it. */
  readonly path: Path;
  /** What it is, in Chinese. */
  readonly what: string;
  /** SQL with `$1` for each value. Throws where the entity asks for what SQL cannot say. */
  text(): string;
}

/**
 * Statements that the calls of an entity run, one for each thing that the file lets a person ask: computed fields, pages
 * with each filter and sort, row scopes, statistics, choices of references, records that effects look for. What is lint's
 * to compile, and a database's to prepare.
 */
export function statementsOf(model: EntityModel, world: SqlWorld): readonly Statement[] {
  return [
    ...recordStatements(model, world),
    ...rollupStatements(model, world),
    ...pageStatements(model, world),
    ...scopeStatements(model, world),
    ...statisticsStatements(model, world),
    ...choiceStatements(model, world),
    ...effectStatements(model, world),
    ...askedStatements(model, world),
    ...uniqueStatements(model),
    ...fieldRightStatements(model, world),
  ];
}

function readable(model: EntityModel): readonly FieldModel[] {
  return model.fields.filter(
    ({ property, live, column, type }) =>
      property.writeOnly !== true && type.type !== 'password' && (live || column !== undefined),
  );
}

function listShape(model: EntityModel, changes: Partial<ListShape>): ListShape {
  return {
    model,
    fields: model.fields.filter(({ key }) => key === 'id'),
    where: [],
    access: 'all',
    filters: [],
    search: [],
    byIds: false,
    sort: [],
    paged: true,
    total: 'capped',
    labels: true,
    ...changes,
  };
}

function nodeOf(source: string): ExpressionNode | undefined {
  const parsed = parseExpression(source);
  return 'node' in parsed ? parsed.node : undefined;
}

function list(path: Path, what: string, shape: ListShape, world: SqlWorld): Statement {
  return { path, what, text: () => compileListQuery(shape, world).text };
}

function recordStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const single = readable(model).flatMap((field): Statement[] => {
    if (field.base || !field.live) return [];
    const path = ['record', 'properties', field.key, field.compute === undefined ? 'cases' : 'compute'];
    const shape = listShape(model, { fields: [field], paged: false, total: 'none' });
    return [list(path, `读取“${field.title}”`, shape, world)];
  });
  const whole = compileDetail(model, world);
  return [...single, whole];
}

function fieldRightStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  return Object.entries(model.permissions.fields ?? {}).flatMap(([key, rights]) =>
    rights.flatMap(({ when }, index): Statement[] => {
      const node = when === undefined ? undefined : nodeOf(when);
      if (node === undefined) return [];
      const path = ['permissions', 'fields', key, index, 'when'];
      const filtered = listShape(model, { where: [node] });
      return [list(path, '字段权限的条件', filtered, world)];
    }),
  );
}

function uniqueStatements(model: EntityModel): readonly Statement[] {
  return model.unique.flatMap((unique): Statement[] => {
    if (unique.where === undefined) return [];
    const rows = () => `select 1 from ${tableName(model.id)} where ${uniqueRows(model, unique)}`;
    return [{ path: ['unique', unique.key, 'where'], what: '唯一的条件', text: rows }];
  });
}

function rollupStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  return feedsInto(model, (key) => world.entity(key)).flatMap((feed) =>
    feed.fields.map((field): Statement => {
      const rows = namedRows(world.me.tenantId, []);
      return {
        path: ['record', 'properties', field.key, 'rollup'],
        what: `汇总“${field.title}”`,
        text: () => renderSql(rollupUpdate([{ ...feed, fields: [field] }], model, rows, world)).text,
      };
    }),
  );
}

function compileDetail(model: EntityModel, world: SqlWorld): Statement {
  const shape = { model, fields: readable(model), access: 'all', labels: true } as const;
  return { path: ['record'], what: '读取一条记录', text: () => compileDetailQuery(shape, world).text };
}

function pageStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const all = readable(model);
  const searched = model.fields.filter(
    (field) => (field.key === model.label || field.property.quickSearch === true) && isSearchable(field),
  );
  // Pages ask much the same: columns are compiled once for each condition, filters and sorts once for all pages.
  const isNew = firsts();
  const narrow = listShape(model, { total: 'none' });
  const pages = Object.values(model.pages).flatMap((page): Statement[] => {
    const path = ['pages', page.code];
    const where = page.where === undefined ? [] : [page.where.node];
    const what = `页面“${page.title}”的列表`;
    const sorts = page.sort.flatMap(({ field: key, descending }, index): Statement[] => {
      const field = model.field.get(key);
      if (field?.column === undefined || !isNew(`sort ${key} ${descending}`)) return [];
      return [list([...path, 'sort', index], `${what}的排序`, { ...narrow, sort: [{ field, descending }] }, world)];
    });
    const filters = foundBy(page).flatMap((key, index): Statement[] => {
      if (!isNew(`filter ${key}`)) return [];
      const at = [...path, 'filters', index];
      return filtersOn(model.field.get(key)).map((filter) =>
        list(at, `${what}的筛选“${key}”`, { ...narrow, filters: [filter] }, world),
      );
    });
    if (!isNew(`where ${where.map(printExpression).join()}`)) return [...sorts, ...filters];
    const shape = listShape(model, { fields: all, where, search: searched });
    const own: Statement[] = [
      list(where.length > 0 ? [...path, 'where'] : path, what, shape, world),
      { path, what: `${what}的条数`, text: () => compileCountQuery({ ...narrow, where, total: 'capped' }, world).text },
    ];
    const two = (which: 'few' | 'many'): Statement => ({
      path,
      what,
      text: () => compilePageQueries({ ...shape, fields: narrow.fields }, world)?.[which].text ?? 'select 1',
    });
    return [...own, two('few'), two('many'), ...sorts, ...filters];
  });
  const operations = model.operations.flatMap(({ name, where }): Statement[] => {
    if (where === undefined) return [];
    const path = ['api', 'operations', name, 'where'];
    return [list(path, `接口“${name}”`, listShape(model, { where: [where.node] }), world)];
  });
  return [...pages, ...operations];
}

/** Tells of a name whether it is said for the first time. */
function firsts(): (name: string) => boolean {
  const said = new Set<string>();
  return (name) => {
    const isNew = !said.has(name);
    said.add(name);
    return isNew;
  };
}

/** The conditions that a filter on a field can become. */
function filtersOn(field: FieldModel | undefined): readonly FilterCondition[] {
  if (field === undefined) return [];
  const argument = field.key;
  if (field.live) {
    const values = (field.cases ?? []).map(({ value }) => value);
    return values.length === 0 ? [] : [{ field, how: 'any', argument, cases: values }];
  }
  if (field.column === undefined) return [];
  const hows: FilterCondition['how'][] =
    field.filter === 'contains'
      ? ['contains', 'empty']
      : field.filter === 'overlap'
        ? ['overlap', 'empty']
        : field.filter === 'equals' || field.filter === 'any'
          ? ['equals', 'any', 'empty']
          : ['from', 'to', 'before', 'empty'];
  return hows.map((how) => ({ field, how, argument }));
}

function scopeStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  return Object.entries(model.permissions.scope ?? {}).flatMap(([role, scope]): Statement[] => {
    const node = typeof scope === 'string' ? undefined : nodeOf(scope.where);
    if (node === undefined) return [];
    const access = { owners: undefined, where: [node] } as const;
    const path = ['permissions', 'scope', role, 'where'];
    return [list(path, `角色“${role}”的数据范围`, listShape(model, { access }), world)];
  });
}

function statisticsStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const { measures = {}, blocks = {} } = model.source.statistics ?? {};
  const shape = listShape(model, { paged: false, total: 'none' });
  const counted = (key: string) => {
    const measure = measures[key];
    const kind = measure?.kind ?? 'count';
    if (measure === undefined || kind === 'ratio' || kind === 'share') return [];
    const of = measure.of === undefined ? undefined : nodeOf(measure.of);
    const where = measure.where === undefined ? undefined : nodeOf(measure.where);
    return [{ key, kind, of, where } as const];
  };
  const single = Object.entries(measures).flatMap(([key, { title, of }]): Statement[] => {
    const path = ['statistics', 'measures', key, of === undefined ? 'where' : 'of'];
    const own = counted(key);
    if (own.length === 0) return [];
    return [{ path, what: `指标“${title}”`, text: () => compileStatisticsQuery(shape, [], own, world).text }];
  });
  const grouped = Object.entries(blocks).flatMap(([key, { title, by = [] }]): Statement[] => {
    const dimensions = by.flatMap((text): Dimension[] => {
      const [name = '', part] = text.split(':');
      const field = model.field.get(name);
      return field === undefined ? [] : [{ field, part: part as Dimension['part'] }];
    });
    const count = { key: 'count', kind: 'count', of: undefined, where: undefined } as const;
    const path = ['statistics', 'blocks', key];
    const text = () => compileStatisticsQuery(shape, dimensions, [count], world).text;
    return [{ path, what: `统计块“${title}”`, text }];
  });
  return [...single, ...grouped];
}

/** A row of one in which values stand that are bound when the statement runs: here each is a null of its type. */
function boundRow() {
  const columns = new Map([['tenantId', 'null::text']]);
  return {
    place(field: FieldModel, side: Side | 'over', alias: string): SqlColumn {
      const name = side === '' ? field.id : `${side}.${field.id}`;
      const column = boundColumn(field, alias, name);
      columns.set(name, `null::${column.type === 'json' ? 'jsonb' : column.type}`);
      return column;
    },
    /** What stands after `from`, once everything is placed. */
    from: (alias: string) =>
      `(select ${[...columns].map(([name, value]) => `${value} as ${quoteIdentifier(name)}`).join(', ')}) ${alias}`,
  };
}

/** Records that a condition over rows may name, by their names. */
type Beside = Readonly<Record<string, EntityModel>>;

/** The statement of a condition or value over the rows of `target`, beside which other records are bound. */
function overRows(
  {
    path,
    what,
    node,
    isValue = false,
  }: Pick<Statement, 'path' | 'what'> & { readonly node: ExpressionNode; readonly isValue?: boolean },
  target: EntityModel,
  beside: Beside,
  world: SqlWorld,
): Statement {
  const text = () => {
    const { place, from } = boundRow();
    const special = ([name = '', ...rest]: readonly string[]) => {
      const record = Object.hasOwn(beside, name) && rest.length > 0 ? beside[name] : undefined;
      const side = name === 'over' ? 'over' : '';
      return record && boundRecord(record, (field) => place(field, side, BOUND), `${BOUND}."tenantId"`, world)(rest);
    };
    const environment = sqlEnvironment(target, T, world, special);
    const position = isValue ? 'value' : 'condition';
    const asked = renderSql(compileExpressionSql(inlineLive(node, target), environment, { position })).text;
    const rows = `${tableName(target.id)} ${T}, ${from(BOUND)}`;
    return isValue ? `select ${asked} from ${rows}` : `select ${T}.id from ${rows} where ${asked}`;
  };
  return { path, what, text };
}

/** Alias of the row of one. */
const BOUND = 'p';

function choiceStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const own = model.fields.map((field) => ({ field, path: ['record', 'properties', field.key] }));
  const columns = own.flatMap(({ field, path }) =>
    (field.columns ?? []).map((column) => ({ field: column, path: [...path, 'items', 'properties', column.key] })),
  );
  return [...own, ...columns].flatMap(({ field, path }) => {
    const { ref } = field.property;
    const target = ref === undefined ? undefined : world.entity(ref.entity);
    if (ref === undefined || target === undefined) return [];
    const sources: readonly (readonly [Path, string | undefined])[] = [
      [['where'], ref.where],
      ...(ref.rules ?? []).flatMap(({ when, elseFrom }, index): [Path, string | undefined][] => [
        [['rules', index, 'when'], when],
        [['rules', index, 'elseFrom'], elseFrom],
      ]),
    ];
    return sources.flatMap(([at, source]) => {
      const node = source === undefined ? undefined : nodeOf(source);
      if (node === undefined) return [];
      const isValue = at.at(-1) === 'elseFrom';
      const place = { path: [...path, 'ref', ...at], what: `“${field.title}”的可选范围`, node, isValue };
      return [overRows(place, target, { record: model }, world)];
    });
  });
}

function effectStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const of = (effects: readonly EffectModel[], path: Path): readonly Statement[] =>
    effects.flatMap((effect) => {
      const at = [...path, effect.key];
      return [...eachStatement(effect, at, model, world), ...libraryStatement(effect, at, model, world)];
    });
  return [
    ...of(model.effects, ['effects']),
    ...Object.values(model.transitions).flatMap(({ key, effectSteps }) =>
      of(effectSteps, ['transitions', key, 'effects']),
    ),
    ...Object.values(model.states).flatMap(({ key, effects }) => of(effects, ['states', key, 'effects'])),
  ];
}

function eachStatement(effect: EffectModel, path: Path, model: EntityModel, world: SqlWorld): readonly Statement[] {
  const { key, target, entity } = effect;
  const rows = target.kind === 'each' ? world.entity(entity) : undefined;
  if (target.kind !== 'each' || rows === undefined) return [];
  const place = { path: [...path, 'each', 'where'], what: `效果“${key}”查找的记录`, node: target.where.node };
  return [overRows(place, rows, { parent: model, outer: model }, world)];
}

/** Rows of a library are drawn by a query where some of them are, or their condition asks for it. */
function libraryStatement(
  { key, verb, step }: EffectModel,
  path: Path,
  model: EntityModel,
  world: SqlWorld,
): readonly Statement[] {
  const library = verb === 'create' ? (step as CreateStep).library : undefined;
  const rows = world.entity(library?.entity ?? '');
  const isDrawn = (library?.over ?? library?.sample) !== undefined || library?.where?.serverOnly === true;
  if (library?.where === undefined || rows === undefined || !isDrawn) return [];
  const child = world.entity(library.over ?? '');
  const beside = { record: model, parent: model, outer: model, ...(child === undefined ? {} : { over: child }) };
  const place = { path: [...path, 'from', 'where'], what: `效果“${key}”抽取的记录`, node: library.where.node };
  return [overRows(place, rows, beside, world)];
}

/** What expressions over the record, or the one above, ask of other records while it is saved, judged or acted upon. */
function askedStatements(model: EntityModel, world: SqlWorld): readonly Statement[] {
  const above = world.entity(model.parent?.entity ?? '');
  const subjects = new Map<string, EntityModel>();
  walk(model.source, {
    expression({ path }, _, { over }) {
      const subject = over === 'self' ? model : over === 'parent' && path.at(-1) === 'when' ? above : undefined;
      if (subject !== undefined) subjects.set(path.join(), subject);
    },
  });
  // What a definition asks is put in wherever it is named.
  const isNew = firsts();
  return model.asking
    .filter(({ path }) => !path.includes('items'))
    .flatMap(({ path, expression }) => {
      const subject = subjects.get(path.join());
      if (subject === undefined) return [];
      const rowModel = path[0] === 'transitions' ? world.entity(writtenBy(model, path[1])) : undefined;
      const calls = askedCalls(expression.node, (key) => world.entity(key)).filter((call) =>
        isNew(`${subject.key} ${rowModel?.key ?? ''} ${printExpression(call)}`),
      );
      return calls.map(
        (call): Statement => ({
          path,
          what: `${call.name}(…) 的查询`,
          text() {
            const { place, from } = boundRow();
            const value = compileAsked(call, { model: subject, rowModel }, world, (field, side) =>
              place(field, side, 't'),
            );
            return `select ${renderSql(value).text} from ${from('t')}`;
          },
        }),
      );
    });
}

const writtenBy = (model: EntityModel, transition: unknown): string =>
  model.transitions[String(transition)]?.writes ?? '';
