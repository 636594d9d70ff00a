import { ApiError } from '../faults.ts';
import { machineNow } from '../plant-clock.ts';
import { findKept, keptOwner, noteKept } from './kept-owner.ts';

/**
 * Keeps something for whoever is signed in, to be shown without a network. Throws DeviceFullError where the device has
 * no room. The store comes only when it is used.
 */
export async function keepRead(name: string, value: unknown): Promise<void> {
  const owner = keptOwner();
  if (owner === undefined) return;
  const { keepOpened } = await import('./kept-store.ts');
  await keepOpened(owner, name, value, machineNow());
  noteKept();
}

/**
 * What was kept under a name in the place of an answer that did not come for want of a network; any other failure, and
 * one of which nothing was kept, is thrown.
 */
export async function keptInstead<T>(name: string, error: unknown): Promise<T> {
  const owner = keptOwner();
  const away = error instanceof ApiError && error.status === 0 && !error.cancelled;
  if (!away || owner === undefined || !(await findKept())) throw error;
  const { findOpened } = await import('./kept-store.ts');
  const found = await findOpened(owner, name).catch(() => undefined);
  if (found === undefined) throw error;
  return found as T;
}

/** Under which name the person's menu and buttons are kept. */
export const KEPT_ACCESS = 'access';

/** Under which name the metadata of a page is kept. */
export const keptPage = (code: string, language: string): string => `page/${language}/${code}`;
