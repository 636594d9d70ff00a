import type { NoticeChannel } from '../notice-channel.ts';
import { personTold } from '../person-told.ts';

/** Tells another system of the company what a person is told, by the connector `webhook`. */
export const channel: NoticeChannel = {
  async deliver({ tenantId, userId, title, text, kind }, { database, send }) {
    const { account } = await personTold(database, tenantId, userId);
    await send('webhook', 'notice', { account, kind, title, text });
  },
};
