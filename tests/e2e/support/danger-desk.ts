import type { Page } from 'playwright/test';
import { OUTLINE } from '../../fixtures/outline.ts';
import { date, department, inDays, item, person, photos, press, sign, type } from './fill.ts';
import { enter, type Person, personOf, uniqueName } from './person.ts';
import { expect, type Product } from './story.ts';

/** Beginning of the addresses of the area's pages. */
export const DANGER = '/safety/danger';
/** Path of the dangers' calls. */
export const PERIL = 'safety/peril';
export const DEPARTMENT = '聚合一车间';
const DEPARTMENT_ID = '6459670100';

/** Who is behind an account of the demo plant. */
export const nameOf = {
  safety: '孙丙三',
  manager: '李丁四',
  officer: '沈辰八',
  leader: '韩辰五',
  workshop: '沈卯四',
  director: '孙乙二',
  principal: '赵甲二',
  guardian: '韩未二',
  trainer: '郑庚七',
} as const;

/** A browser and whose session it holds now. */
export interface Seat {
  readonly page: Page;
  account: string;
}

/** Somebody who takes a seat whenever he opens a page. */
interface Desk {
  readonly page: Page;
  readonly person: Person;
  /** Opens a page by its path. */
  open(path: string): Promise<void>;
}

export async function deskOf(seat: Seat, product: Product, account: string, tenantId = '645967'): Promise<Desk> {
  const signedIn = await personOf(product.url, account, { tenantId });
  const holder = `${tenantId}/${account}`;
  return {
    page: seat.page,
    person: signedIn,
    async open(path) {
      if (seat.account === holder) await seat.page.goto(path);
      else await enter(seat.page, product.url, signedIn, path);
      seat.account = holder;
    },
  };
}

/** Stores an area of the plant in which dangers are found. */
export async function storeArea(safety: Person, deptId = DEPARTMENT_ID): Promise<string> {
  const areaName = uniqueName('聚合装置区');
  await safety.call('POST', 'safety/risk/areas/main/submit', {
    json: {
      areaCode: uniqueName('QY'),
      areaName,
      areaType: 'production',
      polygon: OUTLINE,
      deptId,
      dutyUserId: safety.userId,
      isMajor: '0',
    },
  });
  return areaName;
}

/** Unfolds a section of a form by its title. */
export async function unfold(page: Page, title: string): Promise<void> {
  const head = page.getByRole('heading', { name: title, exact: true }).getByRole('button');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
}

/** The row of views above a page. */
export const view = (page: Page, title: string) =>
  page.getByRole('navigation', { name: '视图' }).getByRole('link', { name: title, exact: true });

/** The row of a record in a list. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const drawer = (page: Page, action: string, name: string) =>
  page.getByRole('dialog', { name: `${action}：${name}`, exact: true });
/** The state of the record that is open. */
export const state = (page: Page) => page.locator('.anlan-course [aria-current]');
/** The link of the header that counts what waits for somebody. */
export const waiting = (page: Page, count: number) => page.getByRole('link', { name: `待办${count}项`, exact: true });

/** How many tasks wait for somebody, by the call. */
export async function waitingNow({ person }: Desk): Promise<number> {
  return (await person.call<{ todo: number }>('GET', 'system/flow/counts')).todo;
}

