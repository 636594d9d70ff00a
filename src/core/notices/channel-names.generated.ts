/* Generated from the entries of server/flow/notices/channels by `npm run metadata -- types`. Do not edit. */

/** Ways by which notices reach people. */
export const NOTICE_CHANNELS = ['inbox', 'sms', 'webhook'] as const;

export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number];
