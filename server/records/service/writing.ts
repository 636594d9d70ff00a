import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { requestHash, runOnce } from '../../ground/idempotency.ts';
import { asAlias } from '../call/author.ts';
import type { EntityCall, Tx } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { linkUploads } from '../read/answer-record.ts';
import { logRefusedWrite } from '../write/log-refusal.ts';
import { toldOfMet } from '../write/met-record.ts';
import { transact } from '../write/transact.ts';
import { type CallArguments, type Handler, namedIds } from './handler.ts';

/**
 * A handler that writes: in one transaction, once for an idempotency key. A refusal changes nothing and leaves a row in
 * the log.
 */
export function writing<Answer>(
  change: (tx: Tx, operation: OperationModel, args: CallArguments) => Promise<Answer>,
): Handler<Answer> {
  return async (call, { operation, method, path }, args) => {
    // Whether a record is anonymous is not known before it is written: nobody's key may stand beside it.
    const asker = call.model.anonymous === undefined ? call.context : asAlias(call).context;
    const hash = requestHash(`${method} ${path}`, args);
    const answer = await transact(call, async (tx) => {
      const done = await runOnce(asker, tx.db, hash, () => change(tx, operation, args));
      return done.answer;
    }).catch(async (error: unknown) => {
      if (!(error instanceof AnlanError)) throw error;
      const refusal = await toldOfMet(call, error);
      await logRefusedWrite(call, operation, namedIds(args), refusal);
      throw refusal;
    });
    return linked(call, answer);
  };
}

/** Uploads of an answered record with their links, which are made for the person and never stored. */
async function linked<Answer>(call: EntityCall, answer: Answer): Promise<Answer> {
  if (typeof answer === 'object' && answer !== null && 'id' in answer) {
    await linkUploads(call, call.model.fields, [answer as Row]);
  }
  return answer;
}
