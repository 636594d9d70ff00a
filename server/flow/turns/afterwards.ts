import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';

/** What happens once a step's time is over, as its file says, else by the timer of its deadline; null for nothing. */
export function afterwards(model: EntityModel, { from, waits }: TransitionModel, timer: string | null): string | null {
  if (waits.after !== undefined) return waits.after;
  if (timer === null) return null;
  const fire = from.flatMap((key) => model.states[key]?.timers ?? []).find(({ key }) => key === timer)?.fire;
  const fired = fire === undefined ? undefined : model.transitions[fire];
  return fired === undefined ? null : say('到期后自动{transition}', { transition: fired.title });
}
