import { describeType, RESERVED_NAMES } from '../expression/index.ts';
import { COMMON_KEYWORDS, type FieldContext } from '../field-type.ts';
import { conversionFault } from '../model/conversion.ts';
import type { FieldModel } from '../model/entity-model.ts';
import { foundBy } from '../model/page-kind.ts';
import type { Property } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { suggestion } from './nearest.ts';
import { SAFE_PATTERN, unsafePatterns } from './pattern-safety.ts';

/** Columns that a PostgreSQL table can have, dropped ones included. */
const COLUMN_BOUND = 1600;

/** Columns of every table that are no fields (tenant, removal mark and the like). */
const PLATFORM_COLUMNS = 4;

/** Records that expressions name; a field of that name could not be read. */
const RECORD_NAMES: readonly string[] = ['me', 'old', 'row', 'parent', 'outer', 'record', 'created'];

type Path = readonly (string | number)[];

/**
 * Types of which no column of a sub-table can be, besides tables: numbers are given and passwords kept for records, a
 * date range is two fields, the matrix is a page of its own.
 */
const NO_COLUMNS: readonly string[] = ['serial', 'password', 'dateDuration', 'permissionMatrix'];

/** Checks each field for itself: names, keywords of its type, JSON type, limits, default, patterns, filters. */
export function lintFields(linted: LintedEntity, world: LintWorld): void {
  const { model, entity, sink } = linted;
  for (const field of model.fields) {
    if (field.base || field.beside !== undefined) continue;
    const path = ['record', 'properties', field.key];
    // As the file has it, and not as its override makes it.
    const property = entity.record.properties[field.key] ?? field.property;
    lintField(linted, world, { ...field, property }, path, entity.record.properties);
    if (field.property.total !== undefined) {
      sink.error([...path, 'total'], 'total 只用于子表的列', '删去；记录上的合计写成 compute，如 sum(子表, 列)');
    }
  }
  const columns = model.fields.filter((field) => field.column !== undefined).length + PLATFORM_COLUMNS;
  if (columns > COLUMN_BOUND) {
    sink.error(
      ['record', 'properties'],
      `字段需要 ${columns} 列，超过数据库每表 ${COLUMN_BOUND} 列的上限`,
      '把一部分字段移到子表或另一个实体',
    );
  }
  lintFilters(linted);
}

function lintField(
  linted: LintedEntity,
  world: LintWorld,
  field: FieldModel,
  path: Path,
  siblings: Readonly<Record<string, Property>>,
): void {
  const { sink } = linted;
  const { property, type, key } = field;
  if (RESERVED_NAMES.includes(key) || RECORD_NAMES.includes(key)) {
    sink.error(path, `“${key}”在表达式里另有含义，不能作字段的键`, '换一个键');
  }
  if (key.endsWith('Label') && Object.hasOwn(siblings, key.slice(0, -'Label'.length))) {
    sink.error(path, `“${key}”与“${key.slice(0, -5)}”的显示文本同名`, '换一个不以 Label 结尾的键');
  }
  if (!Object.hasOwn(world.registry, property.field)) return;
  const known: readonly string[] = [...COMMON_KEYWORDS, ...type.keywords];
  for (const keyword of Object.keys(property)) {
    if (known.includes(keyword)) continue;
    const message = `字段类型“${type.type}”（${type.title}）不认识关键字“${keyword}”${suggestion(keyword, known)}`;
    sink.error(
      [...path, keyword],
      message,
      `删去，或改用认识它的字段类型；此类型另有 ${type.keywords.join('、') || '无'}`,
    );
  }
  const fault = property.convert === undefined ? undefined : conversionFault(property.convert, field.valueType);
  if (fault !== undefined) {
    const message = `转换“${property.convert}”得不出${describeType(field.valueType)}：${fault}`;
    sink.error([...path, 'convert'], message, 'old 是已存的值，如 number(old)；没有换过类型就删去');
  }
  if (!type.jsonTypes.includes(property.type)) {
    const types = type.jsonTypes.join('、');
    sink.error(
      [...path, 'type'],
      `字段类型“${type.type}”的 type 须为 ${types}，现为 ${property.type}`,
      `改为 ${types}`,
    );
  }
  const options = type.checkProps?.(property.props ?? {});
  if (options !== undefined)
    sink.error([...path, 'props'], `字段类型“${type.title}”的选项有误：${options}`, '改正选项');
  if (property.maskInLists === true && property.quickSearch === true) {
    sink.error(
      [...path, 'quickSearch'],
      `“${field.title}”在列表中脱敏，不能用于快速搜索`,
      '删去 quickSearch，或删去 maskInLists',
    );
  }
  lintLimits(sink, property, path);
  lintPatterns(sink, property, path);
  lintComputation(sink, field, path);
  lintRange(sink, key, property, path, siblings);
  lintParentField(linted, world, field, path, siblings);
  lintWorded(sink, property, path, siblings);
  if (property.default !== undefined) {
    const fault = type.check(property.default, contextOf(world, field));
    if (fault !== undefined) sink.error([...path, 'default'], `默认值无效：${fault}`, '改为该字段可以保存的值');
  }
  if (type.rowwise && field.columns === undefined) {
    sink.error(path, `“${field.title}”没有列`, '在 items.properties 里写出列');
  }
  for (const column of field.columns ?? []) {
    const at = [...path, 'items', 'properties', column.key];
    const misplaced = column.type.rowwise || NO_COLUMNS.includes(column.type.type);
    if (type.rowwise && misplaced) {
      const fix = '改为子实体（parent），或移到记录上';
      sink.error([...at, 'field'], `子表的列不能是“${column.type.title}”`, fix);
    }
    lintTotal(sink, column, at);
    lintSince(sink, column, at);
    if (column.property.rollup !== undefined) {
      sink.error(
        [...at, 'rollup'],
        '子表的列不能汇总别的记录：没有记录引用一行',
        '移到记录上，或把子表改为子实体（parent）',
      );
    }
    lintField(linted, world, column, at, property.items?.properties ?? {});
  }
}

