import { type FilterCondition, filterArgument } from '../../../src/compile/sql/list-query.ts';
import { containing, searchGrams } from '../../../src/compile/sql/search-text.ts';
import type { Seek } from '../../../src/compile/sql/seek-query.ts';
import { searchArgument, shippedArgument } from '../../../src/compile/sql/text-conditions.ts';
import { plainNumberText } from '../../../src/core/amount/number-grammar.ts';
import { AnlanError, errorMessage, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { ExpressionNode } from '../../../src/core/expression/index.ts';
import type { Choice } from '../../../src/core/field-type.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { invalidCharacter, isCalendarDate, isRecordId } from '../../../src/core/validation/text-checks.ts';
import { type FilterMatch, rangeParameters } from '../../../src/core/wire/contract.ts';
import { instantOfWallClock, wallDate } from '../../ground/database/wall-clock.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { EntityCall } from '../call/ports.ts';
import { shippedHolding } from '../call/shipped-values.ts';
import { textArgument } from '../call/text-argument.ts';
import { type FigureRows, readFigure } from './figure-rows.ts';
import { isAskedWhereRead, isSortedBy } from './readable-fields.ts';

/** Most rows of a page, and of lists that are answered whole (pickers, small entities, the employee page). */
export const LARGEST_PAGE = 200;
export const LARGEST_LIST = 9999;

/** Rows behind which paging stops; narrower filters lead there instead. */
const DEEPEST_ROW = 100_000;

/** Most fields that a list is sorted by. */
const MOST_SORTS = 10;

/** Longest text of one argument. */
const LONGEST_ARGUMENT = 2_000;

/** Count at which totals stop. */
export const TOTAL_CAP = 10_000;

export interface ListRequest {
  readonly filters: readonly FilterCondition[];
  /** Arguments of the query. */
  readonly values: Record<string, unknown>;
  readonly sort: readonly { readonly field: FieldModel; readonly descending: boolean }[] | undefined;
  readonly current: number;
  readonly size: number;
  readonly exact: boolean;
  /** Where the page begins if it goes on from a row; the values of that row are among `values`. */
  readonly seek?: Seek | undefined;
  readonly keyword: boolean;
  /** Whether the quick search also means shipped texts, as stored, by their translation. */
  readonly shippedKeyword?: boolean;
  readonly byIds: boolean;
  /** Conditions of the figure whose rows are asked for, in place of the page's own; undefined where none is. */
  readonly figure?: readonly ExpressionNode[];
}

const RESERVED = new Set([
  'current',
  'size',
  'orderBy',
  'keyword',
  'page',
  'exact',
  'ids',
  'parentId',
  'match',
  'groupBy',
  'sums',
  'figure',
]);

function wholeNumber(
  args: Readonly<Record<string, unknown>>,
  name: string,
  title: string,
  fallback: number,
  most: number,
): number {
  const text = textArgument(args[name]);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most) {
    throw invalidInput([{ pointer: `/${name}`, msg: say('{title}须为1到{most}的整数', { title, most }) }]);
  }
  return value;
}

/**
 * Reads the arguments of a list. Filters and sorting name fields of the entity that the person may see and that can be
 * filtered or sorted; anything else is refused by name.
 * @param filterable leaves out fields that this list does not filter by.
 */
