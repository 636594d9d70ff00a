import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { demoClient } from '../../../server/ground/config.ts';
import { patient } from '../../fixtures/patience.ts';
import { inDays, item, png, sign, type } from '../support/fill.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, type Product, test } from '../support/story.ts';

const PLAN = 'safety/peril/plan';
const PERIL = 'safety/peril';
const WORKSHOP = '6459670100';
const BASIC = `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`;

interface TaskEntry {
  readonly taskId: string;
  readonly recordId: string;
}

/** Another person with a browser of his own. */
async function apart(context: BrowserContext, product: Product, who: Person, path: string): Promise<Page> {
  const browser: Browser | null = context.browser();
  if (browser === null) throw new Error('the browser has gone');
  const own = await browser.newContext({
    baseURL: product.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await own.newPage();
  await enter(page, product.url, who, path);
  return page;
}

/** A plan of the company's level that waits for the safety director. */
async function submitPlan(safety: Person, leaderId: string): Promise<StoredRecord & { planName: string }> {
  const planName = uniqueName('春季综合排查');
  const checklists = await safety.call<{ records: StoredRecord[] }>('GET', 'safety/investigation/list');
  const plan = await safety.call<StoredRecord>('POST', `${PLAN}/submit`, {
    json: {
      planName,
      source: '1',
      planLevel: 'company',
      deptId: WORKSHOP,
      leaderId,
      memberIds: [leaderId],
      checkDeptIds: [WORKSHOP],
      planStart: inDays(1).slice(0, 10),
      planEnd: inDays(20).slice(0, 10),
      cycleType: '2',
      checklistId: checklists.records[0]?.id,
    },
  });
  return { ...plan, planName };
}

/** A general danger that the manager of a department rectifies. */
async function rectifyingDanger(product: Product, safety: Person, dutyUserId: string): Promise<StoredRecord> {
  const officer = await personOf(product.url, 'officer');
  const areas = await safety.call<{ records: StoredRecord[] }>('GET', 'safety/risk/areas/main/page');
  const upload = async () => {
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(png())], { type: 'image/png' }), '现场.png');
    const answer = await fetch(`${product.url}/api/anlan-resource/oss/endpoint/put-file`, {
      method: 'POST',
      headers: { authorization: BASIC, 'anlan-auth': `bearer ${officer.accessToken}`, 'tenant-id': officer.tenantId },
      body,
    });
    return ((await answer.json()) as { data: { attachId: string } }).data.attachId;
  };
  const { id } = await officer.call<StoredRecord>('POST', `${PERIL}/submit`, {
    json: {
      perilName: uniqueName('换热器法兰渗漏'),
      source: '1',
      type: '7',
      level: '0',
      category: '0',
      reformType: '1',
      deptId: WORKSHOP,
      areaId: areas.records[0]?.id,
      location: '二层平台',
      perilDesc: '进料泵出口法兰渗漏',
      causeClass: '2',
      photos: [await upload()],
      finderId: officer.userId,
      findingTime: `${inDays(-1)}:00`,
    },
  });
  return safety.call<StoredRecord>('POST', `${PERIL}/assess`, {
    json: {
      id,
      row: { level: '0', reformType: '1', evaluationTime: `${inDays(0)}:00`, opinion: '属一般隐患' },
      dutyUserId,
      abarbeitungDeadline: `${inDays(5)}:00`,
      measures: '更换垫片',
      acceptUserId: officer.userId,
    },
  });
}

const vote = (page: Page) => page.getByRole('region', { name: '审批' });
const header = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true });

test.setTimeout(patient(60_000));

