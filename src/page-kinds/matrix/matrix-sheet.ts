import type { FieldModel } from '../../core/model/entity-model.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import { enteredText, parseTable } from '../../field-types/sub-table/paste.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { type RecordData, viewField } from '../../runtime/model/record-view.ts';
import type { MatrixSettings } from './definition.ts';

/** Where a cell lies. */
export interface CellPlace {
  readonly row: string;
  readonly day: string;
}

/** Name of a cell among others. */
export const placeKey = ({ row, day }: CellPlace): string => `${row}|${day}`;

/** A sheet of records by row and day, in which one field of each is entered. */
export interface MatrixSheet {
  readonly page: EntityPageModel;
  readonly settings: MatrixSettings;
  /** Field that is entered. */
  readonly field: FieldModel;
  /** Rows and days in the order in which they stand. */
  readonly rows: readonly { readonly key: string; readonly title: string }[];
  readonly days: readonly string[];
  /** A record to begin with. */
  create(): RecordData;
  /** Whether a record, or a new one, may be entered there. */
  mayEnter(record: RecordData | undefined): boolean;
}

/** A text for a cell. */
interface CellText {
  readonly place: CellPlace;
  readonly text: string;
}

/** Records after texts were entered, and cells that stayed as they were, with the reason. */
interface Entered {
  readonly records: readonly RecordData[];
  readonly refused: ReadonlyMap<string, string>;
}

/** The place of a record; undefined where it stands in no cell. */
export function matrixPlace({ rows, columns }: MatrixSettings, record: RecordData): CellPlace | undefined {
  const [row, day] = [record[rows], record[columns]];
  return typeof row === 'string' && typeof day === 'string' ? { row, day: day.slice(0, 10) } : undefined;
}

/** Enters texts as cells say them: into the record that stands there, or into a new one. An empty text makes none. */
export function enterTexts(
  sheet: MatrixSheet,
  records: readonly RecordData[],
  texts: readonly CellText[],
  closed: string,
): Entered {
  const { page, settings, field } = sheet;
  const next = [...records];
  const known = new Map(next.map((record, index) => [keyOf(settings, record), index]));
  const refused = new Map<string, string>();
  const column = { type: field.type, field: viewField(page, field) };
  for (const { place, text } of texts) {
    const key = placeKey(place);
    const index = known.get(key);
    const record = index === undefined ? undefined : next[index];
    if (record === undefined && text.trim() === '') continue;
    if (!sheet.mayEnter(record)) {
      refused.set(key, closed);
      continue;
    }
    const entered = enteredText(column, text.trim());
    if (!('value' in entered)) {
      refused.set(key, entered.message);
      continue;
    }
    const begun = { ...sheet.create(), [settings.rows]: place.row, [settings.columns]: place.day };
    const { [`${field.key}Label`]: _, ...kept } = record ?? begun;
    known.set(key, index ?? next.length);
    next[index ?? next.length] = { ...kept, [field.key]: entered.value };
  }
  return { records: next, refused };
}

const keyOf = (settings: MatrixSettings, record: RecordData): string => {
  const place = matrixPlace(settings, record);
  return place === undefined ? '' : placeKey(place);
};

/**
 * A copied piece of a spreadsheet as texts of cells, from one cell on. A first line of days and a first column of names
 * are no data: they say where the texts belong.
 */
export function textsOfPiece(
  { rows, days }: MatrixSheet,
  piece: string,
  at: CellPlace,
): { readonly texts: readonly CellText[] /** Texts for which there is no cell. */; readonly left: number } {
  const lines = parseTable(piece);
  const dayOf = new Map(days.flatMap((day) => [[day, day] as const, [String(Number(day.slice(8))), day] as const]));
  const rowOf = new Map(rows.map(({ key, title }) => [title, key]));
  const [head = []] = lines;
  // Values may be numbers as days are, but they are no names.
  const isNamed = lines.some(([title = '']) => rowOf.has(title.trim()));
  const isHeaded = isNamed && head.length > 1 && head.slice(1).every((title) => dayOf.has(title.trim()));
  const from = { row: rows.findIndex(({ key }) => key === at.row), day: days.indexOf(at.day) };
  const texts: CellText[] = [];
  let left = 0;
  for (const [offset, line] of (isHeaded ? lines.slice(1) : lines).entries()) {
    const [title = '', ...behind] = line;
    const row = isHeaded ? rowOf.get(title.trim()) : rows[from.row + offset]?.key;
    for (const [place, text] of (isHeaded ? behind : line).entries()) {
      const day = isHeaded ? dayOf.get(head[place + 1]?.trim() ?? '') : days[from.day + place];
      if (row !== undefined && day !== undefined) texts.push({ place: { row, day }, text });
      else if (text.trim() !== '') left += 1;
    }
  }
  return { texts, left };
}

/** What is wrong with each cell, by its name. */
export function faultsOfCells(
  settings: MatrixSettings,
  records: readonly RecordData[],
  faults: readonly WireFault[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { pointer, msg } of faults) {
    const record = records[Number(pointer.split('/')[2])];
    const key = record === undefined ? '' : keyOf(settings, record);
    const before = found.get(key);
    found.set(key, before === undefined || before === msg ? msg : `${before}；${msg}`);
  }
  return found;
}
