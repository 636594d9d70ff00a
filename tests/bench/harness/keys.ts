import type { Page } from 'playwright';

/**
 * Presses real keys one by one, each once the one before has been painted. Without the wait the next key comes within
 * the same frame, faster than anybody types, and its figure counts the frame of the key before it: on every side p50
 * was then three frames (46.7 ms), whatever the key itself took. A figure still holds the wait for the next frame to
 * begin, half of 16.7 ms on average.
 */
export async function pressKeys(page: Page, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
}
