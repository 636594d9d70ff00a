import { batch } from '@formily/reactive';
import type { ChosenLabel } from '../../field-types/field-view.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';
import { sameWire } from './form-body.ts';
import type { FormLinkage } from './form-linkage.ts';
import type { FormSnapshot } from './form-state.ts';
import { type FormStore, plainRows } from './form-store.ts';
import { type LostInput, lostInput, typedInput } from './lost-input.ts';

/** What the form holds besides the stored record. */
export function snapshotOf(store: FormStore): FormSnapshot {
  const values: Record<string, unknown> = {};
  const labels: Record<string, unknown> = {};
  for (const field of store.editable()) {
    if (field.computed || field.property.writeOnly || !store.touched.has(field.key)) continue;
    values[field.id] = store.mirror[field.key] ?? null;
    const label = store.data(field.key)?.label;
    if (label !== undefined) labels[field.id] = label;
  }
  const touched = store.model.fields.filter((field) => store.touched.has(field.key)).map((field) => field.id);
  return { values, labels, touched, typed: typedInput(store.page, values, labels) };
}

/** Enters again what a form held; gives what this one has no place for, a field of another type included. */
export function restoreForm(store: FormStore, linkage: FormLinkage, snapshot: FormSnapshot): readonly LostInput[] {
  const open = new Set(store.editable().filter((field) => !field.computed && store.access(field.key) === 'write'));
  const lost = lostInput(snapshot.typed ?? [], store.page, (field) => open.has(field));
  const gone = new Set(lost.map(({ id }) => id));
  batch(() => {
    for (const field of open) {
      if (!Object.hasOwn(snapshot.values, field.id) || gone.has(field.id)) continue;
      linkage.take(field.key, snapshot.values[field.id]);
      if (Object.hasOwn(snapshot.labels, field.id)) {
        store.setLabel(field.key, snapshot.labels[field.id] as ChosenLabel);
      }
    }
    store.state.dirty = snapshot.touched.length > 0;
    store.state.revision += 1;
  });
  return lost;
}

/** Takes over a newer stored record: fields that were not changed here, or are named, follow it. */
export function rebaseForm(store: FormStore, linkage: FormLinkage, stored: RecordData, taken: readonly string[]): void {
  store.record = stored;
  store.environment = { ...store.environment, stored };
  batch(() => {
    for (const field of store.model.fields) {
      if (field.base) {
        store.mirror[field.key] = stored[field.key] ?? null;
        continue;
      }
      if (store.touched.has(field.key) && !taken.includes(field.key)) continue;
      store.touched.delete(field.key);
      // The same files with or without their names: those with names stay.
      if (sameWire(field, store.mirror, stored)) continue;
      store.fields.get(field.key)?.setValue(plainRows(stored[field.key] ?? null));
      store.setLabel(field.key, stored[labelKey(field.key)] as ChosenLabel | undefined);
    }
    for (const key of store.fields.keys()) linkage.updateState(key);
    store.state.dirty = store.touched.size > 0;
    store.state.revision += 1;
  });
}
