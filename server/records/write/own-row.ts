import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Proposal, Reading } from '../call/ports.ts';
import { readRowsOf } from '../call/read-rows.ts';
import type { StoredRecord } from '../call/stored-record.ts';

/** Field of the written row that holds whoever fires the transition; undefined where it writes no such row. */
function ownField({ who }: TransitionModel): string | undefined {
  for (const actor of who) if (typeof actor === 'object' && 'row' in actor) return actor.row;
  return undefined;
}

/**
 * The proposal of a transition that `{"row": field}` may fire, with the person himself in the row. Refused where the body
 * names another, and where he has such a row of the record already: the record is locked, so two at once see each other.
 */
export async function takeOwnRow(
  tx: Reading,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): Promise<Proposal> {
  const { call, db } = tx;
  const field = ownField(transition);
  const written = call.snapshot.entities.get(transition.writes ?? '');
  if (field === undefined || written?.parent === undefined || call.internal) return proposal;
  const { userId } = call.context.caller;
  if ((proposal.row?.[field] ?? userId) !== userId) {
    const title = written.field.get(field)?.title ?? '';
    throw invalidInput([{ pointer: `/row/${field}`, msg: say('{field}只能是您本人', { field: title }) }]);
  }
  const own = written.field.get(field);
  const rows = await readRowsOf({ call, db }, written, {
    below: { field: written.parent.field, id: stored.id },
    fields: own === undefined ? [] : [own],
  });
  if (rows.some((row) => row[field] === userId)) {
    throw new AnlanError('guardFailed', {
      detail: say('您已{transition}，不能重复', { transition: transition.title }),
    });
  }
  return { ...proposal, row: { ...proposal.row, [field]: userId } };
}
