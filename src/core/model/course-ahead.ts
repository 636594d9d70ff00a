import { calledSteps } from './called-steps.ts';
import type { EntityModel, ModelExpression, StateModel, TransitionModel } from './entity-model.ts';

/** Whether a condition holds for the record; undefined where that cannot be said yet. */
export type HoldsNow = (condition: ModelExpression) => boolean | undefined;

/** All conditions that {@link courseAhead} may ask, to be prepared beforehand. */
export function courseConditions({ transitions }: EntityModel): readonly ModelExpression[] {
  return Object.values(transitions).flatMap(({ to, offered, waits }) =>
    [...to.map(({ when }) => when), offered, waits.when].filter((condition) => condition !== undefined),
  );
}

/**
 * The states through which a record usually still goes, in order: from each the awaited step leads on, or what happens by
 * itself. What ends a record early, sends it back to its maker or interrupts it is no part of that.
 */
export function courseAhead(model: EntityModel, state: string, holds: HoldsNow): readonly StateModel[] {
  const ahead: StateModel[] = [];
  let current = model.states[state];
  while (current !== undefined) {
    const next = nextState(model, current, holds, [state, ...ahead.map(({ key }) => key)]);
    if (next !== undefined) ahead.push(next);
    current = next;
  }
  return ahead;
}

function nextState(
  model: EntityModel,
  from: StateModel,
  holds: HoldsNow,
  seen: readonly string[],
): StateModel | undefined {
  const leading = Object.values(model.transitions).filter(
    ({ from: sources, danger, offered, approve }) =>
      approve?.pending === from.key ||
      (sources.includes(from.key) && !danger && (offered === undefined || holds(offered) !== false)),
  );
  const targets = (transitions: readonly TransitionModel[]): readonly StateModel[] =>
    transitions
      .flatMap((transition) => targetOf(model, transition, from.key, holds) ?? [])
      .filter(({ key, draft }) => !draft && !seen.includes(key))
      .sort((left, right) => left.order - right.order);
  const waited = leading.filter((transition) => isAwaited(model, transition, from));
  const awaited = targets(waited);
  const onward = (states: readonly StateModel[]) => states.find(({ order }) => order > from.order);
  // Back is on only where nothing else is: what was suspended is resumed. What may have to be done once more is no such thing.
  const back = targets(waited.filter(({ waits: { when } }) => when === undefined || holds(when) === true));
  return onward(awaited) ?? onward(targets(leading.filter(({ auto }) => auto))) ?? back[0];
}

/** Whether a record in a state waits for a step. Drafts wait for their makers, who are called for nothing. */
function isAwaited(model: EntityModel, transition: TransitionModel, { key, draft }: StateModel): boolean {
  const { auto, approve, who, waits } = transition;
  if (auto) return false;
  if (approve?.pending === key) return true;
  if (draft) return waits.call !== 'none' && who.some((actor) => actor !== 'system');
  return calledSteps(model, key).some((step) => step.transition === transition);
}

/** Where a transition leads: to the approval's own state while that is to come, else to the first state that fits. */
function targetOf(
  model: EntityModel,
  { approve, to }: TransitionModel,
  from: string,
  holds: HoldsNow,
): StateModel | undefined {
  const pending = approve?.pending;
  if (pending !== undefined && pending !== from) return model.states[pending];
  const branch = to.find(({ when }) => when === undefined || holds(when) === true) ?? to.at(-1);
  return branch === undefined || branch.state === from ? undefined : model.states[branch.state];
}