export function readListRequest(
  call: EntityCall,
  args: Readonly<Record<string, unknown>>,
  largest = LARGEST_PAGE,
  defaultSize = 20,
  filterable: (field: FieldModel) => boolean = every,
): ListRequest {
  const current = wholeNumber(args, 'current', say('页码'), 1, 1_000_000);
  const size = wholeNumber(args, 'size', say('每页条数'), Math.min(defaultSize, largest), largest);
  if ((current - 1) * size > DEEPEST_ROW) {
    throw invalidInput([
      { pointer: '/current', msg: say('只能翻到前{most}条，请缩小筛选范围', { most: DEEPEST_ROW }) },
    ]);
  }
  const values: Record<string, unknown> = { limit: size, offset: (current - 1) * size, cap: TOTAL_CAP + 1 };
  const filters: FilterCondition[] = [];
  const names = parameterNames(call, filterable);
  const matches = readMatches(names, names.has('match') ? undefined : textArgument(args.match));
  for (const [name, raw] of Object.entries(args)) {
    if (RESERVED.has(name) && !names.has(name)) continue;
    const parameter = names.get(name);
    if (parameter === undefined)
      throw new AnlanError('unknownFilter', { field: name }, { faults: [unknownFilter(name)] });
    const text = textArgument(raw);
    // A condition that cannot be read must not open the whole list.
    if (text === undefined && typeof raw === 'object' && raw !== null && !isEmptyList(raw)) {
      throw invalidInput([{ pointer: `/${name}`, msg: say('{field}的类型不正确', { field: parameter.field.title }) }]);
    }
    if (text === undefined) continue;
    const fault = text.length > LONGEST_ARGUMENT ? say('过长') : invalidCharacter(text);
    if (fault !== undefined) throw invalidInput([{ pointer: `/${name}`, msg: joined(parameter.field.title, fault) }]);
    const { key } = parameter.field;
    // Whether there is a value at all leaves nothing to compare it with.
    if (matches.get(key) === 'empty' || matches.get(key) === 'filled') continue;
    const before = filters.length;
    readFilter(call, parameter, text, filters, values);
    if (matches.get(key) === 'not') {
      filters.splice(before, filters.length, ...filters.slice(before).map((filter) => ({ ...filter, not: true })));
    }
  }
  for (const [key, match] of matches) {
    const field = names.get(key)?.field;
    if (field === undefined || match === 'not') continue;
    filters.push({ field, how: 'empty', argument: `${key}:empty`, not: match === 'filled' });
  }
  const keyword = textArgument(args.keyword)?.trim();
  if (keyword !== undefined && keyword !== '') {
    const fault = invalidCharacter(keyword);
    if (fault !== undefined || keyword.length > 200)
      throw invalidInput([{ pointer: '/keyword', msg: say('搜索内容{fault}', { fault: fault ?? say('过长') }) }]);
    putSearch(values, 'keyword', keyword);
    putShipped(call, values, 'keyword', keyword);
  }
  const figure = names.has('figure') ? undefined : readFigureOf(call, args, filterable);
  filters.push(...(figure?.filters ?? []));
  Object.assign(values, figure?.values);
  const ids = textArgument(args.ids);
  if (ids !== undefined) values.ids = readIds(ids);
  return {
    filters,
    values,
    sort: readSort(call, textArgument(args.orderBy)),
    current,
    size,
    exact: textArgument(args.exact) === 'true',
    keyword: values.keyword !== undefined,
    shippedKeyword: values[shippedArgument('keyword')] !== undefined,
    byIds: ids !== undefined,
    ...(figure === undefined ? {} : { figure: figure.where }),
  };
}

const every = (): boolean => true;

/** The rows of a figure; whoever may only choose among records has no statistics of them. */
function readFigureOf(
  call: EntityCall,
  args: Readonly<Record<string, unknown>>,
  filterable: (field: FieldModel) => boolean,
): FigureRows | undefined {
  const text = textArgument(args.figure);
  if (text === undefined) return undefined;
  const fault = filterable !== every ? unknownFilter('figure').msg : text.length > 500 ? say('过长') : undefined;
  const broken = fault ?? invalidCharacter(text);
  if (broken !== undefined) throw invalidInput([{ pointer: '/figure', msg: joined(say('统计'), broken) }]);
  return readFigure(call, text);
}

const MATCHES: ReadonlySet<string> = new Set<FilterMatch>(['not', 'empty', 'filled']);

/** Reads `status:not,deadline:empty`; ends of a range and values computed on reading cannot be meant otherwise. */
function readMatches(
  names: ReadonlyMap<string, Parameter>,
  text: string | undefined,
): ReadonlyMap<string, FilterMatch> {
  const found = new Map<string, FilterMatch>();
  if (text !== undefined && text.length > LONGEST_ARGUMENT) {
    throw invalidInput([{ pointer: '/match', msg: joined(say('筛选方式'), say('过长')) }]);
  }
  for (const entry of text?.split(',') ?? []) {
    if (entry === '') continue;
    const [key = '', how = ''] = entry.split(':');
    const parameter = names.get(key);
    if (parameter === undefined || parameter.end !== 'both') {
      throw new AnlanError('unknownFilter', { field: key }, { faults: [unknownFilter('match')] });
    }
    const { field } = parameter;
    const turned = how !== 'not' || (field.filter !== 'range' && field.filter !== 'overlap');
    if (!MATCHES.has(how) || !turned || field.column === undefined) {
      throw invalidInput([{ pointer: '/match', msg: say('{field}不支持这种筛选方式', { field: field.title }) }]);
    }
    found.set(key, how as FilterMatch);
  }
  return found;
}

