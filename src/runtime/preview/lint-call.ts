import { request } from '../../api/client.ts';
import type { DraftAnswer } from '../../core/wire/page.ts';

/** Has the text of an entity checked; nothing is stored. Throws ApiError, 403 for people without the right. */
export function lintText(text: string, signal?: AbortSignal): Promise<DraftAnswer> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'metadata/lint',
    body: text,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    signal,
    quiet: true,
  });
}
