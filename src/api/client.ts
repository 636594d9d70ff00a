import axios, { type AxiosError, type AxiosResponse, isAxiosError, isCancel } from 'axios';
import type { OperationKind } from '../core/model/entity-model.ts';
import { currentLanguage } from '../core/text/language.ts';
import { say } from '../core/text/say.ts';
import type { Service, ServiceAnswers } from '../core/wire/calls.ts';
import type { Envelope } from '../core/wire/contract.ts';
import type { OperationAnswers } from '../core/wire/operations.ts';
import { ApiError, faultChannel, noticeOf, revisionChannel, sessionEndedChannel } from './faults.ts';
import { noteServerTime } from './plant-clock.ts';
import { currentTenantId, reloadSession, session } from './session.ts';
import { siteConfig } from './site.ts';

/** Base of every call path. */
export const API_BASE = '/api';

/** Milliseconds after which a call is given up. */
const REQUEST_TIMEOUT = 100_000;

/** Answer header with the tenant's metadata revision. */
const REVISION_HEADER = 'anlan-revision';
const TIME_HEADER = 'anlan-time';

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Query keys of a call: null, undefined and '' are left out, arrays are joined with commas. */
export type Query = Readonly<Record<string, QueryValue>>;

/** How a call is made, whichever it is. */
interface CallOptions {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Service without its prefix: `system` stands for `/{p}-system`. */
  readonly service: string;
  /** Path under the service, without a leading slash. */
  readonly path: string;
  readonly query?: Query;
  /** JSON body, or FormData for a multipart one. */
  readonly body?: unknown;
  /** Body serialised as a form; wins over `body`. */
  readonly form?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Key that makes repeating the call safe. */
  readonly idempotencyKey?: string | undefined;
  /** True tells the person nothing of a failure; a list does so for these statuses only. 401 always logs out. */
  readonly quiet?: boolean | readonly number[];
  /** Share of a body that is sent, 0 to 100. */
  readonly onProgress?: (percent: number) => void;
  /** Milliseconds after which the call is given up. Default 100 s. */
  readonly timeout?: number | undefined;
  /** False leaves the access token out (login, refresh). Default true. */
  readonly signedIn?: boolean;
}

/**
 * The axios instance of the product; calls go through `request`. What authorises them stands in their head and not in a
 * cookie, so that none is looked for before each of them, which the browser would have to be asked.
 */
export const http = axios.create({ baseURL: API_BASE, timeout: REQUEST_TIMEOUT, withXSRFToken: false });

type AnswerKind = 'json' | 'blob';

let seenRevision = '';

/** The metadata revision that the server named last; '' before the first answer. */
export function currentRevision(): string {
  return seenRevision;
}

/** Path of a call under the base: `/anlan-system/info`. */
export function servicePath(service: string, path: string): string {
  return `/${siteConfig().prefix}-${service}/${path.replace(/^\/+/, '')}`;
}

/** Query keys as they travel: empty values left out, arrays joined with commas. */
export function queryParameters(query: Query): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
      continue;
    }
    parameters.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  return parameters;
}

/** Headers of every call: client credentials, access token, tenant, language. */
export function requestHeaders(token: string, tenantId: string): Record<string, string> {
  const { client, tokenHeader } = siteConfig();
  const headers: Record<string, string> = {
    Authorization: `Basic ${btoa(client)}`,
    'Tenant-Id': tenantId,
    'Accept-Language': currentLanguage(),
  };
  if (token !== '') {
    headers[tokenHeader] = `bearer ${token}`;
  }
  return headers;
}

/** A call that no entity brings; service and path say what it answers. */
interface ServiceCall<S extends Service, Path extends keyof ServiceAnswers[S] & string> extends CallOptions {
  readonly service: S;
  readonly path: Path;
}

/** Sends a call and gives its `data`; throws ApiError, after the person was told as the error catalogue says. */
export function request<S extends Service, Path extends keyof ServiceAnswers[S] & string>(
  options: ServiceCall<S, Path>,
): Promise<ServiceAnswers[S][Path]> {
  return sendSignedIn<ServiceAnswers[S][Path]>(options, 'json');
}

