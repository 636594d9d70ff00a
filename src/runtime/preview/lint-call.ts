import { request } from '../../api/client.ts';
import type { Language } from '../../core/text/language.ts';
import type { DraftAnswer } from '../../core/wire/page.ts';

/**
 * Has the text of an entity checked; nothing is stored. Throws ApiError, 403 for people without the right.
 * @param language of the answer. Default the person's own.
 */
export function lintText(text: string, signal?: AbortSignal, language?: Language): Promise<DraftAnswer> {
  return request({
    method: 'POST',
    service: 'system',
    path: 'metadata/lint',
    body: text,
    headers: {
      'Content-Type': 'text/plain;charset=UTF-8',
      ...(language === undefined ? {} : { 'Accept-Language': language }),
    },
    signal,
    quiet: true,
  });
}
