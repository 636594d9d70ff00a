import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { compileEvaluator, OutOfReachError } from '../../../src/core/expression/index.ts';
import type { GuardModel, TransitionModel } from '../../../src/core/model/entity-model.ts';
import { type BlamedPlace, blamedFields } from '../../../src/core/validation/blamed-fields.ts';
import {
  evaluateOver,
  holds,
  isEmptyValue,
  type RecordEnvironment,
  recordNames,
} from '../../../src/core/validation/record-environment.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { callFor } from '../call/entity-call.ts';
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
  { message, messageFrom }: Pick<GuardModel, 'message' | 'messageFrom'>,
  { record, stored, row, writes, others, reader = tx.call }: GuardSubject,
): Promise<string> {
  const named = { row: reader.snapshot.entities.get(writes ?? '') };
  if (messageFrom === undefined || !readsOpen(reader, messageFrom.references, named)) return message;
  const parts = { stored, row, writes, others, expressions: [messageFrom], only: true };
  const environment = await prepareEnvironment(tx, record, parts);
  const told = evaluateOver(messageFrom, record, environment);
  return typeof told === 'string' && told.trim() !== '' ? told : message;
}

/**
 * The fields at which the message of a guard stands that does not hold, as far as they can be told and whoever asks may
 * see them; none where it is about no one field.
 */
export function guardPlaces(
  { call }: Reading,
  { when }: GuardModel,
  { record, row, writes }: GuardSubject,
  environment: RecordEnvironment,
  asked: readonly string[] = [],
): readonly BlamedPlace[] {
  const written = call.snapshot.entities.get(writes ?? '');
  const names = recordNames(record, environment);
  const blamed = blamedFields(when.node, {
    model: call.model,
    written,
    asked: new Set(asked),
    fails(part, wanted) {
      try {
        return compileEvaluator(part)({ ...environment, names }) !== wanted;
      } catch (error) {
        // What the whole did not have to ask was not looked up.
        if (error instanceof OutOfReachError) return false;
        throw error;
      }
    },
    isEmpty: ({ field, inRow }) => isEmptyValue((inRow ? row : record)?.[field.key]),
  });
  const isOpen = ({ field, inRow }: BlamedPlace) =>
    call.internal || (inRow && written !== undefined ? callFor(call, written) : call).fieldRights.isOpen(field);
  return blamed.filter(isOpen);
}

/** The error of a guard that does not hold, at the fields that it is about. */
export async function guardError(
  tx: Reading,
  guard: GuardModel,
  over: GuardSubject,
  environment: RecordEnvironment,
  asked: readonly string[] = [],
): Promise<AnlanError> {
  const detail = await guardMessage(tx, guard, over);
  const places = guardPlaces(tx, guard, over, environment, asked);
  const faults = places.map(({ pointer }): WireFault => ({ pointer, msg: detail }));
  return new AnlanError('guardFailed', { detail }, { faults });
}

/** Fields of the record that a step asks for. */
export const askedKeys = ({ fields }: TransitionModel): readonly string[] => fields.map(({ field }) => field);

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
      throw await guardError(tx, guard, subject, environment, askedKeys(transition));
    }
  }
}
