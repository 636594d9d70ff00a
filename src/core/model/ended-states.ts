import type { EntityModel } from './entity-model.ts';

const known = new WeakMap<EntityModel, ReadonlySet<string>>();

/** States in which records come to their end: no step leads on from there, and none is waiting to be granted. */
export function endedStates(model: EntityModel): ReadonlySet<string> {
  let ended = known.get(model);
  if (ended === undefined) {
    const transitions = Object.values(model.transitions);
    const goesOn = (state: string): boolean =>
      model.states[state]?.draft === true ||
      transitions.some(
        ({ from, to, approve }) =>
          approve?.pending === state || (from.includes(state) && to.some((branch) => branch.state !== state)),
      );
    ended = new Set(Object.keys(model.states).filter((state) => !goesOn(state)));
    known.set(model, ended);
  }
  return ended;
}