test('a plan is sent back with words, a file and a signature, and is submitted again', async ({
  page,
  product,
  context,
}) => {
  const safety = await personOf(product.url, 'safety');
  const director = await personOf(product.url, 'director');
  const { todo } = await director.call<{ todo: number }>('GET', 'system/flow/counts');
  await enter(page, product.url, director, '/workflow/todo');
  if (todo > 0) await expect(header(page, `待办${todo}项`)).toBeVisible();

  // The level asks for a signature from now on; what was opened before stays as it was.
  const file = join(product.schemas, 'areas/hidden-danger/perilPlan.entity.json');
  const shipped = await readFile(file, 'utf8');
  let plan: Awaited<ReturnType<typeof submitPlan>> | undefined;
  try {
    const changed = JSON.parse(shipped);
    changed.transitions.submit.approve.levels.safety.vote = { opinion: 'optional', signature: true };
    await writeFile(file, JSON.stringify(changed, null, 2));
    await expect
      .poll(async () => {
        const { entity } = await safety.call<{ entity: typeof changed }>('GET', 'system/metadata/page', {
          query: { code: 'planManage' },
        });
        return entity.transitions.submit.approve.levels.safety.vote?.signature;
      })
      .toBe(true);
    plan = await submitPlan(safety, safety.userId);
  } finally {
    await writeFile(file, shipped);
  }

  // The count moves by itself.
  await expect(header(page, `待办${todo + 1}项`)).toBeVisible();
  await page.getByRole('link', { name: plan.planName }).click();
  await expect(page.getByRole('button', { name: '在“治理计划”中查看' })).toBeVisible();
  await vote(page).getByRole('button', { name: '驳回', exact: true }).click();
  await expect(vote(page).getByText('驳回时必须填写审批意见')).toBeVisible();
  await expect(vote(page).getByText('请手写签名')).toBeVisible();
  await vote(page).getByRole('textbox', { name: '审批意见' }).fill('请补充储运车间。');
  await vote(page)
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: '批注.png', mimeType: 'image/png', buffer: png() });
  await expect(vote(page).getByText('1个文件', { exact: true })).toBeVisible();
  await sign(page);
  await expect(vote(page).getByText('请手写签名')).toBeHidden();
  await vote(page).getByRole('button', { name: '驳回', exact: true }).click();
  await expect(vote(page)).toBeHidden();
  const course = page.locator('.anlan-step[data-action="reject"]');
  await expect(course).toContainText('请补充储运车间。');
  await expect(course).toContainText('批注.png');
  await expect(course.getByRole('img', { name: '孙乙二的签名' })).toBeVisible();

  const own = await apart(context, product, safety, `/safety/danger/planManage/view/${plan.id}`);
  await expect(own.getByText('已驳回').first()).toBeVisible();
  await own.getByRole('button', { name: '提交审批', exact: true }).click();
  const dialog = own.getByRole('dialog', { name: `提交审批：${plan.planName}` });
  await dialog.getByRole('button', { name: '提交审批', exact: true }).click();
  await expect(own.getByText(/^已提交，等待 孙乙二 审批/)).toBeVisible();
  await expect(header(page, `待办${todo + 1}项`)).toBeVisible();
  await own.context().close();
});

