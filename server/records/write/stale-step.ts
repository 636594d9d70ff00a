import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { actionTitle } from '../audit/audit.ts';
import { stateChanges } from '../audit/state-changes.ts';
import type { Reading } from '../call/ports.ts';
import type { StoredRecord } from '../call/stored-record.ts';

/**
 * The refusal of a step that does not begin where the record stands: how it stands, and who brought it there when, since
 * whoever took the step from his list of tasks saw it stand elsewhere.
 */
export async function staleStep(tx: Reading, stored: StoredRecord, transition: TransitionModel): Promise<AnlanError> {
  const { model, internal } = tx.call;
  const title = (stored.status === null ? undefined : model.states[stored.status]?.title) ?? say('当前状态');
  const detail = say('“{title}”的{model}不能{transition}', {
    title,
    model: model.title,
    transition: transition.title,
  });
  const [last] = internal ? [] : await stateChanges(tx, stored.id, 1);
  if (last === undefined) return new AnlanError('guardFailed', { detail });
  const told = say('{who}已于{time}“{step}”', {
    who: last.userName,
    time: last.time.slice(0, 16),
    step: actionTitle(model, last.action),
  });
  return new AnlanError('guardFailed', { detail: `${detail}${say('，')}${told}` });
}
