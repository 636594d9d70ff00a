/* Generated from the entries of server/flow/notices/channels by `npm run metadata -- types`. Do not edit. */

import type { NoticeChannels } from './notice-channel.ts';
import { channel as inbox } from './channels/inbox.ts';
import { channel as sms } from './channels/sms.ts';
import { channel as webhook } from './channels/webhook.ts';

/** Ways by which notices reach people; the name is that of the file. */
export const noticeChannels = {
  inbox,
  sms,
  webhook,
} as const satisfies NoticeChannels;
