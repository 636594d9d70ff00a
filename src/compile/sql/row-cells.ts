import { quoteIdentifier, quoteText } from '../../core/expression/index.ts';
import { type Conversion, type Converter, conversionOf } from './conversion.ts';
import { isWider } from './is-wider.ts';

/** Wall time in JSON: cells hold what people read. */
const MOMENT = 'timestamp(0) without time zone';

/** Type of a cell's value outside JSON; columns of tables hold instants where rows hold the clock on the wall. */
const cellType = (type: string): string => (/^timestamp.* with time zone$/.test(type) ? MOMENT : type);

const cell = (id: string): string => `(r.item__ -> ${quoteText(id)})`;
const text = (id: string): string => `(r.item__ ->> ${quoteText(id)})`;

/** Condition for records in whose sub-table a condition over the row `r.item__` holds. */
export function inAnyRow(table: string, condition: string): string {
  const name = quoteIdentifier(table);
  return `exists (select 1 from jsonb_array_elements(case when jsonb_typeof(${name}) = 'array' then ${name} end) as r(item__) where ${condition})`;
}

/** Condition over a row: a column holds anything. */
export function holdsCell(id: string): string {
  return `${text(id)} is not null`;
}

/** Condition over a row: it has a cell for a column, if only an empty one. */
export function hasCell(id: string): string {
  return `r.item__ ? ${quoteText(id)}`;
}

/** Condition over a row: a column holds a choice, alone or among others. */
export function holdsChoice(id: string, key: string): string {
  const held = `to_jsonb(${quoteText(key)}::text)`;
  return `(${cell(id)} = ${held} or (jsonb_typeof(${cell(id)}) = 'array' and ${cell(id)} @> ${held}))`;
}

/** The JSON of a cell in which one choice has taken the place of another; a list that holds both keeps one. */
export function replacedChoice(id: string, gone: string, heir: string): string {
  const swapped = (value: string): string =>
    `case when ${value} = to_jsonb(${quoteText(gone)}::text) then to_jsonb(${quoteText(heir)}::text) else ${value} end`;
  const items = `select ${swapped('e.v')} as v, min(e.o) as o from jsonb_array_elements(${cell(id)}) with ordinality as e(v, o) group by 1`;
  return `(case when jsonb_typeof(${cell(id)}) = 'array' then (select coalesce(jsonb_agg(x.v order by x.o), '[]') from (${items}) x)
    else ${swapped(cell(id))} end)`;
}

/** The value of a cell outside JSON; null where it is none of its type. */
function cellValue(id: string, type: string): string {
  if (type === 'jsonb') return `nullif(${cell(id)}, 'null'::jsonb)`;
  if (type.endsWith('[]')) {
    const items = `select e.v::${type.slice(0, -2)} from jsonb_array_elements_text(${cell(id)}) with ordinality as e(v, o) order by e.o`;
    return `(case when jsonb_typeof(${cell(id)}) = 'array' then array(${items}) end)`;
  }
  return type === 'text'
    ? text(id)
    : `(case when pg_input_is_valid(${text(id)}, '${type}') then ${text(id)}::${type} end)`;
}

/** Whether values of a type are written otherwise in JSON than those of another: as text, number, boolean or list. */
function isWrittenOtherwise(from: string, to: string): boolean {
  const form = (type: string): string =>
    type.endsWith('[]')
      ? 'list'
      : /^(numeric|integer|bigint)/.test(type)
        ? 'number'
        : type === 'boolean'
          ? type
          : 'text';
  return from === 'jsonb' || to === 'jsonb' || form(from) !== form(to);
}

/** Whether cells must be written anew when a column changes its type, so that rows hold what their columns say. */
export function mustConvertCells(from: string, to: string, by: Converter | undefined): boolean {
  return from !== to && (by !== undefined || !isWider(from, to) || isWrittenOtherwise(from, to));
}

/**
 * The conversion of a column of rows between two types: the new cell as JSON, and the condition over the row for cells
 * that do not survive.
 * @returns why the column's conversion cannot be used on what is stored, in Chinese, where it cannot.
 */
export function cellConversion(id: string, from: string, to: string, by?: Converter): Conversion | string {
  const [was, is] = [cellType(from), cellType(to)];
  const conversion = conversionOf(cellValue(id, was), was, is, by);
  if (typeof conversion === 'string') return conversion;
  const { value, lost } = conversion;
  const json = is === MOMENT ? `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` : value;
  return {
    value: `coalesce(to_jsonb(${json}), 'null'::jsonb)`,
    // What is no value of the type that it should be of is lost too.
    lost: `(${lost} or (${holdsCell(id)} and ${value} is null))`,
  };
}

/**
 * A sub-table's rows with some cells written anew or taken out, as SQL over its column.
 * @param cells new JSON by permanent id, as SQL over the row; null takes the cell out.
 */
export function rowsWith(table: string, cells: ReadonlyMap<string, string | null>): string {
  const name = quoteIdentifier(table);
  const row = [...cells].reduce(
    (built, [id, value]) =>
      value === null
        ? `(${built} - ${quoteText(id)})`
        : `(case when ${hasCell(id)} then ${built} || jsonb_build_object(${quoteText(id)}, ${value}) else ${built} end)`,
    'r.item__',
  );
  const rows = `select jsonb_agg(case when jsonb_typeof(r.item__) = 'object' then ${row} else r.item__ end order by r.o)
    from jsonb_array_elements(${name}) with ordinality as r(item__, o)`;
  return `coalesce((${rows}), ${name})`;
}
