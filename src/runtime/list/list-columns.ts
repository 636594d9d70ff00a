import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { COLUMN_WIDTHS, type ListColumnChoice, parseColumnChoices } from '../../core/wire/list-view.ts';

/** A column with whether it is shown; `opens` always is. */
export interface ArrangedColumn {
  readonly plan: ColumnPlan;
  readonly shown: boolean;
}

/**
 * A page's columns as a person arranged them: order, width, side and which are shown. A choice that names a column since
 * removed is left out; a column that came since stands where the page has it. The column that opens the record is first.
 */
export function arrangeColumns(
  plans: readonly ColumnPlan[],
  choices: readonly ListColumnChoice[],
): readonly ArrangedColumn[] {
  const known = new Map(choices.map((choice) => [choice.key, choice]));
  const places = new Map(choices.map(({ key }, index) => [key, index]));
  const arranged = plans.map((plan) => arrangeOne(plan, known.get(plan.key)));
  if (choices.length === 0) return arranged;
  // One without a place of its own follows the one that it follows on the page.
  const order: ArrangedColumn[] = [];
  for (const column of arranged.filter(({ plan }) => places.has(plan.key)).sort(byPlace)) order.push(column);
  for (const [index, column] of arranged.entries()) {
    if (places.has(column.plan.key)) continue;
    const before = arranged[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, column);
  }
  return [...order.filter(({ plan }) => plan.opens), ...order.filter(({ plan }) => !plan.opens)];

  function byPlace(left: ArrangedColumn, right: ArrangedColumn): number {
    return (places.get(left.plan.key) ?? 0) - (places.get(right.plan.key) ?? 0);
  }
}

function arrangeOne(plan: ColumnPlan, choice: ListColumnChoice | undefined): ArrangedColumn {
  if (choice === undefined) return { plan, shown: !plan.hidden || plan.opens };
  const fixed = choice.pin === undefined ? plan.fixed : choice.pin === 'none' ? undefined : choice.pin;
  return {
    plan: { ...plan, width: choice.width ?? plan.width, fixed: plan.opens ? plan.fixed : fixed },
    shown: plan.opens || !(choice.hidden ?? false),
  };
}

/** What has to be kept so that the arranged columns come again. */
export function keptColumns(
  columns: readonly ArrangedColumn[],
  plans: readonly ColumnPlan[],
): readonly ListColumnChoice[] {
  const own = new Map(plans.map((plan) => [plan.key, plan]));
  return columns.map(({ plan, shown }) => {
    const before = own.get(plan.key);
    return {
      key: plan.key,
      ...(before === undefined || before.width === plan.width ? {} : { width: plan.width }),
      ...(before === undefined || before.fixed === plan.fixed ? {} : { pin: plan.fixed ?? ('none' as const) }),
      ...(shown ? {} : { hidden: true }),
    };
  });
}

/** Moves a column by so many places; the one that opens the record stays first. */
export function moveColumn(columns: readonly ArrangedColumn[], key: string, step: number): readonly ArrangedColumn[] {
  const from = columns.findIndex(({ plan }) => plan.key === key);
  const to = from + step;
  const moved = columns[from];
  if (moved === undefined || moved.plan.opens || to < 0 || to >= columns.length || columns[to]?.plan.opens === true) {
    return columns;
  }
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** A width within what a column may have. */
export function columnWidth(pixels: number): number {
  return Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, Math.round(pixels)));
}

const SIDES = { left: 'l', right: 'r', none: 'n' } as const;

/** Columns as a deep link has them: `name.320,docNo,!remark,status..l`. */
export function formatColumns(choices: readonly ListColumnChoice[]): string {
  return choices
    .map(({ key, width, pin, hidden }) => {
      const side = pin === undefined ? '' : SIDES[pin];
      const parts = [key, width === undefined ? '' : String(width), side].join('.').replace(/\.+$/, '');
      return hidden === true ? `!${parts}` : parts;
    })
    .join(',');
}

/** Reads the columns of a deep link; undefined for none, or what makes no sense. */
export function parseColumns(text: string | null): readonly ListColumnChoice[] | undefined {
  if (text === null || text === '') return undefined;
  return parseColumnChoices(
    text.split(',').map((entry) => {
      const [key = '', width = '', side = ''] = entry.replace(/^!/, '').split('.');
      const pin = (Object.keys(SIDES) as (keyof typeof SIDES)[]).find((one) => SIDES[one] === side);
      return {
        key,
        ...(width === '' ? {} : { width: Number(width) }),
        ...(side === '' ? {} : { pin: pin ?? side }),
        ...(entry.startsWith('!') ? { hidden: true } : {}),
      };
    }),
  );
}
