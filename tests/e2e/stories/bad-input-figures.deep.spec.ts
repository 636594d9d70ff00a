import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { seatOf } from '../support/base-desk.ts';
import { DAY, detail, type Listed, step } from '../support/breadth-desk.ts';
import { picture } from '../support/looked.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const INDEX = 'safety/warning/index';
const MODEL = 'safety/warning/model';
const RESULT = 'safety/warning/result';
const VALUE = 'safety/warning/value';

const PHONES = ['safety', 'director'] as const;

const SCORES = [
  { max: 1, score: 0 },
  { min: 1, score: 100 },
];

/** What a page must never say of a number that there is not. */
const nothingOdd = async (page: Page) => {
  await expect(page.locator('main')).not.toContainText(/NaN|Infinity|undefined|null|Error:|\bat \w+ \(/);
  await fits(page);
};

/** The line of a list about something, at a desk a row and on a phone a card. */
const entry = (page: Page, text: string) =>
  page.locator('main').locator('tbody tr.ant-table-row, .anlan-card').filter({ hasText: text });

for (const [at, phones] of [
  ['a desk', []],
  ['a phone', PHONES],
] as const) {
  test(`an index of which nothing is known says so at ${at}: not 0, and not that all is well`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404/);
    const seat = seatOf(page, moved, phones);
    const [safety, admin] = [await moved.as('safety'), await moved.as('admin')];
    const deptName = uniqueName('虚构班组');
    const dept = await admin.call<StoredRecord>('POST', 'system/dept/save', {
      json: { deptName, fullName: deptName, deptCategory: '1', deptType: '3', sort: 99 },
    });
    const indexOf = async (name: string, formula: string) => {
      const indexName = uniqueName(name);
      const { id } = await safety.call<StoredRecord>('POST', `${INDEX}/save`, {
        json: {
          ...{ indexCode: uniqueName('X'), indexName, kind: 'neg', sourceKey: 'peril', formula, scoreRows: SCORES },
          cycle: 'month',
        },
      });
      return { id, indexName };
    };
    const rate = await indexOf('虚构整改率', 'closed / found * 100');
    const gone = await indexOf('虚构超期率', 'overdue / open * 100');
    const modelName = uniqueName('虚构模型');
    const { id: model } = await safety.call<StoredRecord>('POST', `${MODEL}/save`, {
      json: {
        ...{ modelName, scopeType: 'dept', scopeIds: [dept.id], formula: 'weighted' },
        ...{ cycle: 'month', effectTime: `${moved.wall(400 * DAY)}:00` },
        items: [
          { indexId: rate.id, weight: 60 },
          { indexId: gone.id, weight: 40 },
        ],
      },
    });
    await step(safety, MODEL, 'enable', model);
    const newest = async () => {
      const { records } = await safety.call<Listed>('GET', `${RESULT}/page`, {
        query: { deptId: dept.id, isLatest: '1' },
      });
      return records;
    };

    await test.step('before anything was reckoned', async () => {
      await step(safety, MODEL, 'calculate', model);
      const [result] = await newest();
      expect(result).toMatchObject({ w: null, warnLevel: null, missingWeight: 100, status: 'new' });
      await seat.open('safety', `/safety/warning/forecastingWarning/view/${result?.id}`);
      await expect(page.locator('main')).toContainText('数据不足');
      await expect(page.locator('main')).toContainText('这一期没有数据');
      await expect(page.locator('main')).not.toContainText('正常关注，无需处置');
      await nothingOdd(page);
      await picture(page, 'result-none');
      await seat.open('safety', `/safety/warning/forecastingWarning?_q=${encodeURIComponent(deptName)}`);
      await expect(entry(page, deptName)).toHaveCount(1);
      await expect(entry(page, deptName)).toContainText('待处置');
      await expect(entry(page, deptName)).not.toContainText(/\b0(\.00?)?\b(?!%)/);
      await nothingOdd(page);
      await picture(page, 'results');
      await seat.open('safety', `/workflow/todo?keyword=${encodeURIComponent(deptName)}`);
      await expect(page.locator('main')).toContainText('处置预警');
      await picture(page, 'result-todo');
    });

    await test.step('what is divided by none is empty and says why', async () => {
      const { records } = await safety.call<Listed>('GET', `${VALUE}/page`, { query: { size: '200' } });
      const divided = records.filter(({ reason }) => String(reason).includes('除数'));
      expect(divided.length).toBeGreaterThan(0);
      expect(divided.filter(({ value }) => value !== null)).toEqual([]);
      const [one] = divided;
      await seat.open('safety', `/safety/warning/indicatorValues?indexId=${one?.indexId}&dept=${one?.dept}`);
      // Cards of a phone leave the reason to the record's page.
      const why = entry(page, String(one?.indexName)).first();
      await expect(why).toBeVisible();
      if (phones.length === 0) await expect(why).toContainText('除数');
      await nothingOdd(page);
      await picture(page, 'values');
    });

    await test.step('an index that was stopped says so', async () => {
      await step(safety, INDEX, 'disable', gone.id);
      await step(safety, MODEL, 'calculate', model);
      const [result, ...others] = await newest();
      expect(others).toEqual([]);
      const rows = (await detail(safety, RESULT, String(result?.id))).itemScores as StoredRecord[];
      expect(rows.map(({ value, score, contribution }) => [value, score, contribution])).toEqual([
        [null, null, null],
        [null, null, null],
      ]);
      await seat.open('safety', `/safety/warning/forecastingWarning/view/${result?.id}`);
      await expect(page.locator('main')).toContainText('指标已停用');
      await nothingOdd(page);
      await picture(page, 'result-stopped');
    });

    await test.step('a department of which a model tells something does not go, and its pages open', async () => {
      const { status, body } = await admin.ask('POST', 'system/dept/remove', { query: { ids: dept.id } });
      expect([status, body.msg]).toEqual([400, `“${deptName}”仍被预警模型“${modelName}”引用，不能删除`]);
      await seat.open('director', '/safety/dashboard/forewarning');
      await expect(page.getByText('部门最高指数')).toBeVisible();
      await nothingOdd(page);
      await picture(page, 'forewarning');
    });
  });
}
