import { patient } from '../../fixtures/patience.ts';
import { seatOf } from '../support/base-desk.ts';
import { type Listed, SHOP } from '../support/breadth-desk.ts';
import { settled } from '../support/entity-pages.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import type { Person, StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

/** Whose home it is, and by which role. */
const READER = { account: 'auditor', role: 'auditor' } as const;
/** The page that is taken from him, where it is, and what homes say of its rows. */
const TAKEN = 'dangerList';
const TAKEN_PATH = '/safety/danger/list';
const SAID = [
  '未整改隐患',
  '隐患整改率',
  '隐患趋势',
  '最近的隐患',
  '各单位超期未销号',
  '隐患按期整改率',
  '重大隐患数',
  '安全风险指数',
];

const HOMES = [
  ['homePage', '/safety/homePage'],
  ['platIndicators', '/safety/dashboard/platIndicators'],
  ['dangerOverview', '/safety/danger/dangerOverview'],
] as const;

interface Tile {
  readonly key: string;
  readonly title: string;
  readonly content?: unknown;
}

const tilesOf = async (who: Person, code: string): Promise<readonly Tile[]> => {
  const { status, body } = await who.ask<{ readonly tiles: readonly Tile[] }>('GET', 'system/joint/records', {
    query: { code },
  });
  return status === 200 ? body.data.tiles : [];
};

/** Sets what a role may do on pages besides what it may as shipped. */
async function grant(plant: MovedPlant, permissions: readonly object[]): Promise<void> {
  const admin = await plant.as('admin');
  const { records } = await admin.call<Listed>('GET', 'system/role/page', { query: { roleCode: READER.role } });
  const [role] = records;
  if (role === undefined) throw new Error('no such role');
  const { id, version } = await admin.call<StoredRecord>('GET', 'system/role/detail', { query: { id: role.id } });
  await admin.call('POST', 'system/role/save', { json: { id, version, permissions } });
}

for (const [at, phones] of [
  ['a desk', []],
  ['a phone', [READER.account]],
] as const) {
  test(`a home shows no figure of rows that its reader may not see at ${at}`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 403/);
    const seat = seatOf(page, moved, phones);
    const reader = await moved.as(READER.account);
    const before = (await tilesOf(reader, 'homePage')).map(({ title }) => title);
    expect(before).toEqual(expect.arrayContaining(['未整改隐患', '隐患整改率']));
    await grant(moved, [{ permissionId: TAKEN, actionList: [] }]);
    try {
      await test.step('what was read a moment ago is not told any more', async () => {
        const refused = await reader.ask('GET', 'safety/peril/page', { query: { page: TAKEN, deptId: SHOP } });
        expect(refused.status).toBe(403);
        for (const [code] of HOMES) {
          const tiles = await tilesOf(reader, code);
          for (const { title, content } of tiles) {
            expect.soft([code, title, SAID.includes(title)]).toEqual([code, title, false]);
            expect
              .soft([code, title, JSON.stringify(content ?? {}).includes(`"${TAKEN}"`)])
              .toEqual([code, title, false]);
          }
        }
        expect((await tilesOf(reader, 'homePage')).length).toBeGreaterThan(5);
      });

      await test.step('nor does a page show it, or lead to it', async () => {
        for (const [code, path] of [
          ...HOMES,
          ['overview', '/safety/overview'],
          ['workplace', '/safety/system/workplace'],
        ]) {
          await seat.open(READER.account, path ?? '');
          await expect(page.locator('main :is(h1, h2, .ant-result):visible').first()).toBeVisible();
          await settled(page);
          if (code === 'homePage') for (const said of SAID) await expect(page.locator('main')).not.toContainText(said);
          await expect(page.locator(`a[href^="${TAKEN_PATH}"]`)).toHaveCount(0);
          await fits(page);
          await picture(page, `${code}`);
        }
        await seat.open(READER.account, TAKEN_PATH);
        await expect(page.locator('main')).not.toContainText('共');
        await picture(page, 'refused');
      });
    } finally {
      await grant(moved, []);
    }
    expect((await tilesOf(reader, 'homePage')).map(({ title }) => title)).toEqual(before);
  });
}
