import { fictitiousCreditCode } from '../../../mocks/demo-plant/contractors.ts';
import { patient } from '../../fixtures/patience.ts';
import { begin, finish, seatOf } from '../support/base-desk.ts';
import { DAY, detail, type Listed, WIDTHS } from '../support/breadth-desk.ts';
import { choose, date, item, person, photos, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(300_000));

const PARTY = 'safety/archives/thirdParty';
const PAGE = '/safety/archives/thirdParty';
const EXPIRIES = '/safety/archives/archiveExpiries';
const NEXT = { name: '沈辰八', account: 'officer' };

for (const [at, phones] of WIDTHS) {
  test(`a file that runs out at ${at} is warned of across all kinds, renewed, handed over, and kept`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, [...phones, ...(phones.length > 0 ? [NEXT.account] : [])]);
    const orgName = uniqueName('虚构检测机构');
    const kept = { id: '' };
    const stored = async () => detail(await moved.as('safety'), PARTY, kept.id);
    const day = (days: number) => moved.wall(days * DAY).slice(0, 10);
    const row = () => page.locator('main').locator('tbody tr, .anlan-card').filter({ hasText: orgName });
    const warned = async () => {
      await seat.open('safety', EXPIRIES);
      const searched = page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(orgName));
      await page.getByRole('searchbox').or(page.getByPlaceholder(/搜索/)).first().fill(orgName);
      await page.keyboard.press('Enter');
      await searched;
      await expect(page.locator('main .ant-skeleton:visible')).toHaveCount(0);
    };

    await test.step('safety files it, with its papers and their day', async () => {
      await seat.open('safety', `${PAGE}/add`);
      await type(page, 'orgName', orgName);
      await choose(page, 'orgType', '检测检验机构');
      await type(page, 'creditCode', '91320000MA00000000');
      await type(page, 'qualification', '虚构检验资质');
      await date(page, 'qualTo', day(20));
      await type(page, 'contact', '联甲一');
      await type(page, 'phone', '13900000000');
      await photos(page, 'files', ['资质证书.png']);
      await choose(page, 'retention', '3年');
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(item(page, 'creditCode').getByRole('alert')).toBeVisible();
      await picture(page, 'code-refused');
      await expect(item(page, 'qualification').locator('input')).toHaveValue('虚构检验资质');
      await type(page, 'creditCode', fictitiousCreditCode(phones.length + 960));
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('form-full.png'), fullPage: true });
      await page.getByRole('button', { name: '保存', exact: true }).click();
      const found = async () =>
        (await (await moved.as('safety')).call<Listed>('GET', `${PARTY}/page`, { query: { orgName } })).records;
      await expect.poll(found).toHaveLength(1);
      const records = await found();
      kept.id = records[0]?.id ?? '';
      expect(await stored()).toMatchObject({ dueState: '2', dueDate: day(20), status: '1' });
    });

    await test.step('the warning across kinds has it; whoever has no business there does not', async () => {
      await warned();
      await expect(row()).toHaveCount(1);
      await expect(row()).toContainText('临期');
      await expect(row()).toContainText('第三方档案');
      await fits(page);
      await picture(page, 'warned');
      await seat.open('employee', EXPIRIES);
      await expect(page.locator('main')).not.toContainText(orgName);
      await expect(
        page
          .getByText('404')
          .or(page.getByText(/不存在|没有权限/))
          .first(),
      ).toBeVisible();
      const { status } = await (await moved.as('employee')).ask('GET', `${PARTY}/detail`, { query: { id: kept.id } });
      expect(status).toBe(403);
    });

    await test.step('its day passes: it has run out, and its keeper is told', async () => {
      await seat.pass(22 * DAY);
      await expect.poll(async () => (await stored()).dueState, { timeout: patient(60_000) }).toBe('3');
      await seat.told('safety', '档案里有一项已过期', orgName);
      await warned();
      await expect(row()).toContainText('已过期');
      await picture(page, 'run-out');
    });

    await test.step('renewed, it is warned of no more', async () => {
      await row()
        .getByRole('link', { name: new RegExp(orgName) })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(orgName);
      await page.getByRole('button', { name: '编辑', exact: true }).click();
      await date(page, 'qualTo', day(700));
      await photos(page, 'files', ['换发的证书.png']);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(page.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
      expect(await stored()).toMatchObject({ dueState: '0', dueDate: day(700) });
      await warned();
      await expect(page.locator('main [data-testid^="empty"]').filter({ visible: true }).first()).toBeVisible();
      await expect(row()).toHaveCount(0);
      await picture(page, 'renewed');
    });

    await test.step('it is handed over to somebody else, with a list that he has got', async () => {
      await seat.open('safety', `${PAGE}/view/${kept.id}`);
      const dialog = await begin(page, '移交');
      await person(dialog, 'keeper', '接收人', '孙丙三');
      await type(dialog, 'handNote', '岗位调整，原件三份。');
      await photos(dialog, 'handFiles', ['移交清单.png']);
      await dialog.getByRole('button', { name: '移交', exact: true }).click();
      await expect(dialog.getByText('接收人不能是现在的保管人')).toBeVisible();
      await picture(page, 'hand-refused');
      await person(dialog, 'keeper', '接收人', NEXT.name);
      await finish(page, '移交');
      const officer = await moved.as(NEXT.account);
      expect(await stored()).toMatchObject({ keeper: officer.userId, handedOn: day(0) });
      await expect(page.locator('main')).toContainText('岗位调整，原件三份。');
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('handed-full.png'), fullPage: true });
      await seat.open(NEXT.account, `${PAGE}/view/${kept.id}`);
      await expect(page.locator('main')).toContainText(NEXT.name);
      await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0);
    });

    await test.step('out of use, its days are counted, and it stays until they are over', async () => {
      await seat.open('safety', `${PAGE}/view/${kept.id}`);
      await page.getByRole('button', { name: '停用', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();
      await expect(page.getByRole('button', { name: '启用', exact: true })).toBeVisible();
      const { retentionTo } = await stored();
      expect(String(retentionTo).slice(0, 4)).toBe(String(Number(day(0).slice(0, 4)) + 3));
      await expect(page.locator('main')).toContainText(String(retentionTo));
      await expect(page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
      const { status, body } = await (await moved.as('safety')).ask('POST', `${PARTY}/remove`, {
        query: { ids: kept.id },
      });
      expect([status, body.msg]).toEqual([400, `档案里有文件，保管期满前不能删除：保管至${retentionTo}`]);
      await picture(page, 'kept');
    });
  });
}
