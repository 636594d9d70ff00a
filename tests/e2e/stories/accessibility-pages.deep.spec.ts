import { barriers } from '../support/barriers.ts';
import { entityPages, throughStates } from '../support/entity-pages.ts';
import { patient } from '../support/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

for (const account of ['safety', 'admin']) {
  test(`no generated page of ${account}'s menu keeps anybody out, in any of its states`, async ({
    page,
    product,
    expectedErrors,
  }) => {
    test.setTimeout(patient(1_500_000));
    // A record that waits for nobody has no task to decide.
    expectedErrors.push(/status of 40[034]/);
    const person = await personOf(product.url, account);
    const pages = await entityPages(person);
    expect(pages.length).toBeGreaterThan(account === 'safety' ? 40 : 10);
    await enter(page, product.url, person, '/safety/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const found: string[] = [];
    let states = 0;
    for (const one of pages) {
      await throughStates(page, one, async (state) => {
        states += 1;
        found.push(...(await barriers(page)).map((barrier) => `${one.title}（${state}）${barrier}`));
      }).catch((error: unknown) => found.push(`${one.title} ${one.path}: ${String(error).split('\n')[0]}`));
    }
    test.info().annotations.push({ type: '页面状态', description: `${pages.length} 页 ${states} 个状态` });
    expect(found).toEqual([]);
  });
}
