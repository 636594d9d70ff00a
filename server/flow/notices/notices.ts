import { isAlias } from '../../../src/core/model/alias.ts';
import { publishEvents } from '../../ground/publish.ts';
import type { NoticePart } from '../../records/call/ports.ts';
import { noticeChannels } from './channels.generated.ts';
import type { NoticeChannels } from './notice-channel.ts';
import { NOTICE_ENTITY } from './notice-entity.ts';
import { putIntoOutbox } from './outbox.ts';
import { tellEntered } from './tell-entered.ts';
import { wordNotice } from './word-notice.ts';

/** Sends notices by channels. Nothing is sent where the metadata has no notices (tests of single entities). */
export function createNotices(channels: NoticeChannels = noticeChannels): NoticePart {
  return {
    async send(tx, notice) {
      const { call } = tx;
      const userIds = [...new Set(notice.userIds)].filter((id) => id !== '');
      if (!call.snapshot.entities.has(NOTICE_ENTITY) || userIds.length === 0) return;
      const { kind, entityKey, recordId } = notice;
      const outgoing = { ...(await wordNotice(call, notice)), kind, entityKey, recordId, userIds };
      for (const [name, channel] of Object.entries(channels)) {
        await channel.store?.(tx, outgoing);
        // Other channels have an address only for people.
        const people = userIds.filter((id) => !isAlias(id));
        if (channel.deliver !== undefined && people.length > 0)
          await putIntoOutbox(tx, name, { ...outgoing, userIds: people });
      }
    },
    entered: tellEntered,
    touch: (db, userIds) =>
      publishEvents(db, userIds.length === 0 ? [] : [{ tenantId: db.tenantId, topic: 'tasks', userIds }]),
  };
}
