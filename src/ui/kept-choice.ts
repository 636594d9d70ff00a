import { useCallback, useSyncExternalStore } from 'react';

/**
 * Choices of how pages look that this browser keeps for whoever uses it: how high tables are, how long forms are filled in.
 * All of them are read and written here, so that where they are kept can be changed in one place.
 */
const PREFIX = 'anlan-choice/';

const listeners = new Set<() => void>();
/** What was chosen where nothing can be kept, for as long as the page lives. */
const unkept = new Map<string, string>();

/** A choice that was kept; undefined for none. */
function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? unkept.get(name);
  } catch {
    return unkept.get(name);
  }
}

/** Keeps a choice; undefined forgets it. */
function keepChoice(name: string, value: string | undefined): void {
  unkept.delete(name);
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage that is full or forbidden: it then lasts as long as the page.
    if (value !== undefined) unkept.set(name, value);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

/** A kept choice and what changes it, for all parts of the page and the browser's other tabs at once. */
export function useKeptChoice(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => readChoice(name));
  return [value, useCallback((next) => keepChoice(name, next), [name])];
}
