import { keptOwner } from '../../../api/kept/kept-owner.ts';
import { keepRead } from '../../../api/kept/kept-reads.ts';
import { findOpened } from '../../../api/kept/kept-store.ts';
import { newKey } from '../../../api/new-key.ts';
import { currentTenantId, session } from '../../../api/session.ts';
import { browserStore } from '../../../core/stores.ts';

const name = (): string => {
  const state = session();
  return `anlan-exam-device:${currentTenantId(state)}/${state.userInfo?.userId ?? ''}`;
};

/** Under which name it is kept on the disk what this browser is called. */
const KEPT = 'exam/device';

/**
 * What this browser is called by the server, for the person who is signed in: the same as long as it keeps anything. A
 * browser that was killed may have forgotten what it noted last, but never what was acknowledged by the store.
 */
export async function deviceId(): Promise<string> {
  const key = name();
  const noted = browserStore.getItem(key);
  if (noted !== null && noted !== '') return noted;
  const owner = keptOwner();
  const kept = owner === undefined ? undefined : await findOpened(owner, KEPT).catch(() => undefined);
  const id = typeof kept === 'string' ? kept : newKey();
  browserStore.setItem(key, id);
  await keepRead(KEPT, id).catch(() => undefined);
  return id;
}

const BROWSERS: readonly (readonly [mark: RegExp, title: string])[] = [
  [/MicroMessenger/, '微信'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, title: string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What the person would call a device: its browser and system. */
export function deviceName(agent: string = navigator.userAgent): string {
  const found = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([mark]) => mark.test(agent))?.[1] ?? []);
  return found.join(' · ') || agent.slice(0, 40);
}

const tabKey = (sheet: string): string => `anlan-exam-tab:${sheet}`;

/**
 * Makes this page the one of its browser that answers a sheet. The page that was it before is told.
 * @returns the end of it.
 */
export function holdTab(sheet: string, onLost: () => void): { readonly held: () => boolean; readonly end: () => void } {
  const key = tabKey(sheet);
  const mine = newKey();
  browserStore.setItem(key, mine);
  const held = (): boolean => browserStore.getItem(key) === mine;
  // Other pages of the browser are told of what one has written, never that one itself.
  const look = (event: StorageEvent): void => {
    if (event.key === key && !held()) onLost();
  };
  window.addEventListener('storage', look);
  return { held, end: () => window.removeEventListener('storage', look) };
}
