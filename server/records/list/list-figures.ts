import {
  type CountedMeasure,
  compileStatisticsQuery,
  DIMENSION,
  DIMENSION_LABEL,
  type Dimension,
} from '../../../src/compile/sql/statistics-query.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { PERIOD_UNITS } from '../../../src/core/expression/index.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { ListGroup } from '../../../src/core/wire/contract.ts';
import type { ListFigures } from '../../../src/core/wire/operations.ts';
import { expressionNode } from '../../access/permission/row-access.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { EntityCall } from '../call/ports.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';
import { isLabelOpen } from '../read/reference-labels.ts';
import { type ListPurpose, listPlan } from './list-plan.ts';
import { type ListRequest, readListRequest } from './list-request.ts';
import { isAskedWhereRead } from './readable-fields.ts';

/** Groups answered at most, the largest first. */
const MOST_GROUPS = 200;
const COUNT = '__count';
const PARTS: ReadonlySet<string> = new Set(PERIOD_UNITS);

type Args = Readonly<Record<string, unknown>>;

/**
 * Groups of the rows with their numbers (`groupBy`), and sums over them (`sums`), under the filters and rights of the
 * list. A filter on the field of the groups is left out of these: they are there to choose another.
 */
export async function readListFigures(call: EntityCall, purpose: ListPurpose, args: Args): Promise<ListFigures> {
  const groupBy = textArgument(args.groupBy);
  const sums = textArgument(args.sums);
  return {
    ...(groupBy === undefined ? {} : { groups: await readGroups(call, purpose, args, groupBy) }),
    ...(sums === undefined ? {} : { sums: await readSums(call, purpose, args, sums) }),
  };
}

async function readGroups(
  call: EntityCall,
  purpose: ListPurpose,
  args: Args,
  text: string,
): Promise<readonly ListGroup[]> {
  const dimension = groupedBy(call, text);
  const { key } = dimension.field;
  const request = readListRequest(call, args);
  const others = { ...request, filters: request.filters.filter(({ field }) => field.key !== key) };
  const rows = await figures(call, purpose, others, dimension, [
    { key: COUNT, kind: 'count', of: undefined, where: undefined },
  ]);
  const groups = rows.map((row): ListGroup => {
    const value = (row[DIMENSION] ?? null) as string | number | boolean | null;
    return {
      key: value === null ? null : String(value),
      label: labelOf(call, dimension, row),
      count: Number(row[COUNT]),
    };
  });
  const choices = choicesOf(call.snapshot, dimension.field);
  const place = new Map(choices?.map((choice, index) => [choice.key, index]));
  const at = (group: ListGroup) => place.get(group.key ?? '') ?? place.size;
  return groups
    .sort((left, right) =>
      dimension.part === undefined
        ? at(left) - at(right) || right.count - left.count
        : String(right.key).localeCompare(String(left.key)),
    )
    .slice(0, MOST_GROUPS);
}

function labelOf(call: EntityCall, { field, part }: Dimension, row: Row): string {
  const value = row[DIMENSION] ?? null;
  if (value === null || part !== undefined) return String(value ?? '');
  const label = row[DIMENSION_LABEL];
  const context = fieldContext(
    field,
    { choices: (one: FieldModel) => choicesOf(call.snapshot, one) },
    typeof label === 'string' ? label : undefined,
  );
  return field.type.format(value, context);
}

async function readSums(
  call: EntityCall,
  purpose: ListPurpose,
  args: Args,
  text: string,
): Promise<Readonly<Record<string, number>>> {
  const fields = text
    .split(',')
    .filter((key) => key !== '')
    .map((key) => openField(call, key, 'sums'));
  for (const field of fields) {
    if (field.valueType !== 'number')
      throw invalidInput([{ pointer: '/sums', msg: say('{field}不是数字，不能求合计', { field: field.title }) }]);
  }
  const [row] = await figures(
    call,
    purpose,
    readListRequest(call, args),
    undefined,
    fields.map(({ key }) => ({ key, kind: 'sum', of: expressionNode(key), where: undefined })),
  );
  return Object.fromEntries(fields.map(({ key }) => [key, Number(row?.[key] ?? 0)]));
}

function groupedBy(call: EntityCall, text: string): Dimension {
  const [key = '', part] = text.split(':');
  const field = openField(call, key, 'groupBy');
  const dated = field.valueType === 'date' || field.valueType === 'dateTime';
  const fits = part === undefined ? !dated && field.filter !== 'contains' : dated && PARTS.has(part);
  if (!fits || field.filter === 'none' || field.column?.kind.endsWith('[]') === true) {
    throw invalidInput([{ pointer: '/groupBy', msg: say('不能按{field}分组', { field: field.title }) }]);
  }
  return { field, part: part as Dimension['part'] };
}

/** A stored field, labels included, that the person sees: figures over what he does not see would give it away. */
function openField(call: EntityCall, key: string, argument: string): FieldModel {
  const field = call.model.field.get(key);
  const open =
    field !== undefined &&
    (field.column !== undefined || field.live) &&
    (call.internal || (isAskedWhereRead(call, field) && isLabelOpen(call, field)));
  if (!open) {
    throw new AnlanError(
      'unknownFilter',
      { field: key },
      { faults: [{ pointer: `/${argument}`, msg: say('没有字段“{key}”', { key }) }] },
    );
  }
  return field;
}

async function figures(
  call: EntityCall,
  purpose: ListPurpose,
  request: ListRequest,
  dimension: Dimension | undefined,
  measures: readonly CountedMeasure[],
): Promise<Row[]> {
  const { shape } = listPlan(call, purpose, request);
  const query = compileStatisticsQuery(shape, dimension === undefined ? [] : [dimension], measures, call.world);
  return call.services.database.withTenant(call.context.tenantId, (connection) =>
    runQuery(connection, query, queryInput(call, request.values)),
  );
}
