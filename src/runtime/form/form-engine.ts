import './plain-compiler.ts';
import { createForm, type Field, type Form, LifeCycleTypes } from '@formily/core';
import { batch, markRaw, observable, toJS } from '@formily/reactive';
import { compileFormSchema } from '../../compile/form/compile-form-schema.ts';
import type { EntityModel, FieldAccess, FieldModel } from '../../core/model/entity-model.ts';
import { computeField, defaultOrder, defaultValue } from '../../core/validation/compute-record.ts';
import { type FieldState, fieldState } from '../../core/validation/field-state.ts';
import { fitsParent } from '../../core/validation/parent-choices.ts';
import { isEmptyValue, type RecordEnvironment } from '../../core/validation/record-environment.ts';
import { cellState, followDefaults, followParent, isRow, newRow } from '../../core/validation/row-values.ts';
import { skippedFaults } from '../../core/validation/skipped-moment.ts';
import {
  checkFieldValue,
  type ValidationStage,
  validateField,
  validateRecord,
} from '../../core/validation/validate-record.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ChosenLabel, RowServices } from '../../field-types/field-view.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';
import { formBody, sameValue, sameWire } from './form-body.ts';
import { isUndecided } from './undecided.ts';

/** Milliseconds that inputs rest before formulas are calculated again. */
export const COMPUTE_DEBOUNCE = 500;

/** What a form holds besides the stored record: kept over a reload and over a change of the metadata. */
export interface FormSnapshot {
  /** Values that differ from the stored record, by the permanent id of their field. */
  readonly values: RecordData;
  readonly labels: RecordData;
  /** Fields that a person has entered, by id. */
  readonly touched: readonly string[];
}

export interface FormEngineOptions {
  readonly page: EntityPageModel;
  /** The stored record; undefined for a new one. */
  readonly stored?: RecordData | undefined;
  /** Values that a new record starts with, over the defaults (a copy, a parent). */
  readonly initial?: RecordData | undefined;
  readonly environment: RecordEnvironment;
  readonly access?: (field: string) => FieldAccess;
}

/** What observers of the whole form see. */
export interface FormEngineState {
  /** Whether a person changed something since it was last saved. */
  dirty: boolean;
  /** Grows with each change. */
  revision: number;
  /** Faults at the fields, in the order of the form. */
  faults: readonly WireFault[];
}

/** A form: models of all fields made up front, linkage and checks by the core, drawn or not. */
export interface FormEngine {
  readonly form: Form;
  readonly page: EntityPageModel;
  readonly state: FormEngineState;
  /** The record as it was last stored; undefined for a new one. */
  stored(): RecordData | undefined;
  field(key: string): Field | undefined;
  /** Present values by field key, plain; of fields that do not exist for the record there is none. */
  values(): RecordData;
  label(key: string): ChosenLabel | undefined;
  /** What a sub-table asks about its rows; undefined for other fields. */
  rows(key: string): RowServices | undefined;
  /** Takes what a person entered. */
  enter(key: string, value: unknown, label?: ChosenLabel): void;
  /** Checks a field that was left: type and limits; its rules too once it was entered. */
  leave(key: string): void;
  /** Checks all, shows the faults at their fields and gives them in the order of the form. */
  check(stage: ValidationStage): readonly WireFault[];
  /** Shows faults of the server at their fields; gives those that belong to none. */
  show(faults: readonly WireFault[]): readonly WireFault[];
  /** Calculates what still waits for its debounce. */
  settle(): void;
  /** Lets a field follow its default again, after a person had entered it. */
  follow(key: string): void;
  /** Takes what was not at hand: rows of child entities by their key, the record above a child as `parent`. */
  provide(names: RecordData): void;
  /** What a save sends: of a stored record only what differs, null for what was cleared. */
  body(): Record<string, unknown>;
  snapshot(): FormSnapshot;
  restore(snapshot: FormSnapshot): void;
  /** Takes over a newer stored record: fields that were not changed here follow it. */
  rebase(stored: RecordData, taken?: readonly string[]): void;
  dispose(): void;
}

