import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { pdfPages } from '../../fixtures/pdf-text.ts';
import { cellsOf, openedWorkbook } from '../../fixtures/workbook.ts';
import { seatOf, state } from '../support/base-desk.ts';
import { areaOf, detail, type Listed, SHOP, step } from '../support/breadth-desk.ts';
import { upload } from '../support/day-records.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type Person, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(300_000));

const MISS = 'safety/accident/nearMiss';
const PAGE = '/safety/accident/nearMiss';
/** Who reports it, as everybody knows him. */
const AUTHOR = '韩巳九';

/** Who asks: whoever handles it, whoever may open it, whoever keeps the accounts, and the reporter himself. */
const READERS = ['safety', 'officer', 'director', 'admin', 'auditor', 'employee'] as const;

const WIDTHS = [
  ['a desk', []],
  ['a phone', ['employee', 'safety', 'officer', 'director', 'admin', 'auditor']],
] as const;

/** A near miss that somebody has reported without his name, with a picture that he took. */
async function reported(plant: MovedPlant): Promise<StoredRecord> {
  const employee = await plant.as('employee');
  const { id } = await employee.call<StoredRecord>('POST', `${MISS}/save`, {
    json: {
      ...{ title: uniqueName('吊物下有人通过'), occurTime: `${plant.wall(-60)}:00`, area: (await areaOf(plant)).id },
      ...{ dept: SHOP, anonymous: '1', reporter: employee.userId, accidentType: '01', potential: '2' },
      ...{ description: '吊装时有人从吊物下方通过', immediate: '叫停吊装' },
      photos: [await upload(plant.url, employee)],
    },
  });
  await step(employee, MISS, 'report', id);
  return detail(employee, MISS, id);
}

/** What an answer says, as text, whatever it is. */
async function said(who: Person, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { status, type, bytes } = await who.read(path);
  if (type.includes('pdf')) return { status, text: (await pdfPages(bytes)).join('\n') };
  if (type.includes('spreadsheet')) return { status, text: JSON.stringify(cellsOf(await openedWorkbook(bytes))) };
  return { status, text: new TextDecoder().decode(bytes) };
}

/** Everything by which somebody may ask about a record of this title. */
function pathsTo({ id, title }: StoredRecord, author: string): readonly string[] {
  const words = encodeURIComponent(String(title));
  return [
    `${MISS}/page?title=${words}`,
    `${MISS}/page?keyword=${words}`,
    `${MISS}/list?title=${words}`,
    `${MISS}/detail?id=${id}&with=children`,
    `${MISS}/history?id=${id}`,
    `${MISS}/print?id=${id}`,
    `${MISS}/export?page=accidentNearMiss&title=${words}`,
    `${MISS}/select?keyword=${words}`,
    `${MISS}/statistic?block=byDept`,
    `system/find?keyword=${words}`,
    `system/flow/todo?keyword=${words}&size=200`,
    `system/flow/done?keyword=${words}&size=200`,
    `system/flow/record-info?entity=nearMiss&id=${id}`,
    `system/notice/page?title=${words}&size=200`,
    `system/audit-log/page?recordTitle=${words}&size=100`,
    // Who guesses finds nothing that would tell him that he was right.
    `${MISS}/page?title=${words}&reporter=${author}`,
    `${MISS}/page?title=${words}&createUser=${author}`,
    `${MISS}/page?title=${words}&keyword=${encodeURIComponent(AUTHOR)}`,
    `${MISS}/page?title=${words}&ascs=reporter`,
    `system/audit-log/page?recordTitle=${words}&createUser=${author}`,
  ];
}

const nameless = (page: Page) => expect(page.locator('main')).not.toContainText(AUTHOR);

