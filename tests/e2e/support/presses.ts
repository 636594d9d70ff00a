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
