import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Programs made of text: what the policy forbids. */
const EVALUATES = /(?<![\w$.])(?:new\s+)?(?:Function|eval)\s*\((?!\s*\))/g;

/**
 * Where packages still hold it, by a piece of the code around it. None of them is ever reached: the policy would stop
 * them, and a breach fails the story that caused it.
 */
const KNOWN: readonly { readonly piece: string; readonly why: string }[] = [
  { piece: 'with(this.functions)', why: "expr-eval's toJSFunction: only its parser is called" },
  { piece: 'return this', why: 'the global object of an old engine: globalThis is found before' },
  { piece: 'with($root)', why: "Formily's compiler of texts in schemas: ours is registered in its place" },
];

const client = process.env.ANLAN_CLIENT ?? join(import.meta.dirname, '../../../dist');

test('no chunk of the client makes programs of text, but for what packages hold and nobody calls', () => {
  const found: string[] = [];
  const scripts = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  for (const name of scripts) {
    const text = readFileSync(join(client, 'assets', name), 'utf8');
    for (const { index } of text.matchAll(EVALUATES)) {
      const around = text.slice(Math.max(0, index - 20), index + 120);
      if (!KNOWN.some(({ piece }) => around.includes(piece))) found.push(`${name}: ${around}`);
    }
  }
  expect(found).toEqual([]);
});

test('every page, found or not, is sent under the policy, on both ports', async ({ product }) => {
  const addresses = [product.url, product.adminUrl].flatMap((url) =>
    ['/', '/user/login', '/safety/base/law', '/exception/404', '/not/there', '/index.html'].map((path) => url + path),
  );
  for (const address of addresses) {
    const answer = await fetch(address);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
    expect([address, answer.headers.get('content-type')?.split(';')[0]]).toEqual([address, 'text/html']);
    expect([address, scripts]).toEqual([address, "script-src 'self'"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    // A script in the page itself would need the very permission that is not given.
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|javascript:/i);
  }
});

test('the policy stops an inline script and a program made of text, and the breach is noticed', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/Content Security Policy/i, /违反内容安全策略/);
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, '/safety/base/law');
  await expect(page.getByRole('table').first()).toBeVisible();
  const noticed = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
          found.push(`${effectiveDirective} ${blockedURI}`);
          if (found.length === 2) resolve(found);
        });
        const script = document.createElement('script');
        script.textContent = 'window.broken = true';
        document.head.append(script);
        setTimeout('window.broken = true');
      }),
  );
  expect(noticed.sort()).toEqual(['script-src eval', 'script-src-elem inline']);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
});
