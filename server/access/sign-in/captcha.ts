import svgCaptcha from 'svg-captcha';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { CaptchaPicture } from '../../../src/core/wire/site.ts';
import type { Clock } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../ground/database/platform-queries.ts';
import { newSecret } from './secret-text.ts';

/** Pictures, kept in the database so that any process may check them. */
export interface Captchas {
  create(): Promise<CaptchaPicture>;
  /** Uses a picture up; throws `captchaWrong` for a wrong, used, expired or missing answer. */
  check(key: string | undefined, code: string | undefined): Promise<void>;
}

const lifetime = 5 * 60_000;
const platformTenant = '000000';

export function createCaptchas(database: Database, clock: Clock): Captchas {
  return {
    async create() {
      const { text, data } = svgCaptcha.create({
        size: 4,
        noise: 3,
        color: true,
        width: 120,
        height: 40,
        fontSize: 44,
        ignoreChars: '0oO1iIlLqgQ',
        background: '#f5f7fa',
      });
      const key = newSecret();
      await database.withTenant(platformTenant, (connection) =>
        touched(
          connection,
          platform.insertInto('captcha').values({
            key,
            answer: text.toLowerCase(),
            expireTime: new Date(clock.now().getTime() + lifetime),
          }),
        ),
      );
      return { key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` };
    },
    async check(key, code) {
      if (!key || !code || key.length > 100) throw new AnlanError('captchaWrong');
      const row = await database.withTenant(platformTenant, (connection) =>
        foundRow(
          connection,
          platform
            .deleteFrom('captcha')
            .where('key', '=', key)
            .returning((picture) => ['answer', picture('expireTime', '>', moment(clock.now())).as('fresh')]),
        ),
      );
      if (!row?.fresh || row.answer !== code.trim().toLowerCase()) throw new AnlanError('captchaWrong');
    },
  };
}
