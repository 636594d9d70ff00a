import type { Database } from '../../ground/database/database.ts';
import type { Notice, Tx } from '../../records/call/ports.ts';
import type { WordedNotice } from './word-notice.ts';

/** A notice in words, for some people of the tenant, each once. */
export interface OutgoingNotice extends WordedNotice, Pick<Notice, 'kind' | 'entityKey' | 'recordId'> {
  readonly userIds: readonly string[];
}

/** One notice for one person, on its way out of the house. */
export interface OutboxMessage extends Omit<OutgoingNotice, 'userIds'> {
  /** The same at each attempt: who is told twice may know by it that it is one. */
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
}

/** What a channel may use to bring a notice. */
interface DeliveryParts {
  readonly database: Database;
  readonly signal: AbortSignal;
  /** Brings a message to the company's connector of a name; throws where it was not accepted. */
  send(connector: string, event: string, data: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * A way by which notices reach people: a file in `channels/`, listed by `npm run metadata -- types`. A notice goes by the
 * channels that `by` names where it is said who is told, by default the inbox alone.
 */
export interface NoticeChannel {
  /** Writes the notice in the transaction of what it tells of. For what the platform keeps itself. Default nothing. */
  store?(tx: Tx, notice: OutgoingNotice): Promise<void>;
  /**
   * Brings one person one notice. The outbox calls it after the commit, again after 1, 5 and 30 minutes, 2 and 12 hours
   * until it no longer throws, and gives up what takes more than 10 s, which `signal` tells. Default nothing.
   */
  deliver?(message: OutboxMessage, parts: DeliveryParts): Promise<void>;
}

/** Channels by name. */
export type NoticeChannels = Readonly<Record<string, NoticeChannel>>;
