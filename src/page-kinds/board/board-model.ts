import type { TransitionModel } from '../../core/model/entity-model.ts';
import { compareNames } from '../../core/text/name-order.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { valueText } from '../../runtime/model/record-view.ts';
import { viewText } from '../../runtime/view/text.ts';
import type { ColumnHead } from './BoardColumn.tsx';
import type { ColumnSettings } from './definition-columns.ts';

/** The columns with their names; only those that a filter on the field lets in, where there is one. */
export function boardColumns(
  { model, choices }: EntityPageModel,
  { by, columns, blank }: ColumnSettings,
  chosen: string | readonly string[] | undefined,
): readonly ColumnHead[] {
  const field = model.field.get(by);
  const known = new Map((field && choices(field))?.map((choice) => [choice.key, choice]));
  const heads = columns.map((key): ColumnHead => {
    if (by === 'status') return { key, title: model.states[key]?.title ?? key, color: model.states[key]?.color };
    return { key, title: known.get(key)?.title ?? key, color: known.get(key)?.color };
  });
  const all = blank ? [...heads, { key: null, title: viewText('blank'), color: undefined }] : heads;
  const wanted = chosen === undefined ? undefined : new Set(typeof chosen === 'string' ? chosen.split(',') : chosen);
  return wanted === undefined || wanted.size === 0 ? all : all.filter(({ key }) => key !== null && wanted.has(key));
}

/** Whether a transition leads to a column. */
export function moveFits(
  { key, to, fields }: TransitionModel,
  { by, move }: ColumnSettings,
  column: string | null,
): boolean {
  if (move !== undefined && !move.includes(key)) return false;
  if (by === 'status') return to.some(({ state }) => state === column);
  return move !== undefined && column !== null && fields.some(({ field }) => field === by);
}

interface Lane {
  readonly key: string;
  readonly title: string;
  readonly has: (id: string) => boolean;
}

/** Rows of the board, by the names of what the records have; those without a value come last. */
export function lanesOf(page: EntityPageModel, lanes: string, records: readonly WireRecord[]): readonly Lane[] {
  const field = page.model.field.get(lanes);
  if (field === undefined) return [];
  const found = new Map<string, { title: string; ids: Set<string> }>();
  for (const record of records) {
    const key = String(record[lanes] ?? '');
    const lane = found.get(key) ?? { title: valueText(page, field, record), ids: new Set() };
    found.set(key, lane);
    lane.ids.add(record.id);
  }
  return [...found]
    .sort(([left, a], [right, b]) => Number(left === '') - Number(right === '') || compareNames(a.title, b.title))
    .map(([key, { title, ids }]) => ({ key, title: title || viewText('blank'), has: (id) => ids.has(id) }));
}
