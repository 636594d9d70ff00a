import { createHash } from 'node:crypto';
import type { Envelope } from '../../src/core/wire/contract.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';
import { DEMO_PASSWORD } from '../fixtures/product-client.ts';

const BASIC = `Basic ${Buffer.from('anlan:anlan_secret').toString('base64')}`;

/** An answer, or nothing where the server went before it could give one. */
export interface CrashAnswer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: Envelope<T>;
}

/** A person who speaks to a product that may be gone at any moment. */
export interface CrashClient {
  readonly userId: string;
  /** Undefined: unanswered, or answered by 5xx; then nobody knows what became of it. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { json?: unknown; query?: Readonly<Record<string, string>>; key?: string },
  ): Promise<CrashAnswer<T> | undefined>;
  /** A body of another kind than JSON, to be posted; undefined as above. */
  send<T = Record<string, unknown>>(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
  ): Promise<CrashAnswer<T> | undefined>;
  /** Gives the id of the stored file; undefined where it was not acknowledged. */
  upload(file: CrashFile): Promise<string | undefined>;
  /** Fingerprint and length of a stored file; throws what was answered where it is not given out. */
  download(id: string): Promise<{ readonly sha256: string; readonly size: number }>;
}

/** A file to be uploaded. */
export interface CrashFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/** A file of random bytes behind the head of its kind. */
export function crashFile(kind: 'pdf' | 'png', name: string, random: () => number): CrashFile {
  const head = kind === 'pdf' ? Buffer.from('%PDF-1.4\n') : SITE_PHOTO;
  const size = 200 + Math.floor(random() * 6_000);
  const content = new Uint8Array(head.length + size);
  content.set(head);
  for (let at = head.length; at < content.length; at += 1) content[at] = Math.floor(random() * 256);
  return {
    name: `${name}.${kind}`,
    type: kind === 'pdf' ? 'application/pdf' : 'image/png',
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
}

/** Signs an account of the demo plant in. */
export async function crashClient(url: string, account: string, tenantId = '645967'): Promise<CrashClient> {
  const base = `${url}/api/anlan-`;
  const signedIn = await fetch(`${base}auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: BASIC, 'tenant-id': tenantId },
    body: new URLSearchParams({
      tenantId,
      username: account,
      password: DEMO_PASSWORD,
      grant_type: 'password',
      scope: 'all',
    }),
  });
  const tokens = (await signedIn.json()) as { access_token?: string };
  if (tokens.access_token === undefined) throw new Error(`${account} 不能登录：${JSON.stringify(tokens)}`);
  const headers = { authorization: BASIC, 'anlan-auth': `bearer ${tokens.access_token}`, 'tenant-id': tenantId };

  async function ask<T>(path: string, request: RequestInit): Promise<CrashAnswer<T> | undefined> {
    try {
      const response = await fetch(`${base}${path}`, { ...request, signal: AbortSignal.timeout(20_000) });
      const body = (await response.json()) as Envelope<T>;
      return response.status >= 500 ? undefined : { status: response.status, body };
    } catch {
      return undefined;
    }
  }

  const client: Omit<CrashClient, 'userId'> = {
    call: (method, path, { json, query, key } = {}) =>
      ask(`${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`, {
        method,
        headers: {
          ...headers,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    send: (path, body, own) => ask(path, { method: 'POST', headers: { ...headers, ...own }, body }),
    async upload({ name, type, content }) {
      const form = new FormData();
      form.append('file', new File([content], name, { type }));
      try {
        const response = await fetch(`${base}resource/oss/endpoint/put-file`, { method: 'POST', headers, body: form });
        const body = (await response.json()) as Envelope<{ attachId: string }>;
        if (response.status >= 400 && response.status < 500) throw new Refused(`${response.status} ${body.msg}`);
        return body.success ? body.data.attachId : undefined;
      } catch (error) {
        if (error instanceof Refused) throw error;
        return undefined;
      }
    },
    async download(id) {
      const response = await fetch(`${base}safety/fileserver/downLoadFileById?id=${id}`, { headers });
      if (!response.ok) throw new Error(`文件 ${id} 不能读取：${response.status} ${await response.text()}`);
      const content = new Uint8Array(await response.arrayBuffer());
      return { sha256: createHash('sha256').update(content).digest('hex'), size: content.length };
    },
  };
  const info = await client.call<{ userId: string }>('GET', 'system/info');
  return { ...client, userId: info?.body.data.userId ?? '' };
}

class Refused extends Error {}
