import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';

/** What happens once a step's time is over, as its file says, else by the timer of its deadline; null for nothing. */
export function afterwards(model: EntityModel, { from, waits }: TransitionModel, timer: string | null): string | null {
  if (waits.after !== undefined) return waits.after;
  if (timer === null) return null;
  const fire = from.flatMap((key) => model.states[key]?.timers ?? []).find(({ key }) => key === timer)?.fire;
  const fired = fire === undefined ? undefined : model.transitions[fire];
  if (fired === undefined) return null;
  const states = new Set(fired.to.map(({ state }) => state));
  const [only = ''] = states;
  const state = states.size === 1 ? model.states[only] : undefined;
  // A state's title reads well in a sentence, whatever the transition is called.
  return state === undefined
    ? say('到期后：{transition}', { transition: fired.title })
    : say('到期后转为“{state}”', { state: state.title });
}
