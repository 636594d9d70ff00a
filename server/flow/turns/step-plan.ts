import { createHash } from 'node:crypto';
import { inlineLive } from '../../../src/compile/sql/record-sql.ts';
import {
  asksCalendar,
  callsWithin,
  collectReferences,
  type ExpressionNode,
} from '../../../src/core/expression/index.ts';
import { type CalledStep, calledSteps, callsAnybody } from '../../../src/core/model/called-steps.ts';
import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { CREATOR, VOTES } from '../../../src/core/model/names-of-people.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';

/** What calling for the steps of an entity reads, so that a write that changes none of it costs nothing. */
interface StepPlan {
  /** Fields of the record. */
  readonly reads: ReadonlySet<string>;
  /** Fields of the record above. */
  readonly readsAbove: ReadonlySet<string>;
  /** Whether rows below the record, or totals over records that refer to it, decide who is called. */
  readonly readsRows: boolean;
}

const plans = new WeakMap<EntityModel, StepPlan | undefined>();

/** What calling for the steps of an entity reads; undefined where nobody is ever called. */
export function stepPlan(model: EntityModel): StepPlan | undefined {
  if (!plans.has(model))
    plans.set(model, model.scope === 'tenant' && callsAnybody(model) ? makePlan(model) : undefined);
  return plans.get(model);
}

function makePlan(model: EntityModel): StepPlan {
  const reads = new Set<string>(['status', model.label]);
  if (model.parent !== undefined) reads.add(model.parent.field);
  const readsAbove = new Set<string>();
  const read = (node: ExpressionNode) => {
    // What is computed with each reading changes with what it is computed from.
    for (const path of [node, inlineLive(node, model)].flatMap(collectReferences)) {
      const [first = '', next] = path.split('.');
      if (first === 'parent' && next !== undefined) readsAbove.add(next);
      else if (model.field.has(first)) reads.add(first);
    }
  };
  for (const { transition, actors } of allSteps(model)) {
    for (const node of callingConditions(model, transition)) read(node);
    for (const moment of [transition.waits.from, transition.waits.until]) if (moment !== undefined) read(moment.node);
    for (const name of transition.distinct) if (name !== VOTES) reads.add(name === CREATOR ? 'createUser' : name);
    for (const actor of actors) {
      if (actor.kind === 'people') for (const node of [actor.of, ...actor.when]) read(node);
      else if ('field' in actor) reads.add(actor.field);
    }
  }
  for (const { key, timers } of Object.values(model.states)) {
    if (calledSteps(model, key).length === 0) continue;
    for (const asked of timers.flatMap(({ at, when }) => [at, when])) if (asked !== undefined) read(asked.node);
  }
  const rows = new Set(model.children);
  const readsRows = allSteps(model).some(({ transition: { waits } }) =>
    [waits.when, waits.from, waits.until].some((asked) =>
      collectReferences(asked?.node ?? NOTHING).some(
        (name) => rows.has(rowsOf(name)) || model.field.get(name)?.rollup !== undefined,
      ),
    ),
  );
  return { reads, readsAbove, readsRows };
}

const NOTHING: ExpressionNode = { kind: 'literal', value: null };

function rowsOf(reference: string): string {
  return (reference.split('.')[0] ?? '').replace(/^@/, '');
}

/** Every step of an entity for which somebody is called, in any state. */
export function allSteps(model: EntityModel): readonly CalledStep[] {
  const steps = new Map(
    Object.keys(model.states).flatMap((state) =>
      calledSteps(model, state).map((step) => [step.transition.key, step] as const),
    ),
  );
  return [...steps.values()];
}

/**
 * Conditions that decide over a record whether anybody is called for a step: what `waits` says, else the guards that the
 * entered values of the record and of the one above decide. What a person would do for it (rows, values asked with it,
 * totals) does not keep him from being called, nor does what the clock or other records will decide then.
 */
export function callingConditions(model: EntityModel, transition: TransitionModel): readonly ExpressionNode[] {
  const offered = transition.offered === undefined ? [] : [transition.offered.node];
  const { when } = transition.waits;
  if (when !== undefined) return [...offered, when.node];
  const guards = transition.guards.map((guard) => guard.when.node);
  return [...offered, ...guards.filter((node) => isDecidable(model, transition, node))];
}

function isDecidable(model: EntityModel, transition: TransitionModel, node: ExpressionNode): boolean {
  if (callsWithin(node).some(({ name }) => UNDECIDED.has(name)) || asksCalendar(node)) return false;
  const asked = new Set(transition.fields.map(({ field }) => field));
  return collectReferences(node).every((path) => {
    const [first = '', next] = path.split('.');
    if (first === 'parent') return true;
    const field = model.field.get(first);
    return (
      field !== undefined && next === undefined && !field.computed && field.rollup === undefined && !asked.has(first)
    );
  });
}

/** Functions that ask the clock, other records, or the approvals of whoever looks. */
const UNDECIDED: ReadonlySet<string> = new Set(['now', 'today', 'exists', 'total', 'first', 'within', 'awaiting']);

/** Counts what rows of steps hold: where it is another, all are stored anew. */
const STORED = 2;

const fingerprints = new WeakMap<EntityModel, string>();

/** What calling for the steps of an entity depends on, as one text: where it differs, its records are looked at anew. */
export function planFingerprint(model: EntityModel): string {
  let known = fingerprints.get(model);
  if (known === undefined) {
    const said = allSteps(model).map(({ transition: { source } }) => {
      const { from, to, who, waits, when, distinct, offeredWhen, danger, auto } = source;
      return { from, to, who, waits, when, distinct, offeredWhen, danger, auto, id: source.id };
    });
    const states = Object.values(model.states).map(({ id, draft, source }) => [id, draft, source.timers]);
    known = createHash('sha256')
      .update(JSON.stringify([STORED, states, said]))
      .digest('hex');
    fingerprints.set(model, known);
  }
  return known;
}

/** Child entities for whose rows somebody is called; what stands in the record above may decide that, and names them. */
export function calledBelow(model: EntityModel, { entities }: MetadataSnapshot): readonly EntityModel[] {
  return model.children.flatMap((key) => {
    const child = entities.get(key);
    return child !== undefined && stepPlan(child) !== undefined ? [child] : [];
  });
}
