import { formFields } from '../../compile/form/form-schema.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import { type ExpressionUser, OutOfReachError } from '../../core/expression/index.ts';
import type { FieldAccess } from '../../core/model/entity-model.ts';
import { isFieldFixed } from '../../core/validation/field-state.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import { holds, isEmptyValue } from '../../core/validation/record-environment.ts';
import type { WireFault, WireRecord } from '../../core/wire/contract.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { askPage } from '../actions/ask-page.ts';
import { createFormEngine, type FormEngine } from '../form/form-engine.ts';
import { faultKey } from '../form/form-faults.ts';
import type { FormSnapshot } from '../form/form-state.ts';
import type { LostInput } from '../form/lost-input.ts';
import { childPage, parentField } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldAccess } from '../model/person.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { labelsOf } from '../model/record-view.ts';

/** Part of the dialog of a transition: the record's own fields, or the row that it writes. */
type FormPart = 'record' | 'row';

/** A field of the dialog. */
export interface FormPlace {
  readonly part: FormPart;
  readonly key: string;
}

/** What was typed into the dialog, as this machine keeps it. */
export interface TransitionSnapshot {
  readonly record: FormSnapshot | undefined;
  readonly row: FormSnapshot | undefined;
}

/** The forms of a transition without their views: asked fields of the record, and the row of the entity it writes. */
export interface TransitionForm {
  /** Undefined where no field of the record is asked. */
  readonly record: FormEngine | undefined;
  /** Undefined where nothing is written. */
  readonly row: FormEngine | undefined;
  /** Whether a person entered something. */
  isDirty(): boolean;
  /** Checks all, shows the faults at their fields and gives the place of the first. */
  check(): FormPlace | undefined;
  /** `{…fields, row}` as the call takes it. */
  body(): Record<string, unknown>;
  /** Shows faults of the server; gives those that belong to no field, and the place of the first that does. */
  show(faults: readonly WireFault[]): { readonly homeless: readonly WireFault[]; readonly first?: FormPlace };
  snapshot(): TransitionSnapshot;
  /** Enters again what was typed; gives what the forms have no place for. */
  restore(snapshot: TransitionSnapshot): readonly LostInput[];
  dispose(): void;
}

interface TransitionFormOptions {
  readonly page: EntityPageModel;
  readonly plan: Pick<ActionPlan, 'key' | 'title' | 'asks'>;
  /** Child entity of which a row is written; undefined for none. */
  readonly writes: string | undefined;
  readonly record: WireRecord;
  readonly me: ExpressionUser;
  /** Right of the person on a field of the record. */
  readonly access: (field: string) => FieldAccess;
}

const ROW = '/row';

/** Creates the forms of a transition over a record. */
export function createTransitionForm(given: TransitionFormOptions): TransitionForm {
  const plan = {
    ...given.plan,
    asks: given.plan.asks.filter(
      (ask) => !isFixed(given, ask.field) && (ask.required || !isMeaningless(given, ask.field)),
    ),
  };
  const options = { ...given, plan };
  const record = plan.asks.length > 0 ? askedEngine(options) : undefined;
  const row = options.writes === undefined ? undefined : rowEngine(options, options.writes);
  const parts: readonly (readonly [FormPart, FormEngine])[] = [
    ...(row === undefined ? [] : [['row', row] as const]),
    ...(record === undefined ? [] : [['record', record] as const]),
  ];
  return {
    record,
    row,
    isDirty: () => parts.some(([, engine]) => engine.state.dirty),
    check() {
      const faults = parts.map(([part, engine]) => ({ part, fault: engine.check('complete')[0] }));
      const first = faults.find(({ fault }) => fault !== undefined);
      return first?.fault === undefined ? undefined : { part: first.part, key: faultKey(first.fault) };
    },
    body: () => ({
      ...(record === undefined ? {} : askedBody(record, options.record)),
      ...(row === undefined ? {} : { row: row.body() }),
    }),
    show(faults) {
      const ofRow = faults.filter(({ pointer }) => pointer.startsWith(`${ROW}/`));
      const ofRecord = faults.filter((fault) => !ofRow.includes(fault));
      const inner = ofRow.map((fault) => ({ ...fault, pointer: fault.pointer.slice(ROW.length) }));
      const left = [...(row?.show(inner) ?? inner), ...(record?.show(ofRecord) ?? ofRecord)];
      const placed = (engine: FormEngine | undefined, part: FormPart): FormPlace | undefined => {
        const [first] = engine?.state.faults ?? [];
        return first === undefined ? undefined : { part, key: faultKey(first) };
      };
      const first = placed(row, 'row') ?? placed(record, 'record');
      return { homeless: left, ...(first === undefined ? {} : { first }) };
    },
    snapshot: () => ({ record: record?.snapshot(), row: row?.snapshot() }),
    restore: (snapshot) => [...restored(record, snapshot.record), ...restored(row, snapshot.row)],
    dispose() {
      for (const [, engine] of parts) engine.dispose();
    },
  };
}

