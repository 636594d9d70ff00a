import { say } from '../../../src/core/text/say.ts';
import { evaluateOver, holds } from '../../../src/core/validation/record-environment.ts';
import type { Tx } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import type { Row } from '../../records/call/record-row.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import { readsOpenToAll } from '../../records/read/open-reads.ts';
import { actorNodes, recipientsOf } from './recipients.ts';
import { toldName } from './told.ts';

/** Tells those whom a state names that a record has come to it, but not whoever brought it there himself. */
export async function tellEntered(tx: Tx, recordId: string, values: Row): Promise<void> {
  const { call } = tx;
  const { key = '', entered } = call.model.states[String(values.status)] ?? {};
  if (entered === undefined) return;
  const record: Row = { ...values, id: recordId };
  const environment = await prepareEnvironment(tx, record, {
    stored: record,
    expressions: [entered.when, entered.detail].filter((asked) => asked !== undefined),
    nodes: actorNodes(entered.notify),
  });
  if (entered.when !== undefined && !holds(entered.when, record, environment)) return;
  const named = await recipientsOf(tx, entered.notify, record, { environment });
  // What follows from an act on another record is news to whoever acted, too.
  const userIds = call.cause === undefined ? named.filter((id) => id !== call.context.caller.userId) : named;
  const name = toldName(call.model.key, recordId);
  tx.told.set(name, new Set([...(tx.told.get(name) ?? []), ...userIds]));
  const titled = await titledRow(tx, record);
  // Everybody who is told reads the same words.
  const told =
    entered.detail !== undefined && readsOpenToAll(call, entered.detail.references) ? entered.detail : undefined;
  const detail = told === undefined ? null : evaluateOver(told, record, environment);
  await call.services.parts.notices.send(tx, {
    userIds,
    kind: 'reminder',
    title: ({ model }) => model.states[key]?.entered?.message ?? entered.message,
    text: (over) =>
      [
        say('{model}“{title}”', { model: over.model.title, title: recordTitle(over, titled, recordId) }),
        over.model.states[key]?.title ?? '',
        typeof detail === 'string' ? detail : '',
      ]
        .filter((part) => part !== '')
        .join(say('，')),
    entityKey: call.model.key,
    recordId,
    by: entered.by,
  });
}
