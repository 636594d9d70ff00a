import type { FilterKind } from '../../core/field-type.ts';
import type { EntityModel, PageModel } from '../../core/model/entity-model.ts';
import { type FilterMatch, rangeParameters } from '../../core/wire/contract.ts';

/** One filter of a list. */
export interface FilterPlan {
  /** Field key. */
  readonly key: string;
  readonly title: string;
  /** Field type that draws the filter. */
  readonly type: string;
  readonly kind: FilterKind;
  /** Ways in which it can be meant besides the usual one. */
  readonly matches: readonly FilterMatch[];
}

/** A chosen filter: one text, several keys, or two ends of a range with '' for an open one. */
export type FilterChoice = string | readonly string[];

/** Filters of a page in order, without those that this person may not see. */
export function compileFilters(
  model: EntityModel,
  page: PageModel,
  isHidden: (field: string) => boolean = () => false,
): readonly FilterPlan[] {
  return page.filters.flatMap((key): FilterPlan[] => {
    const field = model.field.get(key);
    if (field === undefined || field.filter === 'none' || isHidden(key)) return [];
    const matches: FilterMatch[] = field.column === undefined ? [] : ['empty', 'filled'];
    const turned: FilterMatch[] = field.column === undefined || isRange(field.filter) ? [] : ['not'];
    return [
      {
        key,
        title: field.title,
        type: field.property.field,
        kind: field.filter,
        matches: [...turned, ...matches],
      },
    ];
  });
}

/** Whether the kind has two ends. */
export function isRange(kind: FilterKind): boolean {
  return kind === 'range' || kind === 'overlap';
}

/**
 * Query keys of the chosen filters, as the list call takes them: ends of a range under their own names, several keys
 * joined with commas, and under `match` how filters are meant that are not meant as usual.
 */
export function filterQuery(
  plans: readonly FilterPlan[],
  choices: Readonly<Record<string, FilterChoice | undefined>>,
  matches: Readonly<Record<string, FilterMatch | undefined>> = {},
): Record<string, string> {
  const query: Record<string, string> = {};
  const meant = plans.flatMap(({ key }) => {
    const match = matches[key];
    return match === undefined || (match === 'not' && choices[key] === undefined) ? [] : [`${key}:${match}`];
  });
  if (meant.length > 0) query.match = meant.join(',');
  for (const { key, kind } of plans) {
    const choice = choices[key];
    if (choice === undefined) continue;
    if (isRange(kind)) {
      const [from = '', to = ''] = typeof choice === 'string' ? choice.split(',') : choice;
      const names = rangeParameters(key);
      if (from !== '') query[names.start] = from;
      if (to !== '') query[names.end] = to;
    } else {
      const text = typeof choice === 'string' ? choice : choice.join(',');
      if (text !== '') query[key] = text;
    }
  }
  return query;
}
