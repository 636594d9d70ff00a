import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { CodePurpose } from '../../../src/core/wire/account.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../ground/database/platform-queries.ts';

/** Whose telephone a code goes to, and what for. */
export interface CodeAsk {
  readonly tenantId: string;
  readonly phone: string;
  readonly purpose: CodePurpose;
}

/** Minutes for which a code is good. */
export const codeMinutes = 5;
/** Seconds after which a telephone gets another one. */
export const codeEvery = 60;
/** Wrong answers after which a code is used up. */
const triesAllowed = 5;

/**
 * Codes of six digits that reach a telephone. Of a code and of the number a digest is kept. A number that nobody has gets
 * one too, which is never sent: every answer takes the same way.
 */
export interface SmsCodes {
  /** Makes a code in place of the last one. Throws `smsTooSoon` within a minute of it. */
  make(ask: CodeAsk): Promise<string>;
  /** Checks a code and leaves it, so that what comes with it may be refused. Throws `smsCodeWrong`. */
  check(ask: CodeAsk, code: string): Promise<void>;
  /** Uses a code up in the transaction of what it lets happen. Throws `smsCodeWrong` where another one was faster. */
  use(connection: Connection, ask: CodeAsk, code: string): Promise<void>;
}

export function createSmsCodes(database: Database, clock: Clock, secret: string): SmsCodes {
  const digest = (text: string) => createHmac('sha256', secret).update(`sms ${text}`).digest();
  const phoneOf = ({ tenantId, phone }: CodeAsk) => digest(`${tenantId} ${phone}`).toString('base64url');
  const hashOf = ({ tenantId, phone, purpose }: CodeAsk, code: string) =>
    digest(`${tenantId} ${phone} ${purpose} ${code}`);

  return {
    async make(ask) {
      const now = clock.now();
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const values = {
        purpose: ask.purpose,
        codeHash: hashOf(ask, code).toString('base64url'),
        tries: 0,
        sentTime: now,
        expireTime: new Date(now.getTime() + codeMinutes * 60_000),
      };
      const before = new Date(now.getTime() - codeEvery * 1000);
      await database.transaction(ask.tenantId, async (connection) => {
        await touched(
          connection,
          platform.deleteFrom('smsCode').where('tenantId', '=', ask.tenantId).where('expireTime', '<', moment(now)),
        );
        const made = await touched(
          connection,
          platform
            .insertInto('smsCode')
            .values({ tenantId: ask.tenantId, phone: phoneOf(ask), ...values })
            .onConflict((conflict) =>
              conflict
                .columns(['tenantId', 'phone'])
                .doUpdateSet(values)
                .where('smsCode.sentTime', '<=', moment(before)),
            ),
        );
        if (made === 0) throw new AnlanError('smsTooSoon', { seconds: codeEvery });
      });
      return code;
    },

    async check(ask, code) {
      // Counted in a transaction of its own: what is refused afterwards takes no wrong answer back.
      const right = await database.transaction(ask.tenantId, async (connection) => {
        const kept = await foundRow(
          connection,
          platform
            .selectFrom('smsCode')
            .select(['codeHash', 'tries'])
            .where('tenantId', '=', ask.tenantId)
            .where('phone', '=', phoneOf(ask))
            .where('expireTime', '>', moment(clock.now()))
            .forUpdate(),
        );
        const expected = Buffer.from(kept?.codeHash ?? '', 'base64url');
        const given = hashOf(ask, code);
        const same = timingSafeEqual(expected.length === given.length ? expected : digest('nobody'), given);
        if (kept === undefined || kept.tries >= triesAllowed) return false;
        if (!same) {
          await touched(
            connection,
            platform
              .updateTable('smsCode')
              .set({ tries: kept.tries + 1 })
              .where('tenantId', '=', ask.tenantId)
              .where('phone', '=', phoneOf(ask)),
          );
        }
        return same;
      });
      if (!right) throw new AnlanError('smsCodeWrong');
    },

    async use(connection, ask, code) {
      const used = await touched(
        connection,
        platform
          .deleteFrom('smsCode')
          .where('tenantId', '=', ask.tenantId)
          .where('phone', '=', phoneOf(ask))
          .where('codeHash', '=', hashOf(ask, code).toString('base64url'))
          .where('tries', '<', triesAllowed)
          .where('expireTime', '>', moment(clock.now())),
      );
      if (used === 0) throw new AnlanError('smsCodeWrong');
    },
  };
}
