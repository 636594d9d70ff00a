import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { expect } from './story.ts';

/** A field of a form by its key; `scope` is a page or a dialog. */
export const item = (scope: Page | Locator, key: string): Locator => scope.locator(`[data-field="${key}"]`);

const pageOf = (scope: Page | Locator): Page => ('page' in scope ? scope.page() : scope);

/** Types into a text field. */
export async function type(scope: Page | Locator, key: string, text: string): Promise<void> {
  await item(scope, key).locator('input, textarea').first().fill(text);
}

/** Types a date, with its time where the field has one (`2026-01-05 08:30`). */
export async function date(scope: Page | Locator, key: string, text: string): Promise<void> {
  const input = item(scope, key).locator('input').first();
  await input.fill(text);
  await input.press('Enter');
  await expect(input).toHaveValue(text);
}

/** Chooses from a list of choices by title. */
export async function choose(scope: Page | Locator, key: string, title: string): Promise<void> {
  const box = item(scope, key).getByRole('combobox');
  await box.fill(title);
  // Enter takes the one that is marked, which is another until the list has been narrowed.
  const marked = pageOf(scope).locator('.ant-select-dropdown:visible .ant-select-item-option-active');
  await expect(marked.filter({ hasText: title })).toBeVisible();
  await box.press('Enter');
  await expect(item(scope, key)).toContainText(title);
}

/** Chooses from a tree of records by title. */
export async function chooseRecord(scope: Page | Locator, key: string, title: string): Promise<void> {
  await item(scope, key).getByRole('combobox').click();
  const found = pageOf(scope).locator('.ant-cascader-menu-item:visible').filter({ hasText: title });
  await found.first().click();
  await expect(item(scope, key)).toContainText(title);
  // The tree stays open for what may lie below.
  await pageOf(scope).keyboard.press('Tab');
}

/** Presses one of the choices that stand side by side. */
export async function press(scope: Page | Locator, key: string, title: string): Promise<void> {
  await item(scope, key).getByRole('radio', { name: title, exact: true }).check();
}

/** Chooses a person by name. */
export async function person(scope: Page | Locator, key: string, title: string, name: string): Promise<void> {
  await item(scope, key).getByRole('button', { name: title }).first().click();
  const picker = pageOf(scope).getByRole('dialog', { name: `选择${title}` });
  await picker.getByLabel('搜索姓名或账号').fill(name);
  await picker.getByRole('radio', { name: new RegExp(name) }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker).toBeHidden();
  await expect(item(scope, key)).toContainText(name);
}

/** Chooses a department by name. */
export async function department(scope: Page | Locator, key: string, title: string, name: string): Promise<void> {
  await item(scope, key).getByRole('button', { name: title }).first().click();
  const picker = pageOf(scope).getByRole('dialog', { name: `选择${title}` });
  await picker.getByLabel('搜索部门').fill(name);
  await picker.getByRole('checkbox', { name }).first().check();
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker).toBeHidden();
  await expect(item(scope, key)).toContainText(name);
}

/** The cells of a row in a table within a form. */
export function cellsOf(page: Page, table: Locator, row: number) {
  const cell = (column: string) => table.locator('tr[data-key]').nth(row).locator(`td[data-column="${column}"]`);
  const fill = async (column: string, text: string) => {
    await cell(column).click();
    await cell(column).locator('input, textarea').first().fill(text);
  };
  return {
    cell,
    fill,
    async choose(column: string, title: string) {
      await cell(column).click();
      const beside = cell(column).getByRole('radio', { name: title, exact: true });
      if ((await cell(column).getByRole('radio').count()) > 0) return beside.check();
      await cell(column).locator('input').first().fill(title);
      await expect(page.locator('.ant-select-item-option-active:visible').filter({ hasText: title })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(cell(column)).toContainText(title);
    },
  };
}

/** Puts pictures into an upload and waits until they are stored. */
export async function photos(scope: Page | Locator, key: string, names: readonly string[]): Promise<void> {
  const field = item(scope, key);
  for (const name of names) {
    await field.locator('input[type="file"]').first().setInputFiles({ name, mimeType: 'image/png', buffer: png() });
    await expect(field.getByRole('button', { name: `删除${name}` })).toBeVisible();
  }
  await expect(field.locator('[data-status="uploading"], [data-status="error"]')).toHaveCount(0);
}

/** A PNG of stripes in colours that no other has. */
export function png(width = 64, height = 48): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2], 8);
  const colour = [0, 0, 0].map(() => Math.floor(Math.random() * 200));
  const shades = [0, 50].map((more) => colour.map((part) => part + more));
  const line = [0, ...Array.from({ length: width }, (_, x) => shades[x % 2] ?? []).flat()];
  const pixels = Buffer.from(Array.from({ length: height }, () => line).flat());
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A time so many days from now as a form takes it (`2026-01-05 08:30`), at the clock of the plant. */
export function inDays(days: number): string {
  const shanghai = new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000);
  return shanghai.toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * Where something stands in the middle of the window, from under the bar of buttons, once nothing above it grows any more,
 * such as a picture that is still coming.
 */
async function still(page: Page, place: Locator) {
  for (let before = ''; ; ) {
    await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await place.boundingBox();
    if (box === null) throw new Error('no paper to sign on');
    const now = JSON.stringify(box);
    if (now === before) return box;
    before = now;
    await page.waitForTimeout(250);
  }
}

/** Draws a line onto the paper of a signature. */
export async function sign(page: Page): Promise<void> {
  const paper = page.getByRole('img', { name: /书写区$/ });
  const box = await still(page, paper);
  await page.mouse.move(box.x + 20, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 80, { steps: 4 });
  await page.mouse.move(box.x + 150, box.y + 30, { steps: 4 });
  await page.mouse.up();
}
