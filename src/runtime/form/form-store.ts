import './plain-compiler.ts';
import { createForm, type Field, type Form } from '@formily/core';
import { markRaw, observable } from '@formily/reactive';
import type { EntityModel, FieldAccess, FieldModel } from '../../core/model/entity-model.ts';
import { computeField, defaultOrder, defaultValue } from '../../core/validation/compute-record.ts';
import { isEmptyValue, type RecordEnvironment } from '../../core/validation/record-environment.ts';
import { isRow } from '../../core/validation/row-values.ts';
import type { SeededTable } from '../../core/validation/seeded-rows.ts';
import type { ChosenLabel } from '../../field-types/field-view.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { RecordData } from '../model/record-view.ts';
import type { FieldData, FormEngineOptions, FormEngineState } from './form-state.ts';
import { isUndecided } from './undecided.ts';

/** What the parts of a form engine share: the models of its fields, their values, and what a person has entered. */
export class FormStore {
  page: EntityPageModel;
  model: EntityModel;
  readonly form: Form;
  readonly state: FormEngineState = observable.shallow({ dirty: false, revision: 0, faults: [] });
  readonly access: (field: string) => FieldAccess;
  readonly seeds: ReadonlyMap<string, SeededTable>;
  environment: RecordEnvironment;
  /** The record as it was last stored; undefined for a new one. */
  record: RecordData | undefined;
  readonly fields = new Map<string, Field>();
  /** Plain mirror of the models' values: evaluating over observed ones would track every read. */
  readonly mirror: Record<string, unknown> = {};
  /** Fields that a person has entered. */
  readonly touched = new Set<string>();
  /** What only the server could tell of chosen values, by field; it holds as long as the value stays the same. */
  readonly misfits = new Map<string, { readonly value: unknown; readonly message: string }>();
  /** Defaults that only the server could tell, by field; they follow what the form refers to. */
  readonly served = new Map<string, unknown>();
  /** Fields that began with a value of their own, which no default replaces. */
  readonly given = new Set<string>();
  private readonly asked: ReadonlySet<string>;

  constructor(options: FormEngineOptions) {
    this.page = options.page;
    this.model = options.page.model;
    this.environment = options.environment;
    this.seeds = options.seeds ?? new Map();
    this.access = options.access ?? (() => 'write');
    this.record = options.stored;
    this.asked = new Set(options.asked);
    this.form = createForm({ values: this.startValues(options) });
  }

  private startValues({ stored, initial }: FormEngineOptions): Record<string, unknown> {
    const start: Record<string, unknown> = {};
    for (const field of this.editable()) {
      const given = stored === undefined ? initial?.[field.key] : stored[field.key];
      start[field.key] = given ?? null;
      if (stored === undefined && !field.computed && !isEmptyValue(given)) this.given.add(field.key);
    }
    if (stored === undefined) {
      for (const field of defaultOrder(this.model)) {
        if (!Object.hasOwn(start, field.key) || this.given.has(field.key)) continue;
        const value = field.computed
          ? this.attempt(() => computeField(field, start, this.environment))
          : this.attempt(() => defaultValue(field, start, this.environment));
        start[field.key] = value ?? null;
      }
    }
    Object.assign(this.mirror, start);
    // Rules and conditions may read what the platform keeps: status, creator, id.
    for (const field of this.model.fields) if (field.base) this.mirror[field.key] = stored?.[field.key] ?? null;
    // What depends on its state is asked of a new record as the save asks it.
    if (stored === undefined) this.mirror.status = initial?.status ?? this.model.initialState ?? null;
    const own = structuredClone(start);
    for (const value of Object.values(own)) plainRows(value);
    return own;
  }

  /** Fields of which this person sees anything, the platform's own left out. */
  editable(): readonly FieldModel[] {
    return this.model.fields.filter((field) => !field.base && this.access(field.key) !== 'hidden');
  }

  /** Whether a field takes its default: in a new record, and in a stored one where it is asked for and still empty. */
  isBegun(key: string): boolean {
    return this.record === undefined || (this.asked.has(key) && isEmptyValue(this.record[key]));
  }

  /** What the model of a field carries. */
  data(key: string): FieldData | undefined {
    return this.fields.get(key)?.data as FieldData | undefined;
  }

  setLabel(key: string, label: ChosenLabel | undefined): void {
    const field = this.fields.get(key);
    if (field !== undefined) field.setData({ ...(field.data as FieldData), label });
  }

  /** What rules are judged by: a form may stand open for long, and what is entered later is not yet to come. */
  atPresent(): RecordEnvironment {
    const { clock } = this.environment;
    return clock === undefined ? this.environment : { ...this.environment, now: clock() };
  }

  /** The result, or undefined where only the server can tell. */
  attempt<T>(decide: () => T): T | undefined {
    try {
      return decide();
    } catch (error) {
      if (isUndecided(error)) return undefined;
      throw error;
    }
  }
}

/** Rows of a table change as a whole: watching each of their cells would cost more than drawing them. */
export function plainRows(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  for (const row of value) {
    if (!isRow(row) || !Object.isExtensible(row)) continue;
    markRaw(row);
    // The mark is no part of the data, and a copy of the row is marked anew.
    for (const mark of Object.getOwnPropertySymbols(row)) Object.defineProperty(row, mark, { enumerable: false });
  }
  return value;
}
