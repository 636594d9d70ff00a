import { useEffect, useRef } from 'react';
import type { FormController } from './useFormController.ts';

/** Ctrl+S saves (the draft, where there is one), Ctrl+Enter submits; ⌘ counts as Ctrl. */
export function useFormKeys(controller: FormController): void {
  const latest = useRef(controller);
  latest.current = controller;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const { commands, run } = latest.current;
      const wanted =
        event.key === 's' || event.key === 'S' ? commands[0] : event.key === 'Enter' ? commands.at(-1) : undefined;
      if (wanted === undefined) return;
      event.preventDefault();
      run(wanted);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
