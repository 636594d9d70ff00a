import type { EntityModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { transitionId } from '../../../src/core/model/permanent-ids.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { readsOpen } from '../../records/read/open-reads.ts';
import type { StepReader } from './own-steps.ts';
import { allSteps, stepPlan } from './step-plan.ts';

/** What gives a step its deadline, as `platform.stepTask` has it. */
interface Dated {
  readonly transition: string;
  readonly dueTimer: string | null;
}

const ofStep = (model: EntityModel, transition: string): string => `${model.id} ${transition}`;
const ofTimer = (model: EntityModel, key: string): string => `${model.id} #${key}`;

/**
 * What dates steps by fields that the person may not know: a deadline says what it was reckoned from, and so would the
 * order of a list. Each is `<entity> <transition>` or `<entity> #<timer>`, by permanent ids.
 */
export function keptDeadlines({ services, context, snapshot }: StepReader): readonly string[] {
  const models = [...snapshot.entities.values()].filter((model) => stepPlan(model) !== undefined);
  return models.flatMap((model) => keptIn(createEntityCall(services, context, snapshot, model)));
}

/** Whether the person may know until when a step of a record waits. */
export function isDeadlineTold(call: EntityCall, { transition, dueTimer }: Dated): boolean {
  const dates = [ofStep(call.model, transition), ...(dueTimer === null ? [] : [ofTimer(call.model, dueTimer)])];
  const kept = keptIn(call);
  return !dates.some((date) => kept.includes(date));
}

function keptIn(call: EntityCall): readonly string[] {
  const { model } = call;
  const isKept = (references: readonly string[] | undefined) =>
    references !== undefined && !readsOpen(call, references);
  const steps = new Set<TransitionModel>(allSteps(model).map(({ transition }) => transition));
  const timers = Object.values(model.states).flatMap((state) => state.timers);
  return [
    ...[...steps].flatMap((step) => (isKept(step.waits.until?.references) ? [ofStep(model, transitionId(step))] : [])),
    ...timers.flatMap(({ key, at }) => (isKept(at?.references) ? [ofTimer(model, key)] : [])),
  ];
}
