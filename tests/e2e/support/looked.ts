import { type Page, test } from 'playwright/test';

/** The page as wide as a phone, and as a desk. */
export const phone = (page: Page) => page.setViewportSize({ width: 390, height: 844 });
export const desk = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

/** Keeps a picture of what stands there, for whoever looks at the run. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}
