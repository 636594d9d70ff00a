import { say } from '../../../src/core/text/say.ts';
import type { CallMessage } from './outgoing-message.ts';
import { type GatewayAnswer, undelivered } from './post-pinned.ts';

/** How a kind of gateway is spoken to: a file in `connectors/`, listed by `npm run metadata -- types`. */
export interface ConnectorKind {
  /** What the gateway gets as JSON, besides the id. Throws with `undelivered` where the message lacks what it needs. */
  body(message: CallMessage): Readonly<Record<string, unknown>>;
  /** Whether an answer without words is one: a gateway that says nothing but 200. */
  readonly silent: boolean;
  /** Holds what else an accepting answer says against the message; throws with `undelivered` where it belies it. */
  believe?(message: CallMessage, said: Readonly<Record<string, unknown>>): void;
}

/** Kinds by name. */
export type ConnectorKinds = Readonly<Record<string, ConnectorKind>>;

/** A text that a message must have. */
export function neededText({ data, connector }: CallMessage, name: string): string {
  const value = data[name];
  if (typeof value !== 'string' || value === '')
    throw undelivered(say('发往“{connector}”的消息没有 {name}', { connector, name }));
  return value;
}

/** What a gateway may say besides the status. */
interface SaidAnswer {
  readonly id?: unknown;
  readonly accepted?: unknown;
  readonly reason?: unknown;
}

/**
 * Holds an answer against the message: it is accepted by a status of 200 to 299, by words that are no page, and by words
 * that speak of this message. Throws otherwise.
 */
export function checkAnswer({ silent, believe }: ConnectorKind, message: CallMessage, answer: GatewayAnswer): void {
  const { id } = message;
  const { status, contentType, text } = answer;
  if (status < 200 || status > 299) throw undelivered(say('网关应答 HTTP {status}', { status: String(status) }));
  if (/html/i.test(contentType) || /^\s*</.test(text)) throw undelivered(say('网关应答的是网页，不是约定的应答'));
  if (silent && !/json/i.test(contentType)) return;
  const said = readSaid(text);
  if (said === undefined) throw undelivered(say('网关的应答不是 JSON'));
  if (said.accepted === false || (!silent && said.accepted !== true)) {
    const reason = typeof said.reason === 'string' ? said.reason.slice(0, 200) : '—';
    throw undelivered(say('网关没有接受：{reason}', { reason }));
  }
  if (said.id === undefined ? !silent : said.id !== id) throw undelivered(say('网关应答的是另一条消息'));
  believe?.(message, { ...said });
}

function readSaid(text: string): SaidAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
