import type { FilterKind } from '../../core/field-type.ts';
import type { EntityModel, PageModel } from '../../core/model/entity-model.ts';
import { rangeParameters } from '../../core/wire/contract.ts';

/** One filter of a list. */
export interface FilterPlan {
  /** Field key. */
  readonly key: string;
  readonly title: string;
  /** Field type that draws the filter. */
  readonly type: string;
  readonly kind: FilterKind;
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
    return [{ key, title: field.title, type: field.property.field, kind: field.filter }];
  });
}

/** Whether the kind has two ends. */
export function isRange(kind: FilterKind): boolean {
  return kind === 'range' || kind === 'overlap';
}

/**
 * Query keys of the chosen filters, as the list call takes them: ends of a range under their own names, several keys
 * joined with commas.
 */
export function filterQuery(
  plans: readonly FilterPlan[],
  choices: Readonly<Record<string, FilterChoice | undefined>>,
): Record<string, string> {
  const query: Record<string, string> = {};
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
