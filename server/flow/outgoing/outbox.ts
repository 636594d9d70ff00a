import { say } from '../../../src/core/text/say.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { NoticeChannels } from '../notices/notice-channel.ts';
import { type ClaimedMessage, claimMessages } from './claim-messages.ts';
import { undelivered } from './post-pinned.ts';
import { sendSigned } from './send-signed.ts';
import { settleMessage } from './settle-message.ts';
import { sweepMessages } from './sweep-messages.ts';

/** Minutes after which a message is tried again; after the last it is given up. */
const AGAIN_AFTER = [1, 5, 30, 120, 720];
/** Seconds that a gateway or channel may take for one message. */
const PATIENCE = 10;
/** Milliseconds after which a run takes nothing more: a server that stops waits for what it has taken alone. */
const RUN = 4_000;
const FAULT_LENGTH = 500;

/** Brings what lies in the outbox to connectors and channels. */
export interface OutboxRunner {
  /**
   * Delivers what is due, for some seconds; gives how many attempts it made. Processes share messages by row locks.
   */
  runDue(now: Date): Promise<number>;
  /** Takes away what arrived or was given up long ago. */
  sweep(now: Date): Promise<number>;
}

interface OutboxOptions {
  readonly services: EntityServices;
  readonly channels: NoticeChannels;
  /** Told of a message that was tried for the last time. */
  onGivenUp(message: { readonly tenantId: string; readonly id: string; readonly route: string }, error: unknown): void;
}

/** Creates it over the database; nothing runs by itself. */
export function createOutboxRunner({ services, channels, onGivenUp }: OutboxOptions): OutboxRunner {
  const { database, keys } = services;

  async function bring(message: ClaimedMessage, now: Date, signal: AbortSignal): Promise<void> {
    const { tenantId, id, route, entityKey, recordId, userId, content } = message;
    const send = (connector: string, event: string, data: Readonly<Record<string, unknown>>) =>
      sendSigned(
        { id, connector, entityKey, recordId, effect: event, data },
        { database, keys, tenantId, now, signal },
      );
    if ('data' in content) return send(route, content.effect, content.data);
    const notice = { ...content, id, tenantId, entityKey, recordId, userId: userId ?? '' };
    const channel = Object.hasOwn(channels, route) ? channels[route] : undefined;
    if (channel?.deliver === undefined) throw undelivered(say('没有名为“{route}”的通知方式', { route }));
    return channel.deliver(notice, { database, signal, send });
  }

  async function bringInTime(message: ClaimedMessage, now: Date): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE * 1000);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([bring(message, now, signal), late]);
  }

  async function handle(message: ClaimedMessage, now: Date): Promise<void> {
    let failure: unknown;
    try {
      await bringInTime(message, now);
    } catch (error) {
      failure = error;
    }
    const minutes = AGAIN_AFTER[message.attempts - 1];
    const again = failure === undefined || minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
    const fault = failure === undefined ? null : faultOf(failure).slice(0, FAULT_LENGTH);
    await settleMessage(services, message, { fault, again, now });
    if (failure !== undefined && again === null)
      onGivenUp({ tenantId: message.tenantId, id: message.id, route: message.route }, failure);
  }

  return {
    async runDue(now) {
      const began = performance.now();
      let tried = 0;
      for (let taken = 1; taken > 0 && performance.now() - began < RUN; tried += taken) {
        const messages = await claimMessages(database, now);
        await Promise.all(messages.map((message) => handle(message, now)));
        taken = messages.length;
      }
      return tried;
    },
    sweep: (now) => sweepMessages(database, now),
  };
}

/** Why a message did not arrive, in words for administrators. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return say('{seconds}秒内没有应答', { seconds: PATIENCE });
  return error.message === '' ? error.name : error.message;
}
