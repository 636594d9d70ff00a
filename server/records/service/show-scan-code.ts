import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ScanCodeAnswer } from '../../../src/core/wire/scan.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import { loadAbove, loadActorFacts, mayShowCode } from '../read/abilities.ts';
import { requireRecord } from '../read/read-record.ts';
import { turningCode } from '../write/scan-code.ts';

/**
 * The turning code of a transition of a record, for whom `scan.show` names, else for whoever may edit the record.
 * Forbidden to all others: who could ask for the code would not have to be where it is shown.
 */
export async function showScanCode(call: EntityCall, { transition: key }: OperationModel, id: string) {
  requireAction(call, 'view');
  const transition = call.model.transitions[key ?? ''];
  if (transition?.scan?.turning !== true) throw new AnlanError('unknownCall');
  const { scan } = transition;
  const { database } = call.services;
  return database.withTenant(call.context.tenantId, async (db): Promise<ScanCodeAnswer> => {
    const tx = { call, db };
    let whole: Row = {};
    await requireRecord(tx, id, 'masked', (row) => {
      whole = row;
    });
    const facts = await loadActorFacts(tx);
    if (!mayShowCode(call, scan, whole, facts, await loadAbove(tx, [whole]))) {
      throw new AnlanError('forbidden', { action: say('显示“{transition}”的码', { transition: transition.title }) });
    }
    return turningCode(call, { recordId: id, transition: transition.key });
  });
}