/** What a field model carries for its observer. */
export interface FieldData {
  required: boolean;
  label: ChosenLabel | undefined;
  /** Whether a person has entered a value where a default would follow other fields. Default false. */
  edited?: boolean;
  /** Grows when the choices that the field offers have changed. Default 0. */
  offered?: number;
  /** What a sub-table asks about its rows; another one once a field that its columns look at has changed. */
  rows?: RowServices | undefined;
}

/** Creates the models of a form. */
export function createFormEngine(options: FormEngineOptions): FormEngine {
  return new Engine(options);
}

class Engine implements FormEngine {
  readonly page: EntityPageModel;
  readonly form: Form;
  readonly state: FormEngineState = observable.shallow({ dirty: false, revision: 0, faults: [] });
  private readonly model: EntityModel;
  private environment: RecordEnvironment;
  private readonly access: (field: string) => FieldAccess;
  private record: RecordData | undefined;
  private readonly fields = new Map<string, Field>();
  /** Plain mirror of the models' values: evaluating over observed ones would track every read. */
  private readonly mirror: Record<string, unknown> = {};
  private readonly touched = new Set<string>();
  /** Fields that began with a value of their own, which no default replaces. */
  private readonly given = new Set<string>();
  /** Computed fields whose inputs have changed since the form was opened. */
  private readonly moved = new Set<string>();
  private readonly pending = new Set<string>();
  /** Fields that do not exist for the record as it starts. */
  private readonly unseen: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly subscription: number;
  private readonly unsubscribe: (() => void) | undefined;

  constructor(options: FormEngineOptions) {
    this.page = options.page;
    this.model = options.page.model;
    this.environment = options.environment;
    this.access = options.access ?? (() => 'write');
    this.record = options.stored;
    this.form = createForm({ values: this.startValues(options) });
    batch(() => this.createFields());
    this.subscription = this.form.subscribe(({ type, payload }) => {
      if (type === LifeCycleTypes.ON_FIELD_VALUE_CHANGE) this.changed(payload as Field);
    });
    batch(() => {
      // A model that is made hidden keeps its value; hiding it afterwards takes it out.
      for (const key of this.unseen) this.updateState(key);
    });
    // A computed value of a new record shows at once; a stored one is the server's until an input changes.
    if (this.record === undefined) this.calculate(this.model.computeOrder);
    this.state.dirty = false;
    this.unsubscribe = this.environment.onChange?.(() => this.refresh());
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
    const own = structuredClone(start);
    for (const value of Object.values(own)) plainRows(value);
    return own;
  }

  private editable(): readonly FieldModel[] {
    return this.model.fields.filter((field) => !field.base && this.access(field.key) !== 'hidden');
  }

  private createFields(): void {
    const properties = compileFormSchema(this.model).properties as Record<string, { properties?: object }>;
    for (const section of Object.values(properties)) {
      for (const [key, schema] of Object.entries(section.properties ?? {}) as [string, { title?: string }][]) {
        const field = this.model.field.get(key);
        if (field === undefined || this.access(key) === 'hidden') continue;
        const initial = this.record ?? {};
        const label = initial[labelKey(key)] as ChosenLabel | undefined;
        const state = this.stateOf(field);
        const data: FieldData = { required: state.required, label, rows: this.rowServices(field) };
        const pattern = state.disabled ? 'disabled' : 'editable';
        const model = this.form.createField({ name: key, title: schema.title, data, pattern });
        this.fields.set(key, model as Field);
        if (!state.visible) this.unseen.push(key);
      }
    }
  }

  stored(): RecordData | undefined {
    return this.record;
  }

  field(key: string): Field | undefined {
    return this.fields.get(key);
  }

  values(): RecordData {
    return this.mirror;
  }

  label(key: string): ChosenLabel | undefined {
    return (this.fields.get(key)?.data as FieldData | undefined)?.label;
  }

