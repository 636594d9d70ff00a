import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { type EntityPage, entityPages, throughStates } from '../support/entity-pages.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Days since 1970: the sample is another one each day, so that in time every page is looked at. */
const DAY = Math.floor(Date.now() / 86_400_000);

/** One page of each kind, which one the day says: a list with a flow and one without, a tree, statistics. */
function sampleOf(pages: readonly EntityPage[]): readonly EntityPage[] {
  const kinds = [
    pages.filter(({ view, flows }) => view === 'list' && flows),
    pages.filter(({ view, flows }) => view === 'list' && !flows),
    pages.filter(({ view }) => view === 'tree'),
    pages.filter(({ view }) => view === 'statistics'),
  ];
  return kinds.map((kind) => {
    const page = kind[DAY % kind.length];
    if (page === undefined) throw new Error('the menu has no page of a kind');
    return page;
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`a page of each kind keeps nobody out in any of its states, ${theme}`, async ({
    page,
    product,
    expectedErrors,
  }) => {
    test.setTimeout(patient(120_000));
    // A record that waits for nobody has no task to decide.
    expectedErrors.push(/status of 40[034]/);
    const safety = await personOf(product.url, 'safety');
    const sample = sampleOf(await entityPages(safety));
    await page.addInitScript((chosen) => {
      localStorage.setItem('anlan-look', JSON.stringify({ state: { theme: chosen, density: 'standard' }, version: 1 }));
    }, theme);
    await enter(page, product.url, safety, '/safety/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const found: string[] = [];
    // The full number of pages is that of the deep story; dark differs in colours only.
    for (const one of theme === 'light' ? sample : sample.slice(0, 1)) {
      await throughStates(page, one, async (state, part) => {
        found.push(...(await barriers(page, part)).map((barrier) => `${one.title}（${state}）${barrier}`));
      });
    }
    expect(found).toEqual([]);
  });
}
