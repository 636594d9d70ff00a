import type { FoundAnswer, FoundPages } from '../core/wire/find.ts';
import { request } from './client.ts';

/** Records of all businesses that hold a text. Throws ApiError, which is not shown. */
export function fetchFound(keyword: string, signal: AbortSignal): Promise<FoundAnswer> {
  return request({ service: 'system', path: 'find', query: { keyword }, signal, quiet: true });
}

/** How the pages of the person's menu are spelled. Throws ApiError, which is not shown. */
export function fetchFoundPages(): Promise<FoundPages> {
  return request({ service: 'system', path: 'find/pages', quiet: true });
}