  rows(key: string): RowServices | undefined {
    return (this.fields.get(key)?.data as FieldData | undefined)?.rows;
  }

  private rowServices(field: FieldModel): RowServices | undefined {
    if (field.columns === undefined) return undefined;
    const columns = new Map(field.columns.map((column) => [column.key, column]));
    return {
      create: () => this.attempt(() => newRow(field, this.mirror, this.environment)) ?? {},
      follow: (before, after) =>
        this.attempt(() => followDefaults(field, before, after, this.mirror, this.environment)) ?? after,
      state: (row, name) => {
        const column = columns.get(name);
        const open: FieldState = { visible: true, required: false, disabled: column?.computed === true };
        if (column === undefined) return open;
        return this.attempt(() => cellState(column, row, this.mirror, this.environment)) ?? open;
      },
    };
  }

  enter(key: string, value: unknown, label?: ChosenLabel): void {
    const field = this.model.field.get(key);
    if (field === undefined) return;
    batch(() => {
      if (field.property.end !== undefined && Array.isArray(value)) {
        this.take(key, value[0]);
        this.take(field.property.end, value[1]);
      } else {
        this.take(key, value);
      }
      if (label !== undefined) this.setLabel(key, label);
      this.state.dirty = true;
      this.state.revision += 1;
    });
    // A fault that no longer holds goes while one types; a new one waits until the field is left.
    const faulty = new Set(this.state.faults.map(faultKey));
    for (const other of faulty) if (other === key || this.reads(other, key)) this.leave(other);
  }

  /** Whether presence or rules of a field look at another one. */
  private reads(key: string, other: string): boolean {
    const rules = this.model.field.get(key)?.rules ?? [];
    if (rules.some((rule) => rule.when.references.includes(other))) return true;
    return this.page.linkage.states.get(other)?.includes(key) === true;
  }

  private take(key: string, value: unknown): void {
    this.touched.add(key);
    this.markEdited(key);
    this.fields.get(key)?.setValue(isEmptyValue(value) ? null : plainRows(value));
  }

  /** What rules are judged by: a form may stand open for long, and what is entered later is not yet to come. */
  private atPresent(): RecordEnvironment {
    const { clock } = this.environment;
    return clock === undefined ? this.environment : { ...this.environment, now: clock() };
  }

  /** Whether a default of the field would follow other fields now. */
  private isFollowing(key: string): boolean {
    const { defaultFrom } = this.model.field.get(key) ?? {};
    if (this.record !== undefined || defaultFrom === undefined) return false;
    return defaultFrom.references.some((name) => this.model.field.get(name)?.base === false);
  }

  private markEdited(key: string): void {
    const model = this.fields.get(key);
    if (model === undefined || !this.isFollowing(key)) return;
    const data = model.data as FieldData;
    const edited = this.touched.has(key);
    if ((data.edited ?? false) !== edited) model.setData({ ...data, edited });
  }

  follow(key: string): void {
    if (!this.isFollowing(key)) return;
    batch(() => {
      this.touched.delete(key);
      this.given.delete(key);
      this.markEdited(key);
      this.followDefault(key);
      this.state.revision += 1;
    });
    this.leave(key);
  }

  provide(names: RecordData): void {
    this.environment = { ...this.environment, others: { ...this.environment.others, ...names } };
    batch(() => {
      for (const key of Object.keys(names)) {
        this.spread(key);
        this.schedule(this.page.linkage.computed.get(key) ?? []);
      }
    });
    this.settle();
  }

  /** Decides anew what waited for something that has come, or stood on something that has changed. */
  private refresh(): void {
    batch(() => {
      for (const key of this.fields.keys()) this.updateState(key);
      for (const field of defaultOrder(this.model)) if (!field.computed) this.followDefault(field.key);
    });
    // Of a stored record only what was entered here moves its results.
    this.calculate(this.model.computeOrder.filter((key) => this.record === undefined || this.moved.has(key)));
  }

