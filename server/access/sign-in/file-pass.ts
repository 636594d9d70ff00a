import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Seconds a browser keeps the pass: as long as a session can be taken up again. Renewed with each token. */
const keptFor = 7 * 86_400;

/** Whose session a pass stands for. */
export interface PassHolder {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly userId: string;
}

/**
 * The cookie that says, to file links alone, who opens them: `<img src>` sends no token. It names the session and is no
 * way to call anything else; scripts cannot read it, other sites do not make the browser send it. One for each person,
 * so that two who use one browser do not take it from each other.
 */
export interface FilePass {
  /** Header `set-cookie` that gives the pass. @param secure whether the browser came by https. */
  give(holder: PassHolder, secure: boolean): string;
  /** Header `set-cookie` that takes it away. */
  take(userId: string): string;
  /** The session that a request's pass of this person names; undefined for none or a forged one. */
  read(request: FastifyRequest, userId: string): PassHolder | undefined;
}

/** @param path the only path to which browsers send it: that of file links. */
export function createFilePass(secret: string, path: string): FilePass {
  const key = createHmac('sha256', secret).update('anlan file pass').digest();
  const sign = ({ tenantId, sessionId, userId }: PassHolder) =>
    createHmac('sha256', key)
      .update(JSON.stringify([tenantId, sessionId, userId]))
      .digest();
  const nameOf = (userId: string) => `anlan-file-${encodeURIComponent(userId)}`;
  const marks = `Path=${path}; HttpOnly; SameSite=Strict`;

  return {
    give(holder, secure) {
      const value = `${holder.tenantId}.${holder.sessionId}.${sign(holder).toString('base64url')}`;
      return `${nameOf(holder.userId)}=${value}; Max-Age=${keptFor}; ${marks}${secure ? '; Secure' : ''}`;
    },
    take: (userId) => `${nameOf(userId)}=; Max-Age=0; ${marks}`,
    read(request, userId) {
      const start = `${nameOf(userId)}=`;
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
      const value = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
      const [tenantId = '', sessionId = '', signature = ''] = value?.split('.') ?? [];
      const holder = { tenantId, sessionId, userId };
      const given = Buffer.from(signature, 'base64url');
      const right = sign(holder);
      return given.length === right.length && timingSafeEqual(given, right) ? holder : undefined;
    },
  };
}
