import { useEffect, useState } from 'react';
import { fetchFoundPages } from '../../api/find.ts';
import type { FoundPages } from '../../core/wire/find.ts';

/** How the pages of the menu are spelled; without an answer they are found by their names alone. */
export function useSpelledPages(): FoundPages {
  const [pages, setPages] = useState<FoundPages>({});
  useEffect(() => {
    let gone = false;
    fetchFoundPages().then(
      (found) => {
        if (!gone) setPages(found);
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return pages;
}
