import { headersProtocol, VIDEO_PROTOCOL } from '../core/video/watch.ts';
import { API_BASE, requestFile, requestHeaders, servicePath } from './client.ts';
import { currentTenantId, session } from './session.ts';

/** A camera's small picture. Throws ApiError, which is not shown. */
export function fetchStill(id: string, signal: AbortSignal): Promise<Blob> {
  return requestFile({ service: 'rhd', path: 'video/still', query: { id }, signal, quiet: true, timeout: 15_000 });
}

/** Headers by which the signed-in person's player asks for parts of a film. */
export const videoHeaders = (): Readonly<Record<string, string>> => requestHeaders(session().token, currentTenantId());

/** Opens the socket by which a camera's live picture comes. */
export function openVideoSocket(id: string): WebSocket {
  const url = new URL(`${API_BASE}${servicePath('rhd', 'video/live')}?${new URLSearchParams({ id })}`, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return new WebSocket(url, [VIDEO_PROTOCOL, headersProtocol(videoHeaders())]);
}

/** Address of a camera's playlist. */
export const playlistAddress = (id: string): string =>
  `${API_BASE}${servicePath('rhd', 'video/playlist')}?${new URLSearchParams({ id })}`;
