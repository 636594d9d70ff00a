import type { PublicForm, PublicLinks, PublicState } from '../core/wire/public.ts';
import { request, requestFile } from './client.ts';

/** What a public form asks. Throws ApiError, which is not shown. */
export function fetchPublicForm(link: string, signal?: AbortSignal): Promise<PublicForm> {
  return request({ service: 'public', path: 'intake/form', query: { link }, signedIn: false, quiet: true, signal });
}

/** Brings a picture that stands apart until somebody accepts the report; gives its id. */
export async function sendPublicPicture(link: string, picture: Blob): Promise<string> {
  const body = new FormData();
  body.append('file', picture, 'photo.jpg');
  const query = { link };
  const path = 'intake/picture';
  return (await request({ method: 'POST', service: 'public', path, query, body, signedIn: false, quiet: true })).id;
}

/** A report as it is sent. */
interface PublicReport {
  readonly values: Readonly<Record<string, unknown>>;
  readonly pictures: readonly string[];
  /** The same for each try, so that none counts twice. */
  readonly key: string;
}

/** Sends a report; gives the code by which its sender asks after it. */
export async function sendPublicReport(
  link: string,
  body: PublicReport,
  captcha: { readonly key: string; readonly code: string },
): Promise<string> {
  const answer = await request({
    method: 'POST',
    service: 'public',
    path: 'intake/send',
    query: { link },
    body,
    headers: { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code },
    signedIn: false,
    quiet: true,
  });
  return answer.code;
}

/** How far a report has come. */
export function fetchPublicState(link: string, code: string): Promise<PublicState> {
  const query = { link, code };
  return request({ service: 'public', path: 'intake/state', query, signedIn: false, quiet: true });
}

/** What is published of a record. Throws ApiError, which is not shown. */
export function fetchPublished(
  ask: { readonly entity: string; readonly id: string; readonly tenantId?: string },
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  return request({ service: 'system', path: 'record/open', query: ask, signedIn: false, quiet: true, signal });
}

/** What is published of the records that name one by a reference, each with its id. Throws ApiError, which is not shown. */
export function fetchPublishedBy(
  ask: { readonly entity: string; readonly by: string; readonly id: string; readonly tenantId?: string },
  signal?: AbortSignal,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return request({ service: 'system', path: 'record/open-list', query: ask, signedIn: false, quiet: true, signal });
}

/** Milliseconds that a film may take. */
const LONG = 600_000;

/** A file that a published record holds. Throws likewise. */
export function fetchPublishedFile(
  ask: { readonly entity: string; readonly id: string; readonly file: string; readonly tenantId?: string },
  signal?: AbortSignal,
): Promise<Blob> {
  const call = { service: 'system', path: 'record/open-file', query: ask, signedIn: false, quiet: true } as const;
  return requestFile({ ...call, timeout: LONG, signal });
}

/** The links of an entity. */
export function fetchPublicLinks(entity: string): Promise<PublicLinks> {
  return request({ service: 'system', path: 'public-link/list', query: { entity }, quiet: true });
}

/** Makes a link. */
export function makePublicLink(entity: string, title: string, days: number): Promise<PublicLinks> {
  const form = { entity, title, days: String(days) };
  return request({ method: 'POST', service: 'system', path: 'public-link/make', form });
}

/** Revokes a link. */
export function revokePublicLink(entity: string, id: string): Promise<PublicLinks> {
  return request({ method: 'POST', service: 'system', path: 'public-link/revoke', form: { entity, id } });
}
