import { useEffect, useRef } from 'react';

/** Where letters are typed, or a list of its own takes them. */
const TAKEN = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Runs something when a letter is pressed alone, outside of fields, and while no dialog stands over the page. */
export function useHotkey(letter: string | undefined, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (letter === undefined) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.toLowerCase() !== letter.toLowerCase()) return;
      if ((event.target as HTMLElement | null)?.closest?.(TAKEN)) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [letter]);
}