for (const [at, phones] of WIDTHS) {
  test(`a near miss without a name tells nobody who wrote it at ${at}, until it is opened for a reason`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[034]/);
    const seat = seatOf(page, moved, phones);
    const author = (await moved.as('employee')).userId;
    const record = await reported(moved);
    const { id } = record;
    const title = String(record.title);

    await test.step('no call says it', async () => {
      for (const account of READERS) {
        const who = await moved.as(account);
        const answered: string[] = [];
        for (const path of pathsTo(record, author)) {
          const { status, text } = await said(who, path);
          // A link to a file is made for whoever reads it; what was asked for stands in a refusal.
          const told = text.replace(/[?&]user=[^&"]*/g, '');
          const found = [AUTHOR, author, 'anon-'].filter((word) => told.includes(word));
          // The reporter finds his own name where he is the one who is told.
          expect.soft({ account, path, status, found }).toEqual({ account, path, status, found: [] });
          expect.soft([account, path, status < 500]).toEqual([account, path, true]);
          if (status === 200) answered.push(path.replace(/[?].*/, ''));
        }
        expect(answered).toEqual(expect.arrayContaining([`${MISS}/page`, `${MISS}/detail`, 'system/find']));
        for (const guess of [`reporter=${author}`, `createUser=${author}`]) {
          const { body } = await who.ask<Listed>('GET', `${MISS}/page?title=${encodeURIComponent(title)}&${guess}`);
          expect.soft([account, guess, body.data?.records ?? []]).toEqual([account, guess, []]);
        }
        const { createUser, reporter } = await detail(who, MISS, id);
        for (const person of [createUser, reporter]) {
          const asked = await who.ask('GET', 'system/user/detail', { query: { id: String(person) } });
          expect([account, asked.status === 200]).toEqual([account, false]);
        }
      }
    });

    await test.step('no page says it', async () => {
      for (const account of READERS) {
        await seat.open(account, `${PAGE}?_q=${encodeURIComponent(title)}`);
        const entry = page.locator('main').locator('tbody tr.ant-table-row, .anlan-card').filter({ hasText: title });
        await expect(entry).toHaveCount(1);
        await nameless(page);
        await fits(page);
        await picture(page, `list-${account}`);
        await seat.open(account, `${PAGE}/view/${id}`);
        await expect(state(page)).toContainText('待审核');
        await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible();
        await expect(page.locator('main')).toContainText('匿名');
        await nameless(page);
        // There is nobody to whom the word could lead.
        await expect(page.locator('main').getByRole('link', { name: '匿名', exact: true })).toHaveCount(0);
        await fits(page);
        await picture(page, `detail-${account}`);
        await page.getByRole('button', { name: '全局搜索' }).click();
        const found = page.getByRole('dialog').filter({ has: page.getByRole('combobox', { name: '全局搜索' }) });
        await found.getByRole('combobox', { name: '全局搜索' }).fill(title);
        await expect(found).toContainText('未遂事件');
        await expect(found).not.toContainText(AUTHOR);
        await picture(page, `found-${account}`);
        await seat.open(account, `/workflow/todo?keyword=${encodeURIComponent(title)}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (account === 'safety' || account === 'officer') await expect(page.locator('main')).toContainText(title);
        await nameless(page);
        await picture(page, `todo-${account}`);
        await seat.open(account, '/workflow/inbox');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(
          page.locator('main').getByRole('listitem').filter({ hasText: title }).filter({ hasText: AUTHOR }),
        ).toHaveCount(0);
      }
    });

    await test.step('only the director opens it, and only for a reason', async () => {
      for (const account of READERS) {
        if (account === 'director') continue;
        const who = await moved.as(account);
        const { status } = await who.ask('POST', `${MISS}/open-author`, { json: { id, reason: '想知道是谁' } });
        expect([account, status]).toEqual([account, 403]);
      }
      await seat.open('director', `${PAGE}/view/${id}`);
      await expect(state(page)).toContainText('待审核');
      await picture(page, 'open-offered');
      await page.getByRole('button', { name: '查看匿名提交人', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: /匿名提交人$/ });
      await dialog.getByLabel('查看的理由').fill('查');
      await dialog.getByRole('button', { name: '查看', exact: true }).click();
      await expect(dialog.getByRole('alert').filter({ hasText: '请写明查看的理由' })).toBeVisible();
      await expect(dialog).not.toContainText(AUTHOR);
      await expect(dialog.getByLabel('查看的理由')).toHaveValue('查');
      await fits(page);
      await picture(page, 'open-refused');
      await dialog.getByLabel('查看的理由').fill('请他说明吊装当时的情形');
      await dialog.getByRole('button', { name: '查看', exact: true }).click();
      await expect(dialog).toContainText(AUTHOR);
      await fits(page);
      await picture(page, 'opened');
    });

    await test.step('that it was opened stands there for all, and who it is for nobody', async () => {
      for (const account of READERS) {
        await seat.open(account, `${PAGE}/view/${id}`);
        await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible();
        await expect(page.locator('main')).toContainText('查看匿名提交人');
        await nameless(page);
        await picture(page, `after-${account}`);
        const text = (await said(await moved.as(account), `${MISS}/history?id=${id}`)).text;
        expect([account, text.includes(AUTHOR), text.includes(author)]).toEqual([account, false, false]);
      }
    });
  });
}
