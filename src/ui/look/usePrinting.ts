import { useSyncExternalStore } from 'react';

let isPrinting = false;

const media = () => window.matchMedia?.('print');

function subscribe(listener: () => void): () => void {
  const change = (printing: boolean) => () => {
    isPrinting = printing;
    listener();
  };
  const [begin, end] = [change(true), change(false)];
  const list = media();
  const follow = () => change(list?.matches === true)();
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  list?.addEventListener('change', follow);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    list?.removeEventListener('change', follow);
  };
}

/** Whether the page is being laid out for paper: it is then light, and its tables show all their rows. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting || media()?.matches === true,
    () => false,
  );
}
