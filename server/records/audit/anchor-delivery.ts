import { createTransport } from 'nodemailer';
import type { AnchorReceivers } from '../../ground/config.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import type { AuditLink } from './audit-chain.ts';

/** Milliseconds that a receiver has to answer. */
const ANSWER_WITHIN = 10_000;
/** Links of one message: more than two years of one company. */
const LINKS_AT_ONCE = 1_000;

/**
 * Sends the closed days that a receiver has not got yet. One that fails gets them with the next run, and nobody waits
 * for it but this.
 * @param onError told of a receiver that failed.
 */
export async function deliverAnchors(
  anchor: AuditAnchor,
  { webhook, mail }: AnchorReceivers,
  onError: (channel: string, error: unknown) => void,
): Promise<void> {
  const channels: [string, (links: readonly AuditLink[]) => Promise<unknown>][] = [];
  if (webhook !== undefined) channels.push(['webhook', (links) => post(webhook, links)]);
  if (mail !== undefined) channels.push(['mail', (links) => send(mail, links)]);
  for (const [channel, deliver] of channels) {
    const links = anchor.unsent(channel).slice(0, LINKS_AT_ONCE);
    if (links.length === 0) continue;
    try {
      await deliver(links);
      anchor.noteSent(channel, links);
    } catch (error) {
      onError(channel, error);
    }
  }
}

async function post(address: string, links: readonly AuditLink[]): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'auditAnchor', links }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

async function send(
  { server, from, to }: NonNullable<AnchorReceivers['mail']>,
  links: readonly AuditLink[],
): Promise<void> {
  const within = { connectionTimeout: ANSWER_WITHIN, greetingTimeout: ANSWER_WITHIN, socketTimeout: ANSWER_WITHIN };
  const transport = createTransport({ url: server, ...within }, { from });
  const days = links.map(({ tenantId, day, count, hash }) => `${tenantId} ${day} ${count} ${hash}`);
  try {
    await transport.sendMail({
      to,
      subject: `安澜操作日志锚 ${links.at(-1)?.day ?? ''}`,
      text: `租户 日期 条数 SHA-256\n${days.join('\n')}\n`,
    });
  } finally {
    transport.close();
  }
}
