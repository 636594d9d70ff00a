import { request } from '../../../api/client.ts';
import type { Surroundings } from './draft-model.ts';

/** A finding of the linter, or of reading the JSON. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
  readonly severity: 'error' | 'warning';
  /** Place in the text that was checked, counted from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** What the server says of an entity's text. */
export interface LintAnswer {
  readonly findings: readonly Finding[];
  /** Null while the text is no entity. */
  readonly surroundings: Surroundings | null;
}

/** Has the text of an entity checked; nothing is stored. Throws ApiError, 403 for people without the right. */
export function lintText(text: string, signal?: AbortSignal): Promise<LintAnswer> {
  return request<LintAnswer>({
    method: 'POST',
    service: 'system',
    path: 'metadata/lint',
    body: text,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    signal,
    quiet: true,
  });
}