/** Sums and averages are of numbers, greatest and smallest of what has an order. */
function lintTotal(sink: LintedEntity['sink'], { property, type, title }: FieldModel, path: Path): void {
  const { total } = property;
  if (total === undefined || total === 'count') return;
  const isNumber = property.type === 'number' || property.type === 'integer';
  if (isNumber || ((total === 'max' || total === 'min') && (type.group === 'time' || property.format !== undefined)))
    return;
  sink.error([...path, 'total'], `“${title}”不能按 ${total} 合计：它不是数字`, '改为 count，或删去 total');
}

/** Wordings stand in a field of structured data that nobody sees. */
function lintWorded(
  sink: LintedEntity['sink'],
  { worded }: Property,
  path: Path,
  siblings: Readonly<Record<string, Property>>,
): void {
  if (worded === undefined) return;
  const holder = Object.hasOwn(siblings, worded) ? siblings[worded] : undefined;
  if (holder?.field === 'json' && holder.hidden === true) return;
  sink.error([...path, 'worded'], `“${worded}”不是隐藏的结构数据字段`, '写一个 field 为 json、hidden 为 true 的字段');
}

/** A choice can stand below another field's only where both choose one of something and a choice names its parent. */
function lintParentField(
  { sink }: LintedEntity,
  world: LintWorld,
  field: FieldModel,
  path: Path,
  siblings: Readonly<Record<string, Property>>,
): void {
  const { parentField } = field.property;
  if (parentField === undefined) return;
  const at = [...path, 'parentField'];
  const above = Object.hasOwn(siblings, parentField) ? siblings[parentField] : undefined;
  if (above === undefined || parentField === field.key) {
    sink.error(
      at,
      `没有名为“${parentField}”的字段${suggestion(parentField, Object.keys(siblings))}`,
      '写另一个字段的键',
    );
    return;
  }
  if ((above.dict === undefined && above.options === undefined) || above.type === 'array') {
    sink.error(at, `“${above.title}”不是从字典或选项中单选的字段，不能决定下级选项`, '改为一个单选的字段');
  }
  const { choices } = contextOf(world, field);
  if (choices !== undefined && !choices.some((choice) => choice.parent !== undefined)) {
    sink.error(at, `“${field.title}”的选项都没有上级（parent），这样没有可选的值`, '给选项或字典值写上 parent');
  }
}

function contextOf(world: LintWorld, field: FieldModel): FieldContext {
  const { property, key, title } = field;
  const own = Object.entries(property.options ?? {}).map(([option, { title: text, parent }]) => ({
    key: option,
    title: text,
    ...(parent === undefined ? {} : { parent }),
  }));
  const choices =
    property.options === undefined
      ? property.dict === undefined
        ? undefined
        : world.dictionaries.choices(property.dict)
      : own;
  return { key, title, property, ...(choices === undefined ? {} : { choices }) };
}

