import { type FilterChoice, type FilterPlan, isRange } from '../../compile/columns/compile-filters.ts';
import { listed } from '../../core/text/punctuate.ts';
import { say } from '../../core/text/say.ts';
import type { FilterMatch } from '../../core/wire/contract.ts';
import { knownLabel } from '../../field-types/known-labels.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { runtimeText } from '../text.ts';
import { listText } from './text.ts';

/** A filter in words, for its chip: `文件类型：法律、行政法规`, `文号不包含：安`; undefined where it lets all in. */
export function filterText(
  page: EntityPageModel,
  plan: FilterPlan,
  choice: FilterChoice | undefined,
  match?: FilterMatch,
): string | undefined {
  const { title } = plan;
  if (match === 'empty') return listText('match.chipEmpty', { title });
  if (match === 'filled') return listText('match.chipFilled', { title });
  if (choice === undefined) return undefined;
  const value = choiceText(page, plan, choice);
  if (match === undefined) return listText('match.chip', { title, value });
  return listText(plan.kind === 'contains' ? 'match.chipNotContains' : 'match.chipNot', { title, value });
}

function choiceText(page: EntityPageModel, plan: FilterPlan, choice: FilterChoice): string {
  if (isRange(plan.kind)) {
    const [from = '', to = ''] = typeof choice === 'string' ? choice.split(',') : choice;
    // The end of a day is said by the day.
    const day = (text: string): string => text.replace(/ (00:00:00|23:59:59)$/, '');
    if (to === '') return runtimeText('list.from', { value: day(from) });
    if (from === '') return runtimeText('list.until', { value: day(to) });
    return runtimeText('list.between', { from: day(from), to: day(to) });
  }
  if (typeof choice === 'string') return booleanText(choice, plan) ?? choice;
  const field = page.model.field.get(plan.key);
  const choices = field === undefined ? undefined : page.choices(field);
  const names = choice.map(
    (key) =>
      choices?.find((one) => one.key === key)?.title ??
      (field?.target === undefined ? undefined : knownLabel(field.target, key)),
  );
  const first = names[0];
  // The name of a record chosen on another machine is not known here; how many there are is.
  if (first === undefined) return runtimeText('list.count', { count: choice.length });
  if (names.length <= 2 && names.every((name) => name !== undefined)) return listed(names);
  return runtimeText('list.andMore', { first, count: choice.length });
}

function booleanText(choice: string, plan: FilterPlan): string | undefined {
  if (plan.kind !== 'equals') return undefined;
  return choice === 'true' ? say('是') : choice === 'false' ? say('否') : undefined;
}
