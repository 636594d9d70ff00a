import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { beginExam, openExam, question } from '../support/exam-desk.ts';
import { withMortal } from '../support/mortal-browser.ts';
import { expect, test } from '../support/story.ts';

/** How often the browser is killed; the last time while handing in. */
const KILLS = process.env.ANLAN_DEEP === '1' ? 20 : 3;

/** What is sent from now on never arrives, or arrives and nobody hears of it. */
const hold = (page: Page, arrives: boolean) =>
  page.route(/\/exam\/(answer\/save|record\/handIn)/, async (route) => {
    if (arrives) await route.fetch().catch(() => undefined);
  });

/** What was done last stands on the disk of this machine. */
const isKept = (page: Page) => expect(page.getByTestId('exam-saved')).toHaveAttribute('data-state', 'waiting');

test(`a browser that is killed ${KILLS} times, the last time while handing in, has lost no answer`, async ({
  product,
}) => {
  test.setTimeout(patient(60_000 + KILLS * 10_000));
  const count = KILLS - 1;
  const exam = await openExam(product.url, { examinee: 'guardian', essay: false, more: count });
  const given = async () => (await exam.rows()).filter(({ answer }) => answer !== null).length;
  await withMortal(product.url, async (mortal) => {
    for (let done = 0; done < count; done += 1) {
      const page = await mortal.open(exam.examinee, exam.path);
      if (done === 0) await beginExam(page);
      await expect(question(page)).toBeVisible();
      await expect.poll(given).toBe(done);
      await hold(page, done % 2 === 1);
      for (let at = 0; at < done; at += 1) await page.keyboard.press('ArrowRight');
      await expect(question(page)).toContainText(`第${done + 1}题，共`);
      await page.keyboard.press('b');
      await isKept(page);
      await mortal.kill();
    }
    const last = await mortal.open(exam.examinee, exam.path);
    await expect(question(last)).toBeVisible();
    await expect.poll(given).toBe(count);
    await hold(last, KILLS % 2 === 0);
    await last.getByRole('button', { name: '交卷' }).click();
    await last.getByRole('button', { name: '仍然交卷' }).click();
    await expect(last.getByText('正在交卷…')).toBeVisible();
    await mortal.kill();
    const after = await mortal.open(exam.examinee, exam.path);
    await expect(after.getByText('不合格', { exact: true }).first()).toBeVisible({ timeout: patient(30_000) });
  });
  const answers = (await exam.rows()).map(({ answer }) => answer);
  expect(answers.slice(0, count)).toEqual(Array.from({ length: count }, () => 'B'));
  expect(await exam.record()).toMatchObject({ status: '4', answered: count });
});
