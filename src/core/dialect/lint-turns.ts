import { calledSteps, isCalled } from '../model/called-steps.ts';
import type { EntityModel, TransitionModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/**
 * Names each state that somebody has to leave and for which nobody is called: steps lead on from it, none is taken by a
 * timer, an approval or by itself, and of none it is known whom to call.
 */
export function lintTurns({ model, sink }: LintedEntity): void {
  for (const state of Object.values(model.states)) {
    if (state.draft || calledSteps(model, state.key).length > 0 || isLeftByItself(model, state.key)) continue;
    const unclaimed = Object.values(model.transitions).filter(
      (transition) => transition.from.includes(state.key) && isCalled(transition, state.key),
    );
    const [first] = unclaimed;
    if (first === undefined) continue;
    const steps = unclaimed.map(({ title }) => `“${title}”`).join('、');
    sink.warning(
      ['states', state.key],
      `记录到“${state.title}”后没有人会得到待办：${steps}由谁办理，从记录看不出来`,
      `在流转“${first.key}”的 who 里写上记录的人员字段、部门负责人、角色或岗位；不需要催办的写 "waits": "none"`,
    );
  }
}

/** Whether a state is left without anybody being called: by a timer, an automatic step, an approval or an effect. */
function isLeftByItself(model: EntityModel, state: string): boolean {
  if ((model.states[state]?.timers ?? []).some(({ fire }) => fire !== undefined)) return true;
  const isPending = ({ approve }: TransitionModel) => approve?.pending === state || approve?.opens?.to === state;
  return Object.values(model.transitions).some(
    (transition) =>
      isPending(transition) ||
      (transition.from.includes(state) && (transition.auto || transition.who.every((actor) => actor === 'system'))),
  );
}
