import { calledSteps } from '../model/called-steps.ts';
import type { EntityModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/** What waits in front of a page's list: only where there is a list, and of steps that somebody is called for. */
export function lintAwaits({ model, sink }: LintedEntity, modelOf: (key: string) => EntityModel | undefined): void {
  for (const { code, title, kind, awaits } of Object.values(model.pages)) {
    if (awaits === undefined) continue;
    const path = ['pages', code, 'awaits'];
    if (kind.records !== 'rows' && kind.records !== 'nested') {
      sink.error(path, `页面“${title}”不列出记录，没有地方列出等待办理的`, '去掉 awaits，或让页面是列表');
    }
    const other = modelOf(awaits.entity);
    if (other === undefined) continue;
    awaits.steps.forEach((key, index) => {
      const transition = Object.hasOwn(other.transitions, key) ? other.transitions[key] : undefined;
      if (transition === undefined || transition.approve !== undefined) return;
      const called = Object.keys(other.states).some((state) =>
        calledSteps(other, state).some((step) => step.transition.key === key),
      );
      if (called) return;
      sink.error(
        [...path, 'steps', index],
        `${other.title}的“${transition.title}”不叫任何人办理，列表前永远没有内容`,
        '改为有人得到待办的流转，或在该流转里写 "waits": "call"',
      );
    });
  }
}