  private setLabel(key: string, label: ChosenLabel | undefined): void {
    const field = this.fields.get(key);
    if (field !== undefined) field.setData({ ...(field.data as FieldData), label });
  }

  private changed(model: Field): void {
    const key = String(model.props.name);
    const value: unknown = toJS(model.value);
    const plain = value === undefined ? null : value;
    const before = this.mirror[key];
    if (sameValue(before, plain)) return;
    this.mirror[key] = plain;
    this.followRows(key, before);
    this.spread(key);
    const waiting = this.page.linkage.computed.get(key);
    if (waiting !== undefined && waiting.length > 0) this.schedule(waiting);
  }

  /** Tells the fields that read a changed value: their state, their default and their choices. */
  private spread(key: string): void {
    const { states, defaults, choices } = this.page.linkage;
    for (const reader of states.get(key) ?? []) this.updateState(reader);
    for (const reader of defaults.get(key) ?? []) this.followDefault(reader);
    for (const reader of choices.get(key) ?? []) this.offer(reader);
  }

  /** Cells of tables that nobody has touched follow what has changed in the record above them. */
  private followRows(key: string, before: unknown): void {
    for (const table of this.page.linkage.rowDefaults.get(key) ?? []) {
      const field = this.model.field.get(table);
      const rows = this.mirror[table];
      if (field === undefined || !Array.isArray(rows)) continue;
      const old = { ...this.mirror, [key]: before };
      const next = this.attempt(() =>
        followParent(field, rows, old, this.mirror, this.environment, this.record?.[table]),
      );
      if (next !== undefined && next !== rows) this.fields.get(table)?.setValue(plainRows(next));
    }
  }

  /** Draws a field with other choices; a value that is none of them any more goes. */
  private offer(key: string): void {
    const field = this.model.field.get(key);
    const model = this.fields.get(key);
    if (field === undefined || model === undefined) return;
    const data = model.data as FieldData;
    model.setData({ ...data, offered: (data.offered ?? 0) + 1 });
    if (this.attempt(() => fitsParent(field, this.mirror, this.environment)) === false) this.take(key, null);
  }

  /** What linkage and rights say of a field now. Where only the server can decide, it shows and is not demanded. */
  private stateOf(field: FieldModel): FieldState {
    const open: FieldState = { visible: true, required: false, disabled: field.computed };
    const state = this.attempt(() => fieldState(this.model, field, this.mirror, this.environment)) ?? open;
    const writable = this.access(field.key) === 'write';
    return { visible: state.visible, required: state.required && writable, disabled: state.disabled || !writable };
  }

  private updateState(key: string): void {
    const field = this.model.field.get(key);
    const model = this.fields.get(key);
    if (field === undefined || model === undefined) return;
    const state = this.stateOf(field);
    const data = model.data as FieldData;
    if (data.required !== state.required || field.columns !== undefined) {
      model.setData({ ...data, required: state.required, rows: this.rowServices(field) });
    }
    const pattern = state.disabled ? 'disabled' : 'editable';
    if (model.pattern !== pattern) model.setPattern(pattern);
    const display = state.visible ? 'visible' : 'none';
    const end = field.property.end === undefined ? undefined : this.fields.get(field.property.end);
    const appears = display === 'visible' && model.display === 'none';
    for (const one of [model, end]) if (one !== undefined && one.display !== display) one.setDisplay(display);
    if (!appears) return;
    // Nothing was computed or followed while it was not there.
    if (field.computed) this.schedule([key, ...(this.page.linkage.computed.get(key) ?? [])]);
    else this.followDefault(key);
  }

  private followDefault(key: string): void {
    const field = this.model.field.get(key);
    if (field === undefined || this.record !== undefined || this.touched.has(key) || this.given.has(key)) return;
    const model = this.fields.get(key);
    if (model === undefined || model.display === 'none') return;
    const value = this.attempt(() => defaultValue(field, this.mirror, this.environment));
    if (value !== undefined) model.setValue(value);
  }

