import { createHmac, timingSafeEqual } from 'node:crypto';

const windowLength = 600_000;

/** What a link allows: one file of one tenant, to the person for whom it was made. */
interface LinkGrant {
  readonly attachId: string;
  readonly tenantId: string;
  /** '' for a link made before sign-in. */
  readonly userId: string;
}

/** The query keys of a signed link. */
export interface LinkQuery {
  readonly tenant?: unknown;
  readonly user?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/**
 * Makes and checks links that need no token, so that they work in a picture's `src`. A link says for whom it was made;
 * who opens it, and whether he may still see the file, is asked besides.
 */
export interface LinkSigner {
  /**
   * Path with query. Valid for 10 to 20 minutes: within ten minutes the same file gives the same link, so that browsers
   * may keep the picture.
   */
  sign(grant: LinkGrant): string;
  /** The grant and its end in milliseconds; undefined for a forged or expired link. */
  verify(attachId: string, query: LinkQuery): { readonly grant: LinkGrant; readonly expires: number } | undefined;
}

/** @param basePath path in front of the id, without the slash: `/api/anlan-resource/oss/endpoint/file`. */
export function createLinkSigner(secret: string, basePath: string, now: () => number): LinkSigner {
  // A key of its own: nothing signed for files can ever pass as something else.
  const key = createHmac('sha256', secret).update('anlan signed file link').digest();
  const signatureOf = ({ attachId, tenantId, userId }: LinkGrant, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([attachId, tenantId, userId, expires]))
      .digest();

  return {
    sign(grant) {
      const expires = (Math.floor(now() / windowLength) + 2) * windowLength;
      const query = new URLSearchParams({
        tenant: grant.tenantId,
        user: grant.userId,
        expires: String(expires),
        signature: signatureOf(grant, expires).toString('base64url'),
      });
      return `${basePath}/${encodeURIComponent(grant.attachId)}?${query}`;
    },
    verify(attachId, { tenant, user, expires, signature }) {
      if (typeof tenant !== 'string' || typeof user !== 'string' || typeof signature !== 'string') return undefined;
      if (typeof expires !== 'string' || !/^\d{1,15}$/.test(expires) || Number(expires) <= now()) return undefined;
      const grant = { attachId, tenantId: tenant, userId: user };
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(grant, Number(expires));
      return given.length === right.length && timingSafeEqual(given, right)
        ? { grant, expires: Number(expires) }
        : undefined;
    },
  };
}
