import { say } from '../../../../src/core/text/say.ts';
import { undelivered } from '../../outgoing/post-pinned.ts';
import type { NoticeChannel } from '../notice-channel.ts';
import { personTold } from '../person-told.ts';

/** Letters of a short message; gateways part longer ones and take money for each part. */
const LONGEST = 300;

/** Sends what a person is told to his telephone, by the connector `sms`. */
export const channel: NoticeChannel = {
  async deliver({ tenantId, userId, title, text }, { database, send }) {
    const { phone, realName } = await personTold(database, tenantId, userId);
    if (phone === null || phone === '') throw undelivered(say('“{person}”没有手机号', { person: realName }));
    const whole = [...(text === null ? title : `${title}：${text}`)];
    await send('sms', 'notice', { phone, text: whole.slice(0, LONGEST).join('') });
  },
};
