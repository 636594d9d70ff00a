import type { Page } from 'playwright/test';
import { expect } from './story.ts';

/**
 * Presses something that leads to a place of the page, and expects that the place is marked, which lasts a moment only.
 * @param place id of the place, or key of the field.
 */
export async function leads(page: Page, place: string, press: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const seen = window as { ledTo?: string[] };
    seen.ledTo = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLElement && target.dataset.led !== undefined) {
          seen.ledTo?.push(target.dataset.field ?? target.id);
        }
      }
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-led'] });
  });
  await press();
  await expect.poll(() => page.evaluate(() => (window as { ledTo?: string[] }).ledTo)).toContain(place);
}
