import type { Page } from 'playwright/test';
import { demoClient, demoPassword } from '../../../server/ground/config.ts';
import type { Envelope, TokenAnswer } from '../../../src/core/wire/contract.ts';

/** Tenant of the demo plant that stories use where they name none. */
const DEFAULT_TENANT = '645967';

/** A record as the API gives it. */
export interface StoredRecord {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** What a call carries. */
interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

/** A signed-in person who prepares or checks beside the browser what a story is not about. */
export interface Person {
  readonly account: string;
  readonly tenantId: string;
  /** Empty for whoever only holds a token. */
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The cookie `name=value` with which a browser opens pictures by their links; empty for whoever only holds a token. */
  readonly filePass: string;
  /** Calls `/api/anlan-<path>` and gives status and envelope, whatever they are. */
  ask<T = unknown>(method: string, path: string, options?: CallOptions): Promise<{ status: number; body: Envelope<T> }>;
  /** Reads `/api/anlan-<path>` as it is: a file, or the envelope unread. */
  read(path: string): Promise<{ readonly status: number; readonly type: string; readonly bytes: Uint8Array }>;
  /** Calls `/api/anlan-<path>` and gives `data`; throws with the answer where it is refused. */
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<T>;
}

const BASIC = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;

/** Signs an account in over the API, with a session of its own. */
export async function personOf(
  url: string,
  account: string,
  { tenantId = DEFAULT_TENANT, password = demoPassword } = {},
): Promise<Person> {
  const ask = () =>
    fetch(`${url}/api/anlan-auth/oauth/token`, {
      method: 'POST',
      headers: { authorization: BASIC, 'tenant-id': tenantId },
      body: new URLSearchParams({ tenantId, username: account, password, grant_type: 'password', scope: 'all' }),
    });
  let answer = await ask();
  // Whoever is told when to come back does so: a machine on which four servers start beside each other is slow.
  for (let times = 0; answer.status === 503 && times < 3; times += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('retry-after') ?? 1)));
    answer = await ask();
  }
  if (!answer.ok) throw new Error(`${account} of ${tenantId} was not signed in: ${await answer.text()}`);
  const tokens = (await answer.json()) as TokenAnswer;
  return holderOf(url, tokens.access_token, {
    account,
    tenantId,
    userId: tokens.user_id,
    refreshToken: tokens.refresh_token,
    filePass: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  });
}

/** Whoever holds an access token, whatever it is worth. */
export function holderOf(
  url: string,
  accessToken: string,
  { account = '', tenantId = DEFAULT_TENANT, userId = '', refreshToken = '', filePass = '' } = {},
): Person {
  const headers = { authorization: BASIC, 'anlan-auth': `bearer ${accessToken}`, 'tenant-id': tenantId };
  const ask: Person['ask'] = async <T>(method: string, path: string, { query = {}, json }: CallOptions = {}) => {
    const search = new URLSearchParams(query);
    const response = await fetch(`${url}/api/anlan-${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: (await response.json()) as Envelope<T> };
  };
  return {
    account,
    tenantId,
    userId,
    accessToken,
    refreshToken,
    filePass,
    ask,
    async read(path) {
      const response = await fetch(`${url}/api/anlan-${path}`, { headers });
      const type = response.headers.get('content-type') ?? '';
      return { status: response.status, type, bytes: new Uint8Array(await response.arrayBuffer()) };
    },
    async call<T>(method: string, path: string, options?: CallOptions) {
      const { status, body } = await ask<T>(method, path, options);
      if (status !== 200 || !body.success) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      return body.data;
    },
  };
}

/**
 * What whoever comes into a story has seen, and that a phone shows him long forms whole, as a desk does: stories of a tour
 * and of a form's steps forget it.
 */
const SEEN = { 'design.tour': 'seen', tour: 'done', 'form.way': 'whole' };

/** Lets a person come as one who has chosen nothing else for himself: what another story chose would follow him. */
async function forgetChoices(person: Person, but: Readonly<Record<string, string>>): Promise<void> {
  const { status, body } = await person.ask<Readonly<Record<string, string>>>('GET', 'system/preference/list');
  // Whoever has yet to change his first password is answered nothing.
  if (status !== 200) return;
  const chosen = body.data;
  const wanted: Readonly<Record<string, string>> = { ...SEEN, ...but };
  for (const name of new Set([...Object.keys(chosen), ...Object.keys(wanted)])) {
    const value = wanted[name] ?? '';
    if (chosen[name] === value) continue;
    await person.call('POST', 'system/preference/save', { json: { name, value } });
  }
}

/**
 * Opens a page as a person who has signed in before: the session stands in the browser as the login page leaves it.
 * @param keep whether what he has chosen for himself stays.
 * @param chosen what he has chosen, by its name, besides what everybody has.
 */
export async function enter(
  page: Page,
  url: string,
  person: Person,
  path: string,
  { keep = false, chosen = {} }: { readonly keep?: boolean; readonly chosen?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const [name = '', value = ''] = person.filePass.split(/=(.*)/s);
  if (!keep && person.accessToken !== '') await forgetChoices(person, chosen);
  if (name !== '') await page.context().addCookies([{ name, value, url }]);
  // Any file of the origin will do to reach its storage.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    (session) => localStorage.setItem('anlan-session', JSON.stringify({ version: 1, state: session })),
    {
      token: person.accessToken,
      refreshToken: person.refreshToken,
      tokenTime: Date.now(),
      tenantId: person.tenantId,
      userInfo: null,
      menuId: '1000',
      companyTenantId: '',
      loginPath: '/user/login',
    },
  );
  await page.goto(`${url}${path}`);
}

/** The session that the pages of a browser share, as it is stored now. */
export function storedSession(page: Page): Promise<{ readonly token: string; readonly refreshToken: string }> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('anlan-session') ?? '{}').state ?? {});
}

let count = 0;

/** A name that no other record of this run has. */
export function uniqueName(beginning: string): string {
  count += 1;
  return `${beginning}${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
}

/** Path of the laws' calls. */
export const LAWS = 'safety/securitysystem/lawsregulations';

/** Stores a law, complete unless `fields` says otherwise, and gives it back. */
export async function storeLaw(
  person: Person,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<StoredRecord & { readonly name: string }> {
  return person.call('POST', `${LAWS}/submit`, {
    json: {
      name: uniqueName('浏览器测试规定'),
      docNo: uniqueName('测试令'),
      fileType: '4',
      issueDept: '示例机关',
      issueDate: '2025-01-01',
      effectiveDate: '2025-03-01',
      ...fields,
    },
  });
}
