import { batch } from '@formily/reactive';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import { skippedFaults } from '../../core/validation/skipped-moment.ts';
import {
  checkFieldValue,
  type ValidationStage,
  validateField,
  validateRecord,
} from '../../core/validation/validate-record.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { FormStore } from './form-store.ts';
import { RowFaults } from './row-faults.ts';

/** What is wrong in a form, at its fields and in the order of the form. */
export class FormFaults {
  private readonly store: FormStore;
  private readonly rows = new RowFaults();
  /** Values of the fields that were faulty when all was checked, or when the server answered. */
  private refused: ReadonlyMap<string, unknown> = new Map();
  private refusedBy: 'form' | 'server' = 'form';

  constructor(store: FormStore) {
    this.store = store;
  }

  /**
   * A field that was left is checked, as fully as before where it still holds what was refused: what the person was led to
   * it for would be gone as soon as he turns away, and he would not know why nothing was sent. What the server said of a
   * value stands as long as the value; what the form said may have been mended in another field.
   */
  turnFrom(key: string): void {
    const field = this.store.model.field.get(key);
    const keys = [key, ...(field?.property.end === undefined ? [] : [field.property.end])];
    const faulty = this.store.state.faults.map(faultKey).filter((one) => keys.includes(one));
    const stands = (one: string) => this.refused.has(one) && sameValue(this.refused.get(one), this.store.mirror[one]);
    const isRefused = field?.columns === undefined && faulty.length > 0 && faulty.every(stands);
    if (!isRefused) this.leave(key);
    else if (this.refusedBy === 'form') {
      const own = keys.flatMap((one) => this.store.model.field.get(one) ?? []);
      const elsewhere = this.store.state.faults.filter((fault) => !keys.includes(faultKey(fault)));
      this.place([...elsewhere, ...own.flatMap((one) => this.faultsOf(one, 'complete'))]);
    }
  }

  /**
   * Checks a field that was left: type and limits; its rules too once it was entered.
   * @param before value of a table before the change that has it checked; undefined when a row of it was left.
   */
  leave(key: string, before?: unknown): void {
    const field = this.store.model.field.get(key);
    if (field === undefined) return;
    const own = this.store.touched.has(key) ? this.toldOf(field, before) : this.faultsOf(field, 'types');
    const end = field.property.end === undefined ? undefined : this.store.model.field.get(field.property.end);
    const faults = end === undefined ? own : [...own, ...this.faultsOf(end, 'types')];
    const elsewhere = (fault: WireFault): boolean => ![key, end?.key].includes(faultKey(fault));
    this.place([...this.store.state.faults.filter(elsewhere), ...faults]);
  }

  /** Checks all, shows the faults at their fields and gives them in the order of the form. */
  check(stage: ValidationStage): readonly WireFault[] {
    const all = this.store.attempt(() =>
      validateRecord(this.store.model, this.store.mirror, this.store.atPresent(), stage),
    );
    const own = this.store.model.fields.filter((field) => !field.base);
    if (stage === 'complete') for (const { key } of own) this.rows.ask(this.store.mirror[key]);
    const sound = (field: FieldModel) => this.store.fields.get(field.key)?.display !== 'none';
    const faults =
      all === undefined
        ? own.flatMap((field) => this.faultsOf(field, stage))
        : [...all, ...own.filter(sound).flatMap((field) => [...this.skipped(field), ...this.misfit(field)])];
    // What this person cannot change is the server's to complain about.
    this.place(faults.filter((fault) => this.store.access(faultKey(fault)) === 'write'));
    this.keepRefused('form');
    return this.store.state.faults;
  }

  /** Shows faults of the server at their fields; gives those that belong to none that is in sight. */
  show(faults: readonly WireFault[]): readonly WireFault[] {
    const homeless = faults.filter((fault) => (this.store.fields.get(faultKey(fault))?.display ?? 'none') === 'none');
    this.place(faults.filter((fault) => !homeless.includes(fault)));
    this.keepRefused('server');
    return homeless;
  }

  private keepRefused(by: 'form' | 'server'): void {
    this.refusedBy = by;
    this.refused = new Map(this.store.state.faults.map(faultKey).map((key) => [key, this.store.mirror[key]]));
  }

  /** Faults of computed values show at once: nobody leaves such a field. */
  showResults(keys: readonly string[]): void {
    const fields = keys.flatMap((key) => this.store.model.field.get(key) ?? []).filter((field) => field.computed);
    const computed = new Set(fields.map((field) => field.key));
    const faults = fields.flatMap((field) => this.faultsOf(field, 'types'));
    const old = this.store.state.faults.filter((fault) => computed.has(faultKey(fault)));
    if (faults.length === 0 && old.length === 0) return;
    this.place([...this.store.state.faults.filter((fault) => !old.includes(fault)), ...faults]);
  }

  /** What is wrong in a field by now, without what a table has still to be filled in with. */
  private toldOf(field: FieldModel, before: unknown): readonly WireFault[] {
    const types = field.columns === undefined ? [] : this.faultsOf(field, 'types');
    if (types.length > 0) return types;
    const fresh = () => this.store.data(field.key)?.rows?.create() ?? {};
    const table = { field, rows: this.store.mirror[field.key], fresh };
    return this.rows.told(table, this.faultsOf(field, 'complete'), this.store.state.faults, before);
  }

  private faultsOf(field: FieldModel, stage: ValidationStage): readonly WireFault[] {
    if (this.store.access(field.key) !== 'write' || this.store.fields.get(field.key)?.display === 'none') return [];
    const faults =
      this.store.attempt(() =>
        validateField(this.store.model, field, this.store.mirror, this.store.atPresent(), stage),
      ) ??
      this.store.attempt(() => checkFieldValue(field, this.store.mirror[field.key], this.store.atPresent())) ??
      [];
    return faults.length > 0 ? faults : [...this.skipped(field), ...this.misfit(field)];
  }

  /** Takes what the server says of the value that a field has now; nothing where it fits. */
  tellMisfit(key: string, message: string | undefined): void {
    if (message === undefined && !this.store.misfits.has(key)) return;
    if (message === undefined) this.store.misfits.delete(key);
    else this.store.misfits.set(key, { value: this.store.mirror[key], message });
    this.leave(key);
  }

  private misfit({ key }: FieldModel): readonly WireFault[] {
    const known = this.store.misfits.get(key);
    if (known === undefined || !sameValue(known.value, this.store.mirror[key])) return [];
    return [{ pointer: `/${key}`, msg: known.message }];
  }

  /** Moments over which the clocks were set forward: the server refuses them too. */
  private skipped(field: FieldModel): readonly WireFault[] {
    return skippedFaults(field, this.store.mirror[field.key], this.store.page.metadata.timeZone);
  }

  /** Puts these faults in the place of those that are shown. */
  place(faults: readonly WireFault[]): void {
    const order = new Map([...this.store.fields.keys()].map((key, index) => [key, index]));
    const sorted = [...faults].sort((a, b) => (order.get(faultKey(a)) ?? 1e6) - (order.get(faultKey(b)) ?? 1e6));
    batch(() => {
      for (const [key, model] of this.store.fields) {
        const messages = sorted.filter((fault) => faultKey(fault) === key).map((fault) => fault.msg);
        if (messages.join('\n') === model.selfErrors.join('\n')) continue;
        model.setSelfErrors(messages);
      }
      this.store.state.faults = sorted;
    });
  }
}

/** Key of the field that a fault points at: the first step of its pointer. */
export function faultKey(fault: WireFault): string {
  const [, first = ''] = fault.pointer.split('/');
  return first.replaceAll('~1', '/').replaceAll('~0', '~');
}
