import { listed } from '../../core/text/punctuate.ts';
import type { FlowHistory, FlowStep } from '../../core/wire/approval.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fetchFlowHistory } from './flow-calls.ts';
import { flowText } from './text.ts';

/** Names shown before the rest is only counted. */
const NAMES_SHOWN = 3;

/** Some names as one text: 样甲、样乙; of many the first ones and their number. */
export function namesText(names: readonly string[]): string {
  const unique = [...new Set(names)];
  if (unique.length <= NAMES_SHOWN) return listed(unique);
  return flowText('people.more', { names: listed(unique.slice(0, NAMES_SHOWN)), count: unique.length });
}

/** Steps of a request that are awaited now. */
export function awaitedSteps(history: FlowHistory): readonly FlowStep[] {
  return history.status === 'open' ? history.steps.filter(({ action }) => action === 'waiting') : [];
}

/** What comes next in a request in one line: 已提交，等待 安全总监 审批; undefined where nobody is awaited. */
export function waitingText(history: FlowHistory | undefined): string | undefined {
  const steps = history === undefined ? [] : awaitedSteps(history);
  const [first] = steps;
  if (first === undefined) return undefined;
  const people = namesText(steps.map(({ userName }) => userName));
  return flowText('done.waitingPeople', { level: first.levelTitle ?? '', people });
}

/** What to say after a transition: who is awaited, or the state the record is in now; undefined where neither is known. */
export async function afterTransition(
  page: EntityPageModel,
  transition: string,
  title: string,
  recordId: string,
  answer: unknown,
): Promise<string | undefined> {
  const { model } = page;
  const known = Object.hasOwn(model.transitions, transition) ? model.transitions[transition] : undefined;
  if (known?.approve !== undefined) {
    // The transition has happened; that its next step cannot be read just now must not look like a failure.
    const histories = await fetchFlowHistory({ entity: model.key, id: recordId }).catch(() => []);
    const open = histories.findLast((history) => history.status === 'open' && history.transition === transition);
    const text = waitingText(open);
    if (text !== undefined) return text;
  }
  // Only a transition that leads somewhere has a state to tell.
  if (known === undefined || known.to.length === 0) return undefined;
  const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined;
  const state = typeof status === 'string' && Object.hasOwn(model.states, status) ? model.states[status] : undefined;
  return state === undefined ? undefined : flowText('done.moved', { action: title, state: state.title });
}
