import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinyin } from 'pinyin-pro';
import { say } from '../../../src/core/text/say.ts';
import type { Connection } from '../../ground/database/database.ts';
import { passwordFault, verifyPassword } from './password.ts';

/** Whose password it is to be, as far as others know it. Empty texts and null say nothing. */
export interface PasswordOwner {
  readonly account?: string | null;
  readonly realName?: string | null;
  readonly name?: string | null;
  readonly staffNo?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  /** Names of his company. */
  readonly companies?: readonly string[];
}

/** Passwords of a person that are not taken again, the present one included. */
export const rememberedPasswords = 5;

/** Shortest word that counts, so that nobody is refused for two letters. */
const shortestWord = 4;
/** Shortest common password that counts with digits and marks around it: `Admin@123`. */
const shortestCore = 5;

let common: ReadonlySet<string> | undefined;

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return common;
}

const LOOKALIKES: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', $: 's', '3': 'e', '1': 'i', '!': 'i' };

/** A password as guessers see it: in small letters, and with the usual signs for letters taken back. */
function readings(password: string): readonly string[] {
  const small = password.toLowerCase();
  return [small, small.replace(/[@0$31!]/g, (sign) => LOOKALIKES[sign] ?? sign)];
}

/** Whether it is one of the 10,000 commonest, also in other case, with digits and marks around it or for letters. */
function isCommonPassword(password: string): boolean {
  const known = commonPasswords();
  return readings(password).some((reading) => {
    const core = reading.replace(/^[^a-z]+|[^a-z]+$/g, '');
    return known.has(reading) || (core.length >= shortestCore && known.has(core));
  });
}

/** Runs of letters and digits, Chinese apart; and Chinese as it is typed, two syllables at a time. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const chinese = text.match(/\p{Script=Han}+/gu) ?? [];
  const typed = chinese.flatMap((run) => {
    const syllables = pinyin(run, { toneType: 'none', type: 'array' });
    return syllables
      .slice(1)
      .flatMap((syllable, index) => [
        `${syllables[index]}${syllable}`.toLowerCase().replace(/ü/g, 'v'),
        run.slice(index, index + 2),
      ]);
  });
  return [...plain.filter((word) => word.length >= shortestWord), ...typed];
}

/** What of its owner a password is made of, named for him; undefined where it tells nothing. */
function madeOf(password: string, owner: PasswordOwner): string | undefined {
  const parts: readonly (readonly [title: string, texts: readonly (string | null | undefined)[]])[] = [
    [say('登录账号'), [owner.account]],
    [say('姓名'), [owner.realName, owner.name]],
    [say('工号'), [owner.staffNo]],
    [say('手机'), [owner.phone]],
    [say('邮箱'), [owner.email?.split('@')[0]]],
    [say('企业名称'), owner.companies ?? []],
  ];
  const [small = '', read = ''] = readings(password);
  const holds = (word: string) => small.includes(word) || read.includes(word);
  return parts.find(([, texts]) => texts.some((text) => wordsOf(text ?? '').some(holds)))?.[0];
}

/** Why a text may not be the owner's new password as far as the text tells; undefined where it may. */
export function newPasswordFault(password: string, owner: PasswordOwner): string | undefined {
  const fault = passwordFault(password);
  if (fault !== undefined) return fault;
  if (isCommonPassword(password)) return say('该密码过于常见，容易被猜到，请更换');
  const part = madeOf(password, owner);
  return part === undefined ? undefined : say('密码不能包含{part}，请更换', { part });
}

/** Whether a person had this password among the last five; about 10 ms for each that is remembered. */
async function isRememberedPassword(connection: Connection, userId: string, password: string): Promise<boolean> {
  const rows = await connection.query<{ password: string }>(
    `select password from data."user" where "tenantId" = $1 and id = $2 and password is not null
     union (select password from platform."passwordHistory" where "tenantId" = $1 and "userId" = $2
       order by "changeNo" desc limit ${rememberedPasswords})`,
    [connection.tenantId, userId],
  );
  for (const row of rows) if (await verifyPassword(row.password, password)) return true;
  return false;
}

/** All rules for the new password of a stored or new person. @param userId undefined for a new one. */
export async function personPasswordFault(
  connection: Connection,
  userId: string | undefined,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  const companies = await companyNames(connection);
  const fault = newPasswordFault(password, { ...owner, companies });
  if (fault !== undefined) return fault;
  return userId !== undefined && (await isRememberedPassword(connection, userId, password))
    ? say('不能使用最近{count}次用过的密码', { count: rememberedPasswords })
    : undefined;
}

async function companyNames(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ name: string }>(
    `select "tenantName" as name from data.tenant where "tenantCode" = $1 and "isDeleted" = 0
     union select "tenantName" from data."enterpriseConfig" where "tenantId" = $1 and "isDeleted" = 0`,
    [connection.tenantId],
  );
  return rows.map(({ name }) => name ?? '');
}
