import { useEffect, useState } from 'react';

/**
 * Stands inside a dialog and gives the focus back to where it was when the dialog is taken away at once, without the
 * closing that would do so. Does nothing where something else has the focus by then.
 */
export function FocusBack() {
  const [before] = useState(focusBefore);
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

/** What has the focus; the button of a menu where that is an entry of it, which goes with the menu. */
function focusBefore(): Element | null {
  const focused = document.activeElement;
  return (focused?.closest('.ant-dropdown') && document.querySelector('.ant-dropdown-open')) || focused;
}
