import { gzipSync } from 'node:zlib';
import { expect, test } from '../support/story.ts';

/** Bytes, gzip, that the login page may load before it can be used. */
const FIRST_LOAD = 350 * 1024;

test('the login page loads no more than its budget, and nothing that only other pages use', async ({
  page,
  product,
}) => {
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  await page.goto('/user/login');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  const own = [...new Set(loaded)].filter((url) => url.startsWith(product.url) && !url.includes('/api/'));
  const sizes = await Promise.all(
    own.map(async (url) => {
      const content = Buffer.from(await (await fetch(url)).arrayBuffer());
      return { path: new URL(url).pathname, bytes: gzipSync(content).length };
    }),
  );
  expect(sizes.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(1);
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  test.info().annotations.push({ type: '首次加载', description: `${Math.round(sum / 1024)} kB gzip` });
  expect(sum, JSON.stringify(sizes)).toBeLessThan(FIRST_LOAD);
  const names = sizes.map(({ path }) => path.split('/').at(-1) ?? '').join(' ');
  expect(names).not.toMatch(/playground|designer|chart|diagram|codemirror|prosemirror|tiptap|lexical|pdfmake/i);
});
