import { useEffect, useState } from 'react';

/**
 * Stands inside a dialog and gives the focus back to where it was when the dialog is taken away at once, without the
 * closing that would do so. Does nothing where something else has the focus by then.
 */
export function FocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Focus falls to the body only once the dialog has left the document.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
  return null;
}
