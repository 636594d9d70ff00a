import type { Field } from '@formily/core';
import { batch, toJS } from '@formily/reactive';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { computeField, defaultOrder, defaultValue } from '../../core/validation/compute-record.ts';
import { cellState, type FieldState, fieldState } from '../../core/validation/field-state.ts';
import { fitsParent } from '../../core/validation/parent-choices.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { followDefaults, followParent, newRow } from '../../core/validation/row-defaults.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import { type EnteredSeed, seededRows, seedOf } from '../../core/validation/seeded-rows.ts';
import type { RowServices } from '../../field-types/field-view.ts';
import type { RecordData } from '../model/record-view.ts';
import type { FieldData } from './form-state.ts';
import { type FormStore, plainRows } from './form-store.ts';

/** Milliseconds that inputs rest before formulas are calculated again. */
export const COMPUTE_DEBOUNCE = 500;

/** Names that the rows of a library are taken by. */
function readsOf({ where, map = {} }: EnteredSeed): readonly string[] {
  return [where, ...Object.values(map)].flatMap((expression) => expression?.references ?? []);
}

/** How the fields of a form follow each other: presence and demands, defaults, choices, formulas. */
export class FormLinkage {
  private readonly store: FormStore;
  /** Told which formulas were calculated. */
  private readonly calculated: (keys: readonly string[]) => void;
  /** Computed fields whose inputs have changed since the form was opened. */
  private readonly moved = new Set<string>();
  private readonly pending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: FormStore, calculated: (keys: readonly string[]) => void) {
    this.store = store;
    this.calculated = calculated;
  }

  /** What a sub-table asks about its rows; undefined for other fields. */
  rowServices(field: FieldModel): RowServices | undefined {
    if (field.columns === undefined) return undefined;
    const columns = new Map(field.columns.map((column) => [column.key, column]));
    const seeded = this.store.seeds.get(field.key);
    return {
      create: () => this.store.attempt(() => newRow(field, this.store.mirror, this.store.environment)) ?? {},
      follow: (before, after) =>
        this.store.attempt(() => followDefaults(field, before, after, this.store.mirror, this.store.environment)) ??
        after,
      state: (row, name) => {
        const column = columns.get(name);
        const open: FieldState = { visible: true, required: false, disabled: column?.computed === true };
        if (column === undefined) return open;
        const state =
          this.store.attempt(() => cellState(column, row, this.store.mirror, this.store.environment)) ?? open;
        const isGiven = seeded !== undefined && seedOf(row) !== undefined && !seeded.seed.entered.has(name);
        if (isGiven) return { ...state, disabled: true };
        const expected = state.visible && !state.disabled && this.store.page.expected?.has(`${field.key}.${name}`);
        return expected ? { ...state, required: true } : state;
      },
      isFixed: (row) => seeded?.locked === true && seedOf(row) !== undefined,
    };
  }

  /** Takes what a person entered in a field. */
  take(key: string, value: unknown): void {
    this.store.touched.add(key);
    this.markEdited(key);
    this.store.fields.get(key)?.setValue(isEmptyValue(value) ? null : plainRows(value));
  }

  /** Whether a default of the field would follow other fields now. */
  isFollowing(key: string): boolean {
    const { defaultFrom } = this.store.model.field.get(key) ?? {};
    if (!this.store.isBegun(key)) return false;
    if (this.store.served.has(key)) return true;
    if (defaultFrom === undefined) return false;
    return defaultFrom.references.some((name) => this.store.model.field.get(name)?.base === false);
  }

  /** Marks a field whose default no longer follows because a person entered it. */
  markEdited(key: string): void {
    const model = this.store.fields.get(key);
    if (model === undefined || !this.isFollowing(key)) return;
    const data = model.data as FieldData;
    const edited = this.store.touched.has(key);
    if ((data.edited ?? false) !== edited) model.setData({ ...data, edited });
  }

  /** Decides anew what waited for something that has come, or stood on something that has changed. */
  refresh(): void {
    batch(() => {
      for (const key of this.store.fields.keys()) this.updateState(key);
      for (const field of defaultOrder(this.store.model)) if (!field.computed) this.followDefault(field.key);
      this.followSeeds();
    });
    // Of a stored record only what was entered here moves its results.
    this.calculate(
      this.store.model.computeOrder.filter((key) => this.store.record === undefined || this.moved.has(key)),
    );
  }

  /** Takes over what the model of a field reports. */
  changed(model: Field): void {
    const key = String(model.props.name);
    const value: unknown = toJS(model.value);
    const plain = value === undefined ? null : value;
    const before = this.store.mirror[key];
    if (sameValue(before, plain)) return;
    this.store.mirror[key] = plain;
    this.followRows(key, before);
    this.spread(key);
    this.followSeeds(key);
    const waiting = this.store.page.linkage.computed.get(key);
    if (waiting !== undefined && waiting.length > 0) this.schedule(waiting);
  }

  /** Tells the fields that read a changed value: their state, their default and their choices. */
  spread(key: string): void {
    const { states, defaults, choices } = this.store.page.linkage;
    for (const reader of states.get(key) ?? []) this.updateState(reader);
    for (const reader of defaults.get(key) ?? []) this.followDefault(reader);
    for (const reader of choices.get(key) ?? []) this.offer(reader);
  }

  /** Cells of tables that nobody has touched follow what has changed in the record above them. */
  private followRows(key: string, before: unknown): void {
    for (const table of this.store.page.linkage.rowDefaults.get(key) ?? []) {
      const field = this.store.model.field.get(table);
      const rows = this.store.mirror[table];
      if (field === undefined || !Array.isArray(rows)) continue;
      const after = this.store.mirror;
      const change = { before: { ...after, [key]: before }, after, stored: this.store.record?.[table] };
      const next = this.store.attempt(() => followParent(field, rows, change, this.store.environment));
      if (next !== undefined && next !== rows) this.store.fields.get(table)?.setValue(plainRows(next));
    }
  }

  /**
   * Takes the rows of libraries for what a new record says now.
   * @param key the field that has changed; undefined for all.
   */
  followSeeds(key?: string): void {
    if (this.store.record !== undefined) return;
    for (const [name, seeded] of this.store.seeds) {
      const isAsked = key === undefined || readsOf(seeded.seed).includes(`parent.${key}`);
      const table = this.store.model.field.get(name);
      if (!isAsked || table === undefined) continue;
      const rows = this.store.mirror[name];
      const next = this.store.attempt(() => seededRows(seeded, table, this.store.mirror, this.store.environment));
      if (next !== undefined && next !== rows) this.store.fields.get(name)?.setValue(plainRows(next));
    }
  }

  /** Draws a field with other choices; a value that is none of them any more goes. */
  private offer(key: string): void {
    const field = this.store.model.field.get(key);
    const model = this.store.fields.get(key);
    if (field === undefined || model === undefined) return;
    const data = model.data as FieldData;
    model.setData({ ...data, offered: (data.offered ?? 0) + 1 });
    if (this.store.attempt(() => fitsParent(field, this.store.mirror, this.store.environment)) === false)
      this.take(key, null);
  }

  /**
   * What linkage and rights say of a field now. Where only the server can decide, it shows and is not demanded; what it
   * fills in is marked like what a person must fill.
   */
  stateOf(field: FieldModel): FieldState {
    const open: FieldState = { visible: true, required: false, disabled: field.computed };
    const state =
      this.store.attempt(() => fieldState(this.store.model, field, this.store.mirror, this.store.environment)) ?? open;
    const writable = this.store.access(field.key) === 'write';
    const disabled = state.disabled || !writable;
    const expected = state.visible && !disabled && this.store.page.expected?.has(field.key) === true;
    return { visible: state.visible, required: (state.required && writable) || expected, disabled };
  }

  /** Shows a field as it now is: there or not, demanded, open. */
  updateState(key: string): void {
    const field = this.store.model.field.get(key);
    const model = this.store.fields.get(key);
    if (field === undefined || model === undefined) return;
    const state = this.stateOf(field);
    const data = model.data as FieldData;
    if (data.required !== state.required || field.columns !== undefined) {
      model.setData({ ...data, required: state.required, rows: this.rowServices(field) });
    }
    const pattern = state.disabled ? 'disabled' : 'editable';
    if (model.pattern !== pattern) model.setPattern(pattern);
    const display = state.visible ? 'visible' : 'none';
    const appears = display === 'visible' && model.display === 'none';
    if (model.display !== display) model.setDisplay(display);
    // The end of a range stands and goes with its start.
    if (field.property.end !== undefined) this.updateState(field.property.end);
    if (!appears) return;
    // Nothing was computed or followed while it was not there.
    if (field.computed) this.schedule([key, ...(this.store.page.linkage.computed.get(key) ?? [])]);
    else this.followDefault(key);
  }

  /** Gives a field that nobody has entered its default. */
  followDefault(key: string): void {
    const field = this.store.model.field.get(key);
    if (field === undefined || !this.store.isBegun(key) || this.store.touched.has(key) || this.store.given.has(key))
      return;
    const model = this.store.fields.get(key);
    if (model === undefined || model.display === 'none') return;
    const { served, mirror, environment } = this.store;
    const value = served.has(key)
      ? served.get(key)
      : this.store.attempt(() => defaultValue(field, mirror, environment));
    if (value !== undefined) model.setValue(value);
  }

  /** Takes what the server says that defaults and results over other records are now; what a person entered stays. */
  serve(found: RecordData): void {
    batch(() => {
      for (const [key, value] of Object.entries(found)) {
        if (!this.store.fields.has(key)) continue;
        if (this.store.model.field.get(key)?.computed === true) {
          this.store.fields.get(key)?.setValue(value);
          continue;
        }
        this.store.served.set(key, value);
        this.markEdited(key);
        if (this.store.touched.has(key) || sameValue(this.store.mirror[key], value)) continue;
        this.store.setLabel(key, undefined);
        this.followDefault(key);
      }
      this.store.state.revision += 1;
    });
  }

  /** Has formulas calculated once inputs have rested. */
  schedule(keys: readonly string[]): void {
    for (const key of keys) {
      this.pending.add(key);
      this.moved.add(key);
    }
    if (this.pending.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), COMPUTE_DEBOUNCE);
  }

  /** Calculates what still waits for its debounce. */
  settle(): void {
    clearTimeout(this.timer);
    if (this.pending.size === 0) return;
    const keys = this.store.model.computeOrder.filter((key) => this.pending.has(key));
    this.pending.clear();
    this.calculate(keys);
  }

  /** Calculates formulas, in this order. */
  calculate(keys: readonly string[]): void {
    batch(() => {
      for (const key of keys) {
        const field = this.store.model.field.get(key);
        if (field === undefined) continue;
        const model = this.store.fields.get(key);
        if (model?.display === 'none') continue;
        const value = this.store.attempt(() => computeField(field, this.store.mirror, this.store.environment));
        if (value === undefined) continue;
        // The next formula of the chain reads it before the models have told their observers.
        if (model === undefined) this.store.mirror[key] = value;
        else if (!sameValue(this.store.mirror[key], value)) {
          const before = this.store.mirror[key];
          this.store.mirror[key] = value;
          model.setValue(plainRows(value));
          this.followRows(key, before);
          this.spread(key);
        }
      }
    });
    this.calculated(keys);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