function lintLimits(sink: LintedEntity['sink'], property: Property, path: Path): void {
  const pairs = [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
  ] as const;
  for (const [least, most] of pairs) {
    const low = property[least];
    const high = property[most];
    if (low !== undefined && high !== undefined && low > high) {
      sink.error([...path, least], `${least}（${low}）大于 ${most}（${high}），没有值可以满足`, '对调或改正');
    }
  }
  if ((property.scale ?? 0) > (property.precision ?? 15)) {
    sink.error([...path, 'scale'], '小数位数多于总位数', '减小 scale 或增大 precision');
  }
}

function lintPatterns(sink: LintedEntity['sink'], property: Property, path: Path): void {
  for (const { index, fault } of unsafePatterns(property)) {
    sink.error([...path, 'patterns', index, 'pattern'], fault, SAFE_PATTERN);
  }
}

function lintComputation(sink: LintedEntity['sink'], field: FieldModel, path: Path): void {
  const { property } = field;
  if (property.compute !== undefined && property.cases !== undefined) {
    sink.error([...path, 'cases'], 'compute 与 cases 只能写一个', '删去其中一个');
  }
  if (property.rollup !== undefined && (property.compute ?? property.cases) !== undefined) {
    sink.error([...path, 'rollup'], 'rollup 与 compute、cases 只能写一个', '删去其中一个');
  }
  if (property.default !== undefined && property.defaultFrom !== undefined) {
    sink.error([...path, 'default'], 'default 与 defaultFrom 只能写一个', '删去其中一个');
  }
  if (!field.computed) {
    if (property.field === 'calculate' && property.serial === undefined) {
      sink.error(
        path,
        '计算字段没有 compute、cases 或 rollup',
        '写上 compute，字典值用 cases，汇总别的记录用 rollup，累计用 running',
      );
    }
    return;
  }
  for (const keyword of ['default', 'defaultFrom', 'requiredWhen', 'disabledWhen', 'fixedWhen'] as const) {
    if (property[keyword] !== undefined) {
      sink.error([...path, keyword], `计算得出的字段不能录入，“${keyword}”不起作用`, '删去');
    }
  }
}

/** Rows have no past: which of them were there before cannot be told. */
function lintSince(sink: LintedEntity['sink'], { property }: FieldModel, path: Path): void {
  const places = (property.rules ?? []).flatMap(({ since }, index) =>
    since === undefined ? [] : [[...path, 'rules', index, 'since']],
  );
  if (property.since !== undefined) places.push([...path, 'since']);
  for (const place of places)
    sink.error(place, '子表的行没有各自的创建时间，列上不能写 since', '删去，或写在子表这个字段上');
}

function lintRange(
  sink: LintedEntity['sink'],
  key: string,
  property: Property,
  path: Path,
  siblings: Readonly<Record<string, Property>>,
): void {
  const pairs = [
    ['end', 'endOf'],
    ['endOf', 'end'],
  ] as const;
  for (const [name, back] of pairs) {
    const other = property[name];
    if (other === undefined) continue;
    const found = Object.hasOwn(siblings, other) ? siblings[other] : undefined;
    if (found !== undefined && found[back] !== key) {
      sink.error([...path, name], `“${other}”没有以 ${back} 指回“${key}”`, `给“${other}”写上 "${back}": "${key}"`);
    }
  }
}

function lintFilters(linted: LintedEntity): void {
  const { model, sink } = linted;
  if (model.small) return;
  const filtered = new Set(Object.values(model.pages).flatMap(foundBy));
  // An index over lower case, or over some records, serves no filter by the text as it stands.
  const whole = model.unique.filter(({ ignoreCase, where }) => !ignoreCase && where === undefined);
  const plain = [...whole, ...model.indexes];
  const indexed = new Set(plain.flatMap((index) => index.fields.slice(0, 1)));
  const isIndexed = (key: string): boolean => {
    const field = model.field.get(key);
    if (field === undefined || field.property.index === false) return false;
    return field.base || indexed.has(key) || field.property.index === true || filtered.has(key);
  };
  for (const page of Object.values(model.pages)) {
    for (const key of page.filters) {
      const field = model.field.get(key);
      if (field === undefined) continue;
      const index = (model.source.pages?.[page.code]?.filters ?? []).indexOf(key);
      const at = ['pages', page.code, 'filters', index];
      if (field.live) {
        const reads = (field.cases ?? []).flatMap((branch) => branch.when?.references ?? []);
        if (!reads.some(isIndexed)) {
          sink.warning(at, `按“${key}”筛选时没有索引可用`, '给它的条件所读的一个字段写上 "index": true');
        }
      } else if (field.filter !== 'contains' && !isIndexed(key)) {
        sink.warning(at, `按“${key}”筛选时没有索引可用`, '删去该字段的 "index": false，或去掉该筛选项');
      }
    }
  }
}
