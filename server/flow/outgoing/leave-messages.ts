import { sql } from 'kysely';
import { say } from '../../../src/core/text/say.ts';
import { platform, touched } from '../../ground/database/platform-queries.ts';
import type { OutgoingCall, Reading } from '../../records/call/ports.ts';
import { recordTitle } from '../../records/call/record-title.ts';
import { titledRow } from '../../records/call/titled-row.ts';
import type { OutgoingNotice } from '../notices/notice-channel.ts';
import { MESSAGE_ENTITY } from './outbox-table.ts';
import type { OutgoingAnswer, OutgoingContent } from './outgoing-message.ts';

/** Letters of a message that administrators see. */
const SHOWN_LENGTH = 2000;

/** A message as it is left; what several share stands beside them. */
interface LeftMessage {
  readonly orderKey: string;
  readonly userId: string | null;
  readonly content: OutgoingContent;
  /** What of it administrators see. */
  readonly shown: string;
}

/** What messages that are left at once share. */
interface LeftTogether {
  readonly kind: 'call' | 'notice';
  readonly route: string;
  readonly entityKey: string;
  readonly recordId: string;
  readonly subject: string;
  readonly answer: OutgoingAnswer | null;
}

/** Leaves the messages of an effect for a connector: they go out after the commit, or never. */
export async function leaveCall(tx: Reading, { connector, effect, recordId, record, answer, bodies }: OutgoingCall) {
  const { model } = tx.call;
  const name = recordTitle(tx.call, await titledRow(tx, record), recordId);
  await leave(
    tx,
    {
      kind: 'call',
      route: connector,
      entityKey: model.key,
      recordId,
      subject: say('{model}“{title}”', { model: model.title, title: name }),
      answer: Object.keys(answer).length === 0 ? null : answer,
    },
    bodies.map(({ targetId, body }) => ({
      orderKey: ['call', connector, model.key, recordId, targetId].join('/'),
      userId: null,
      content: { effect, data: body },
      shown: JSON.stringify(body),
    })),
  );
}

/** Leaves a notice for a channel, a message for each person. */
export async function leaveNotice(
  tx: Reading,
  channel: string,
  { userIds, entityKey, recordId, ...content }: OutgoingNotice,
): Promise<void> {
  const { title, text } = content;
  await leave(
    tx,
    { kind: 'notice', route: channel, entityKey, recordId, subject: title, answer: null },
    userIds.map((userId) => ({
      orderKey: ['notice', channel, entityKey, recordId, userId].join('/'),
      userId,
      content,
      shown: text === null ? title : `${title}\n${text}`,
    })),
  );
}

async function leave(tx: Reading, shared: LeftTogether, messages: readonly LeftMessage[]): Promise<void> {
  const { call, db } = tx;
  const { tenantId } = call.context;
  if (messages.length === 0) return;
  const { kind, route, entityKey, recordId, answer } = shared;
  const rows = messages.map((message) => ({ ...message, id: call.services.ids.next() }));
  const groupId = rows[0]?.id ?? '';
  const own = rows.map(({ id, orderKey, userId, content }) => ({ id, orderKey, userId, content }));
  const list = sql<{
    id: string;
    orderKey: string;
    userId: string | null;
    content: string;
  }>`jsonb_to_recordset(${JSON.stringify(own)}::jsonb)`;
  await touched(
    db,
    platform
      .insertInto('outbox')
      .columns([
        'tenantId',
        'id',
        'groupId',
        'kind',
        'route',
        'orderKey',
        'entityKey',
        'recordId',
        'userId',
        'content',
        'answer',
        'createTime',
        'tryTime',
      ])
      .expression((row) =>
        row
          .selectFrom(list.as<'n'>(sql`n(id text, "orderKey" text, "userId" text, content jsonb)`))
          .select([
            sql.val(tenantId).as('tenantId'),
            'n.id',
            sql.val(groupId).as('groupId'),
            sql.val(kind).as('kind'),
            sql.val(route).as('route'),
            'n.orderKey',
            sql.val(entityKey).as('entityKey'),
            sql.val(recordId).as('recordId'),
            'n.userId',
            'n.content',
            sql`${answer === null ? null : JSON.stringify(answer)}::jsonb`.as('answer'),
            sql`${call.at}::timestamptz`.as('createTime'),
            sql`${call.at}::timestamptz`.as('tryTime'),
          ]),
      ),
  );
  await showMessages(tx, shared, rows);
}

/** Writes what administrators see of messages, in the same transaction. Nothing where the metadata has no such entity. */
async function showMessages(
  { call, db }: Reading,
  { kind, route, entityKey, recordId, subject }: LeftTogether,
  rows: readonly (LeftMessage & { readonly id: string })[],
): Promise<void> {
  const { snapshot, context, at } = call;
  if (!snapshot.entities.has(MESSAGE_ENTITY)) return;
  const shown = rows.map(({ id, userId, shown: text }) => ({ id, userId, content: text.slice(0, SHOWN_LENGTH) }));
  await db.execute(
    `insert into data."outgoingMessage" (id, "tenantId", status, "createTime", "sendKind", route, subject, "entityKey",
       "recordId", receiver, content, attempts)
     select n.id, $2, 'waiting', $3, $4, $5, $6, $7, $8, n."userId", n.content, 0
     from jsonb_to_recordset($1::jsonb) as n(id text, "userId" text, content text)`,
    [
      JSON.stringify(shown),
      context.tenantId,
      at.toISOString(),
      kind,
      route,
      subject.slice(0, 200),
      entityKey,
      recordId,
    ],
  );
}