/** Ids of a comma separated list; what cannot be an id is refused. */
export function readIds(text: string): string[] {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > LARGEST_LIST || !ids.every(isRecordId)) {
    throw invalidInput([{ pointer: '/ids', msg: say('编号不正确') }]);
  }
  return [...new Set(ids)];
}

function isEmptyList(value: object): boolean {
  return Array.isArray(value) && value.length === 0;
}

function unknownFilter(name: string): { pointer: string; msg: string } {
  return { pointer: `/${name}`, msg: errorMessage('unknownFilter', { field: name }) };
}

/** Filters with the values of their arguments. */
interface PlacedFilters {
  readonly filters: readonly FilterCondition[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * What a kind of page asks of a field besides filters, in the text of one; null asks for no value. Its arguments have names
 * of their own, since a person may filter by the same field.
 */
export function conditionOn(call: EntityCall, field: FieldModel, is: string | null): PlacedFilters {
  const filters: FilterCondition[] = [];
  const values: Record<string, unknown> = {};
  if (is === null) filters.push({ field, how: 'empty', argument: `${field.key}:empty` });
  else readFilter(call, { field, end: 'both' }, is, filters, values);
  return {
    filters: filters.map((filter) => ({ ...filter, argument: `view:${filter.argument}` })),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`view:${name}`, value])),
  };
}

interface Parameter {
  readonly field: FieldModel;
  readonly end: 'both' | 'start' | 'end';
}

function parameterNames(call: EntityCall, filterable: (field: FieldModel) => boolean): ReadonlyMap<string, Parameter> {
  const names = new Map<string, Parameter>();
  for (const field of call.model.fields) {
    if (field.filter === 'none' || !filterable(field) || !isAskedWhereRead(call, field)) continue;
    const { filterAs } = field.property;
    for (const name of [field.key, ...(filterAs === undefined ? [] : [filterAs])]) {
      names.set(name, { field, end: 'both' });
      if (field.filter !== 'range' && field.filter !== 'overlap') continue;
      const { start, end } = rangeParameters(name);
      if (!names.has(start)) names.set(start, { field, end: 'start' });
      if (!names.has(end)) names.set(end, { field, end: 'end' });
    }
  }
  return names;
}

/** Puts a text to search for into the arguments, as pattern and as the index has it. */
function putSearch(values: Record<string, unknown>, name: string, text: string): void {
  values[name] = containing(text);
  values[searchArgument(name)] = searchGrams(text);
}

/** Puts the shipped texts that are meant by their translation; says whether there are any. */
function putShipped(call: EntityCall, values: Record<string, unknown>, name: string, text: string): boolean {
  const stored = shippedHolding(call, text);
  if (stored.length === 0) return false;
  values[shippedArgument(name)] = stored;
  return true;
}

function readFilter(
  call: EntityCall,
  { field, end }: Parameter,
  text: string,
  filters: FilterCondition[],
  values: Record<string, unknown>,
): void {
  const key = filterArgument(field);
  if (field.filter === 'contains') {
    putSearch(values, key, text.trim());
    const shipped = field.property.shipped === true && putShipped(call, values, key, text.trim());
    filters.push({ field, how: 'contains', argument: key, ...(shipped ? { shipped } : {}) });
    return;
  }
  if (field.filter === 'any' || field.filter === 'equals') {
    const choices = field.filter === 'equals' ? [text] : text.split(',').filter((choice) => choice !== '');
    if (field.live) {
      filters.push({ field, how: 'any', argument: key, cases: choices });
      return;
    }
    if (isTree(field) && field.target !== undefined) {
      values[key] = choices;
      filters.push({ field, how: 'below', argument: key });
      return;
    }
    const wanted = isTree(field) ? keysBelow(choicesOf(call.snapshot, field) ?? [], choices) : choices;
    const plain = wanted.map((choice) => scalar(field, choice));
    if (plain.length === 1 && field.column?.kind !== 'text[]') {
      values[key] = plain[0];
      filters.push({ field, how: 'equals', argument: key });
    } else {
      values[key] = plain;
      filters.push({ field, how: 'any', argument: key });
    }
    return;
  }
  const [first, second] = end === 'both' ? splitRange(text) : end === 'start' ? [text, undefined] : [undefined, text];
  if (field.filter === 'overlap') {
    values[`${key}:from`] =
      first === undefined ? (values[`${key}:from`] ?? '0001-01-01') : bound(call, field, first, 'from');
    values[`${key}:to`] =
      second === undefined ? (values[`${key}:to`] ?? '9999-12-31') : bound(call, field, second, 'from');
    if (!filters.some((filter) => filter.field === field)) filters.push({ field, how: 'overlap', argument: key });
    return;
  }
  if (first !== undefined) {
    values[`${key}:from`] = bound(call, field, first, 'from');
    filters.push({ field, how: 'from', argument: `${key}:from` });
  }
  if (second !== undefined) {
    values[`${key}:to`] = bound(call, field, second, 'to');
    // A moment is stored finer than the second that the caller names: everything before the next one is meant.
    filters.push({ field, how: field.valueType === 'dateTime' ? 'before' : 'to', argument: `${key}:to` });
  }
}

