import type { Property } from './dialect/entity.generated.ts';
import type { ValueType } from './expression/index.ts';
import type { RichNode } from './rich-text/rich-node.ts';
import type { Language } from './text/language.ts';

/** Kind of a PostgreSQL column; `numeric` carries its precision and scale in `ColumnType.ddl`. */
type ColumnKind = 'text' | 'numeric' | 'integer' | 'bigint' | 'boolean' | 'date' | 'timestamptz' | 'text[]' | 'jsonb';

/** Column of a field: its kind and its type as DDL writes it (`numeric(15,2)`). */
export interface ColumnType {
  readonly kind: ColumnKind;
  readonly ddl: string;
}

/**
 * How a list filters by a field: `contains` text, `equals` one value, `any` of several values (comma separated on the
 * wire), `range` two ends, `overlap` of a date range, `none` not at all.
 */
export type FilterKind = 'contains' | 'equals' | 'any' | 'range' | 'overlap' | 'none';

/** One choice of a field, from its dictionary or its own options, in order. */
export interface Choice {
  readonly key: string;
  readonly title: string;
  readonly color?: string;
  /** Icon in front of its name, where records are read. */
  readonly icon?: string;
  readonly parent?: string;
  /** Sealed choices are shown but can no longer be chosen. */
  readonly sealed?: boolean;
}

/** A column of a sub-table, as its table asks about it. */
interface FieldColumn {
  readonly field: FieldContext;
  readonly type: FieldTypeDefinition;
}

/** What a definition may ask about the field and its surroundings while it checks, shows or reads a value. */
export interface FieldContext {
  readonly key: string;
  readonly title: string;
  readonly property: Property;
  /** Choices of the field; undefined where it has neither dictionary nor options. */
  readonly choices?: readonly Choice[];
  /** Text of a reference or organisation value by id, where known (`<key>Label` of the record). */
  readonly labels?: string | readonly string[] | undefined;
  /** Columns of a sub-table; without them its print falls back to what the metadata alone says. */
  readonly columns?: readonly FieldColumn[] | undefined;
  /** Address of the record's own page, for what prints it; undefined where the record has none. */
  readonly link?: string | undefined;
  /** Language in which somebody wrote what is read; default that of the moment. A file may be in another one. */
  readonly language?: Language | undefined;
}

/** A value read from text, or why it could not be read. */
export type ParsedValue = { readonly value: unknown } | { readonly message: string };

/** Content of a cell of a spreadsheet: text, a number (also dates and times, as Excel counts them), or nothing. */
export type SheetCell = string | number | null;

/** One column in which a field stands in a spreadsheet. */
export interface SheetColumn {
  /** What follows the field's title in the heading, in brackets: '' for the only column, 开始 and 结束 for a range. */
  readonly suffix: string;
  /** Excel's number format: `0.00`, `yyyy-mm-dd`, `@` for text. Default: as Excel likes. */
  readonly format?: string;
  /** Width in characters. Default 18. */
  readonly width?: number;
  /** Texts to choose from in a template; undefined where anything may be typed. */
  readonly choices?: readonly string[];
  /** Whether a file may leave the column out, as if its cells were empty. Default false. */
  readonly optional?: boolean;
  /** The cell of a value; null stands for no value. */
  cell(value: unknown, field: FieldContext): SheetCell;
}

/**
 * A value read from cells; `lookups` are names or ids of records whose ids only the server can find. A name may hold the
 * mark that stands between names: `marks` are those that were found, the first one behind the first name. `at` is the
 * column of the field in which something is wrong, default the first.
 */
export type SheetReading =
  | ParsedValue
  | { readonly message: string; readonly at: number }
  | { readonly lookups: readonly string[]; readonly marks?: readonly string[] };

/**
 * How a value stands in a spreadsheet. A field that names its `end` stands for both: its value here is the pair of both
 * ends (`wholeValue`), and the field at the end has no columns of its own.
 */
export interface SheetForm {
  /** None where the type never stands in a spreadsheet. */
  readonly columns: readonly SheetColumn[];
  /**
   * What an import does with it: `value` reads it, `passed` leaves it to the platform (computed, numbered) whatever the
   * cells say, `refused` takes no text and says why.
   */
  readonly imports: 'value' | 'passed' | 'refused';
  /** Whether what is read back is always what was written; rich text comes back as plain paragraphs. */
  readonly exact: boolean;
  /**
   * Reads the texts of the columns, in their order; numbers and dates come as Excel's number or as they are shown. A
   * `lookups` answer becomes one id, or a list of ids where the property is an array.
   * @param typed whether the first cell holds a text that somebody typed, and no number of the file. Default false.
   */
  read(texts: readonly string[], field: FieldContext, typed?: boolean): SheetReading;
}

/** A stored file as print shows it. */
export interface PrintFile {
  readonly attachId: string;
  readonly name: string;
}

/** How a value is printed. */
export type PrintContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paragraphs'; readonly paragraphs: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Last line, a text for each column, '' where it has no total; undefined where none has one. */
      readonly totals?: readonly string[];
    }
  | {
      readonly kind: 'images';
      readonly images: readonly PrintFile[];
      /** Files that are no pictures, by name. */
      readonly names: readonly string[];
    }
  | {
      readonly kind: 'drawing';
      /** `data:image/png;base64,…` */
      readonly image: string;
      readonly caption: string;
    }
  | { readonly kind: 'qr'; readonly text: string }
  | {
      readonly kind: 'pictograms';
      /** Chosen options: those with the name of a drawing are drawn above their titles. */
      readonly signs: readonly { readonly drawing?: string; readonly title: string }[];
    }
  | { readonly kind: 'rich'; readonly blocks: readonly RichNode[] };