/** Finds a danger on a page of the area by its name and opens it. */
export async function openDanger(desk: Desk, path: string, name: string): Promise<void> {
  await desk.open(`${DANGER}/${path}?_q=${encodeURIComponent(name)}`);
  // On a phone records are cards, which are called by their names alone.
  await desk.page
    .getByRole('link', { name: new RegExp(`^(查看)?${name}$`) })
    .first()
    .click();
  await expect(desk.page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Presses an action of the danger that is open, and gives its dialog. */
export async function begin(desk: Desk, action: string, name: string) {
  await desk.page.getByRole('button', { name: action, exact: true }).click();
  const dialog = drawer(desk.page, action, name);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Confirms the dialog of an action, and waits for the message that it brings, which does not stay, and until it has gone. */
export async function finish(desk: Desk, action: string, name: string, message?: string | RegExp): Promise<void> {
  const dialog = drawer(desk.page, action, name);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  if (message !== undefined) await expect(desk.page.getByText(message)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Opens the task on a danger from the list of what waits, and agrees; with a drawn signature where one is asked for. */
export async function agree(desk: Desk, name: string, opinion: string, signed = false): Promise<void> {
  const { page } = desk;
  await desk.open('/workflow/todo');
  await page.getByRole('link', { name }).first().click();
  const vote = page.getByRole('region', { name: '审批' });
  await vote.getByRole('textbox', { name: '审批意见' }).fill(opinion);
  if (signed) {
    await vote.getByRole('button', { name: '同意', exact: true }).click();
    await expect(vote.getByText('请手写签名')).toBeVisible();
    await sign(page);
  }
  await vote.getByRole('button', { name: '同意', exact: true }).click();
  await expect(vote).toBeHidden();
}

/** What a scheme says; days count from today. */
interface Scheme {
  readonly goal: string;
  readonly measures: string;
  /** Name of the unit that is responsible. Default `DEPARTMENT`. */
  readonly unit?: string;
  /** In 10,000 yuan. */
  readonly fund: string;
  readonly duty: string;
  readonly lasts: number;
  readonly deadline: number;
  readonly safetyMeasures: string;
  readonly emergencyPlan: string;
  readonly acceptedBy: string;
  readonly reviewedBy: string;
}

/** Makes the scheme of a major danger and hands it in. */
export async function makeScheme(desk: Desk, name: string, scheme: Scheme, message?: string): Promise<void> {
  await openDanger(desk, 'manageMakingPlans', name);
  const dialog = await begin(desk, '提交方案', name);
  await type(dialog, 'goal', scheme.goal);
  await type(dialog, 'measures', scheme.measures);
  await type(dialog, 'fund', scheme.fund);
  await department(dialog, 'dutyDeptId', '责任单位', scheme.unit ?? DEPARTMENT);
  await person(dialog, 'dutyUserId', '整改责任人', scheme.duty);
  const duration = item(dialog, 'schemeStart').locator('input');
  await duration.first().fill(inDays(0).slice(0, 10));
  await duration.first().press('Enter');
  await duration.last().fill(inDays(scheme.lasts).slice(0, 10));
  await duration.last().press('Enter');
  await date(dialog, 'abarbeitungDeadline', inDays(scheme.deadline));
  await type(dialog, 'safetyMeasures', scheme.safetyMeasures);
  await type(dialog, 'emergencyPlan', scheme.emergencyPlan);
  await person(dialog, 'acceptUserId', '验收人', scheme.acceptedBy);
  await person(dialog, 'reviewUserId', '复查人', scheme.reviewedBy);
  await finish(desk, '提交方案', name, message);
}

/** Says what was done against a danger, with a photo of it. */
export async function rectify(desk: Desk, name: string, words: string): Promise<void> {
  await openDanger(desk, 'manageRectification', name);
  const dialog = await begin(desk, '提交整改', name);
  await type(dialog, 'rectifyDesc', words);
  await photos(dialog, 'photosAfter', ['整改后.png']);
  await finish(desk, '提交整改', name);
}

/** Looks at what was done and judges it; `state` is where the danger then stands. */
export async function judge(
  desk: Desk,
  name: string,
  [action, result, opinion, state]: readonly ['验收' | '复查', '合格' | '不合格', string, string],
): Promise<void> {
  const [page, field] = action === '验收' ? ['manageAcceptance', 'accept'] : ['manageReview', 'review'];
  await openDanger(desk, page, name);
  const dialog = await begin(desk, action, name);
  await press(dialog, `${field}Result`, result);
  await type(dialog, `${field}Opinion`, opinion);
  await finish(desk, action, name, `${action}成功，当前状态：${state}`);
}

/** Reports the danger that is open to the authority. */
export async function report(desk: Desk, name: string, content: string): Promise<void> {
  const dialog = await begin(desk, '上报', name);
  await type(dialog, 'reportOrg', '示例市应急管理局');
  await type(dialog, 'reportContent', content);
  await finish(desk, '上报', name);
}
