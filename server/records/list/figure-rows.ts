import type { FilterCondition } from '../../../src/compile/sql/list-query.ts';
import { withinReadable } from '../../../src/compile/sql/readable.ts';
import type { Dimension } from '../../../src/compile/sql/statistics-query.ts';
import { plainNumberText } from '../../../src/core/amount/number-grammar.ts';
import { AnlanError, errorMessage } from '../../../src/core/errors/catalogue.ts';
import { type ExpressionNode, parsePeriod } from '../../../src/core/expression/index.ts';
import { ATTENTION_BLOCK, attentionOf } from '../../../src/core/model/attention.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { type FigureName, parseFigure } from '../../../src/core/wire/statistics.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { instantOfWallClock } from '../../ground/database/wall-clock.ts';
import type { EntityCall } from '../call/ports.ts';
import { areDimensionsOpen, countsRows, dimensionOf, isMeasureOpen } from './measures.ts';
import { readableOf } from './readable-fields.ts';

/** Which rows a figure of the statistics counts: what a list that shows them asks besides its own filters. */
export interface FigureRows {
  /** Conditions, that of the page on which the figure stands among them. */
  readonly where: readonly ExpressionNode[];
  readonly filters: readonly FilterCondition[];
  /** Arguments of the filters. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Arguments of the filters; plans are kept by these names, so each names its field. */
const argumentOf = ({ key }: FieldModel, end = 'is'): string => `figure:${key}:${end}`;

/**
 * The rows behind a figure. A list that is asked for them shows what the figure's page stands over, so that it has as
 * many rows as the figure says; the row scopes of the list stay.
 * @param text as `formatFigure` writes it.
 */
export function readFigure(call: EntityCall, text: string): FigureRows {
  const name = parseFigure(text);
  if (name?.block === ATTENTION_BLOCK) return attentionRows(call, name);
  const { measures = {}, blocks = {} } = call.model.source.statistics ?? {};
  const block = name !== undefined && Object.hasOwn(blocks, name.block) ? blocks[name.block] : undefined;
  // Rows picked by what the person may not see would give it away.
  const open = block !== undefined && areDimensionsOpen(call, block.by);
  if (name === undefined || !open || !block.measures.includes(name.measure)) throw unknownFigure();
  const dimensions = (block.by ?? []).map((by) => dimensionOf(call, by));
  if (!isMeasureOpen(call, name.measure, measures) || !countsRows(name.measure, measures, dimensions)) {
    throw unknownFigure();
  }
  const measure = measures[name.measure];
  const conditions = [measure?.where, measure?.of === undefined ? undefined : `not isNull(${measure.of})`];
  const own = conditions.flatMap((source) => (source === undefined ? [] : [asRead(call, source)]));
  const page = pageCondition(call, name);
  const groups = [name.key, name.below].flatMap((key, index) =>
    key === undefined ? [] : [groupRows(call, dimensions[index], measure?.date, key)],
  );
  return {
    where: [...(page === undefined ? [] : [page]), ...own, ...groups.flatMap(({ where }) => where)],
    filters: groups.flatMap(({ filters }) => filters),
    values: Object.assign({}, ...groups.map(({ values }) => values)),
  };
}

/** The rows behind a figure of the page after login. */
function attentionRows(call: EntityCall, { measure, key, page }: FigureName): FigureRows {
  const found = attentionOf(call.model.source).find((attention) => attention.key === measure);
  const open = found?.kind === 'draft' || isMeasureOpen(call, measure, call.model.source.statistics?.measures ?? {});
  if (found === undefined || !open || key !== undefined || page !== undefined) throw unknownFigure();
  return { where: found.where === undefined ? [] : [asRead(call, found.where)], filters: [], values: {} };
}

/** What a figure counts, over the values that the person reads. */
function asRead(call: EntityCall, source: string): ExpressionNode {
  return withinReadable(expressionNode(source), readableOf(call));
}

function unknownFigure(): AnlanError {
  const fault = { pointer: '/figure', msg: errorMessage('unknownFilter', { field: 'figure' }) };
  return new AnlanError('unknownFilter', { field: 'figure' }, { faults: [fault] });
}

/** What the figure's page shows, for those who may see that page. */
function pageCondition(call: EntityCall, { page: code }: FigureName): ExpressionNode | undefined {
  if (code === undefined) return undefined;
  const page = Object.hasOwn(call.model.pages, code) ? call.model.pages[code] : undefined;
  if (page === undefined || !(call.internal || call.rights.page(code).has('view'))) throw unknownFigure();
  return page.where?.node;
}

/** Rows of one value of the dimension; null is the group without one. */
function groupRows(
  call: EntityCall,
  dimension: Dimension | undefined,
  date: string | undefined,
  key: string | null,
): FigureRows {
  if (dimension === undefined) throw unknownFigure();
  if (dimension.part !== undefined) {
    const dated = date === undefined ? dimension.field : call.model.field.get(date);
    if (dated === undefined || key === null) throw unknownFigure();
    return rowsOfTime(call, dated, key);
  }
  const { field } = dimension;
  if (field.live) return { where: [liveCondition(field, key)], filters: [], values: {} };
  const argument = argumentOf(field);
  if (key === null) return { where: [], filters: [{ field, how: 'empty', argument }], values: {} };
  return { where: [], filters: [{ field, how: 'equals', argument }], values: { [argument]: scalarOf(field, key) } };
}

function scalarOf(field: FieldModel, key: string): string | number | boolean {
  if (field.valueType === 'boolean') return key === 'true';
  if (field.valueType !== 'number') return key;
  const plain = plainNumberText(key);
  if (plain === undefined) throw unknownFigure();
  return Number(plain);
}

function liveCondition(field: FieldModel, key: string | null): ExpressionNode {
  const name: ExpressionNode = { kind: 'name', name: field.key };
  if (key === null) return { kind: 'call', name: 'isNull', arguments: [name] };
  return { kind: 'binary', operator: '==', left: name, right: { kind: 'literal', value: scalarOf(field, key) } };
}

/** Rows of a year, quarter, month, week or day on the tenant's wall clock. */
function rowsOfTime(call: EntityCall, field: FieldModel, key: string): FigureRows {
  const period = parsePeriod(key);
  if (period === undefined || period.next === null) throw unknownFigure();
  const edge = (text: string): string => {
    const instant = instantOfWallClock(text, call.snapshot.timeZone);
    if (instant === undefined) throw unknownFigure();
    return field.valueType === 'dateTime' ? instant.toISOString() : text;
  };
  const [from, before] = [argumentOf(field, 'from'), argumentOf(field, 'before')];
  return {
    where: [],
    filters: [
      { field, how: 'from', argument: from },
      { field, how: 'before', argument: before },
    ],
    values: { [from]: edge(period.first), [before]: edge(period.next) },
  };
}
