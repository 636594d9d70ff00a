import type { EntityModel, FieldModel, PageModel } from '../../core/model/entity-model.ts';
import { textWidth, wordWidth } from '../../core/text/text-width.ts';

/** What is needed of a choice to know how wide it is. */
interface Choice {
  readonly title: string;
  readonly color?: string;
  readonly icon?: string;
}

/** A column of a list, ready to be drawn. */
export interface ColumnPlan {
  /** Field key. */
  readonly key: string;
  readonly title: string;
  /** Field type that draws the cell. */
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly fixed: 'left' | 'right' | undefined;
  readonly sortable: boolean;
  /** Whether the cell opens the record; true for the first column only. */
  readonly opens: boolean;
  /** Hidden until chosen. */
  readonly hidden: boolean;
  /** Whether a last line sums it over all rows that the filters let in. */
  readonly total: boolean;
}

/** Width of the first column, which names the record; wider where names may be long. */
const LEADING_WIDTH = 200;
const LONG_LEADING_WIDTH = 280;
const LONG_NAME = 60;

const WIDTHS: Readonly<Record<string, number>> = {
  textarea: 240,
  number: 110,
  select: 120,
  radio: 110,
  checkbox: 180,
  date: 120,
  dateDuration: 210,
  orgSelect: 150,
  upload: 110,
  reference: 180,
  tree: 150,
  permissionMatrix: 120,
  amount: 140,
  cascader: 180,
  geo: 180,
  rate: 90,
  serial: 160,
  signature: 220,
  slider: 100,
  subTable: 90,
  time: 90,
  timeDuration: 130,
};

/**
 * Columns of a page in order. The first one opens the record and stays at the left; figures stand at the right. A field
 * that this person may not see (`hidden`) has no column. No width is so small that it cuts a word of the head or a choice.
 */
export function compileColumns(
  model: EntityModel,
  page: PageModel,
  isHidden: (field: string) => boolean = () => false,
  choices: ChoicesOf = () => undefined,
): readonly ColumnPlan[] {
  const columns = page.columns.flatMap((column) => {
    const field = model.field.get(column.field);
    return field === undefined || isHidden(column.field) ? [] : [{ column, field }];
  });
  return columns.map(({ column, field }, index): ColumnPlan => {
    const opens = index === 0;
    return {
      key: field.key,
      title: field.title,
      type: field.property.field,
      width: Math.max(
        column.width ?? columnWidth(field, opens, choices),
        wordWidth(field.title) + HEAD_EDGES,
        opens ? 0 : (tagWidth(field, choices) ?? 0),
      ),
      align: isFigure(field) ? 'right' : 'left',
      fixed: column.pin ?? (opens ? 'left' : undefined),
      sortable: field.sortable,
      opens,
      hidden: column.hidden && !opens,
      total: column.total && field.column !== undefined && isFigure(field),
    };
  });
}

/** What stands beside a head: its padding and the mark of sorting. */
const HEAD_EDGES = 48;

/** Pixels of a time, and of two with the word between them. */
const TIME = 170;
const TIMES = 290;

const isMoment = ({ property }: FieldModel): boolean => property.format === 'date-time';

const widthOf = ({ property }: FieldModel): number => WIDTHS[property.field] ?? 160;

/** Pixels of the word that may stand behind a value. */
const TONE = 92;

/** Width of a head in alphabets above which it takes a second line. */
const LONGEST_LINE = 120;

function columnWidth(field: FieldModel, opens: boolean, choices: ChoicesOf): number {
  if (opens) return (field.property.maxLength ?? 0) > LONG_NAME ? LONG_LEADING_WIDTH : LEADING_WIDTH;
  const own = isMoment(field)
    ? field.property.field === 'dateDuration'
      ? TIMES
      : TIME
    : (tagWidth(field, choices) ?? widthOf(field));
  const known = own + (field.tones === undefined ? 0 : TONE);
  // A head of long words is read too. Heads in alphabets may take two lines.
  const isWide = /\p{Script=Han}/u.test(field.title);
  const head = textWidth(field.title);
  return Math.max(known, (isWide ? head : Math.min(head, LONGEST_LINE)) + HEAD_EDGES);
}

/** The choices of a field; undefined where it has none, or they are not at hand. */
type ChoicesOf = (field: FieldModel) => readonly Choice[] | undefined;

/** Pixels around the word of a choice: the cell's own, those of its tag, those of an icon in it. */
const CELL_EDGES = 32;
const TAG_EDGES = 20;
const TAG_ICON = 18;
const TAG_WIDTHS = { least: 88, most: 180 };

/** As wide as the longest choice, within limits; undefined for what is no single choice. */
function tagWidth(field: FieldModel, choicesOf: ChoicesOf): number | undefined {
  if (field.valueType !== 'text' || field.target !== undefined) return undefined;
  const choices = choicesOf(field) ?? [];
  if (choices.length === 0) return undefined;
  const edges = choices.some(({ color }) => color !== undefined) ? TAG_EDGES : 0;
  const icon = choices.some(({ icon: drawn }) => drawn !== undefined) ? TAG_ICON : 0;
  const widest = Math.max(...choices.map(({ title }) => textWidth(title))) + CELL_EDGES + edges + icon;
  return Math.min(TAG_WIDTHS.most, Math.max(TAG_WIDTHS.least, Math.ceil(widest)));
}

/** Whether a column shows figures, which are compared by their digits. */
function isFigure(field: FieldModel): boolean {
  return field.valueType === 'number' && field.property.dict === undefined && field.property.options === undefined;
}
