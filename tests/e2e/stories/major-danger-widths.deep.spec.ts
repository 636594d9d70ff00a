import { patient } from '../../fixtures/patience.ts';
import {
  agree,
  begin,
  DANGER,
  deskOf,
  finish,
  judge,
  makeScheme,
  openDanger,
  rectify,
  report,
  type Seat,
  state,
  storeArea,
} from '../support/danger-desk.ts';
import { choose, date, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// A dozen people's steps one after the other take their time on a busy machine.
test.setTimeout(patient(240_000));

/** A workshop and its people, none of whom any other story of dangers knows, and their names. */
const UNIT = { id: '6459670110', name: '单体二车间' };
const CAST = { reporter: 'lx0132', head: 'lx0029', mender: 'lx0031', acceptor: 'lx0130', reviewer: 'lx0035' } as const;
const NAMES = { mender: '尤申九', acceptor: '时丁十', reviewer: '施甲三' };

const WIDTHS = [
  ['a desk', desk],
  ['a phone', phone],
] as const;

for (const [at, wide] of WIDTHS) {
  test(`a major danger goes its whole way at ${at}: refused without measures, delayed, refused at acceptance, closed`, async ({
    page,
    product,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    await wide(page);
    const seat: Seat = { page, account: '' };
    const at = (account: string) => deskOf(seat, product, account);
    const mender = await at(CAST.mender);
    const head = await at(CAST.head);
    const acceptor = await at(CAST.acceptor);
    const director = await at('director');
    const principal = await at('principal');
    const area = await storeArea(await personOf(product.url, 'safety'), UNIT.id);
    const name = uniqueName('氮封压力表失准');
    const looked = (what: string) => picture(page, what);

    await test.step('whoever finds it says so with a photo, a place and a sentence', async () => {
      const reporter = await at(CAST.reporter);
      await reporter.open(`${DANGER}/riskReport/add`);
      await photos(page, 'photos', ['氮封.png']);
      await item(page, 'areaId').getByRole('combobox').click();
      await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().click();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: '提交', exact: true }).click();
      await expect(item(page, 'perilDesc').getByRole('alert')).toHaveText('请输入隐患描述');
      await expect(item(page, 'areaId')).toContainText(area);
      await looked('report-refused');
      await type(page, 'perilDesc', name);
      await item(page, 'urgency').getByText('紧急', { exact: true }).click();
      await fits(page);
      await page.getByRole('button', { name: '提交', exact: true }).click();
      await expect(page.getByText('提交成功')).toBeVisible();
    });

    await test.step('the director assesses it as major, and not without temporary measures', async () => {
      await openDanger(director, 'manageAssessment', name);
      await looked('to-assess');
      const dialog = await begin(director, '评估', name);
      await press(dialog, 'level', '重大隐患');
      await choose(dialog, 'criterion', '第12项');
      await type(dialog, 'reason', '检修后没有校验。');
      await choose(dialog, 'type', '仪表');
      await choose(dialog, 'causeClass', '物的不安全状态');
      await type(dialog, 'opinion', '构成重大隐患，立即制定方案。');
      await person(dialog, 'dutyUserId', '整改责任人', NAMES.mender);
      await dialog.getByRole('button', { name: '评估', exact: true }).click();
      // The clause is told at the field that lacks its words, for the danger by its number and place.
      await expect(item(dialog, 'tempMeasures').getByRole('alert')).toHaveText(
        /^隐患YH\d+（.+）属重大隐患，评估完成前须写明临时管控措施（总局令第16号第十六条）$/,
      );
      await expect(item(dialog, 'tempMeasures')).toBeInViewport();
      await looked('assess-refused');
      await expect(item(dialog, 'reason').locator('textarea')).toHaveValue('检修后没有校验。');
      await expect(item(dialog, 'dutyUserId')).toContainText(NAMES.mender);
      await type(dialog, 'tempMeasures', '停止进料，专人值守。');
      await fits(page);
      await finish(director, '评估', name, '评估成功，当前状态：待制定方案');
    });

    await test.step('whoever mends it makes the scheme, which head and principal approve', async () => {
      await makeScheme(mender, name, {
        goal: '恢复氮封联锁。',
        measures: '更换压力表并校验。',
        unit: UNIT.name,
        fund: '2',
        duty: NAMES.mender,
        lasts: 8,
        deadline: 10,
        safetyMeasures: '停止进料，专人值守。',
        emergencyPlan: '储罐氮封失效现场处置方案。',
        acceptedBy: NAMES.acceptor,
        reviewedBy: NAMES.reviewer,
      });
      await looked('scheme-made');
      await agree(head, name, '方案可行。');
      await agree(principal, name, '同意，资金已落实。', true);
    });

    await test.step('a delay beyond the longest one is refused with its last day; the principal signs a shorter one', async () => {
      await openDanger(mender, 'manageRectification', name);
      const dialog = await begin(mender, '延期申请', name);
      await date(dialog, 'newDeadline', inDays(400));
      await type(dialog, 'delayReason', '压力表到货推迟。');
      await type(dialog, 'tempMeasures', '继续停止进料。');
      await dialog.getByRole('button', { name: '延期申请', exact: true }).click();
      await expect(item(dialog, 'newDeadline').getByRole('alert')).toHaveText(
        /重大隐患每次延期不超过\d+天.*最晚延至\d{4}-\d\d-\d\d/,
      );
      await looked('delay-refused');
      await expect(item(dialog, 'delayReason').locator('textarea')).toHaveValue('压力表到货推迟。');
      await date(dialog, 'newDeadline', inDays(20));
      await finish(mender, '延期申请', name);
      await agree(principal, name, '同意延期。', true);
    });

    await test.step('its first acceptance is refused, and it goes back to whoever mends', async () => {
      await rectify(mender, name, '压力表已更换。');
      await agree(head, name, '情况属实。');
      await judge(acceptor, name, ['验收', '不合格', '没有校验记录。', '整改中']);
      await openDanger(mender, 'manageRectification', name);
      await expect(state(page)).toContainText('整改中');
      await expect(page.locator('main')).toContainText('没有校验记录。');
      await fits(page);
      await looked('sent-back');
    });

    await test.step('mended again it is accepted, but not closed before it was reported', async () => {
      await rectify(mender, name, '校验合格，记录已存档。');
      await agree(head, name, '情况属实。');
      await judge(acceptor, name, ['验收', '合格', '记录齐全。', '待复查']);
      const reviewer = await at(CAST.reviewer);
      await openDanger(reviewer, 'manageReview', name);
      const dialog = await begin(reviewer, '复查', name);
      await press(dialog, 'reviewResult', '合格');
      await type(dialog, 'reviewOpinion', '抽查有效。');
      await dialog.getByRole('button', { name: '复查', exact: true }).click();
      await expect(dialog.getByText(/安全生产法第四十一条/).first()).toBeVisible();
      await looked('review-refused');
      await expect(item(dialog, 'reviewOpinion').locator('textarea')).toHaveValue('抽查有效。');
      await dialog.getByRole('button', { name: '取消', exact: true }).click();
      await openDanger(director, 'list', name);
      await report(director, name, '氮封联锁已恢复。');
      await judge(reviewer, name, ['复查', '合格', '抽查有效。', '已销号']);
      await fits(page);
      await looked('closed');
    });
  });
}
