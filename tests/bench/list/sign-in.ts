import { demoClient, demoPassword } from '../../../server/ground/config.ts';
import { ACCOUNT, TENANT } from './million-rows.ts';

/** Signs an account in, by default the bench's, and gives the headers of its calls. */
export async function signInHeaders(url: string, account = ACCOUNT): Promise<Record<string, string>> {
  const client = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;
  const answer = await fetch(`${url}/api/anlan-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: client, 'tenant-id': TENANT, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      tenantId: TENANT,
      username: account,
      password: demoPassword,
      grant_type: 'password',
      scope: 'all',
    }),
  });
  if (!answer.ok) throw new Error(`登录失败（${answer.status}）：${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: client, 'anlan-auth': `bearer ${token}`, 'tenant-id': TENANT };
}
