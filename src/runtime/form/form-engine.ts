import { type Field, type Form, LifeCycleTypes } from '@formily/core';
import { batch } from '@formily/reactive';
import { formSections } from '../../compile/form/form-schema.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { sameJson } from '../../core/validation/same-value.ts';
import type { ValidationStage } from '../../core/validation/validate-record.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ChosenLabel, RowServices } from '../../field-types/field-view.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';
import { formBody } from './form-body.ts';
import { rebaseForm, restoreForm, snapshotOf } from './form-draft.ts';
import { FormFaults, faultKey } from './form-faults.ts';
import { FormLinkage } from './form-linkage.ts';
import type { FieldData, FormEngineOptions, FormEngineState, FormSnapshot } from './form-state.ts';
import { FormStore } from './form-store.ts';
import type { LostInput } from './lost-input.ts';
import { createRecordField } from './record-field.ts';

/** A form: models of all fields made up front, linkage and checks by the core, drawn or not. */
export interface FormEngine {
  readonly form: Form;
  readonly page: EntityPageModel;
  readonly state: FormEngineState;
  /** The record as it was last stored; undefined for a new one. */
  stored(): RecordData | undefined;
  field(key: string): Field | undefined;
  /** Whether a field is this person's to enter. */
  mayWrite(key: string): boolean;
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
  /** Takes what only the server could tell of the value that a field has now; undefined where it fits. */
  tellMisfit(key: string, message: string | undefined): void;
  /** Takes what the server says that defaults behind references are now. */
  serve(found: RecordData): void;
  /** Calculates what still waits for its debounce. */
  settle(): void;
  /** Lets a field follow its default again, after a person had entered it. */
  follow(key: string): void;
  /** Opens the entry of the value that stands in place of a computed one, or gives way to that one again. */
  override(key: string, open: boolean): void;
  /** Takes what was not at hand: rows of child entities by their key, the record above a child as `parent`. */
  provide(names: RecordData): void;
  /** What a save sends: of a stored record only what differs, null for what was cleared. */
  body(): Record<string, unknown>;
  snapshot(): FormSnapshot;
  /** Enters again what a form held; gives what this one has no place for. */
  restore(snapshot: FormSnapshot): readonly LostInput[];
  /** Takes over a newer stored record: fields that were not changed here follow it. */
  rebase(stored: RecordData, taken?: readonly string[]): void;
  /**
   * Goes on as the form of another page whose fields act as this one's: what was entered and what the models hold stays;
   * where the fields stand, what they are called and what is asked of them is the other's.
   */
  adopt(page: EntityPageModel): void;
  dispose(): void;
}

/** Creates the models of a form. */
export function createFormEngine(options: FormEngineOptions): FormEngine {
  return new Engine(options);
}

class Engine implements FormEngine {
  readonly form: Form;
  readonly state: FormEngineState;
  private readonly store: FormStore;
  private readonly faults: FormFaults;
  private readonly linkage: FormLinkage;
  /** Fields that do not exist for the record as it starts. */
  private readonly unseen: string[] = [];
  private readonly subscription: number;
  private readonly unsubscribe: (() => void) | undefined;

  constructor(options: FormEngineOptions) {
    this.store = new FormStore(options);
    this.faults = new FormFaults(this.store);
    this.linkage = new FormLinkage(this.store, (keys) => this.faults.showResults(keys));
    this.form = this.store.form;
    this.state = this.store.state;
    batch(() => this.createFields());
    this.subscription = this.form.subscribe(({ type, payload }) => {
      if (type === LifeCycleTypes.ON_FIELD_VALUE_CHANGE) this.linkage.changed(payload as Field);
    });
    batch(() => {
      // A model that is made hidden keeps its value; hiding it afterwards takes it out.
      for (const key of this.unseen) this.linkage.updateState(key);
      this.linkage.followSeeds();
    });
    // A computed value of a new record shows at once; a stored one is the server's until an input changes.
    if (this.store.record === undefined) this.linkage.calculate(this.store.model.computeOrder);
    this.state.dirty = false;
    this.unsubscribe = this.store.environment.onChange?.(() => this.linkage.refresh());
  }

  get page(): EntityPageModel {
    return this.store.page;
  }

  adopt(page: EntityPageModel): void {
    const before = this.store.model;
    this.store.page = page;
    this.store.model = page.model;
    const models = new Map(this.store.fields);
    this.store.fields.clear();
    batch(() => {
      for (const { name, title } of formSections(page.form).flatMap(({ properties }) => Object.values(properties))) {
        const model = models.get(name);
        if (model === undefined) continue;
        // What is wrong is told in the order of the form.
        this.store.fields.set(name, model);
        if (model.title !== title) model.title = title;
      }
      for (const [name, model] of this.store.fields) {
        // What a table's rows are asked by knows its columns.
        const isTable = page.model.field.get(name)?.columns !== undefined;
        if (!isTable && !asksOtherwise(before, page.model, name)) continue;
        this.linkage.updateState(name);
        // Its choices and limits are read as it is drawn.
        model.setData({ ...(model.data as FieldData) });
      }
      this.state.revision += 1;
    });
  }

