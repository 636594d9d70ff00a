let pressed = false;

if (typeof window !== 'undefined') {
  const set = (down: boolean) => () => {
    pressed = down;
  };
  window.addEventListener('pointerdown', set(true), true);
  window.addEventListener('pointerup', set(false), true);
  window.addEventListener('pointercancel', set(false), true);
}

/**
 * Runs `work` once no button or finger is down: at once, or after the click that is under way. A field is left by
 * pressing something else, and a message that moved this away under the pointer would swallow the click.
 */
export function afterPress(work: () => void): void {
  if (!pressed) {
    work();
    return;
  }
  const events = ['pointerup', 'pointercancel'] as const;
  const end = () => {
    for (const event of events) window.removeEventListener(event, end, true);
    setTimeout(work);
  };
  for (const event of events) window.addEventListener(event, end, true);
}
