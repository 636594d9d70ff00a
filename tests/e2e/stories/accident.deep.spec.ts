import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { agree, begin, dialogOf, finish, openRecord, people, seatOf, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { cellsOf, choose, chooseRecord, date, item, person, photos, png, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(300_000));

const ACCIDENT = '/safety/accident';
const DAY = 1_440;
const DISPATCHER = 'lx0020';
const PHONES = ['employee', 'leader', 'principal', 'officer'];
const NAMES = { leader: '韩辰五', officer: '沈辰八', workshop: '沈卯四', employee: '韩巳九', safety: '孙丙三' };

/** Adds rows to a table of a form; what begins with = is chosen. */
async function rows(
  page: Page,
  key: string,
  title: string,
  lines: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  for (const [index, line] of lines.entries()) {
    await page.getByRole('button', { name: `${title}：添加一行` }).click();
    const cells = cellsOf(page, item(page, key), index);
    for (const [column, text] of Object.entries(line)) {
      if (text.startsWith('=')) await cells.choose(column, text.slice(1));
      else await cells.fill(column, text);
    }
  }
}

test('an accident goes from the call at the scene to the archive, and nothing of it is let go', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, PHONES);
  const title = uniqueName('取样口烫伤');
  const line = (step: string) => new RegExp(`^${step}：${title}`);
  const area = await storeArea(await moved.as('safety'));

  await test.step('an operator at the scene reports it from the phone', async () => {
    await seat.open('employee', `${ACCIDENT}/express/add`);
    await type(page, 'title', title);
    await picture(page, 'express-empty');
    await page.screenshot({ path: test.info().outputPath('express-empty-full.png'), fullPage: true });
    await choose(page, 'accidentType', '灼烫');
    await date(page, 'occurTime', moved.wall(-20));
    await date(page, 'receiveTime', moved.wall(-10));
    await chooseRecord(page, 'area', area);
    await type(page, 'place', '二层取样口');
    await type(page, 'seriousInjuries', '1');
    await type(page, 'brief', '烫伤');
    await type(page, 'measures', '冲洗，送医');
    await page.getByRole('button', { name: '上报', exact: true }).click();
    await expect(item(page, 'brief').getByRole('alert')).toBeVisible();
    await picture(page, 'express-refused');
    await expect(item(page, 'brief').locator('textarea')).toHaveValue('烫伤');
    await type(page, 'brief', '取样时阀门内漏，高温物料溅到操作工左前臂，已用清水冲洗三十分钟。');
    await fits(page);
    await page.screenshot({ path: test.info().outputPath('express-full.png'), fullPage: true });
    await page.getByRole('button', { name: '上报', exact: true }).click();
    // Pressed once it is reported: nobody is asked again.
    await expect(state(page)).toContainText('已上报');
    await picture(page, 'express-reported');
  });

  await test.step('leaders read it at once; the dispatcher sees the clock and notes the report to government', async () => {
    await seat.told('director', '发生事故，请立即处置', title);
    await seat.task(DISPATCHER, line('报政府'));
    await picture(page, 'gov-task');
    const dialog = dialogOf(page, '登记政府上报');
    await expect(dialog).toBeVisible();
    await date(dialog, 'govReportTime', moved.wall(-1));
    await dialog.getByRole('button', { name: '登记政府上报', exact: true }).click();
    await expect(item(dialog, 'govOrg').getByRole('alert')).toBeVisible();
    await picture(page, 'gov-refused');
    await type(dialog, 'govOrg', '示例区应急管理局');
    await finish(page, '登记政府上报');
    await expect(page.locator('main')).toContainText('按时上报');
  });

  await test.step('who reported it supplements it, from the phone', async () => {
    await openRecord(seat, 'employee', `${ACCIDENT}/express`, title);
    await picture(page, 'express-detail-phone');
    const dialog = await begin(page, '续报');
    await type(dialog, 'content', '诊断为深二度烫伤，另有一人轻伤。');
    await type(dialog, 'minorInjuries', '1');
    await finish(page, '续报');
    await expect(state(page)).toContainText('已续报');
  });

  await test.step('safety opens the inquiry, which names its team and waits for its leader', async () => {
    await seat.task('safety', line('转报告'));
    await agree(page, '转事故报告');
    await expect(state(page)).toContainText('已转报告');
    await picture(page, 'opened');
    await seat.task('safety', line('完成事故调查并提交'));
    await expect(item(page, 'nature')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('inquiry-full.png'), fullPage: true });
    await choose(page, 'nature', '责任事故');
    await rows(page, 'casualties', '伤亡人员', [
      {
        name: '例甲一',
        personType: '=本单位员工',
        gender: '=男',
        age: '35',
        post: '操作工',
        injury: '=重伤',
        lostDays: '60',
        trained: '=是',
      },
      {
        name: '例乙二',
        personType: '=本单位员工',
        gender: '=男',
        age: '28',
        post: '操作工',
        injury: '=轻伤',
        lostDays: '12',
        trained: '=是',
      },
    ]);
    await rows(page, 'lossItems', '直接经济损失', [{ kind: '=人身伤亡后支出费用', amount: '86000' }]);
    await people(page, 'team', '调查组成员', [NAMES.officer, NAMES.workshop, NAMES.leader]);
    await people(page, 'involved', '直接有关人员', [NAMES.leader]);
    await type(page, 'course', '取样时阀门内漏，高温物料喷出。');
    await item(page, 'directCauses').getByRole('checkbox', { name: '物的不安全状态' }).check();
    await type(page, 'directCauseText', '取样阀密封面冲蚀内漏。');
    await type(page, 'indirectCauseText', '取样阀没有列入定期更换。');
    await type(page, 'responsibility', '设备管理人员负主要责任。');
    await type(page, 'lessons', '易冲蚀的阀门须定期更换。');
    await type(page, 'suggestMeasures', '更换取样阀，增设隔离阀。');
    await photos(page, 'files', ['调查报告.png']);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    // Nobody whom it concerns inquires into it, and a grave injury is one by its lost days.
    await expect(page.locator('main')).toContainText('重伤的损失工作日不少于105日');
    await expect(item(page, 'team').getByRole('alert')).toHaveText('调查组成员不能是直接有关人员');
    await picture(page, 'inquiry-refused');
    await page.screenshot({ path: test.info().outputPath('inquiry-refused-full.png'), fullPage: true });
    await expect(item(page, 'course').locator('textarea')).toHaveValue('取样时阀门内漏，高温物料喷出。');
    await cellsOf(page, item(page, 'casualties'), 0).fill('lostDays', '130');
    await item(page, 'involved')
      .getByRole('button', { name: `删除${NAMES.leader}` })
      .click();
    await people(page, 'involved', '直接有关人员', [NAMES.employee]);
    await expect(item(page, 'level')).toContainText('一般事故');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(state(page)).toContainText('审批中');
    await picture(page, 'inquiry-submitted');
  });

  await test.step('the director agrees at the desk, the principal on the phone', async () => {
    await seat.task('director', new RegExp(title));
    await seat.decide('同意，报主要负责人。');
    await seat.task('principal', new RegExp(title));
    await expect(page.locator('main')).toContainText('取样阀密封面冲蚀内漏');
    await seat.decide('批准，按防范措施落实。');
  });

  await test.step('its handling has come by itself: safety notes who answers for it and what is done', async () => {
    await seat.told('safety', '已通过审批', title);
    await seat.told('officer', '事故报告已批复', title);
    await seat.task('safety', line('下发'));
    // Nothing is issued while nobody is named.
    await expect(page.getByText('请先登记责任人').first()).toBeVisible();
    await picture(page, 'handling-begun');
    await page.screenshot({ path: test.info().outputPath('handling-full.png'), fullPage: true });
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await rows(page, 'persons', '责任人处理', [{ name: '例丙三', dept: '设备部', duty: '=主要责任' }]);
    const punish = cellsOf(page, item(page, 'persons'), 0).cell('punish');
    await picture(page, 'persons-row');
    await punish.click();
    await page.getByRole('checkbox', { name: '通报批评' }).check();
    await page.screenshot({ path: test.info().outputPath('persons-full.png'), fullPage: true });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(state(page)).toBeVisible();
    for (const [text, kind, owner] of [
      ['更换取样阀，增设隔离阀', '工程技术措施', NAMES.leader],
      ['修订取样操作规程', '管理措施', NAMES.officer],
    ] as const) {
      await page.getByRole('button', { name: '新增事故防范措施' }).click();
      const dialog = page.getByRole('dialog', { name: '新增事故防范措施' });
      await type(dialog, 'measure', text);
      await choose(dialog, 'kind', kind);
      await person(dialog, 'owner', '责任人', owner);
      await date(dialog, 'due', moved.wall(10 * DAY).slice(0, 10));
      await picture(page, 'measure');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog).toBeHidden();
    }
    await page.getByRole('button', { name: '下发处理', exact: true }).click();
    await expect(state(page)).toContainText('处理中');
    await page.screenshot({ path: test.info().outputPath('issued-full.png'), fullPage: true });
  });

  await test.step('who owns a measure carries it out and shows it by a photo; safety verifies it', async () => {
    for (const account of ['leader', 'officer']) {
      await seat.task(account, line('落实措施'));
      const dialog = dialogOf(page, '完成');
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: '完成', exact: true }).click();
      await expect(item(dialog, 'proof').getByRole('alert')).toBeVisible();
      await photos(dialog, 'proof', [`整改后${account}.png`]);
      await finish(page, '完成');
    }
    await seat.task('safety', line('验收'));
    await page.screenshot({ path: test.info().outputPath('verify-full.png'), fullPage: true });
    // More than one waits: each is looked at.
    const measures = page.getByRole('region', { name: '事故防范措施' });
    for (const measure of ['更换取样阀', '修订取样']) {
      await measures
        .getByRole('row')
        .filter({ hasText: measure })
        .getByRole('button', { name: '验收', exact: true })
        .click();
      const dialog = dialogOf(page, '验收');
      await press(dialog, 'accept', '合格');
      await finish(page, '验收');
    }
  });

  await test.step('nothing is let go: without education, and without what was done to whom, it is not handed in', async () => {
    await seat.task('safety', line('提交验收'));
    await expect(page.getByText('原因还没有查清').first()).toBeVisible();
    await picture(page, 'finish-blocked');
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await press(page, 'cause', '是');
    await cellsOf(page, item(page, 'persons'), 0).fill('doneDate', moved.wall().slice(0, 10));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('至少有一次警示教育').first()).toBeVisible();
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await page.getByRole('button', { name: '警示教育：添加一行' }).click();
    const told = cellsOf(page, item(page, 'educations'), 0);
    await told.fill('time', moved.wall(-1));
    await page.keyboard.press('Enter');
    await told.cell('scope').click();
    const picker = page.getByRole('dialog', { name: '选择范围' });
    await picker.getByLabel('搜索部门').fill('聚合一车间');
    await picker.getByRole('checkbox', { name: '聚合一车间' }).first().check();
    await picker.getByRole('button', { name: '确定' }).click();
    await told.fill('count', '36');
    await page.getByRole('button', { name: '第1行记录：上传' }).click();
    const upload = page.getByRole('dialog', { name: '第1行记录' });
    await upload
      .locator('input[type="file"]')
      .setInputFiles({ name: '签到.png', mimeType: 'image/png', buffer: png() });
    await expect(upload.getByRole('button', { name: '删除签到.png' })).toBeVisible();
    await expect(upload.locator('[data-status="uploading"]')).toHaveCount(0);
    await picture(page, 'education-files');
    await upload.getByRole('button', { name: '完成' }).click();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('至少有一次警示教育')).toBeHidden();
    await page.getByRole('button', { name: '提交验收', exact: true }).click();
    await expect(state(page)).toContainText('待结案');
  });

  await test.step('the director closes it with an opinion, and the principal agrees', async () => {
    await seat.task('director', line('结案'));
    const dialog = dialogOf(page, '结案');
    await dialog.getByRole('button', { name: '结案', exact: true }).click();
    await expect(item(dialog, 'closeOpinion').getByRole('alert')).toBeVisible();
    await type(dialog, 'closeOpinion', '四项均已落实，同意结案。');
    await finish(page, '结案');
    await seat.task('principal', new RegExp(title));
    await expect(page.locator('main')).toContainText('四项均已落实');
    await picture(page, 'close-vote');
    await seat.decide('同意结案。');
  });

  await test.step('safety files it: every paper is there, and it stays as it is', async () => {
    await seat.told('safety', '事故处理已结案，请转档案', title);
    await seat.task('safety', line('转档案'));
    await agree(page, '转档案');
    await expect(state(page)).toContainText('已归档');
    await page.screenshot({ path: test.info().outputPath('report-filed.png'), fullPage: true });
    await seat.task('safety', line('归档'));
    await expect(page.getByText('档案清单齐全后才能归档').first()).toBeVisible();
    await picture(page, 'archive-begun');
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await expect(item(page, 'docs')).toBeVisible();
    const papers = item(page, 'docs').getByRole('checkbox');
    for (const paper of (await papers.all()).slice(1)) await paper.check();
    await photos(page, 'files', ['卷宗.png']);
    await picture(page, 'archive-form');
    await page.getByRole('button', { name: '归档', exact: true }).click();
    await expect(page.getByText('档案清单齐全后才能归档').first()).toBeVisible();
    await picture(page, 'archive-refused');
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await papers.first().check();
    await page.getByRole('button', { name: '归档', exact: true }).click();
    const sure = page.getByRole('dialog').filter({ hasText: '归档后不能修改' });
    await sure.getByRole('button', { name: '归档', exact: true }).click();
    await expect(state(page)).toContainText('已归档');
    await expect(page.locator('main')).toContainText('30年');
    // What is filed is read by whoever may, and changed by nobody.
    for (const step of ['编辑', '删除'])
      await expect(page.getByRole('button', { name: step, exact: true })).toHaveCount(0);
    await picture(page, 'archived');
  });
});
