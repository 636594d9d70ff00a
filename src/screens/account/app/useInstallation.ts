import { useEffect, useState } from 'react';
import { isInstalled, openOffline } from '../../../api/kept/open-offline.ts';

/** What Chromium hands a page that may be installed; other browsers install from their own menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Whether the program is installed, and how it comes to be: by a press where the browser offers it, else by hand. */
export function useInstallation(): {
  readonly installed: boolean;
  readonly install: (() => Promise<void>) | undefined;
} {
  const [installed, setInstalled] = useState(isInstalled);
  const [offer, setOffer] = useState<InstallPrompt>();
  useEffect(() => {
    const offered = (event: Event): void => {
      // Its own bar would cover what this page says.
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const done = (): void => {
      setInstalled(true);
      setOffer(undefined);
      void openOffline().catch(() => {});
    };
    window.addEventListener('beforeinstallprompt', offered);
    window.addEventListener('appinstalled', done);
    return () => {
      window.removeEventListener('beforeinstallprompt', offered);
      window.removeEventListener('appinstalled', done);
    };
  }, []);
  if (offer === undefined) return { installed, install: undefined };
  return {
    installed,
    install: async () => {
      await offer.prompt();
      await offer.userChoice;
      // The browser takes an offer once, whatever was chosen.
      setOffer(undefined);
    },
  };
}
