import { type FieldKind, type NewOption, optionsFrom } from './field-kinds.ts';
import { byHeading } from './infer-column.ts';

/** A field that a line of a list asks for. */
interface ListedField {
  readonly title: string;
  /** What its title speaks for, or a choice where it names values. */
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Values that it names. */
  readonly options: readonly NewOption[];
}

/** Values up to which a choice shows all of them at once. */
const FEW = 3;

/**
 * Fields from a list of titles, one a line or a cell of a copied row: `巡检日期`, `*温度` for one that must be filled in,
 * `班次：早班、中班、夜班` for a choice. What is said twice is one.
 */
export function listedFields(text: string): readonly ListedField[] {
  const found = new Map<string, ListedField>();
  for (const line of text.split(/[\n\t]/)) {
    const [named = '', ...rest] = line.split(/[:：]/);
    const title = named
      .replace(/^\s*(\d+[.、．)）])?/, '')
      .replace(/[*＊]/g, '')
      .trim();
    if (title === '' || found.has(title)) continue;
    const values = [
      ...new Set(
        rest
          .join(':')
          .split(/[、,，;；/]/)
          .map((value) => value.trim()),
      ),
    ].filter(Boolean);
    const kind = values.length > 1 ? (values.length <= FEW ? 'radio' : 'select') : byHeading(title).kind;
    found.set(title, { title, kind, required: /[*＊]/.test(named), options: optionsFrom(values) });
  }
  return [...found.values()];
}
