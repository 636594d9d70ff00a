import { gzipSync } from 'node:zlib';
import { followOutstanding } from '../support/outstanding.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Bytes, gzip, that the login page may load before it can be used. */
const FIRST_LOAD = 350 * 1024;

/** Scripts of the login page, and of a list with all before it: a browser asks for six at a time. */
const SCRIPTS = { login: 8, list: 16 };

test('the login page loads no more than its budget, and nothing that only other pages use', async ({
  page,
  product,
}) => {
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  const allHasCome = followOutstanding(page.context());
  await page.goto('/user/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled();
  await allHasCome();
  const own = [...new Set(loaded)].filter((url) => url.startsWith(product.url) && !url.includes('/api/'));
  const sizes = await Promise.all(
    own.map(async (url) => {
      const content = Buffer.from(await (await fetch(url)).arrayBuffer());
      return { path: new URL(url).pathname, bytes: gzipSync(content).length };
    }),
  );
  const scripts = sizes.filter(({ path }) => path.endsWith('.js')).length;
  expect(scripts).toBeGreaterThan(1);
  expect(scripts).toBeLessThanOrEqual(SCRIPTS.login);
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  test.info().annotations.push({ type: '首次加载', description: `${Math.round(sum / 1024)} kB gzip` });
  expect(sum, JSON.stringify(sizes)).toBeLessThan(FIRST_LOAD);
  const names = sizes.map(({ path }) => path.split('/').at(-1) ?? '').join(' ');
  expect(names).not.toMatch(/playground|designer|chart|diagram|codemirror|prosemirror|tiptap|lexical|pdfmake/i);
});

test('a list loads few scripts, each once, and asks for its metadata once, by its address as from the menu', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const scripts = () => asked.filter((url) => url.endsWith('.js') && url.includes('/assets/'));
  const metadata = () => asked.filter((url) => url.includes('/metadata/page?'));
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law');
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
  expect(scripts()).toEqual([...new Set(scripts())]);
  expect(scripts().length).toBeLessThanOrEqual(SCRIPTS.list);
  expect(metadata()).toHaveLength(1);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页', exact: true }).click();
  await expect(page.getByRole('heading', { name: '全部功能' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
  expect(scripts()).toEqual([...new Set(scripts())]);
  expect(metadata()).toHaveLength(1);
});
