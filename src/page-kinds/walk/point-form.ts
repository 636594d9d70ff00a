import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { ExpressionUser } from '../../core/expression/index.ts';
import type { FieldAccess } from '../../core/model/entity-model.ts';
import type { WireFault, WireRecord } from '../../core/wire/contract.ts';
import type { TransitionSnapshot } from '../../runtime/flow/transition-form.ts';
import { childAccess, childEnvironment, createTransitionForm } from '../../runtime/flow/transition-form.ts';
import { createFormEngine, type FormEngine } from '../../runtime/form/form-engine.ts';
import { faultKey } from '../../runtime/form/form-faults.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { labelKey, labelsOf, type RecordData, valueText } from '../../runtime/model/record-view.ts';
import type { WalkPoint } from './walk-model.ts';

/** Line of an answer in words. */
interface AnswerLine {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

/** The form of a point, whatever answers it. */
export interface PointForm {
  /** Its parts in order, each drawn by itself. */
  readonly parts: readonly { readonly key: string; readonly engine: FormEngine }[];
  isDirty(): boolean;
  /** Checks all and gives the place of the first fault. */
  check(): { readonly part: string; readonly key: string } | undefined;
  /** Whether sending it would change anything. */
  says(): boolean;
  body(): Record<string, unknown>;
  values(): Record<string, unknown>;
  lines(): readonly AnswerLine[];
  /** Shows what the server has against it. */
  show(faults: readonly WireFault[]): void;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  dispose(): void;
}

interface RowOptions {
  /** The page of the rows with a form of what is asked. */
  readonly page: EntityPageModel;
  readonly parent: WireRecord;
  readonly point: WalkPoint;
  readonly ask: readonly string[];
  readonly me: ExpressionUser;
}

/** The form of a row. It goes on from what waits, and has entered what was refused. */
export function createRowForm({ page, parent, point, ask, me }: RowOptions): PointForm {
  const waiting = point.answers.filter(({ refused }) => refused === undefined);
  const stored: WireRecord = Object.assign({}, point.record, ...waiting.map(({ values }) => values));
  const state = typeof stored.status === 'string' ? stored.status : undefined;
  const engine = createFormEngine({
    page,
    stored,
    asked: ask,
    environment: childEnvironment(page, parent, me, stored),
    access: childAccess(page, me.roles, state),
  });
  const refused = point.answers.find((answer) => answer.refused !== undefined);
  for (const key of refused === undefined ? [] : ask) {
    if (refused === undefined || !Object.hasOwn(refused.values, key)) continue;
    engine.enter(key, refused.values[key], labelsOf(refused.values, key));
  }
  const asked = (entry: RecordData): Record<string, unknown> =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => ask.includes(key)));
  const now = (): RecordData => {
    const labels = ask.map((key) => [labelKey(key), engine.label(key)] as const);
    return { ...asked(engine.values()), ...Object.fromEntries(labels.filter(([, label]) => label !== undefined)) };
  };
  return {
    parts: [{ key: 'row', engine }],
    isDirty: () => engine.state.dirty,
    check() {
      const first = engine.check('complete').find((fault) => ask.includes(faultKey(fault)));
      return first === undefined ? undefined : { part: 'row', key: faultKey(first) };
    },
    says: () => Object.keys(asked(engine.body())).length > 0,
    body: () => ({ ...asked(engine.body()), id: stored.id, version: stored.version }),
    values: now,
    lines: () => linesOf(page, ask, now()),
    show: (faults) => {
      engine.show(faults);
    },
    snapshot: () => engine.snapshot(),
    restore: (snapshot) => {
      engine.restore(snapshot as ReturnType<FormEngine['snapshot']>);
    },
    dispose: () => engine.dispose(),
  };
}

interface StepOptions {
  readonly page: EntityPageModel;
  readonly plan: ActionPlan;
  readonly point: WalkPoint;
  readonly me: ExpressionUser;
  readonly access: (field: string) => FieldAccess;
}

/** The form of the step that answers a record. It has entered what was refused. */
export function createStepForm({ page, plan, point, me, access }: StepOptions): PointForm {
  const { record } = point;
  const form = createTransitionForm({ page, plan, writes: plan.writes, record, me, access });
  const refused = point.answers.find((answer) => answer.refused !== undefined);
  if (refused !== undefined) form.restore(refused.values as unknown as TransitionSnapshot);
  const parts = [
    ...(form.row === undefined ? [] : [{ key: 'row', engine: form.row }]),
    ...(form.record === undefined ? [] : [{ key: 'record', engine: form.record }]),
  ];
  return {
    parts,
    isDirty: () => form.isDirty(),
    check: () => form.check(),
    says: () => true,
    body: () => ({ ...form.body(), id: record.id, version: record.version }),
    values: () => ({ ...form.snapshot() }),
    lines: () =>
      parts.flatMap(({ engine }) => {
        // What the server fills in is no part of what the person said.
        const keys = engine.page.model.fields
          .filter(({ key, base }) => !base && engine.field(key)?.pattern !== 'disabled')
          .map(({ key }) => key);
        const labels = keys.map((key) => [labelKey(key), engine.label(key)] as const);
        return linesOf(engine.page, keys, { ...Object.fromEntries(labels), ...engine.values() }).filter(
          ({ text }) => text !== '',
        );
      }),
    show: (faults) => {
      form.show(faults);
    },
    snapshot: () => form.snapshot(),
    restore: (snapshot) => {
      form.restore(snapshot as TransitionSnapshot);
    },
    dispose: () => form.dispose(),
  };
}

function linesOf(page: EntityPageModel, keys: readonly string[], values: RecordData): readonly AnswerLine[] {
  return keys.flatMap((key) => {
    const field = page.model.field.get(key);
    if (field === undefined || field.property.hidden === true) return [];
    return [{ key, title: field.title, text: valueText(page, field, values) }];
  });
}
