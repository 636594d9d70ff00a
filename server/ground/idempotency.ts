import { createHash } from 'node:crypto';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { say } from '../../src/core/text/say.ts';
import { KEPT_KEY } from '../../src/core/wire/kept-answer.ts';
import type { CallContext, Caller } from './context.ts';
import type { Connection, Database } from './database/database.ts';
import type { Job } from './jobs/jobs.ts';

/** Hours for which an answer is known: of a page that waits for it, and of what a device keeps until it has a network. */
const KNOWN_HOURS = { page: 24, device: 30 * 24 } as const;

/** Whose repeated request is told, and under which key. */
export type Repeating = Pick<CallContext, 'tenantId' | 'clock' | 'idempotencyKey'> & {
  readonly caller: Pick<Caller, 'userId'>;
};

/** Fingerprint of a request: what is called with which arguments. */
export function requestHash(call: string, args: unknown): string {
  return createHash('sha256').update(call).update('\n').update(JSON.stringify(args)).digest('base64url');
}

/**
 * Runs work once for an idempotency key: the same request of the same person gets the stored answer, another request
 * under the key is refused. A second one that comes while the first still runs waits for its transaction.
 * @param holds whether a stored answer still says what is there; one that does not gives way to new work. Default it does.
 */
export async function runOnce<T>(
  context: Repeating,
  connection: Connection,
  hash: string,
  work: () => Promise<T>,
  holds: (answer: T) => Promise<boolean> = async () => true,
): Promise<{ answer: T; repeated: boolean }> {
  const key = context.idempotencyKey;
  if (key === undefined) return { answer: await work(), repeated: false };
  const place = [context.tenantId, context.caller.userId, key];
  const inserted = await connection.execute(
    `insert into platform.idempotency ("tenantId", "userId", key, "requestHash", "createTime") values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [...place, hash, context.clock.now().toISOString()],
  );
  if (inserted === 0) {
    const [known] = await connection.query<{ requestHash: string; answer: T }>(
      'select "requestHash", answer from platform.idempotency where "tenantId" = $1 and "userId" = $2 and key = $3',
      place,
    );
    if (known === undefined) throw new AnlanError('duplicateKey');
    if (known.requestHash !== hash)
      throw new AnlanError('invalidInput', { detail: say('提交编号已用于另一次提交，请刷新后再试') });
    if (await holds(known.answer)) return { answer: known.answer, repeated: true };
  }
  const answer = await work();
  await connection.execute(
    'update platform.idempotency set answer = $4 where "tenantId" = $1 and "userId" = $2 and key = $3',
    [...place, JSON.stringify(answer ?? null)],
  );
  return { answer, repeated: false };
}

/** Forgets old answers, hourly. */
export function idempotencySweepJob(database: Database): Job {
  return { name: 'idempotency', every: 3_600, run: (now) => sweepIdempotency(database, now) };
}

/** Forgets the answers of all tenants that nobody asks for any more. Gives how many. */
export function sweepIdempotency(database: Database, now: Date): Promise<number> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  return database.transaction('000000', (connection) =>
    connection.execute(
      `delete from platform.idempotency
       where "createTime" < case when starts_with(key, $3) then $2::timestamptz else $1::timestamptz end`,
      [before(KNOWN_HOURS.page), before(KNOWN_HOURS.device), KEPT_KEY],
    ),
  );
}
