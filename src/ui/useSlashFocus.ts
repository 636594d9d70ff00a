import type { InputRef } from 'antd';
import { type RefObject, useEffect } from 'react';

/** The key “/” leads into a field to search in, unless something else is being typed or a dialog is open. */
export function useSlashFocus(input: RefObject<InputRef | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const typing = target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.current?.focus({ cursor: 'all' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [input]);
}