  private createFields(): void {
    for (const section of formSections(this.page.form)) {
      for (const node of Object.values(section.properties)) {
        const { name: key, title } = node;
        const field = this.store.model.field.get(key);
        if (field === undefined || this.store.access(key) === 'hidden') continue;
        const initial = this.store.record ?? {};
        const label = initial[labelKey(key)] as ChosenLabel | undefined;
        const state = this.linkage.stateOf(field);
        const data: FieldData = { required: state.required, label, rows: this.linkage.rowServices(field) };
        const pattern = state.disabled ? 'disabled' : 'editable';
        this.store.fields.set(
          key,
          createRecordField(this.form, {
            ...{ name: key, title, data, pattern },
            component: [node['x-component'], node['x-component-props']],
            decorator: [node['x-decorator'], node['x-decorator-props']],
          }),
        );
        if (!state.visible) this.unseen.push(key);
      }
    }
  }

  stored(): RecordData | undefined {
    return this.store.record;
  }

  field(key: string): Field | undefined {
    return this.store.fields.get(key);
  }

  values(): RecordData {
    return this.store.mirror;
  }

  label(key: string): ChosenLabel | undefined {
    return this.store.data(key)?.label;
  }

  rows(key: string): RowServices | undefined {
    return this.store.data(key)?.rows;
  }

  enter(key: string, value: unknown, label?: ChosenLabel): void {
    const field = this.store.model.field.get(key);
    if (field === undefined) return;
    const before = this.store.mirror[key];
    batch(() => {
      if (field.property.end !== undefined && Array.isArray(value)) {
        this.linkage.take(key, value[0]);
        this.linkage.take(field.property.end, value[1]);
      } else {
        this.linkage.take(key, value);
      }
      if (label !== undefined) this.store.setLabel(key, label);
      this.state.dirty = true;
      this.state.revision += 1;
    });
    // What is in effect is said beside the entry that overrides it.
    if (field.beside !== undefined) this.linkage.settle();
    // A fault that no longer holds goes while one types; a new one waits until the field is left.
    const faulty = new Set(this.state.faults.map(faultKey));
    if ([...faulty].some((other) => other === key || this.reads(other, key))) this.linkage.settle();
    for (const other of faulty) {
      if (other === key) this.faults.leave(key, before);
      else if (this.reads(other, key)) this.faults.leave(other);
    }
  }

  /** Whether presence or rules of a field look at another one. */
  private reads(key: string, other: string): boolean {
    const rules = this.store.model.field.get(key)?.rules ?? [];
    if (rules.some((rule) => rule.when.references.includes(other))) return true;
    return this.page.linkage.states.get(other)?.includes(key) === true;
  }

  follow(key: string): void {
    if (!this.linkage.isFollowing(key)) return;
    batch(() => {
      this.store.touched.delete(key);
      this.store.given.delete(key);
      this.linkage.markEdited(key);
      this.linkage.followDefault(key);
      this.state.revision += 1;
    });
    this.leave(key);
  }

  override(key: string, open: boolean): void {
    const name = this.store.model.field.get(key)?.override?.value;
    const model = name === undefined ? undefined : this.store.fields.get(name);
    if (name === undefined || model === undefined) return;
    model.setData({ ...(model.data as FieldData), open });
    if (open) return;
    this.enter(name, null);
    this.leave(name);
  }

  provide(names: RecordData): void {
    this.store.environment = { ...this.store.environment, others: { ...this.store.environment.others, ...names } };
    batch(() => {
      for (const key of Object.keys(names)) {
        this.linkage.spread(key);
        this.linkage.schedule(this.page.linkage.computed.get(key) ?? []);
      }
    });
    this.linkage.settle();
  }

  leave(key: string): void {
    this.linkage.settle();
    this.faults.turnFrom(key);
  }

  check(stage: ValidationStage): readonly WireFault[] {
    this.linkage.settle();
    return this.faults.check(stage);
  }

  show(faults: readonly WireFault[]): readonly WireFault[] {
    return this.faults.show(faults);
  }

  tellMisfit(key: string, message: string | undefined): void {
    this.faults.tellMisfit(key, message);
  }

  serve(found: RecordData): void {
    this.linkage.serve(found);
  }

  settle(): void {
    this.linkage.settle();
  }

  body(): Record<string, unknown> {
    this.linkage.settle();
    return formBody(this.sendable(), this.store.mirror, this.store.record);
  }

  mayWrite(key: string): boolean {
    return this.store.access(key) === 'write';
  }

  private sendable(): readonly FieldModel[] {
    return this.store.editable().filter(
      (field) =>
        !field.computed &&
        this.store.access(field.key) === 'write' &&
        // What the server gave it gives again, also to whoever could not have chosen it.
        (!this.store.served.has(field.key) || this.store.touched.has(field.key)) &&
        this.store.fields.get(field.key)?.display !== 'none',
    );
  }

  snapshot(): FormSnapshot {
    return snapshotOf(this.store);
  }

  restore(snapshot: FormSnapshot): readonly LostInput[] {
    return restoreForm(this.store, this.linkage, snapshot);
  }

  rebase(stored: RecordData, taken: readonly string[] = []): void {
    rebaseForm(this.store, this.linkage, stored, taken);
    this.faults.place([]);
  }

  dispose(): void {
    this.linkage.dispose();
    this.unsubscribe?.();
    this.form.unsubscribe(this.subscription);
  }
}

/** Whether two models ask something else of a field: of its value, or whether it is there. */
function asksOtherwise(before: EntityModel, after: EntityModel, key: string): boolean {
  const [was, is] = [before, after].map((model) => ({
    property: model.field.get(key)?.property,
    required: model.field.get(key)?.required,
    section: model.sections.find(({ fields }) => fields.includes(key))?.visible?.source,
  }));
  return !sameJson(was, is);
}