  private schedule(keys: readonly string[]): void {
    for (const key of keys) {
      this.pending.add(key);
      this.moved.add(key);
    }
    if (this.pending.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), COMPUTE_DEBOUNCE);
  }

  settle(): void {
    clearTimeout(this.timer);
    if (this.pending.size === 0) return;
    const keys = this.model.computeOrder.filter((key) => this.pending.has(key));
    this.pending.clear();
    this.calculate(keys);
  }

  private calculate(keys: readonly string[]): void {
    batch(() => {
      for (const key of keys) {
        const field = this.model.field.get(key);
        if (field === undefined) continue;
        const model = this.fields.get(key);
        if (model?.display === 'none') continue;
        const value = this.attempt(() => computeField(field, this.mirror, this.environment));
        if (value === undefined) continue;
        // The next formula of the chain reads it before the models have told their observers.
        if (model === undefined) this.mirror[key] = value;
        else if (!sameValue(this.mirror[key], value)) {
          const before = this.mirror[key];
          this.mirror[key] = value;
          model.setValue(plainRows(value));
          this.followRows(key, before);
          this.spread(key);
        }
      }
    });
    this.showResults(keys);
  }

  /** Faults of computed values show at once: nobody leaves such a field. */
  private showResults(keys: readonly string[]): void {
    const fields = keys.flatMap((key) => this.model.field.get(key) ?? []).filter((field) => field.computed);
    const computed = new Set(fields.map((field) => field.key));
    const faults = fields.flatMap((field) => this.faultsOf(field, 'types'));
    const old = this.state.faults.filter((fault) => computed.has(faultKey(fault)));
    if (faults.length === 0 && old.length === 0) return;
    this.place([...this.state.faults.filter((fault) => !old.includes(fault)), ...faults]);
  }

  /** The result, or undefined where only the server can tell. */
  private attempt<T>(decide: () => T): T | undefined {
    try {
      return decide();
    } catch (error) {
      if (isUndecided(error)) return undefined;
      throw error;
    }
  }

  leave(key: string): void {
    const field = this.model.field.get(key);
    if (field === undefined) return;
    this.settle();
    const own = this.touched.has(key) ? this.faultsOf(field, 'complete') : this.faultsOf(field, 'types');
    const end = field.property.end === undefined ? undefined : this.model.field.get(field.property.end);
    const faults = end === undefined ? own : [...own, ...this.faultsOf(end, 'types')];
    const elsewhere = (fault: WireFault): boolean => ![key, end?.key].includes(faultKey(fault));
    this.place([...this.state.faults.filter(elsewhere), ...faults]);
  }

  private faultsOf(field: FieldModel, stage: ValidationStage): readonly WireFault[] {
    if (this.access(field.key) !== 'write' || this.fields.get(field.key)?.display === 'none') return [];
    const faults =
      this.attempt(() => validateField(this.model, field, this.mirror, this.atPresent(), stage)) ??
      this.attempt(() => checkFieldValue(field, this.mirror[field.key], this.atPresent())) ??
      [];
    return faults.length > 0 ? faults : this.skipped(field);
  }

  /** Moments over which the clocks were set forward: the server refuses them too. */
  private skipped(field: FieldModel): readonly WireFault[] {
    return skippedFaults(field, this.mirror[field.key], this.page.metadata.timeZone);
  }

  check(stage: ValidationStage): readonly WireFault[] {
    this.settle();
    const all = this.attempt(() => validateRecord(this.model, this.mirror, this.atPresent(), stage));
    const own = this.model.fields.filter((field) => !field.base);
    const sound = (field: FieldModel) => this.fields.get(field.key)?.display !== 'none';
    const faults =
      all === undefined
        ? own.flatMap((field) => this.faultsOf(field, stage))
        : [...all, ...own.filter(sound).flatMap((field) => this.skipped(field))];
    // What this person cannot change is the server's to complain about.
    this.place(faults.filter((fault) => this.access(faultKey(fault)) === 'write'));
    return this.state.faults;
  }

  show(faults: readonly WireFault[]): readonly WireFault[] {
    this.place(faults.filter((fault) => this.fields.has(faultKey(fault))));
    return faults.filter((fault) => !this.fields.has(faultKey(fault)));
  }

  private place(faults: readonly WireFault[]): void {
    const order = new Map([...this.fields.keys()].map((key, index) => [key, index]));
    const sorted = [...faults].sort((a, b) => (order.get(faultKey(a)) ?? 1e6) - (order.get(faultKey(b)) ?? 1e6));
    batch(() => {
      for (const [key, model] of this.fields) {
        const messages = sorted.filter((fault) => faultKey(fault) === key).map((fault) => fault.msg);
        if (messages.join('\n') === model.selfErrors.join('\n')) continue;
        model.setSelfErrors(messages);
      }
      this.state.faults = sorted;
    });
  }

  body(): Record<string, unknown> {
    this.settle();
    return formBody(this.sendable(), this.mirror, this.record);
  }

  private sendable(): readonly FieldModel[] {
    return this.editable().filter(
      (field) =>
        !field.computed && this.access(field.key) === 'write' && this.fields.get(field.key)?.display !== 'none',
    );
  }

  snapshot(): FormSnapshot {
    const values: Record<string, unknown> = {};
    const labels: Record<string, unknown> = {};
    for (const field of this.editable()) {
      if (field.computed || field.property.writeOnly || !this.touched.has(field.key)) continue;
      values[field.id] = this.mirror[field.key] ?? null;
      const label = this.label(field.key);
      if (label !== undefined) labels[field.id] = label;
    }
    const touched = this.model.fields.filter((field) => this.touched.has(field.key)).map((field) => field.id);
    return { values, labels, touched };
  }

  restore(snapshot: FormSnapshot): void {
    batch(() => {
      for (const field of this.editable()) {
        if (!Object.hasOwn(snapshot.values, field.id) || field.computed || this.access(field.key) !== 'write') continue;
        this.take(field.key, snapshot.values[field.id]);
        if (Object.hasOwn(snapshot.labels, field.id)) {
          this.setLabel(field.key, snapshot.labels[field.id] as ChosenLabel);
        }
      }
      this.state.dirty = snapshot.touched.length > 0;
      this.state.revision += 1;
    });
  }

  rebase(stored: RecordData, taken: readonly string[] = []): void {
    this.record = stored;
    this.environment = { ...this.environment, stored };
    batch(() => {
      for (const field of this.model.fields) {
        if (field.base) {
          this.mirror[field.key] = stored[field.key] ?? null;
          continue;
        }
        if (this.touched.has(field.key) && !taken.includes(field.key)) continue;
        this.touched.delete(field.key);
        // The same files with or without their names: those with names stay.
        if (sameWire(field, this.mirror, stored)) continue;
        this.fields.get(field.key)?.setValue(plainRows(stored[field.key] ?? null));
        this.setLabel(field.key, stored[labelKey(field.key)] as ChosenLabel | undefined);
      }
      for (const key of this.fields.keys()) this.updateState(key);
      this.state.dirty = this.touched.size > 0;
      this.state.revision += 1;
    });
    this.place([]);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.unsubscribe?.();
    this.form.unsubscribe(this.subscription);
  }
}

/** Rows of a table change as a whole: watching each of their cells would cost more than drawing them. */
function plainRows(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  for (const row of value) {
    if (!isRow(row) || !Object.isExtensible(row)) continue;
    markRaw(row);
    // The mark is no part of the data, and a copy of the row is marked anew.
    for (const mark of Object.getOwnPropertySymbols(row)) Object.defineProperty(row, mark, { enumerable: false });
  }
  return value;
}

/** Key of the field that a fault points at: the first step of its pointer. */
export function faultKey(fault: WireFault): string {
  const [, first = ''] = fault.pointer.split('/');
  return first.replaceAll('~1', '/').replaceAll('~0', '~');
}
