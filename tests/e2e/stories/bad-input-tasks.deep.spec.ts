import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { seatOf } from '../support/base-desk.ts';
import { areaOf, type Listed, SHOP, step } from '../support/breadth-desk.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type Person, type StoredRecord, uniqueName } from '../support/person.ts';
import { inDatabase } from '../support/plant-database.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const MISS = 'safety/accident/nearMiss';
const MANY = 10_000;
/** Milliseconds within which somebody who works has what he asked for. */
const BEARABLE = 4_000;

/** Ten thousand near misses as the first one is, each of which waits for whoever that one waits for. */
async function manyWait(plant: MovedPlant): Promise<string> {
  const employee = await plant.as('employee');
  const name = uniqueName('未遂');
  const { id } = await employee.call<StoredRecord>('POST', `${MISS}/save`, {
    json: {
      ...{ title: name, occurTime: `${plant.wall(-60)}:00`, area: (await areaOf(plant)).id, dept: SHOP },
      ...{ anonymous: '0', reporter: employee.userId, accidentType: '01', potential: '2' },
      ...{ description: '吊装时有人从吊物下方通过', immediate: '叫停吊装' },
    },
  });
  await step(employee, MISS, 'report', id);
  await inDatabase(plant.dataDir, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = 'data."nearMiss"'::regclass and attnum > 0
         and not attisdropped and attgenerated = '' and attname not in ('id', 'title', 'missNo')`,
    );
    const rest = rows.map((row) => row.name).join(', ');
    await client.query(
      `insert into data."nearMiss" (id, title, "missNo", ${rest})
       select (7000000000000000000 + g)::text, title || '之' || g, 'WS-' || g, ${rest}
       from data."nearMiss", generate_series(2, $2::int) g where id = $1`,
      [id, MANY],
    );
    const told = ['transition', 'holder', 'behind', 'apart', 'parentId', 'due', 'opens', 'dueTimer', 'broughtBy'];
    const columns = told.map((column) => `"${column}"`).join(', ');
    await client.query(
      `insert into platform."stepTask" ("tenantId", "entityId", "recordId", title, since, ${columns})
       select "tenantId", "entityId", (7000000000000000000 + g)::text, title || '之' || g, since + g * interval '1 ms', ${columns}
       from platform."stepTask", generate_series(2, $2::int) g where "recordId" = $1`,
      [id, MANY],
    );
    await client.query('analyze data."nearMiss"');
    await client.query('analyze platform."stepTask"');
  });
  return name;
}

let waiting: Promise<string> | undefined;

/** How long something takes, kept with the story and printed. */
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  await work();
  const took = Math.round(performance.now() - since);
  console.log(`${what}: ${took} ms`);
  test.info().annotations.push({ type: what, description: `${took} ms` });
  expect.soft([what, took < patient(BEARABLE)]).toEqual([what, true]);
}

const todo = (who: Person, query: Readonly<Record<string, string>>) =>
  who.call<Listed & { total: number; businesses: readonly { key: string; title: string }[] }>(
    'GET',
    'system/flow/todo',
    { query },
  );

const entries = (page: Page) => page.locator('main').locator('tbody tr.ant-table-row, .anlan-task-card, .anlan-card');

for (const [at, phones] of [
  ['a desk', []],
  ['a phone', ['safety']],
] as const) {
  test(`ten thousand tasks of one person stay readable at ${at}`, async ({ page, moved }) => {
    waiting ??= manyWait(moved);
    const name = await waiting;
    const seat = seatOf(page, moved, phones);
    const safety = await moved.as('safety');

    await test.step('calls answer in time', async () => {
      await timed('call: counts', async () => {
        const { todo: count } = await safety.call<{ todo: number }>('GET', 'system/flow/counts');
        expect(count).toBe(1_000);
      });
      await timed('call: first page', async () => {
        const { total, records } = await todo(safety, { size: '20' });
        expect([total >= MANY, records.length]).toEqual([true, 20]);
      });
      await timed('call: last page', async () => {
        const { total } = await todo(safety, { size: '1' });
        const { records } = await todo(safety, { size: '20', current: String(Math.ceil(total / 20)) });
        expect(records.length).toBeGreaterThan(0);
      });
      await timed('call: search', async () => {
        const { total } = await todo(safety, { keyword: `${name}之7777` });
        expect(total).toBe(1);
      });
      await timed('call: of the page', async () => {
        const { total } = await safety.call<{ total: number }>('GET', 'system/flow/awaiting', {
          query: { page: 'accidentNearMiss', whose: 'mine', size: '20' },
        });
        expect(total).toBeGreaterThanOrEqual(MANY);
      });
      // Every business of which something waits, however far behind it stands.
      const { businesses, total } = await todo(safety, { size: '1' });
      for (const { key } of businesses)
        expect((await todo(safety, { entity: key, size: '1' })).total).toBeGreaterThan(0);
      expect(total).toBeGreaterThan(MANY);
      expect(businesses.length).toBeGreaterThan(2);
    });

    await test.step('the home says how much there is, and opens', async () => {
      await timed('home', async () => {
        await seat.open('safety', '/safety/system/workplace');
        await expect(page.getByTestId('waiting').getByRole('listitem').first()).toBeVisible();
      });
      await expect(page.getByRole('link', { name: '待办1000+项', exact: true })).toBeVisible();
      await fits(page);
      await picture(page, 'home');
    });

    await test.step('the list is paged to its end', async () => {
      await timed('list', async () => {
        await seat.open('safety', '/workflow/todo');
        await expect(entries(page).first()).toBeVisible();
      });
      await fits(page);
      await picture(page, 'list');
      await timed('next page', async () => {
        await page.getByRole('listitem', { name: '下一页' }).getByRole('button').click();
        await expect(page).toHaveURL(/current=2/);
        await expect(entries(page).first()).toBeVisible();
      });
      const { total } = await todo(safety, { size: '1' });
      const last = Math.ceil(total / 20);
      await timed('last page', async () => {
        await seat.open('safety', `/workflow/todo?current=${last}`);
        await expect(entries(page).first()).toBeVisible();
      });
      await fits(page);
      await picture(page, 'last');
    });

    await test.step('one of them is found by its name', async () => {
      await timed('search', async () => {
        await page.getByRole('textbox', { name: '搜索标题（按 / 键）' }).fill(`${name}之7777`);
        await expect(entries(page)).toHaveCount(1);
      });
      await expect(page.locator('main')).toContainText(`${name}之7777`);
      await picture(page, 'found');
      await page
        .getByRole('link', { name: new RegExp(`${name}之7777$|${name}之7777 `) })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name}之7777`);
    });

    await test.step('another business is found behind them', async () => {
      await seat.open('safety', '/workflow/todo');
      await expect(entries(page).first()).toBeVisible();
      await page.getByRole('combobox', { name: '业务' }).click();
      await expect(page.locator('.ant-select-item-option:visible').first()).toBeVisible();
      const { businesses } = await todo(safety, { size: '1' });
      // The last of them, behind what the box shows at a time.
      await page.keyboard.press('ArrowUp');
      const last = page.locator('.ant-select-item-option-active:visible');
      await expect
        .poll(async () => {
          const text = (await last.textContent())?.trim();
          return businesses.some(({ title }) => title === text);
        })
        .toBe(true);
      await picture(page, 'businesses');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/entity=/);
      await expect(entries(page).first()).toBeVisible();
      await expect(page.locator('main')).not.toContainText(name);
    });
  });
}
