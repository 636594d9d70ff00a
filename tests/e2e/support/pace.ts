import type { Page } from 'playwright/test';

/** Seconds that a person takes for a press, with finding what to press, and characters that he types in a second. */
const PRESS = 1.2;
const TYPED = 5;

interface Counted {
  presses: number;
  typed: number;
}

/** Counts what is pressed and typed on a page from its next load on, and says how many seconds a person takes for it. */
export async function pacing(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted: Counted = { presses: 0, typed: 0 };
    Object.assign(globalThis, { anlanPace: counted });
    addEventListener(
      'pointerdown',
      () => {
        counted.presses += 1;
      },
      true,
    );
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, altKey }) => {
        if (['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
        if (key.length > 1 || ctrlKey || metaKey || altKey) counted.presses += 1;
        else counted.typed += 1;
      },
      true,
    );
    // What an input method writes comes without keys; two are pressed for each of its characters.
    addEventListener(
      'beforeinput',
      ({ data, inputType }) => {
        if (inputType === 'insertText' && (data?.length ?? 0) > 1) counted.typed += 2 * (data?.length ?? 0);
      },
      true,
    );
  });
  return async () => {
    const { presses, typed } = await page.evaluate(() => (globalThis as unknown as { anlanPace: Counted }).anlanPace);
    return presses * PRESS + typed / TYPED;
  };
}
