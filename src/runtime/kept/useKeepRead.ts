import { useEffect } from 'react';
import { keepAccess } from '../../api/access.ts';
import { keepRead, keptPage } from '../../api/kept/kept-reads.ts';
import { openOffline } from '../../api/kept/open-offline.ts';
import { currentLanguage } from '../../core/text/language.ts';
import { useEntityPage } from '../EntityContext.ts';

/**
 * Keeps what was read from the server on this device, with all that its page is drawn by, so that it opens without a
 * network; nothing where the page is for the network alone.
 * @param value undefined before it was read, and while what is shown was kept itself.
 */
export function useKeepRead(name: string, value: unknown, offline: boolean): void {
  const { page } = useEntityPage();
  useEffect(() => {
    if (!offline || value === undefined) return;
    const keep = async (): Promise<void> => {
      await keepRead(name, value);
      await keepRead(keptPage(page.metadata.page, currentLanguage()), page.metadata);
      await keepAccess();
      await prepareDevice();
    };
    // A device without room, or a browser that keeps nothing, still works with a network; answers tell of it.
    keep().catch(() => undefined);
  }, [name, value, offline, page]);
}

/** Asks the browser not to clear what is kept, and has the program itself open without a network. */
async function prepareDevice(): Promise<void> {
  await navigator.storage?.persist?.();
  await openOffline();
}