/** Whether a filter by a place in a tree means all that stands below it too. */
function isTree(field: FieldModel): boolean {
  return (field.type.type === 'cascader' || field.type.type === 'tree') && field.column?.kind === 'text';
}

/** The keys and those of all choices below them. */
function keysBelow(choices: readonly Choice[], keys: readonly string[]): readonly string[] {
  const found = new Set(keys);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { key, parent } of choices) if (parent !== undefined && found.has(parent)) found.add(key);
  }
  return [...found];
}

function splitRange(text: string): [string | undefined, string | undefined] {
  const parts = text.split(',');
  if (parts.length === 1) return [text, text];
  return [parts[0] || undefined, parts[1] || undefined];
}

function refuse(field: FieldModel, message: string): Error {
  return invalidInput([{ pointer: `/${field.key}`, msg: joined(field.title, message) }]);
}

function scalar(field: FieldModel, text: string): unknown {
  if (field.valueType === 'number') return numberOf(field, text);
  if (field.valueType !== 'boolean') return text;
  if (text !== 'true' && text !== 'false') throw refuse(field, say('须为true或false'));
  return text === 'true';
}

function numberOf(field: FieldModel, text: string): number {
  const plain = plainNumberText(text.trim());
  if (plain === undefined) throw refuse(field, say('须为数字'));
  return Number(plain);
}

function bound(call: EntityCall, field: FieldModel, text: string, end: 'from' | 'to'): unknown {
  const trimmed = text.trim();
  if (field.valueType === 'number') return numberOf(field, trimmed);
  if (field.valueType === 'text') {
    // Times of the day are kept as texts that compare as they read.
    const fault = field.type.check(trimmed, { key: field.key, title: field.title, property: field.property });
    if (fault !== undefined) throw refuse(field, fault);
    return trimmed;
  }
  const [day = '', time] = trimmed.split(/[ T]/);
  if (!isCalendarDate(day)) throw refuse(field, say('不是有效的日期'));
  if (field.valueType !== 'dateTime') return day;
  const zone = call.snapshot.timeZone;
  const instant = instantOfWallClock(time === undefined ? day : `${day} ${time}`, zone);
  if (instant === undefined) throw refuse(field, say('不是有效的日期'));
  if (end === 'from') return instant.toISOString();
  if (time !== undefined) return new Date(instant.getTime() + (time.length > 5 ? 1_000 : 60_000)).toISOString();
  const next = wallDate(instant.getTime() + 36 * 3_600_000, zone);
  // No day follows the last one that can be written.
  return instantOfWallClock(next, zone)?.toISOString() ?? 'infinity';
}

/** Says that a list cannot be sorted by a field, or must not be for this person. */
export function unknownSort(name: string): AnlanError {
  const fault = { pointer: '/orderBy', msg: errorMessage('unknownSort', { field: name }) };
  return new AnlanError('unknownSort', { field: name }, { faults: [fault] });
}

function readSort(call: EntityCall, text: string | undefined): ListRequest['sort'] {
  if (text === undefined) return undefined;
  const entries = text.split(',', MOST_SORTS + 1);
  if (entries.length > MOST_SORTS) {
    throw invalidInput([{ pointer: '/orderBy', msg: say('最多按{most}个字段排序', { most: MOST_SORTS }) }]);
  }
  return entries.flatMap((entry) => {
    const trimmed = entry.trim();
    if (trimmed === '') return [];
    const name = trimmed.replace(/^-/, '');
    const field = call.model.field.get(name);
    if (field === undefined || !field.sortable || !isSortedBy(call, field)) throw unknownSort(name);
    return [{ field, descending: trimmed.startsWith('-') }];
  });
}
