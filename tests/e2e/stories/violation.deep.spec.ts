import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { agree, begin, dialogOf, finish, openRecord, seatOf, signAndFinish, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { choose, chooseRecord, item, person, photos, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(200_000));

const BASE = '/safety/base';
/** Somebody of a team, whose head is the leader of the workshop above it. */
const VIOLATOR = { account: 'lx0114', name: '苗丑二' };
const PHONES = ['officer', 'workshop', VIOLATOR.account];

/** The points of this year that somebody reads of himself. */
async function pointsShown(page: Page): Promise<string> {
  const card = page.locator('.anlan-card').filter({ hasText: VIOLATOR.name });
  await expect(card).toHaveCount(1);
  await fits(page);
  return (await card.textContent()) ?? '';
}

test('a violation is handled, costs points, is appealed against, and gives points back, as its person sees', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const people = new Map<string, ReturnType<typeof personOf>>();
  const as = (account: string) => {
    const known = people.get(account) ?? personOf(product.url, account);
    people.set(account, known);
    return known;
  };
  const seat = seatOf(page, { url: product.url, as }, PHONES);
  const area = await storeArea(await as('safety'));
  let number = '';
  const line = (step: string) => new RegExp(`^${step}：${number}`);

  await test.step('the officer of the workshop registers it with a photo, from his phone', async () => {
    await seat.open('officer', `${BASE}/registry/add`);
    await chooseRecord(page, 'area', area);
    await type(page, 'place', '二层平台');
    await choose(page, 'violationType', '违章作业');
    await person(page, 'violator', '违章人', VIOLATOR.name);
    await type(page, 'description', '未系');
    await type(page, 'suggestPoints', '3');
    await photos(page, 'photos', ['现场.png']);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(item(page, 'description').getByRole('alert')).toBeVisible();
    await picture(page, 'registry-refused');
    await expect(item(page, 'description').locator('textarea')).toHaveValue('未系');
    await type(page, 'description', '高处作业未系安全带。');
    await fits(page);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '违章登记', exact: true })).toBeVisible();
    await picture(page, 'registered');
    await page.locator('.anlan-card').first().getByRole('link').first().click();
    await expect(state(page)).toContainText('待处理');
    number = (await page.getByRole('heading', { level: 1 }).textContent())?.match(/WZ\d{11}/)?.[0] ?? '';
    expect(number).not.toBe('');
  });

  await test.step('safety takes it on and says who handles it', async () => {
    await seat.task('safety', line('受理'));
    const dialog = dialogOf(page, '受理');
    await expect(dialog).toBeVisible();
    await picture(page, 'accept');
    await person(dialog, 'dealUser', '处理人', '沈辰八');
    await finish(page, '受理');
  });

  await test.step('the officer handles it: points and what else', async () => {
    await seat.task('officer', /^作出违章处理：/);
    await expect(item(page, 'dealOpinion')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('deal.png'), fullPage: true });
    // What was suggested stands there.
    await expect(item(page, 'points').locator('input')).toHaveValue('3');
    await item(page, 'dealTypes').getByRole('checkbox', { name: '批评教育' }).check();
    await type(page, 'dealOpinion', '扣3分，班前会检讨并学习高处作业规定。');
    await fits(page);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(state(page)).toContainText('审批中');
  });

  await test.step('the head of the workshop agrees on his phone', async () => {
    await seat.task('workshop', new RegExp(number));
    await expect(page.locator('main')).toContainText('扣3分，班前会检讨');
    await seat.decide('同意处理。');
  });

  await test.step('its person reads it, confirms by hand, and sees his points', async () => {
    await seat.told(VIOLATOR.account, '对您的违章处理已通过', number);
    await seat.task(VIOLATOR.account, line('本人确认'));
    await expect(dialogOf(page, '本人确认')).toBeVisible();
    await picture(page, 'sign');
    await signAndFinish(page, '本人确认');
    await seat.open(VIOLATOR.account, `${BASE}/violationPoint`);
    expect(await pointsShown(page)).toMatch(/本年记分\s*3\.0/);
    await picture(page, 'points');
  });

  await test.step('carried out it is closed', async () => {
    await seat.task('officer', line('执行完成'));
    const dialog = dialogOf(page, '执行完成');
    await type(dialog, 'executeResult', '班前会已检讨，学习完成。');
    await finish(page, '执行完成');
    await seat.task('safety', line('结案'));
    await agree(page, '结案');
    await expect(state(page)).toContainText('已结案');
  });

  await test.step('its person appeals; the director gives points back, and no more than were taken', async () => {
    await openRecord(seat, VIOLATOR.account, `${BASE}/violationDeal`, number);
    const appeal = await begin(page, '申诉');
    await type(appeal, 'appealReason', '当时正在系挂安全带，请调阅监控。');
    await finish(page, '申诉');
    await seat.task('director', line('复核'));
    const dialog = dialogOf(page, '复核');
    await type(dialog, 'pointsBack', '3.5');
    await type(dialog, 'reviewOpinion', '监控显示属实。');
    await dialog.getByRole('button', { name: '复核', exact: true }).click();
    await expect(item(dialog, 'pointsBack').getByRole('alert')).toHaveText('退回的分数不能超过所扣的分数');
    await picture(page, 'settle-refused');
    await expect(item(dialog, 'reviewOpinion').locator('textarea')).toHaveValue('监控显示属实。');
    await type(dialog, 'pointsBack', '3');
    await finish(page, '复核');
  });

  await test.step('and he sees that they came back', async () => {
    await seat.told(VIOLATOR.account, '对违章处理的申诉已复核', number);
    await seat.open(VIOLATOR.account, `${BASE}/violationPoint`);
    expect(await pointsShown(page)).toMatch(/本年记分\s*0\.0/);
  });
});
