import {
  BELOW,
  BELOW_LABEL,
  type CountedMeasure,
  compileStatisticsQuery,
  DIMENSION,
  DIMENSION_LABEL,
  type Dimension,
} from '../../../src/compile/sql/statistics-query.ts';
import type { Statistics } from '../../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { endedStates } from '../../../src/core/model/ended-states.ts';
import type { FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { Counted, StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../../src/core/wire/statistics.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import type { Row } from '../../records/call/record-row.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { pageOf } from '../../records/list/list.ts';
import { listPlan } from '../../records/list/list-plan.ts';
import { readListRequest } from '../../records/list/list-request.ts';
import {
  areDimensionsOpen,
  countedFor,
  countsRows,
  dimensionOf,
  isMeasureOpen,
  type Measures,
} from '../../records/list/measures.ts';

import { largestRows, withEarlier } from './earlier-periods.ts';
import { toldApart } from './told-apart.ts';

/** What one value of a dimension is called, and what was counted of it. */
interface Group {
  readonly label: string;
  readonly counted: Map<string, Counted>;
}

type Figures = Map<string | null, Group>;

/**
 * The entity's statistics blocks, or those named by `block`, over the records that the person may see and the filters
 * let through. Ratios with an empty denominator are 0.
 */
export async function readStatistics(
  call: EntityCall,
  operation: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly blocks: readonly StatisticsBlock[] }> {
  requireAction(call, 'view');
  const { block: wanted, ...filters } = args;
  const names = textArgument(wanted)?.split(',');
  const statistics = call.model.source.statistics;
  const measures = statistics?.measures ?? {};
  // Figures over what the person may not see would give it away, all the more with a filter that leaves one record.
  const blocks = Object.entries(statistics?.blocks ?? {})
    .filter(([key]) => names === undefined || names.includes(key))
    .map(([key, block]) => {
      const shown = block.measures.filter((measure) => isMeasureOpen(call, measure, measures));
      return [key, { ...block, measures: shown }] as const;
    })
    .filter(([, block]) => block.measures.length > 0 && areDimensionsOpen(call, block.by));
  if (blocks.length === 0) throw new AnlanError('notFound', { what: say('统计') });
  const asked = { call, operation, filters, measures };
  const answers: StatisticsBlock[] = [];
  for (const [key, block] of blocks) answers.push(await answerBlock(asked, key, block));
  return { blocks: answers };
}

/** What all figures of an answer have in common. */
interface Asked {
  readonly call: EntityCall;
  readonly operation: OperationModel;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly measures: Measures;
}

async function answerBlock(asked: Asked, key: string, block: Block): Promise<StatisticsBlock> {
  const { call, measures } = asked;
  const dimensions = (block.by ?? []).map((by) => dimensionOf(call, by));
  const [dimension, second] = dimensions;
  const rows = await figuresOf(asked, dimension, block.measures);
  const pairs = second === undefined ? undefined : await pairsOf(asked, dimensions, block.measures);
  const total = await figuresOf(asked, undefined, block.measures);
  const whole = total.get(null)?.counted ?? new Map<string, Counted>();
  const values = (counted: ReadonlyMap<string, Counted>) =>
    block.measures.map((measure) => figure(measure, measures, counted, whole));
  const rowsBy = (by: Dimension, figures: Figures): StatisticsRow[] =>
    ordered(call, by, figures).map(([value, { label, counted }]) => ({
      key: value,
      label,
      ...colourOf(call, by, value),
      ...endOf(call, by, value),
      values: values(counted),
    }));
  const withParts = (row: StatisticsRow): StatisticsRow => {
    const parts = pairs?.get(row.key);
    return parts === undefined || second === undefined ? row : { ...row, below: rowsBy(second, parts) };
  };
  const series = drawn(block, measures);
  const all = dimension === undefined ? [] : rowsBy(dimension, rows).map(withParts);
  const measured = block.measures.map((measure) => isMeasured(measures[measure]));
  const shown = largestRows(
    withEarlier(all, block.compare, measured),
    block.top,
    block.measures.indexOf(series[0] ?? ''),
  );
  return {
    key,
    title: block.title,
    chart: block.chart ?? 'table',
    dimension: dimension === undefined ? undefined : dimensionHead(call, dimension),
    ...(second === undefined ? {} : { below: { title: second.field.title } }),
    series,
    filters: block.filters ?? [],
    columns: block.measures.map((measure) => ({
      key: measure,
      counts: countsRows(measure, measures, dimensions),
      title: measures[measure]?.title ?? measure,
      unit: measures[measure]?.unit ?? '',
      scale: measures[measure]?.scale ?? 0,
      ...(isMeasured(measures[measure]) ? { measured: true as const } : {}),
      ...targetOf(measures[measure]),
    })),
    ...drawnBeside(block),
    rows: shown.rows,
    ...(shown.left === 0 ? {} : { left: shown.left }),
    total: values(whole),
  };
}

/**
 * Some measures over all rows of a page; undefined for those that the person may not see.
 * @param page code of the page whose rows are counted.
 */
export async function readTotals(
  call: EntityCall,
  operation: OperationModel,
  page: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Counted | undefined>> {
  requireAction(call, 'view');
  const measures = call.model.source.statistics?.measures ?? {};
  const open = wanted.filter((key) => isMeasureOpen(call, key, measures));
  if (open.length === 0) return new Map();
  const figures = await figuresOf({ call, operation, filters: { page }, measures }, undefined, open);
  const whole = figures.get(null)?.counted ?? new Map<string, Counted>();
  return new Map(open.map((key) => [key, figure(key, measures, whole, whole)]));
}

/** Lines across, and the earlier periods that rows stand beside. */
function drawnBeside({ limits, compare }: Block): Pick<StatisticsBlock, 'limits' | 'compare'> {
  return { ...(limits === undefined ? {} : { limits }), ...(compare === undefined ? {} : { compare }) };
}

function targetOf(measure: Measures[string] | undefined): Pick<StatisticsColumn, 'target'> {
  return measure?.target === undefined ? {} : { target: measure.target };
}

function dimensionHead(call: EntityCall, { field, part }: Dimension): StatisticsBlock['dimension'] {
  const head = { field: field.key, title: field.title };
  if (part !== undefined) return { ...head, part };
  const { dict } = field.property;
  const isGraded = dict !== undefined && call.snapshot.dictionaries.get(dict)?.severity !== undefined;
  return isGraded ? { ...head, graded: true } : head;
}

/** Whether a state is one in which records end. */
function endOf({ model }: EntityCall, { field, part }: Dimension, value: string | null): Pick<StatisticsRow, 'ended'> {
  const isEnd = field.key === 'status' && part === undefined && value !== null && endedStates(model).has(value);
  return isEnd ? { ended: true } : {};
}

type Block = NonNullable<Statistics['blocks']>[string];

/** Measures that a chart draws: those that the block names, else those in the unit of the first; a round one has one. */
function drawn(block: Block, measures: Measures): readonly string[] {
  const shown = block.series?.filter((key) => block.measures.includes(key)) ?? [];
  const unit = (key: string | undefined) => measures[key ?? '']?.unit ?? '';
  const keys = shown.length > 0 ? shown : block.measures.filter((key) => unit(key) === unit(block.measures[0]));
  return block.chart === 'pie' || block.chart === 'ring' ? keys.slice(0, 1) : keys;
}

function colourOf(call: EntityCall, { field, part }: Dimension, value: string | null): { readonly color?: string } {
  if (part !== undefined || value === null) return {};
  // Red to blue mean grades: kinds that a dictionary colours for its tags are no grades in a chart.
  const { dict } = field.property;
  if (dict !== undefined && call.snapshot.dictionaries.get(dict)?.severity === undefined) return {};
  const color = choicesOf(call.snapshot, field)?.find(({ key }) => key === value)?.color;
  return color === undefined ? {} : { color };
}

/** Each measure is placed in time by its own date, so those of another date are counted by a query of their own. */
async function figuresOf(asked: Asked, dimension: Dimension | undefined, wanted: readonly string[]): Promise<Figures> {
  const { call, measures } = asked;
  const byDate = new Map<string | undefined, string[]>();
  for (const key of countedFor(wanted, measures)) {
    const date = dimension?.part === undefined ? undefined : (measures[key]?.date ?? dimension.field.key);
    byDate.set(date, [...(byDate.get(date) ?? []), key]);
  }
  const figures: Figures = new Map();
  for (const [date, keys] of byDate) {
    const field = date === undefined ? dimension?.field : call.model.field.get(date);
    const own = dimension === undefined || field === undefined ? undefined : { ...dimension, field };
    for (const row of await count(asked, own === undefined ? [] : [own], keys)) {
      const value = own === undefined ? null : keyOf(row[DIMENSION]);
      // A month without a date of this measure's own belongs to no point in time.
      if (value === null && own?.part !== undefined) continue;
      const label = own === undefined ? say('合计') : labelOfValue(call, own, row[DIMENSION], row[DIMENSION_LABEL]);
      const known = figures.get(value) ?? { label, counted: new Map() };
      for (const key of keys) known.counted.set(key, countedOf(row, key, measures));
      figures.set(value, known);
    }
  }
  return namesOf(asked, dimension, figures);
}

/** Figures under names that tell records apart, where it is records that they are of. */
async function namesOf({ call, operation }: Asked, by: Dimension | undefined, figures: Figures): Promise<Figures> {
  if (by?.field.target === undefined || by.part !== undefined) return figures;
  return toldApart(call, operation, by.field, figures);
}

/** Figures of each value of the second dimension within one of the first; neither is one of time. */
async function pairsOf(
  asked: Asked,
  dimensions: readonly Dimension[],
  wanted: readonly string[],
): Promise<ReadonlyMap<string | null, Figures>> {
  const { call, measures } = asked;
  const second = dimensions[1];
  const keys = countedFor(wanted, measures);
  const pairs = new Map<string | null, Figures>();
  if (second === undefined) return pairs;
  for (const row of await count(asked, dimensions, keys)) {
    const first = keyOf(row[DIMENSION]);
    const figures = pairs.get(first) ?? new Map<string | null, Group>();
    pairs.set(first, figures);
    const label = labelOfValue(call, second, row[BELOW], row[BELOW_LABEL]);
    figures.set(keyOf(row[BELOW]), {
      label,
      counted: new Map(keys.map((key) => [key, countedOf(row, key, measures)])),
    });
  }
  for (const [first, figures] of pairs) pairs.set(first, await namesOf(asked, second, figures));
  return pairs;
}

async function count(
  { call, operation, filters, measures }: Asked,
  dimensions: readonly Dimension[],
  keys: readonly string[],
): Promise<Row[]> {
  const request = readListRequest(call, filters);
  const purpose = { operation, answer: 'records', scoped: !call.internal, paged: false, total: 'none' } as const;
  // A page counts the records that it stands over.
  const { shape } = listPlan(call, { ...purpose, page: pageOf(filters) }, request);
  const counted = keys.map((key): CountedMeasure => {
    const measure = measures[key];
    const kind = measure?.kind ?? 'count';
    return {
      key,
      kind: kind === 'ratio' || kind === 'share' ? 'count' : kind,
      of: measure?.of === undefined ? undefined : expressionNode(measure.of),
      where: measure?.where === undefined ? undefined : expressionNode(measure.where),
    };
  });
  const query = compileStatisticsQuery(shape, dimensions, counted, call.world);
  return call.services.database.withTenant(call.context.tenantId, (connection) =>
    runQuery(connection, query, queryInput(call, request.values)),
  );
}

/** Whether a figure is an average or an extreme: there is none of nothing. */
function isMeasured(measure: Measures[string] | undefined): boolean {
  return measure?.kind === 'avg' || measure?.kind === 'min' || measure?.kind === 'max';
}

function countedOf(row: Row, key: string, measures: Measures): Counted {
  const value = row[key] ?? null;
  return value === null && isMeasured(measures[key]) ? null : Number(value ?? 0);
}

const keyOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function labelOfValue(call: EntityCall, dimension: Dimension, found: unknown, labels: unknown): string {
  const value = found ?? null;
  // Nobody left out what is computed: it does not apply there.
  if (value === null) return dimension.field.computed ? say('无') : say('未填写');
  if (dimension.part !== undefined) return String(value);
  const context = fieldContext(
    dimension.field,
    { choices: (field: FieldModel) => choicesOf(call.snapshot, field) },
    typeof labels === 'string' ? labels : undefined,
  );
  return dimension.field.type.format(value, context);
}

/** Choices in their own order, times from early to late, everything else by the first figure from large to small. */
function ordered(call: EntityCall, dimension: Dimension, figures: Figures) {
  const entries = [...figures];
  if (dimension.part !== undefined) {
    return entries.sort(([left], [right]) => String(left).localeCompare(String(right)));
  }
  const choices = choicesOf(call.snapshot, dimension.field);
  if (choices !== undefined) {
    const place = new Map(choices.map((choice, index) => [choice.key, index]));
    const at = (value: string | null) => place.get(value ?? '') ?? place.size;
    return entries.sort(([left], [right]) => at(left) - at(right));
  }
  const size = (entry: (typeof entries)[number]) => [...entry[1].counted.values()][0] ?? 0;
  return entries.sort((left, right) => size(right) - size(left));
}

function figure(
  key: string,
  measures: Measures,
  counted: ReadonlyMap<string, Counted>,
  whole: ReadonlyMap<string, Counted>,
): Counted {
  const measure = measures[key];
  if (isMeasured(measure) && (counted.get(key) ?? null) === null) return null;
  const factor = measure?.unit === '%' ? 100 : 1;
  const part = (name: string | undefined) => counted.get(name ?? '') ?? 0;
  const value =
    measure?.kind === 'ratio'
      ? quotient(part(measure.numerator), part(measure.denominator)) * factor
      : measure?.kind === 'share'
        ? quotient(part(measure.numerator), whole.get(measure.numerator ?? '') ?? 0) * factor
        : part(key);
  const power = 10 ** (measure?.scale ?? 0);
  return Math.round((value + Number.EPSILON) * power) / power;
}

const quotient = (numerator: number, denominator: number) => (denominator === 0 ? 0 : numerator / denominator);
