import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** What of a page is looked at: all, without the menu at its side, or only the dialog that stands on it. */
export type Part = 'all' | 'page' | 'dialog';

/** What axe finds that would keep somebody out (serious or critical); the place is named so that it can be found. */
export async function barriers(page: Page, part: Part = 'all'): Promise<readonly string[]> {
  // Colours are judged at rest, not while something fades in.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important; }',
  });
  // In the page itself and without what passes: a fifth of the time, and no page has frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part === 'page') axe.exclude('[data-testid="sider"]');
  if (part === 'dialog') axe.include('[role="dialog"]');
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`));
}
