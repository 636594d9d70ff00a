import type { FieldModel } from '../../../core/model/entity-model.ts';
import { computeField, defaultOrder, defaultValue } from '../../../core/validation/compute-record.ts';
import { fieldState } from '../../../core/validation/field-state.ts';
import { isEmptyValue, type RecordEnvironment } from '../../../core/validation/record-environment.ts';
import { checkFieldValue, validateRecord } from '../../../core/validation/validate-record.ts';
import type { WireFault } from '../../../core/wire/contract.ts';
import type { RowServices, ViewField } from '../../../field-types/field-view.ts';
import { fieldViewOf } from '../../../field-types/views.ts';
import { formBody, sameWire } from '../../form/form-body.ts';
import { formCommands } from '../../form/form-commands.ts';
import { isUndecided } from '../../form/undecided.ts';
import type { EntityPageModel } from '../../model/page-model.ts';
import { type RecordData, viewField } from '../../model/record-view.ts';
import { MOST_RECORDS } from './most-records.ts';

/** Key of the table of rows in pointers of faults. */
const GRID = 'rows';

/** What a table of records is entered by. */
export interface GridRules {
  readonly page: EntityPageModel;
  readonly environment: RecordEnvironment;
  /** Fields that stand in columns, in order. */
  readonly fields: readonly FieldModel[];
  /** Values that a new record starts with. */
  readonly start: RecordData;
  /** Whether the person may write a field; of a new record where none is given. */
  readonly writes: (field: string, record?: RecordData) => boolean;
  /** Whether he may add records here. */
  readonly adds: boolean;
}

/** The table as its view sees it: columns are fields of the records, and each row is a record. */
export function gridField({ page, fields }: GridRules, title: string, rows: RowServices): ViewField {
  return {
    key: GRID,
    title,
    property: { title, field: 'subTable', type: 'array', maxItems: MOST_RECORDS },
    labels: undefined,
    target: undefined,
    multiple: false,
    rows,
    columns: fields.map((field) => ({
      field: viewField(page, field),
      type: field.type,
      view: fieldViewOf(field.type.type),
      required: field.required,
      computed: field.computed,
    })),
  };
}

/** What the table asks about its rows: defaults and results as in the record's own form, and who may change what. */
export function gridServices(rules: GridRules): RowServices {
  const { page, environment, start } = rules;
  const { model } = page;
  return {
    create: () => {
      const row: Record<string, unknown> = { ...start };
      for (const field of defaultOrder(model)) {
        if (!isEmptyValue(row[field.key]) || !isSeen(rules, field)) continue;
        row[field.key] = attempt(() => startValue(field, row, environment)) ?? null;
      }
      return computed(rules, row);
    },
    follow: (_, row) => computed(rules, row),
    state: (row, key) => {
      const field = model.field.get(key);
      if (field === undefined) return { visible: true, required: false, disabled: true };
      const around = { ...environment, stored: row.id === undefined ? undefined : row };
      const state = attempt(() => fieldState(model, field, row, around)) ?? OPEN;
      return mayEnter(rules, row, key) ? state : { ...state, disabled: true };
    },
    // Records are removed where their rights and what hangs on them are asked; one that is stored is no copy either.
    isFixed: (row) => row.id !== undefined,
  };
}

const OPEN = { visible: true, required: false, disabled: false };

const startValue = (field: FieldModel, row: RecordData, environment: RecordEnvironment): unknown =>
  field.computed ? computeField(field, row, environment) : defaultValue(field, row, environment);

/** Whether a default shows in the table; all others the server fills in. */
const isSeen = ({ fields }: GridRules, field: FieldModel): boolean => field.computed || fields.includes(field);

function mayEnter({ writes, adds }: GridRules, row: RecordData, key: string): boolean {
  if (row.id === undefined) return adds && writes(key);
  const { abilities } = row as { readonly abilities?: { readonly edit?: boolean } };
  return abilities?.edit === true && writes(key, row);
}

