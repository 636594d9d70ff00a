import { useEffect, useMemo, useState } from 'react';
import { fetchUsualPages } from '../../../api/attention.ts';
import type { PageChoice } from '../../shared/page-choices.ts';

const NONE: readonly string[] = [];

/** Paths of the pages that the person's roles use most, as far as his menu has them; none while he has pages of his own. */
export function useUsualPages(pages: readonly PageChoice[], wanted: boolean): readonly string[] {
  const [codes, setCodes] = useState(NONE);
  useEffect(() => {
    if (!wanted) return;
    let live = true;
    // Without them the place says how pages are chosen.
    fetchUsualPages().then(
      (found) => live && setCodes(found),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [wanted]);
  return useMemo(() => codes.flatMap((code) => pages.find((page) => page.code === code)?.path ?? []), [codes, pages]);
}