/** Who sends a value and when, as the server knows it. */
export interface SealContext {
  readonly userId: string;
  readonly realName: string;
  /** The tenant's wall clock, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  /** Values that the stored record holds in this field; of a column, those of all its rows. */
  readonly kept: readonly unknown[];
}

/** Group of a field type in the designer's palette. */
type FieldTypeGroup = 'text' | 'number' | 'choice' | 'time' | 'organisation' | 'file' | 'structure' | 'computed';

/**
 * Neutral half of a field type: what the value is, how it is stored, checked, filtered, shown as text and read from
 * text. It runs in browser and server alike; the view stands beside it in the same folder.
 */
export interface FieldTypeDefinition {
  /** Name used by `field` in metadata. */
  readonly type: string;
  /** Chinese name in palette and messages. */
  readonly title: string;
  readonly group: FieldTypeGroup;
  /** JSON types that `type` of the property may have. */
  readonly jsonTypes: readonly Property['type'][];
  /** Keywords the type understands, besides those every field has (`COMMON_KEYWORDS`). */
  readonly keywords: readonly (keyof Property)[];
  /** Column that stores the value; undefined where the type stores none. */
  column(property: Property): ColumnType | undefined;
  /** Type of the value in expressions. */
  expressionType(property: Property): ValueType;
  filter(property: Property): FilterKind;
  readonly sortable: boolean;
  /** Whether its texts are numbers of things rather than words: they stand by their characters. Default false. */
  readonly codes?: boolean;
  /** Width in a form where the property does not say. */
  readonly span: 'one' | 'full';
  /** Whether a field of it needs the whole width although the kind does not. Default never. */
  readonly isWide?: (property: Property) => boolean;
  /** Checks type and limits of a value that is not null; the message in Chinese, without the field's name. */
  check(value: unknown, field: FieldContext): string | undefined;
  /**
   * Checks the end of a range, the value of a field with `endOf`, against its start; both are sound by themselves. The
   * message in Chinese, to stand behind the end's title, names the start.
   */
  checkEnd?(end: unknown, start: unknown, startTitle: string): string | undefined;
  /** Checks `props` of a field of a type from outside when the metadata is checked; what is wrong, in Chinese. */
  checkProps?(props: Readonly<Record<string, unknown>>): string | undefined;
  /** The value as one line of text: cells, history, export, print. Null gives ''. */
  format(value: unknown, field: FieldContext): string;
  /** Reads the value from text (import, paste). */
  parse(text: string, field: FieldContext): ParsedValue;
  /** How the value stands in a spreadsheet. Default: one column of text by `format` and `parse` (`sheetOf`). */
  sheet?(field: FieldContext): SheetForm;
  /** How a value is printed, null for none; undefined, and types without it, print the text of `format` (`printOf`). */
  print?(value: unknown, field: FieldContext): PrintContent | undefined;
  /**
   * Name of the component that draws the field in a form, in the runtime's map of components. Default the type's own name
   * with a capital: `input` is drawn by `Input`.
   */
  readonly component?: string;
  /** What the component is given besides value and state (`x-component-props`). Default nothing. */
  componentProps?(property: Property): Readonly<Record<string, unknown>>;
  /** Whether the value is markup: searching looks at its text alone, without an index. Default false. */
  readonly markup?: boolean;
  /** Whether the value is rows whose cells are fields: the core then checks, computes and clears them cell by cell. Default false. */
  readonly rowwise?: boolean;
  /** Digits after the point where the property has no `scale`. Default 0. */
  readonly defaultScale?: number;
  /**
   * Puts into a value that a person sent what only the server can vouch for (signer and time of a signature), or says
   * why it is refused. The server calls it for every body, before the value is checked; types without it keep what was sent.
   */
  seal?(value: unknown, context: SealContext): ParsedValue;
  /**
   * The drawing in a value, a PNG as `data:` address; undefined for none. The server decodes each one that a person
   * sends and asks for ink; types without it hold none.
   */
  drawing?(value: unknown): string | undefined;
}

/** What draws a field in a form: the name of a component, and what it is given besides value and state. */
interface DrawnBy {
  readonly component: string;
  readonly props: Readonly<Record<string, unknown>>;
}

const NO_PROPS: DrawnBy['props'] = {};

/** Name of the component that draws fields of a type in a form. */
export function componentName({ type, component }: Pick<FieldTypeDefinition, 'type' | 'component'>): string {
  return component ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** What draws a field of a type in a form, in a cell of a table as anywhere. */
export function drawnBy(type: FieldTypeDefinition, property: Property): DrawnBy {
  return { component: componentName(type), props: type.componentProps?.(property) ?? NO_PROPS };
}

/** All registered field types by name. */
export type FieldTypeRegistry = Readonly<Record<string, FieldTypeDefinition>>;

/** Keywords that every field type understands. */
export const COMMON_KEYWORDS: readonly (keyof Property)[] = [
  'title',
  'field',
  'id',
  'type',
  'convert',
  'description',
  'hint',
  'default',
  'defaultFrom',
  'compute',
  'by',
  'visible',
  'requiredWhen',
  'disabledWhen',
  'fixedWhen',
  'since',
  'rules',
  'tone',
  'hidden',
  'locked',
  'index',
  'filterAs',
  'recent',
  'span',
  'total',
  'writeOnly',
  'props',
  'worded',
];