/** What one part has no place for; all that was typed into it where the transition does not ask for it any more. */
function restored(engine: FormEngine | undefined, snapshot: FormSnapshot | undefined): readonly LostInput[] {
  if (snapshot === undefined) return [];
  return engine?.restore(snapshot) ?? (snapshot.typed ?? []).filter(({ table }) => table === undefined);
}

/**
 * Whether a field that is empty and need not be filled in has no meaning for the record as it is: the record's own form
 * would not show it, whatever the transition changes.
 */
function isMeaningless({ page, plan, record, me }: TransitionFormOptions, key: string): boolean {
  const visible = page.model.field.get(key)?.visible;
  if (visible === undefined || visible.serverOnly || !isEmptyValue(record[key])) return false;
  const changing = new Set(['status', ...plan.asks.map(({ field }) => field)]);
  if (visible.references.some((name) => changing.has(name.split('.')[0] ?? name))) return false;
  try {
    return !holds(visible, record, browserEnvironment(page, me, { stored: record }));
  } catch (error) {
    if (error instanceof OutOfReachError) return false;
    throw error;
  }
}

/** Whether the record's value can no longer change, so that there is nothing to ask. */
function isFixed({ page, record, me }: TransitionFormOptions, key: string): boolean {
  const field = page.model.field.get(key);
  if (field === undefined) return false;
  try {
    return isFieldFixed(field, browserEnvironment(page, me, { stored: record }));
  } catch (error) {
    if (error instanceof OutOfReachError) return false;
    throw error;
  }
}

/** What is sent of the asked fields: all that is filled in, and null where the record's value was cleared. */
function askedBody(engine: FormEngine, record: WireRecord): Record<string, unknown> {
  const body = engine.body();
  for (const { name: key } of formFields(engine.page.form)) {
    const model = engine.field(key);
    if (model === undefined || Object.hasOwn(body, key) || model.pattern === 'disabled') continue;
    if (!isEmptyValue(record[key]) && isEmptyValue(engine.values()[key])) body[key] = null;
  }
  return body;
}

function askedEngine({ page, plan, record, me, access }: TransitionFormOptions): FormEngine {
  const asked = askPage(page, plan);
  for (const field of asked.model.fields) {
    const { target } = field;
    const value = record[field.key];
    const labels = labelsOf(record, field.key);
    if (target === undefined || labels === undefined) continue;
    const ids = Array.isArray(value) ? value : [value];
    const names = typeof labels === 'string' ? [labels] : labels;
    ids.forEach((id, index) => {
      const name = names[index];
      if (typeof id === 'string' && name !== undefined) rememberLabel(target, id, name);
    });
  }
  return createFormEngine({
    page: asked,
    initial: {
      ...record,
      ...Object.fromEntries(plan.asks.filter(({ anew }) => anew).map(({ field }) => [field, null])),
    },
    environment: browserEnvironment(asked, me, { stored: record }),
    access,
  });
}

function rowEngine({ page, plan, writes, record, me }: TransitionFormOptions, key: string): FormEngine | undefined {
  const child = childPage(page, key);
  if (child === undefined) throw new Error(`entity ${writes} is not in the metadata of page ${page.metadata.page}`);
  const rights = childAccess(child, me.roles);
  return createFormEngine({
    page: child,
    initial: undefined,
    environment: childEnvironment(child, record, me),
    access: (field) => (field === ownField(page, plan.key) ? 'hidden' : rights(field)),
  });
}

/** Field of the written row that the server fills with the person himself; undefined for none. */
function ownField({ model }: EntityPageModel, transition: string): string | undefined {
  const who = Object.hasOwn(model.transitions, transition) ? model.transitions[transition]?.who : undefined;
  return who?.flatMap((actor) => (typeof actor === 'object' && 'row' in actor ? [actor.row] : []))[0];
}

/** What expressions of a child reach in the browser: besides the usual the record above it. */
export function childEnvironment(
  child: EntityPageModel,
  parent: WireRecord,
  me: ExpressionUser,
  stored?: WireRecord,
): RecordEnvironment {
  const field = parentField(child);
  return {
    ...browserEnvironment(child, me, { stored }),
    others: { parent, ...(field === undefined ? {} : { [field]: parent.id }) },
    reference([first, ...rest]) {
      if (first !== field) throw new OutOfReachError('reference');
      const [name, ...deeper] = rest;
      if (name === undefined || deeper.length > 0) throw new OutOfReachError('reference');
      return parent[name] ?? null;
    },
  };
}

/** Right on a field of a child: the reference to the record above it is nobody's to enter. */
export function childAccess(
  child: EntityPageModel,
  roles: readonly string[],
  state?: string,
): (field: string) => FieldAccess {
  const parent = parentField(child);
  return (field) => (field === parent ? 'hidden' : fieldAccess(child.model, field, roles, state));
}