test('a task gets a further signer and is handed on, both decide; a copy arrives', async ({
  page,
  product,
  context,
}) => {
  const safety = await personOf(product.url, 'safety');
  const director = await personOf(product.url, 'director');
  const manager = await personOf(product.url, 'manager');
  const principal = await personOf(product.url, 'principal');
  const auditor = await personOf(product.url, 'auditor');
  const danger = await rectifyingDanger(product, safety, manager.userId);
  const name = String(danger.perilName);
  // Midnight may come between two steps.
  const newDeadline = `${inDays(9)}:00`;
  await manager.call('POST', `${PERIL}/delay`, {
    json: {
      id: danger.id,
      row: { newDeadline, delayReason: '垫片订货', tempMeasures: '每班巡检' },
      copies: [auditor.userId],
    },
  });
  const copied = await apart(context, product, auditor, '/workflow/copied');
  const copy = copied.getByRole('row').filter({ hasText: name });
  await expect(copy).toContainText('未读');
  await copy.getByRole('link', { name }).first().click();
  await expect(copied.getByRole('heading', { name: '申请内容：延期申请' })).toBeVisible();
  await expect(copied.locator('main')).toContainText('垫片订货');
  await expect(vote(copied).getByRole('button', { name: '同意' })).toHaveCount(0);
  await copied.context().close();

  const { records } = await safety.call<{ records: TaskEntry[] }>('GET', 'system/flow/todo', {
    query: { keyword: name },
  });
  await enter(page, product.url, safety, `/workflow/task/${records[0]?.taskId}`);
  await vote(page).getByRole('button', { name: '加签', exact: true }).click();
  const asking = page.getByRole('dialog', { name: '请他人加签' });
  await asking.getByRole('button', { name: '加签', exact: true }).click();
  await expect(asking.getByText('请选择加签的人')).toBeVisible();
  await asking.getByRole('button', { name: '加签的人' }).first().click();
  const people = page.getByRole('dialog', { name: '选择加签的人' });
  await people.getByLabel('搜索姓名或账号').fill('赵甲二');
  await people.getByRole('radio', { name: /赵甲二/ }).check();
  await people.getByRole('button', { name: '确定' }).click();
  await asking.getByRole('radio', { name: /在我之后/ }).check();
  await asking.getByRole('textbox', { name: '原因' }).fill('涉及停产');
  await asking.getByRole('button', { name: '加签', exact: true }).click();
  await expect(page.locator('.anlan-step[data-action="addSigner"]')).toContainText('请赵甲二在本人之后审批：涉及停产');
  await vote(page).getByRole('button', { name: '转办', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '转办给他人' });
  await dialog.getByRole('button', { name: '转办', exact: true }).click();
  await expect(dialog.getByText('请选择接收人')).toBeVisible();
  await dialog.getByRole('button', { name: '转办给' }).first().click();
  const picker = page.getByRole('dialog', { name: '选择转办给' });
  await picker.getByLabel('搜索姓名或账号').fill('孙乙二');
  await picker.getByRole('radio', { name: /孙乙二/ }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await dialog.getByRole('textbox', { name: '原因' }).fill('本周外出');
  await dialog.getByRole('button', { name: '转办', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.anlan-step[data-action="transfer"]')).toContainText('本周外出');

  await enter(page, product.url, director, '/workflow/todo');
  await page.getByRole('link', { name }).click();
  await vote(page).getByRole('textbox', { name: '审批意见' }).fill('同意延期');
  await vote(page).getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.getByText(/已同意，等待 赵甲二 审批/)).toBeVisible();
  const { records: asked } = await principal.call<{ records: TaskEntry[] }>('GET', 'system/flow/todo', {
    query: { keyword: name },
  });
  await enter(page, product.url, principal, `/workflow/task/${asked[0]?.taskId}`);
  await expect(page.getByText('请您在其之后审批：涉及停产')).toBeVisible();
  await expect(page.locator('.anlan-step[data-action="addSigner"]')).toContainText('涉及停产');
  await vote(page).getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.getByText('已同意，审批全部通过')).toBeVisible();
  const after = await manager.call<StoredRecord>('GET', `${PERIL}/detail`, { query: { id: danger.id } });
  expect(after.abarbeitungDeadline).toBe(`${newDeadline.slice(0, 10)}${String(after.abarbeitungDeadline).slice(10)}`);
});

test('a delegate decides and both are named; taken back, tasks come to whose they are', async ({
  page,
  product,
  context,
}) => {
  const safety = await personOf(product.url, 'safety');
  const director = await personOf(product.url, 'director');
  const principal = await personOf(product.url, 'principal');
  await enter(page, product.url, director, '/workflow/todo');
  await page.getByRole('button', { name: '委托审批', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '委托审批' });
  await drawer.getByRole('button', { name: '新增委托' }).click();
  await expect(drawer.getByText('请选择受托人')).toBeVisible();
  await drawer.getByRole('button', { name: '受托人' }).first().click();
  const picker = page.getByRole('dialog', { name: '选择受托人' });
  await picker.getByLabel('搜索姓名或账号').fill('赵甲二');
  await picker.getByRole('radio', { name: /赵甲二/ }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await drawer.getByLabel('结束时间').fill(inDays(3));
  await drawer.getByLabel('结束时间').press('Enter');
  await drawer.getByRole('textbox', { name: '原因' }).fill('外出培训');
  await drawer.getByRole('button', { name: '新增委托' }).click();
  const entry = drawer.getByRole('listitem').filter({ hasText: '赵甲二' }).filter({ hasText: '生效中' });
  await expect(entry).toContainText('外出培训');

  const plan = await submitPlan(safety, safety.userId);
  const own = await apart(context, product, principal, '/workflow/todo');
  const row = own.getByRole('row').filter({ hasText: plan.planName });
  await expect(row).toContainText('代孙乙二');
  await row.getByRole('link', { name: plan.planName }).click();
  await expect(own.getByRole('alert').filter({ hasText: '代孙乙二' })).toBeVisible();
  const changes = own.getByRole('table').filter({ hasText: '通过后' });
  await expect(changes.getByRole('row', { name: '状态' })).toContainText('已批准');
  // What is written to a decision waits on the server until it is taken.
  const kept = own.waitForResponse((answer) => answer.url().endsWith('/flow/draft-save') && answer.ok());
  await vote(own).getByRole('textbox', { name: '审批意见' }).fill('同意，按期排查');
  await kept;
  await own.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('anlan-draft/')) localStorage.removeItem(key);
  });
  await own.reload();
  await expect(vote(own).getByRole('textbox', { name: '审批意见' })).toHaveValue('同意，按期排查');
  await vote(own).getByRole('button', { name: '同意', exact: true }).click();
  await expect(own.locator('.anlan-step[data-action="pass"]')).toContainText('赵甲二（代孙乙二） 通过');
  await own.context().close();

  await entry.getByRole('button', { name: '取消委托' }).click();
  await page
    .getByRole('dialog', { name: /确定取消对“赵甲二”的委托吗/ })
    .getByRole('button', { name: '取消委托' })
    .click();
  await expect(page.getByText('委托已取消')).toBeVisible();
  await expect(entry).toHaveCount(0);
  const next = await submitPlan(safety, safety.userId);
  await drawer.getByRole('button', { name: '关闭' }).or(drawer.locator('.ant-drawer-close')).first().click();
  await expect(page.getByRole('link', { name: next.planName }).first()).toBeVisible();
});