/** Sends a call while the page is being closed: nobody waits for the answer. */
export function requestOnLeaving<S extends Service, Path extends keyof ServiceAnswers[S] & string>(
  { service, path }: { readonly service: S; readonly path: Path },
  body: object,
): void {
  void fetch(`${API_BASE}${servicePath(service, path)}`, {
    method: 'POST',
    keepalive: true,
    headers: { ...requestHeaders(session().token, currentTenantId()), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** Sends a call of an entity; the kind of the operation says what it answers. Throws as `request` does. */
export function requestOperation<Kind extends OperationKind>(
  { method }: { readonly kind: Kind; readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' },
  options: CallOptions,
): Promise<OperationAnswers[Kind]> {
  return sendSignedIn<OperationAnswers[Kind]>({ ...options, method }, 'json');
}

/** Sends a call that answers a file. Throws as `request` does. */
export function requestFile(options: CallOptions): Promise<Blob> {
  return sendSignedIn<Blob>(options, 'blob');
}

async function sendSignedIn<T>(options: CallOptions, answer: AnswerKind): Promise<T> {
  const { token } = session();
  try {
    return await send<T>(options, answer, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || options.signedIn === false) {
      return fail(error, options.quiet);
    }
    // Another tab may have refreshed while this call was on its way; its token is good, so the session goes on.
    const current = (await reloadSession()).token;
    if (current !== '' && current !== token) {
      return send<T>(options, answer, current).catch((again: unknown) => fail(again, options.quiet));
    }
    sessionEndedChannel.emit(error);
    throw error;
  }
}

async function send<T>(options: CallOptions, answer: AnswerKind, token: string): Promise<T> {
  try {
    const response = await http.request<unknown>({
      method: options.method ?? 'GET',
      url: servicePath(options.service, options.path),
      params: queryParameters(options.query ?? {}),
      data: options.form ? queryParameters(options.form) : options.body,
      responseType: answer,
      headers: {
        ...requestHeaders(options.signedIn === false ? '' : token, currentTenantId()),
        ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
        ...options.headers,
      },
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.onProgress ? { onUploadProgress: (event) => options.onProgress?.(percentOf(event)) } : {}),
    });
    noteHeaders(response);
    return unwrap<T>(answer === 'blob' ? await refusalOf(response) : response);
  } catch (error) {
    throw error instanceof ApiError ? error : await toApiError(error);
  }
}

function percentOf(event: { loaded: number; total?: number | undefined }): number {
  return event.total ? Math.min(100, Math.round((event.loaded / event.total) * 100)) : 0;
}

function noteHeaders(response: AxiosResponse): void {
  noteServerTime(response.headers[TIME_HEADER]);
  noteRevision(response.headers[REVISION_HEADER]);
}

/** Takes the revision that the server names; pages follow where it is another than the last. */
export function noteRevision(revision: unknown): void {
  if (typeof revision === 'string' && revision !== '' && revision !== seenRevision) {
    const first = seenRevision === '';
    seenRevision = revision;
    if (!first) {
      revisionChannel.emit(revision);
    }
  }
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

function unwrap<T>(response: AxiosResponse<unknown>): T {
  const body = response.data;
  if (!isEnvelope(body)) {
    return body as T;
  }
  if (body.code >= 400 || body.success === false) {
    throw new ApiError({
      status: response.status,
      code: body.code,
      msg: body.msg || say('操作失败，请稍后重试'),
      errors: body.errors ?? [],
      data: body.data,
    });
  }
  return body.data as T;
}

async function toApiError(error: unknown): Promise<ApiError> {
  if (isCancel(error)) {
    return new ApiError({ status: 0, msg: say('请求已取消'), cancelled: true });
  }
  if (!isAxiosError(error)) {
    return new ApiError({ status: 0, msg: error instanceof Error ? error.message : String(error) });
  }
  const { response } = error as AxiosError<unknown>;
  if (!response) {
    const timedOut = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
    return new ApiError({
      status: 0,
      msg: timedOut ? say('请求超时，请稍后重试') : say('网络连接失败，请检查网络后重试'),
    });
  }
  noteHeaders(response);
  const body = await readBody(response.data);
  const named = isEnvelope(body) ? body.msg : oauthMessage(body);
  return new ApiError({
    status: response.status,
    code: isEnvelope(body) ? body.code : response.status,
    msg: named || (response.status >= 500 ? say('系统繁忙，请稍后重试') : say('请求失败，请稍后重试')),
    errors: isEnvelope(body) ? (body.errors ?? []) : [],
    data: isEnvelope(body) ? body.data : null,
  });
}

function oauthMessage(body: unknown): string {
  if (typeof body === 'object' && body !== null) {
    const { error_description: description, msg } = body as { error_description?: unknown; msg?: unknown };
    return typeof description === 'string' ? description : typeof msg === 'string' ? msg : '';
  }
  return '';
}

/**
 * An answer to a download that is none: a body that says in its code why it was refused, however the status reads. A file
 * that holds such a text itself is named as one.
 */
async function refusalOf(response: AxiosResponse<unknown>): Promise<AxiosResponse<unknown>> {
  const { data, headers } = response;
  const isFile = headers['content-disposition'] !== undefined;
  if (isFile || !(data instanceof Blob) || !data.type.includes('json')) return response;
  const body = await readBody(data);
  return isEnvelope(body) && (body.code >= 400 || body.success === false) ? { ...response, data: body } : response;
}

// A failed download answers JSON too, but arrives as a blob.
async function readBody(data: unknown): Promise<unknown> {
  if (typeof Blob === 'undefined' || !(data instanceof Blob)) {
    return data;
  }
  try {
    return JSON.parse(await data.text()) as unknown;
  } catch {
    return null;
  }
}

function fail(error: unknown, quiet: CallOptions['quiet']): never {
  if (error instanceof ApiError) {
    const silent = typeof quiet === 'object' ? quiet.includes(error.status) : quiet === true;
    const notice = silent ? undefined : noticeOf(error);
    if (notice) {
      faultChannel.emit(notice);
    }
  }
  throw error;
}
