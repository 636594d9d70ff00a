import type { Page } from 'playwright/test';

/** What a person has done on a page: presses, and the fields into which he has typed. */
interface Done {
  presses: number;
  typed: string[];
}

/** Counts on the page itself what is pressed and into which fields is typed, beside whatever the page makes of it. */
export async function countPresses(page: Page): Promise<() => Promise<Done>> {
  await page.addInitScript(() => {
    const done: Done = { presses: 0, typed: [] };
    Object.assign(globalThis, { anlanDone: done });
    addEventListener(
      'pointerdown',
      () => {
        done.presses += 1;
      },
      true,
    );
    addEventListener(
      'keydown',
      ({ key }) => {
        if (/^(Enter|Escape|Tab| )$/.test(key)) done.presses += 1;
      },
      true,
    );
    const note = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      if (['radio', 'checkbox'].includes(target.type)) return;
      const row = target.closest('[data-row]')?.getAttribute('data-row');
      const column = target.closest('[data-column]')?.getAttribute('data-column');
      const key = target.closest('[data-field]')?.getAttribute('data-field');
      const name = [key, row, column].filter((part) => part !== null && part !== undefined).join('/');
      if (!done.typed.includes(name)) done.typed.push(name);
    };
    addEventListener('input', note, true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { anlanDone: Done }).anlanDone);
}

/** Keys that only hold another. */
const HELD = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Counts what a person presses through a whole story, over all pages that he opens: pointer, finger, and keys but those
 * that type a text.
 */
export async function countDay(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('noteAnlanPress', () => {
    presses += 1;
  });
  await page.addInitScript((held) => {
    const note = (): void => {
      const tell: unknown = Reflect.get(globalThis, 'noteAnlanPress');
      if (typeof tell === 'function') tell();
    };
    addEventListener('pointerdown', note, true);
    addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, altKey }) => {
        if (held.includes(key)) return;
        if (key.length > 1 || ctrlKey || metaKey || altKey) note();
      },
      true,
    );
  }, HELD);
  return () => presses;
}
