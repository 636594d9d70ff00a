import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { png } from './fill.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from './person.ts';
import { expect } from './story.ts';

const TASK = 'safety/peril/task';

/** Points of a round: after those that a story answers there is one more, so that each leads on. */
const POINTS = 7;

/** A round that was begun, with the people who may answer its rows. */
export interface Round {
  readonly id: string;
  readonly name: string;
  readonly employee: Person;
  readonly officer: Person;
  /** Address of the round. */
  readonly path: string;
  rows(): Promise<readonly StoredRecord[]>;
  /** Titles of the log's rows about a record, newest first. */
  history(
    id: string,
  ): Promise<readonly { readonly action: string; readonly changes: readonly { readonly title: string }[] }[]>;
}

/** Has the safety officer plan a round, and the employee begin it. */
export async function beginRound(url: string): Promise<Round> {
  const [safety, employee, officer] = await Promise.all(
    ['safety', 'employee', 'officer'].map((who) => personOf(url, who)),
  );
  if (safety === undefined || employee === undefined || officer === undefined) throw new Error('nobody is there');
  const me = await employee.call<{ readonly deptId: string }>('GET', 'system/info');
  const name = uniqueName('离线巡查');
  // The list on top of all would be one of another story, with as few items as that needed.
  const perilCheckItem = Array.from({ length: POINTS }, (_, index) => ({
    seq: index + 1,
    content: `第${index + 1}处的法兰、阀门和护罩`,
    standard: '无泄漏，齐全牢固',
  }));
  const list = await safety.call<StoredRecord>('POST', 'safety/investigation/save', {
    json: { name: `${name}清单`, source: '1', perilCheckItem },
  });
  const json = {
    ...{ taskName: name, deptId: me.deptId, executorIds: [employee.userId, officer.userId] },
    ...{ checklistId: list.id, taskStart: '2026-01-01', taskEnd: '2027-12-31' },
  };
  const { id } = await safety.call<StoredRecord>('POST', `${TASK}/save`, { json });
  await employee.call('POST', `${TASK}/start`, { json: { id } });
  return {
    ...{ id, name, employee, officer },
    path: `/safety/danger/checkoutManage?_kind=walk&_walk=${id}`,
    async rows() {
      const whole = await employee.call<StoredRecord>('GET', `${TASK}/detail`, { query: { id, with: 'children' } });
      return (whole.children as Readonly<Record<string, readonly StoredRecord[]>>).perilCheck ?? [];
    },
    async history(of) {
      const found = await employee.call<WirePage<{ action: string; changes: { title: string }[] }>>(
        'GET',
        'safety/peril/check/history',
        { query: { id: of } },
      );
      return found.records;
    },
  };
}

/** The point that is shown. */
export const point = (page: Page) => page.getByTestId('walk-point');

/** Waits until the program and the round open without a network. */
export async function preparedOffline(page: Page): Promise<void> {
  await expect(point(page)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** A round on the phone of whoever walks it, with the network gone; what a browser says of that is no fault. */
export async function beginOffline(
  page: Page,
  context: BrowserContext,
  url: string,
  expectedErrors: RegExp[],
): Promise<Round> {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
  const round = await beginRound(url);
  await enter(page, url, round.employee, round.path);
  await preparedOffline(page);
  await context.setOffline(true);
  return round;
}

/** A picture that no other is like, and its hash. */
export function photo(number: number): { readonly name: string; readonly buffer: Buffer; readonly hash: string } {
  const buffer = png(64 + number, 48);
  return { name: `现场${number}.png`, buffer, hash: createHash('sha256').update(buffer).digest('hex') };
}

/** Answers the shown point as sound, with photos, and goes on. */
export async function answerPoint(
  page: Page,
  photos: readonly ReturnType<typeof photo>[],
  note?: string,
): Promise<void> {
  await point(page).getByText('正常', { exact: true }).click();
  for (const { name, buffer } of photos) {
    const chooser = page.waitForEvent('filechooser');
    await point(page).getByText('拍照', { exact: true }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
    await expect(point(page).getByRole('button', { name: `删除${name}` })).toBeVisible();
  }
  if (note !== undefined) await point(page).getByRole('textbox').fill(note);
  const before = await point(page).getByRole('heading', { level: 2 }).textContent();
  await point(page).getByRole('button', { name: '保存，下一项' }).click();
  await expect(point(page).getByRole('heading', { level: 2 })).not.toHaveText(before ?? '');
}

/** Hashes of the stored files of a row. */
export async function storedHashes(
  person: Person,
  row: StoredRecord | undefined,
  url: string,
): Promise<readonly string[]> {
  const files = (row?.photos ?? []) as readonly { readonly link: string }[];
  return Promise.all(
    files.map(async ({ link }) => {
      const answer = await fetch(`${url}${link}`, { headers: { cookie: person.filePass } });
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex');
    }),
  );
}
