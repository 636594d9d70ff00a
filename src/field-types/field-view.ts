import type { ComponentType } from 'react';
import type { FieldContext, FieldTypeDefinition, FilterKind } from '../core/field-type.ts';
import type { MediaSizes } from '../core/files/upload-limits.ts';
import type { WireFault } from '../core/wire/contract.ts';

/** A column of a sub-table. */
export interface ViewColumn {
  readonly field: ViewField;
  readonly type: FieldTypeDefinition;
  /** Draws its cells. It comes with the column: the table is one of the views and does not know the list of them. */
  readonly view: EnteredView;
  readonly required: boolean;
  readonly computed: boolean;
}

/** What a sub-table asks about rows while they are entered. */
export interface RowServices {
  /** A new row with its defaults. */
  create(): Readonly<Record<string, unknown>>;
  /** The row after a change, with the defaults that follow it. */
  follow(
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
  /** Whether a cell exists in its row, must be filled and can be changed. */
  state(
    row: Readonly<Record<string, unknown>>,
    column: string,
  ): { readonly visible: boolean; readonly required: boolean; readonly disabled: boolean };
  /** Whether a row is there by rule: it can be neither removed nor made twice. Default never. */
  isFixed?(row: Readonly<Record<string, unknown>>): boolean;
}

/** A field as its view sees it: what the definition knows, and what a reference points at. */
export interface ViewField extends FieldContext {
  /** Entity of a reference, organisation or tree value. */
  readonly target: string | undefined;
  /** What a record is called whose name nobody can say. Default its id, and that its name could not be read is said. */
  readonly nameless?: string | undefined;
  /** Whether the value is an array of ids or choices. */
  readonly multiple: boolean;
  /** Entity that the field belongs to, with the table behind a dot where it is a column of one; how pickers name it. */
  readonly owner?: string | undefined;
  /** Record that the field belongs to; undefined for a new one and in filters. */
  readonly recordId?: string | undefined;
  /** Present values of the record, where it is being entered; read when they are needed, not followed. */
  readonly values?: (() => Readonly<Record<string, unknown>>) | undefined;
  /** Bytes that pictures and films of an upload may have, where the company has set them. */
  readonly sizes?: MediaSizes | undefined;
  /** Why a person may not be chosen, by his id; undefined for those who may. Default all may. */
  readonly misfit?: ((id: string) => string | undefined) | undefined;
  /** Columns of a sub-table. */
  readonly columns?: readonly ViewColumn[] | undefined;
  /** Rows of a sub-table, where the record is being entered. */
  readonly rows?: RowServices | undefined;
}

/** Text of a chosen reference: one for a single value, one for each of several; null when cleared. */
export type ChosenLabel = string | readonly string[] | null;

export interface EditProps {
  /** Id of the focusable element, to which the label belongs. */
  readonly id: string;
  readonly value: unknown;
  /** Reports a new value; `''` and `[]` are never reported, null is. Types that choose records report their label too. */
  readonly onChange: (value: unknown, label?: ChosenLabel) => void;
  readonly onBlur: () => void;
  readonly field: ViewField;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Id of the element that says what is wrong or expected. */
  readonly describedBy: string | undefined;
  /** Faults within the value, by their pointers (`/field/0/column`); only types with rows get them. */
  readonly faults?: readonly WireFault[] | undefined;
  /** What the form's schema gives the component (`x-component-props`). Default nothing. */
  readonly props?: Readonly<Record<string, unknown>> | undefined;
}

export interface ReadProps {
  readonly value: unknown;
  readonly field: ViewField;
  /** The value as the definition formats it; '' where there is none. */
  readonly text: string;
}

/** Value of a filter: one text, several keys, or the two ends of a range with '' for an open one. */
export type FilterValue = string | readonly string[];

export interface FilterProps {
  readonly id: string;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined, label?: ChosenLabel) => void;
  readonly field: ViewField;
  readonly kind: FilterKind;
}

/** Browser half of a field type. */
export interface FieldView {
  /** Entry of a value; undefined where a form's map of components draws it, as it does for what Formily brings. */
  readonly Edit?: ComponentType<EditProps>;
  /** In a detail page, with room. */
  readonly Read: ComponentType<ReadProps>;
  /** In a row of a list, one line. */
  readonly Cell: ComponentType<ReadProps>;
  /**
   * In a cell of a table that is filled in or read, for types that need a dialog to be entered; it is there whether or
   * not somebody is in the cell. Default: `Edit` while somebody is in the cell, else the text, and `Cell` to read.
   */
  readonly Compact?: ComponentType<EditProps>;
  /** In a filter bar; undefined where the type is never filtered. */
  readonly Filter: ComponentType<FilterProps> | undefined;
}

/** A view with its entry, its own or that of the form around. */
export type EnteredView = FieldView & Required<Pick<FieldView, 'Edit'>>;
