import { useEffect } from 'react';

/** The button whose menu is open. */
const BUTTON = '.ant-dropdown-open';
const ENTRIES = '.ant-dropdown [role^="menuitem"]:not([aria-disabled="true"])';

/**
 * Arrows lead from a button into the menu that it has opened, for which the component library knows only Tab; and the
 * button has the focus again once an entry was chosen, unless that has led elsewhere.
 */
export function useMenuKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key === 'Enter' && target.closest('.ant-dropdown') && !target.closest('a')) {
        // The key would go on to press what has the focus next: the button that closes the dialog just opened.
        event.preventDefault();
        giveBack();
        return;
      }
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || !target.matches(BUTTON)) return;
      const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)].filter((entry) => entry.checkVisibility());
      const entry = event.key === 'ArrowDown' ? entries[0] : entries.at(-1);
      if (entry === undefined) return;
      event.preventDefault();
      entry.focus();
    };
    // Before the menu, which is gone once it has heard of it.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
}

/** Once the key is up: what gets the focus before is pressed by the same key. */
function giveBack(): void {
  const button = document.querySelector<HTMLElement>(BUTTON);
  const lift = () => {
    const { activeElement: focused, body } = document;
    const lost = focused === null || focused === body || focused.closest('.ant-dropdown') !== null;
    if (lost && button?.isConnected && !button.matches(BUTTON)) button.focus();
  };
  window.addEventListener('keyup', lift, { once: true });
}
