import { useCallback, useEffect, useState } from 'react';
import { keptOwner } from '../../api/kept/kept-owner.ts';
import { onKeptChange, sendKept } from '../../api/kept/kept-sender.ts';
import { answersOf, findOpened } from '../../api/kept/kept-store.ts';
import type { KeptAnswer } from '../../api/kept/kept-types.ts';

const NONE: readonly KeptAnswer[] = [];

/** What the person has answered on this device and the server has not taken, in order; it follows all tabs. */
export function useKeptAnswers(): readonly KeptAnswer[] {
  const [answers, setAnswers] = useState(NONE);
  useEffect(() => {
    let alive = true;
    const read = (): void => {
      const owner = keptOwner();
      // A browser that keeps nothing has nothing waiting.
      const found = owner === undefined ? Promise.resolve(NONE) : answersOf(owner).catch(() => NONE);
      void found.then((next) => {
        if (alive) setAnswers(next);
      });
    };
    read();
    void sendKept();
    const end = onKeptChange(read);
    return () => {
      alive = false;
      end();
    };
  }, []);
  return answers;
}

/** What was opened under a name, as it stands on this device; it follows answers that the server has taken. */
export function useOpened<T>(name: string): {
  readonly value: T | undefined;
  readonly read: () => Promise<T | undefined>;
} {
  const [value, setValue] = useState<T>();
  const read = useCallback(async (): Promise<T | undefined> => {
    const owner = keptOwner();
    const found = owner === undefined ? undefined : await findOpened(owner, name).catch(() => undefined);
    setValue(found as T | undefined);
    return found as T | undefined;
  }, [name]);
  useEffect(() => onKeptChange(() => void read()), [read]);
  return { value, read };
}

/** Whether the browser says that there is a network; a server that cannot be reached is told by what waits. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
}
