import { isAlias } from '../../../src/core/model/alias.ts';
import { publishEvents } from '../../ground/publish.ts';
import type { NoticePart } from '../../records/call/ports.ts';
import { leaveNotice } from '../outgoing/leave-messages.ts';
import { noticeChannels } from './channels.generated.ts';
import type { NoticeChannels } from './notice-channel.ts';
import { NOTICE_ENTITY } from './notice-entity.ts';
import { tellEntered } from './tell-entered.ts';
import { wordNotice } from './word-notice.ts';

/** Where a notice goes of which nothing else is said. */
const USUAL = ['inbox'];

/** Sends notices by channels. Nothing is sent where the metadata has no notices (tests of single entities). */
export function createNotices(channels: NoticeChannels = noticeChannels): NoticePart {
  return {
    async send(tx, notice) {
      const { call } = tx;
      const userIds = [...new Set(notice.userIds)].filter((id) => id !== '');
      if (!call.snapshot.entities.has(NOTICE_ENTITY) || userIds.length === 0) return;
      const { kind, entityKey, recordId } = notice;
      const outgoing = { ...(await wordNotice(call, notice)), kind, entityKey, recordId, userIds };
      for (const name of notice.by ?? USUAL) {
        const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
        if (channel === undefined) continue;
        await channel.store?.(tx, outgoing);
        // Other channels have an address only for people.
        const people = userIds.filter((id) => !isAlias(id));
        if (channel.deliver !== undefined && people.length > 0)
          await leaveNotice(tx, name, { ...outgoing, userIds: people });
      }
    },
    entered: tellEntered,
    touch: (db, userIds) =>
      publishEvents(db, userIds.length === 0 ? [] : [{ tenantId: db.tenantId, topic: 'tasks', userIds }]),
  };
}
