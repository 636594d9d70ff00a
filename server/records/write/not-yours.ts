import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { listed } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Reading } from '../call/ports.ts';

const MOST_NAMED = 3;

/**
 * The refusal of a step that is not the person's: whose it is, where somebody is called for it. Only for a record that
 * the person sees, since its page says the same above it.
 */
export async function notYours(
  tx: Reading,
  recordId: string,
  transitions: readonly TransitionModel[],
  action: string,
): Promise<AnlanError> {
  const awaited = await tx.call.services.parts.turns.waitedFor(tx, recordId);
  const step = awaited.find(
    ({ kind, transition }) => kind === 'step' && transitions.some(({ key }) => key === transition),
  );
  const people = step?.people.map(({ realName }) => realName) ?? [];
  const named = people.length > 0 ? people : (step?.groups ?? []);
  if (named.length === 0) return new AnlanError('forbidden', { action });
  const first = listed(named.slice(0, MOST_NAMED));
  const who = named.length > MOST_NAMED ? say('{first}等{count}人', { first, count: String(named.length) }) : first;
  return new AnlanError('notYourStep', { action, who });
}
