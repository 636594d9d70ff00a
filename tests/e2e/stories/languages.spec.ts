import type { Page } from 'playwright/test';
import { demoClient } from '../../../server/ground/config.ts';
import { patient } from '../../fixtures/patience.ts';
import { pdfPages } from '../../fixtures/pdf-text.ts';
import { item } from '../support/fill.ts';
import { personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, signIn, test } from '../support/story.ts';

const LAW = '/safety/base/law';

/** Chooses a language from the menu, and waits until the page says that it speaks it. */
async function choose(page: Page, name: string, language: string): Promise<void> {
  await page.getByTestId('language-menu').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

test('the login page speaks four languages, keeps what is typed, and loads only the one that is chosen', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const packs: string[] = [];
  page.on('request', (request) => {
    const pack = /assets\/(zh-TW|en-US|pt-BR)-/.exec(request.url())?.[1];
    if (pack !== undefined) packs.push(pack);
  });
  await page.goto('/user/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  expect(packs).toEqual([]);
  await page.getByLabel('账号', { exact: true }).fill('safety');
  await page.getByLabel('密码', { exact: true }).fill('wrong-Password1');

  await choose(page, 'English', 'en-US');
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue('safety');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-Password1');
  await expect(page).toHaveTitle(/^Log in - /);
  expect([...new Set(packs)]).toEqual(['en-US']);

  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByTestId('login-error')).toHaveText('Wrong account or password');

  await choose(page, 'Português', 'pt-BR');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await choose(page, '繁體中文', 'zh-TW');
  await expect(page.getByRole('button', { name: '登入', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '登入', exact: true })).toBeVisible();
  await choose(page, '简体中文', 'zh-CN');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
});

test('list, menu and title follow; an open form changes its texts and keeps what was typed', async ({ page }) => {
  await signIn(page, 'safety');
  await page.goto(LAW);
  await expect(page.getByRole('heading', { name: '法律法规' })).toBeVisible();
  await choose(page, 'English', 'en-US');
  await expect(page.getByRole('heading', { name: 'Laws and regulations' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Laws and regulations' })).toBeVisible();
  await expect(page).toHaveTitle(/^Laws and regulations - /);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(page.locator('.ant-table-thead, [role="columnheader"]').first()).not.toContainText(/\p{Script=Han}/u);

  await page.goto(`${LAW}/add`);
  const name = uniqueName('语言示例');
  await item(page, 'name').locator('input').fill(name);
  await choose(page, 'Português', 'pt-BR');
  await expect(item(page, 'name')).toContainText('Nome do documento');
  await expect(item(page, 'name').locator('input')).toHaveValue(name);
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(item(page, 'docNo')).toContainText('Informe Nº do documento');
  await choose(page, '简体中文', 'zh-CN');
  await expect(item(page, 'name')).toContainText('文件名称');
  await expect(item(page, 'name').locator('input')).toHaveValue(name);
});

test('a permit is printed in the language of the person who prints', async ({ product }) => {
  const safety = await personOf(product.url, 'safety');
  const first = async (): Promise<StoredRecord | undefined> => {
    const query = { size: '1', page: 'taskManage' };
    return (await safety.call<{ records: StoredRecord[] }>('GET', 'workticket/ticket/page', { query })).records[0];
  };
  // The demo plant's permits are written in the background.
  await expect.poll(first, { timeout: patient(60_000) }).toBeDefined();
  const id = (await first())?.id;
  const print = async (language: string): Promise<string> => {
    const answer = await fetch(`${product.url}/api/anlan-workticket/ticket/print?id=${id}`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`,
        'anlan-auth': `bearer ${safety.accessToken}`,
        'tenant-id': safety.tenantId,
        'accept-language': language,
      },
    });
    expect(answer.status).toBe(200);
    return (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).join('');
  };
  const words = [
    ['zh-CN', '安全措施', '第1页共'],
    ['pt-BR', 'Medidasdesegurança', 'Página1de'],
    ['en-US', 'Safetymeasures', 'Page1of'],
  ] as const;
  for (const [language, section, foot] of words) {
    const paper = await print(language);
    expect(paper).toContain(section);
    expect(paper).toContain(foot);
  }
  const traditional = await print('zh-TW');
  expect(traditional).toMatch(/第1頁共/);
  // Every character of the labels is in the font: none is printed by its number.
  expect(traditional).not.toContain('〔U+');
});
