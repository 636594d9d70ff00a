import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { GuardModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { evaluateOver, holds, type RecordEnvironment } from '../../../src/core/validation/record-environment.ts';
import type { EntityCall, Reading } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';
import { readsOpen } from './open-reads.ts';

/** What a guard was asked over. */
interface GuardSubject {
  /** The record with what is proposed for it. */
  readonly record: Row;
  readonly stored: Row;
  /** What is proposed, for `row.x`. */
  readonly row?: Row | undefined;
  /** Entity of `row`. */
  readonly writes?: string | undefined;
  /** Further names, as the `vote` of a decision. */
  readonly others?: Row;
  /** Whom it is said to, where the platform asks for him. Default who asks. */
  readonly reader?: EntityCall;
}

/**
 * What to say where a guard does not hold: what `elseFrom` makes of the record, else the fixed words, as to whoever may not
 * see all that it reads. It is asked only now, so that naming another record costs nothing where all is well.
 */
export async function guardMessage(
  tx: Reading,
  { message, messageFrom }: GuardModel,
  { record, stored, row, writes, others, reader = tx.call }: GuardSubject,
): Promise<string> {
  const named = { row: reader.snapshot.entities.get(writes ?? '') };
  if (messageFrom === undefined || !readsOpen(reader, messageFrom.references, named)) return message;
  const parts = { stored, row, writes, others, expressions: [messageFrom], only: true };
  const environment = await prepareEnvironment(tx, record, parts);
  const told = evaluateOver(messageFrom, record, environment);
  return typeof told === 'string' && told.trim() !== '' ? told : message;
}

/** Guards that ask for what the row holds are decided once it is known; all others before. */
export async function checkGuards(
  tx: Reading,
  transition: TransitionModel,
  over: GuardSubject,
  environment: RecordEnvironment,
  late: boolean,
): Promise<void> {
  for (const guard of transition.guards) {
    const asksRow = guard.when.references.some((name) => name.startsWith('row.'));
    if (asksRow === late && !holds(guard.when, over.record, environment)) {
      const subject = { ...over, writes: transition.writes };
      throw new AnlanError('guardFailed', { detail: await guardMessage(tx, guard, subject) });
    }
  }
}
