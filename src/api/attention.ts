import type { AttentionList } from '../core/wire/attention.ts';
import { request } from './client.ts';

/** Codes of the pages that people of the person's roles use most. Throws ApiError, which is not shown. */
export function fetchUsualPages(): Promise<readonly string[]> {
  return request({ service: 'system', path: 'usual-pages', quiet: true });
}

/** What waits for the person, and what is wrong in what he may see. Throws ApiError, which is not shown. */
export function fetchAttention(signal?: AbortSignal): Promise<AttentionList> {
  return request({ service: 'system', path: 'attention', signal, quiet: true });
}
