import type { Preferences } from '../core/wire/preferences.ts';
import { request } from './client.ts';

/** What the person has chosen for himself, on whatever machine. */
export function fetchPreferences(signal?: AbortSignal): Promise<Preferences> {
  return request({ service: 'system', path: 'preference/list', quiet: true, ...(signal ? { signal } : {}) });
}

/** Keeps a choice of the person; an empty value forgets it. */
export function savePreference(name: string, value: string): Promise<true> {
  return request({ service: 'system', method: 'POST', path: 'preference/save', body: { name, value }, quiet: true });
}