/** The row with its results; one that only the server can tell stays as it is. */
function computed({ page: { model }, environment }: GridRules, row: RecordData): RecordData {
  const made: Record<string, unknown> = { ...row };
  for (const key of model.computeOrder) {
    const field = model.field.get(key);
    const value = field === undefined ? undefined : attempt(() => computeField(field, made, environment));
    if (value !== undefined) made[key] = value;
  }
  return made;
}

/** The result, or undefined where only the server can tell. */
function attempt<T>(decide: () => T): T | undefined {
  try {
    return decide();
  } catch (error) {
    if (isUndecided(error)) return undefined;
    throw error;
  }
}

/** A row that differs from what is stored, and how it is sent. */
export interface GridChange {
  readonly index: number;
  readonly row: RecordData;
  readonly operation: 'save' | 'submit';
  readonly body: Readonly<Record<string, unknown>>;
  /** What is wrong with it already here, by field. */
  readonly faults: readonly WireFault[];
}

/**
 * The rows to be sent, in their order: new ones in which something was entered, and stored ones that were changed.
 * @param stored records as they were read, by id.
 */
export function gridChanges(
  rules: GridRules,
  rows: readonly RecordData[],
  stored: ReadonlyMap<string, RecordData>,
): readonly GridChange[] {
  const { page, fields, start, environment } = rules;
  const entered = fields.filter((field) => !field.computed);
  return rows.flatMap((row, index): readonly GridChange[] => {
    const before = typeof row.id === 'string' ? stored.get(row.id) : undefined;
    const isChanged = entered.some((field) => !sameWire(field, row, before ?? {}));
    if (!isChanged) return [];
    const sent = entered.filter(({ key }) => mayEnter(rules, row, key));
    const [command] = formCommands(page.model, before);
    const given = before === undefined ? start : {};
    const around = before === undefined ? environment : { ...environment, stored: before };
    const stage = command?.stage ?? 'types';
    return [
      {
        index,
        row,
        operation: command?.operation ?? 'save',
        body: {
          ...given,
          ...formBody(sent, row, before === undefined ? undefined : { ...before, version: row.version }),
        },
        faults: (attempt(() => validateRecord(page.model, { ...before, ...row }, around, stage)) ?? []).filter(
          ({ pointer }) => entered.some(({ key }) => isAt(pointer, key)),
        ),
      },
    ];
  });
}

/** Values of a row that can be none of their fields, such as a pasted text that names no choice. */
export function unsoundCells({ fields, environment }: GridRules, row: RecordData): readonly WireFault[] {
  return fields.flatMap((field) =>
    field.computed ? [] : (attempt(() => checkFieldValue(field, row[field.key], environment)) ?? []),
  );
}

const isAt = (pointer: string, key: string): boolean => pointer === `/${key}` || pointer.startsWith(`/${key}/`);

/** Faults of one record as faults of its cells; what belongs to no column stands at the first one. */
export function cellPointers({ fields }: GridRules, index: number, faults: readonly WireFault[]): readonly WireFault[] {
  return faults.map(({ pointer, msg }) => {
    const key = fields.find((field) => isAt(pointer, field.key))?.key ?? fields[0]?.key ?? '';
    return { pointer: `/${GRID}/${index}/${key}`, msg };
  });
}

/**
 * The rows as they were left, over the records as they are now. A row that was changed keeps the version that it was
 * read at, so that the server says where somebody else has changed it since.
 */
export function keptRows(records: readonly RecordData[], kept: readonly RecordData[]): readonly RecordData[] {
  const known = new Map(kept.flatMap((row) => (typeof row.id === 'string' ? [[row.id, row] as const] : [])));
  return [
    ...records.map((record) => {
      const row = known.get(String(record.id));
      return row === undefined ? record : { ...record, ...row };
    }),
    ...kept.filter(({ id }) => id === undefined),
  ];
}
