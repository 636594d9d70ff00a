import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { type EntityPage, entityPages, throughStates } from '../support/entity-pages.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Dark differs in colours only: `ANLAN_THEME=dark` looks through all pages in it. */
const THEME = process.env.ANLAN_THEME === 'dark' ? 'dark' : 'light';

/** Part of a page's address that says to which area it belongs. */
const areaOf = ({ path }: EntityPage): string => path.split('/')[2] ?? '';

const LARGE = ['risk', 'danger', 'ticket', 'system'] as const;

interface Share {
  readonly title: string;
  readonly account: string;
  readonly holds: (area: string) => boolean;
}

/** The menu in shares, so that a fault in one area hides none in another. Only the administrator sees all of the system's pages. */
const SHARES: readonly Share[] = [
  ...LARGE.map((area) => ({
    title: area,
    account: area === 'system' ? 'admin' : 'safety',
    holds: (other: string) => other === area,
  })),
  { title: 'the other areas', account: 'safety', holds: (area) => !LARGE.some((large) => large === area) },
];

for (const { title, account, holds } of SHARES) {
  test(`no generated page of ${title} keeps anybody out, in any of its states`, async ({
    page,
    product,
    expectedErrors,
  }) => {
    test.setTimeout(patient(600_000));
    // A record that waits for nobody has no task to decide.
    expectedErrors.push(/status of 40[034]/);
    const person = await personOf(product.url, account);
    const pages = (await entityPages(person)).filter((one) => holds(areaOf(one)));
    expect(pages.length).toBeGreaterThan(5);
    await page.addInitScript((chosen) => {
      localStorage.setItem('anlan-look', JSON.stringify({ state: { theme: chosen, density: 'standard' }, version: 1 }));
    }, THEME);
    await enter(page, product.url, person, '/safety/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const found: string[] = [];
    let states = 0;
    for (const one of pages) {
      await throughStates(page, one, async (state, part) => {
        states += 1;
        found.push(...(await barriers(page, part)).map((barrier) => `${one.title}（${state}）${barrier}`));
      }).catch((error: unknown) => found.push(`${one.title} ${one.path}: ${String(error).split('\n')[0]}`));
    }
    test.info().annotations.push({ type: '页面状态', description: `${pages.length} 页 ${states} 个状态` });
    expect(states).toBeGreaterThan(pages.length);
    expect(found).toEqual([]);
  });
}
