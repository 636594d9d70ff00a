import type { Locator, Page } from 'playwright/test';
import { BEFORE_FIRST, type DesignChange, type DesignDraft } from '../../../src/core/wire/design.ts';
import type { Person } from './person.ts';
import { expect } from './story.ts';

/** The outline of what is designed. */
export const outlineOf = (page: Page): Locator => page.getByRole('navigation', { name: '结构' });

/** What the chosen thing says. */
export const propertiesOf = (page: Page): Locator => page.locator('[data-name="properties"]');

/** Waits until a draft is kept on the server. */
export const saved = (page: Page): Promise<void> =>
  expect(page.getByTestId('design-state')).toContainText('已保存为草稿');

/** Adds a thing behind the chosen one by keys: `kind` as it is found by sound, `lines` its options or columns. */
export async function addByKeys(page: Page, kind: string, name: string, lines: readonly string[] = []): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(kind);
  await page.keyboard.press('Enter');
  const adding = page.getByRole('dialog', { name: /^加：/ });
  await expect(adding.locator('#ds-new-title')).toBeFocused();
  await page.keyboard.insertText(name);
  if (lines.length > 0) {
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(lines.join('\n'));
  }
  await page.keyboard.press(lines.length > 0 ? 'Control+Enter' : 'Enter');
  await expect(adding).toBeHidden();
}

/** Writes a rule of the chosen thing: what must hold, and what is said where it does not. */
export async function addRule(page: Page, condition: string, otherwise: string): Promise<void> {
  const properties = propertiesOf(page);
  const rules = properties.locator('[data-keyword="rules"]');
  if (!(await rules.isVisible())) await properties.getByText('更多属性').click();
  await rules.getByRole('button', { name: '加一项' }).click();
  await rules.locator('.anlan-ds-entry').last().click();
  const box = properties.locator('[data-keyword="when"]').getByRole('textbox');
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(condition);
  await properties.locator('[data-keyword="else"] input').fill(otherwise);
  await page.keyboard.press('Tab');
}

/** Gives up what nobody has published. */
export async function giveUp(person: Person): Promise<void> {
  const { id, seq } = await person.call<DesignDraft>('GET', 'system/design/draft');
  if (id !== null) await person.call('POST', 'system/design/discard', { json: { after: seq } });
}

/** The change behind which the company's forms stand now, to which a story goes back. */
export async function standingChange(person: Person): Promise<string> {
  const [newest] = await person.call<readonly DesignChange[]>('GET', 'system/design/history');
  return newest?.id ?? BEFORE_FIRST;
}

/** Lets all stand again as behind a change; nothing where it does. */
export async function goBackTo(person: Person, id: string): Promise<void> {
  if ((await standingChange(person)) === id) return;
  await person.call('POST', 'system/design/rollback', { json: { id, reason: '试完了', choices: [] } });
}
