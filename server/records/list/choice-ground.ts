import { type CountedMeasure, compileStatisticsQuery, DIMENSION } from '../../../src/compile/sql/statistics-query.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { mayFillIn } from '../../access/permission/fill-in.ts';
import { callFor } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import { queryInput, runQuery } from '../call/query-input.ts';
import type { Row } from '../call/record-row.ts';
import { textArgument } from '../call/text-argument.ts';
import { readRecord } from '../read/read-record.ts';
import { type ReferencePlace, readPlace } from '../read/reference-condition.ts';
import { isLabelOpen } from '../read/reference-labels.ts';
import { listPlan } from './list-plan.ts';
import { readListRequest } from './list-request.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * Why a person is shown records to choose from, which decides over how many of them. `entering`: he may fill in a field
 * that names them, so that all count which the field may hold. `seeing`: he sees the records themselves, so that those of
 * his lists count. `naming`: records that he sees name them, by which he filters; these alone count.
 */
export type ChoiceGround =
  | { readonly kind: 'entering'; readonly place?: ReferencePlace }
  | { readonly kind: 'seeing'; readonly place?: ReferencePlace }
  | { readonly kind: 'naming'; readonly ids: readonly string[] };

/** Records that a filter offers at most to somebody who does not see them themselves. */
const MOST_NAMED = 2_000;

/**
 * The ground of a call that chooses records: `for` names the field that is entered, `filter` the field that is filtered
 * by, each as `entity.field`. Throws forbidden where there is none.
 */
export async function choiceGround(call: EntityCall, args: Args): Promise<ChoiceGround> {
  const place = readPlace(call, args);
  if (call.internal) return { kind: 'entering', ...(place === undefined ? {} : { place }) };
  if (place !== undefined && mayFillIn({ ...call.context, snapshot: call.snapshot }, place.model, place.top)) {
    return { kind: 'entering', place };
  }
  if (call.granted.has('view')) return { kind: 'seeing', ...(place === undefined ? {} : { place }) };
  const ids = (await heldIds(call, place)) ?? (await namedIds(call, textArgument(args.filter)));
  if (ids === undefined) {
    throw new AnlanError('forbidden', { action: say('选择{model}', { model: call.model.title }) });
  }
  return { kind: 'naming', ids };
}

/** Ids that the named record, which the person sees, holds in the field; undefined where it is not named or not seen. */
async function heldIds(call: EntityCall, place: ReferencePlace | undefined): Promise<readonly string[] | undefined> {
  if (place?.recordId === undefined) return undefined;
  const { model, field, top, recordId } = place;
  const holder = callFor(call, model);
  if (!holder.granted.has('view')) return undefined;
  const record = await call.services.database.withTenant(call.context.tenantId, (db) =>
    readRecord({ call: holder, db }, recordId),
  );
  if (record === undefined || !isLabelOpen(holder, field)) return undefined;
  const value = record[top.key];
  const rows = top === field ? [record] : Array.isArray(value) ? value.filter(isRow) : [];
  return rows.flatMap((row) => row[field.key] ?? []).filter((id) => typeof id === 'string');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}

/** Ids that a field of the records of a list names; undefined where the person has no such list or field. */
async function namedIds(call: EntityCall, filter: string | undefined): Promise<readonly string[] | undefined> {
  if (filter === undefined) return undefined;
  const [entity = '', key = ''] = filter.split('.');
  const model = call.snapshot.entities.get(entity);
  const field = model?.field.get(key);
  if (model === undefined || field?.target !== call.model.key) {
    throw invalidInput([{ pointer: '/filter', msg: say('没有这样的引用字段') }]);
  }
  const listed = callFor(call, model);
  const isOpen = listed.fieldRights.isAskable(field) && isLabelOpen(listed, field) && field.column?.kind === 'text';
  if (!isOpen || !listed.granted.has('view')) return undefined;
  const request = readListRequest(listed, {});
  const purpose = { operation: undefined, page: undefined, answer: 'records', paged: false, total: 'none' } as const;
  const { shape } = listPlan(listed, { ...purpose, scoped: true }, request);
  const counted: readonly CountedMeasure[] = [{ key: '__count', kind: 'count', of: undefined, where: undefined }];
  const query = compileStatisticsQuery(shape, [{ field, part: undefined }], counted, listed.world);
  const rows = await call.services.database.withTenant(call.context.tenantId, (connection) =>
    runQuery(connection, query, queryInput(listed, request.values)),
  );
  return rows.flatMap((row) => (typeof row[DIMENSION] === 'string' ? [row[DIMENSION]] : [])).slice(0, MOST_NAMED);
}
