import { useState } from 'react';

/** The line of purpose, on the first visit of a page only. */
export function usePurpose(code: string, purpose: string | undefined): string | undefined {
  const [shown] = useState(() => {
    const key = `anlan-visited/${code}`;
    try {
      const visited = localStorage.getItem(key) !== null;
      localStorage.setItem(key, '1');
      return !visited;
    } catch {
      return true;
    }
  });
  return shown ? purpose : undefined;
}
