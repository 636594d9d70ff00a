import type { Property } from './dialect/entity.generated.ts';
import type { ValueType } from './expression/index.ts';

/** Kind of a PostgreSQL column; `numeric` carries its precision and scale in `ColumnType.ddl`. */
export type ColumnKind =
  | 'text'
  | 'numeric'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'text[]'
  | 'jsonb';

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
  readonly parent?: string;
  /** Sealed choices are shown but can no longer be chosen. */
  readonly sealed?: boolean;
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
}

/** A value read from text, or why it could not be read. */
export type ParsedValue = { readonly value: unknown } | { readonly message: string };

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
export type FieldTypeGroup = 'text' | 'number' | 'choice' | 'time' | 'organisation' | 'file' | 'structure' | 'computed';

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
  /** Width in a form where the property does not say. */
  readonly span: 'one' | 'full';
  /** Checks type and limits of a value that is not null; the message in Chinese, without the field's name. */
  check(value: unknown, field: FieldContext): string | undefined;
  /** The value as one line of text: cells, history, export, print. Null gives ''. */
  format(value: unknown, field: FieldContext): string;
  /** Reads the value from text (import, paste). */
  parse(text: string, field: FieldContext): ParsedValue;
  /** Whether the value is rows whose cells are fields: the core then checks, computes and clears them cell by cell. Default false. */
  readonly rowwise?: boolean;
  /** Digits after the point where the property has no `scale`. Default 0. */
  readonly defaultScale?: number;
  /**
   * Puts into a value that a person sent what only the server can vouch for (signer and time of a signature), or says
   * why it is refused. The server calls it for every body, before the value is checked; types without it keep what was sent.
   */
  seal?(value: unknown, context: SealContext): ParsedValue;
}

/** All registered field types by name. */
export type FieldTypeRegistry = Readonly<Record<string, FieldTypeDefinition>>;

/** Keywords that every field type understands. */
export const COMMON_KEYWORDS: readonly (keyof Property)[] = [
  'title',
  'field',
  'id',
  'type',
  'description',
  'hint',
  'default',
  'defaultFrom',
  'compute',
  'visible',
  'requiredWhen',
  'disabledWhen',
  'fixedWhen',
  'rules',
  'hidden',
  'locked',
  'index',
  'span',
  'writeOnly',
  'props',
];