test('what was typed into a transition is found again in another browser', async ({ page, product, context }) => {
  const safety = await personOf(product.url, 'safety');
  const manager = await personOf(product.url, 'manager');
  const danger = await rectifyingDanger(product, safety, manager.userId);
  const path = `/safety/danger/reform/view/${danger.id}`;
  await enter(page, product.url, manager, path);
  await page.getByRole('button', { name: '延期申请', exact: true }).click();
  const title = `延期申请：${String(danger.perilName)}`;
  await type(page.getByRole('dialog', { name: title }), 'delayReason', '垫片订货，写到一半');
  await expect(page.getByText(/^草稿已自动保存/)).toBeVisible();
  await type(page.getByRole('dialog', { name: title }), 'tempMeasures', '刚写就关了页面');
  await page.close();

  const elsewhere = await apart(context, product, manager, path);
  await elsewhere.getByRole('button', { name: '延期申请', exact: true }).click();
  const dialog = elsewhere.getByRole('dialog', { name: title });
  await expect(dialog.getByText(/^已恢复上次填写的内容/)).toBeVisible();
  await expect(item(dialog, 'delayReason').locator('textarea')).toHaveValue('垫片订货，写到一半');
  await dialog.getByRole('button', { name: '清空重填' }).click();
  await expect(item(dialog, 'delayReason').locator('textarea')).toHaveValue('');
  await expect
    .poll(() =>
      manager.call('GET', 'system/flow/draft', { query: { entity: 'peril', id: danger.id, transition: 'delay' } }),
    )
    .toBeNull();
  await elsewhere.context().close();
});
