import type { Page } from 'playwright/test';
import { fictitiousCreditCode } from '../../../mocks/demo-plant/contractors.ts';
import { fictitiousIdCard } from '../../../mocks/demo-plant/id-card.ts';
import { patient } from '../../fixtures/patience.ts';
import { people, seatOf } from '../support/base-desk.ts';
import { areaOf, type Listed } from '../support/breadth-desk.ts';
import { cellsOf, choose, chooseRecord, date, department, item, person, photos, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(600_000));

const EXPIRIES = '/safety/archives/archiveExpiries';
const DAY = 1_440;
/** People of the plant who keep archives and have no account of their own name. */
const EQUIPMENT = 'lx0063';
const PROCESS = 'lx0107';
/** Holders of the certificates that the machines ask for. */
const HOLDERS = { manager: '孙丙三', stoker: '何戌一', crane: '韩辰五', forklift: '张丙七' };

const ways = {
  type,
  choose,
  press,
  date,
  record: chooseRecord,
  async department(page: Page, key: string, what: string) {
    const [title = '', name = ''] = what.split('：');
    await department(page, key, title, name);
  },
  async files(page: Page, key: string, name: string) {
    await photos(page, key, [name]);
  },
  async check(page: Page, key: string, title: string) {
    await item(page, key).getByRole('checkbox', { name: title, exact: true }).check();
  },
  async person(page: Page, key: string, who: string) {
    const [title = '', name = ''] = who.split('：');
    await person(page, key, title, name);
  },
  async people(page: Page, key: string, who: string) {
    const [title = '', name = ''] = who.split('：');
    await people(page, key, title, [name]);
  },
  /** Of a table one row, which is added: `column=text` each. */
  async row(page: Page, key: string, cells: string) {
    await item(page, key)
      .getByRole('button', { name: /添加一行$/ })
      .click();
    const { fill } = cellsOf(page, item(page, key), 0);
    for (const cell of cells.split(' ')) {
      const [column = '', text = ''] = cell.split('=');
      await fill(column, text);
    }
  },
} as const;

type Entry = readonly [how: keyof typeof ways, key: string, what: string];

/** A kind of archive, and how somebody who keeps it files a record of it. */
interface Kind {
  readonly path: string;
  readonly title: string;
  readonly service?: string;
  readonly keeper: string;
  /** Key and value by which the record is found afterwards. */
  readonly found: readonly [key: string, value: string];
  readonly fields: readonly Entry[];
  /** Its last entry, and what is typed there at first, which is refused in these words. */
  readonly last: Entry;
  readonly wrong: string;
  readonly said: string | RegExp;
  /** What it is called among what runs out; undefined where nothing of it does. */
  readonly warned?: string;
}

interface Filing {
  readonly stamp: string;
  readonly area: string;
  readonly chemical: string;
  /** Of whom there is no file yet. */
  readonly newcomer: { readonly name: string; readonly seed: number };
  readonly plan: string;
  /** A day of the plant's calendar, some days and months from today. */
  day(days: number, months?: number): string;
}

function kinds({ stamp, area, chemical, newcomer, plan, day }: Filing): readonly Kind[] {
  const machine = (name: string): readonly Entry[] => [
    ['type', 'equipNo', `NO${stamp}`],
    ['type', 'equipName', `${name}${stamp}`],
    ['type', 'model', '示例型'],
    ['type', 'manufacturer', '示例制造有限公司'],
  ];
  const manager: Entry = ['person', 'manager', `安全管理员：${HOLDERS.manager}`];
  return [
    {
      path: 'chemical',
      title: '危化品档案',
      keeper: 'safety',
      found: ['storagePlace', `虚构罐组${stamp}`],
      fields: [
        ['choose', 'chemical', chemical],
        ['choose', 'storageType', '库房'],
        ['type', 'storagePlace', `虚构罐组${stamp}`],
        ['type', 'maxStorage', '0.2'],
        ['type', 'registerNo', `登记${stamp}`],
        ['date', 'registerTo', day(20)],
      ],
      last: ['type', 'currentStorage', '0.1'],
      wrong: '9999',
      said: '当前储量不能超过设计储量',
      warned: chemical,
    },
    {
      path: 'craft',
      title: '工艺档案',
      keeper: PROCESS,
      found: ['craftName', `虚构精制${stamp}`],
      fields: [
        ['type', 'craftName', `虚构精制${stamp}`],
        ['record', 'unit', area],
        ['type', 'capacity', '5万吨/年'],
        ['type', 'designUnit', '示例化工设计院（甲级）'],
        ['choose', 'materials', '甲醇'],
        ['type', 'flowDesc', '进料、精馏、出料，全程密闭。'],
        ['row', 'params', 'name=温度 tag=TT-901 low=40 high=85 unit=℃'],
        ['check', 'automation', 'DCS'],
        ['files', 'pidFile', '流程图.png'],
        ['files', 'procedureFile', '操作规程.png'],
      ],
      last: ['date', 'hazopDate', day(20, -60)],
      wrong: day(3),
      said: 'HAZOP日期不能晚于今天',
      warned: `虚构精制${stamp}`,
    },
    {
      path: 'equipment',
      title: '设备档案',
      keeper: EQUIPMENT,
      found: ['equipNo', `NO${stamp}`],
      fields: [
        ...machine('虚构离心泵'),
        ['choose', 'equipType', '机泵'],
        ['choose', 'equipLevel', '主要设备'],
        ['department', 'dept', '使用部门：聚合一车间'],
        ['record', 'unit', area],
        ['date', 'produceDate', day(-900)],
        ['type', 'maintainCycle', '12'],
        ['date', 'lastMaintain', day(20, -12)],
      ],
      last: ['date', 'useDate', day(-800)],
      wrong: day(-950),
      said: '投用日期不能早于制造日期',
      warned: `虚构离心泵${stamp}`,
    },
    {
      path: 'pressureVessel',
      title: '压力容器档案',
      keeper: EQUIPMENT,
      found: ['equipNo', `NO${stamp}`],
      fields: [
        ...machine('虚构缓冲罐').filter(([, key]) => key !== 'model'),
        ['type', 'registerNo', `容${stamp}`],
        ['choose', 'vesselClass', 'Ⅱ类'],
        ['choose', 'vesselKind', '储存压力容器'],
        ['type', 'medium', '氮气'],
        ['type', 'volume', '5'],
        ['type', 'designPressure', '1.6'],
        ['type', 'designTemp', '150'],
        ['date', 'produceDate', day(-500)],
        ['date', 'useDate', day(-400)],
        ['date', 'registerDate', day(-390)],
        ['record', 'unit', area],
        ['choose', 'safetyGrade', '1级'],
        ['date', 'lastYearly', day(20, -12)],
        manager,
      ],
      last: ['type', 'workPressure', '1.2'],
      wrong: '2',
      said: '工作压力不能超过设计压力',
      warned: `虚构缓冲罐${stamp}`,
    },
    {
      path: 'boiler',
      title: '锅炉档案',
      keeper: EQUIPMENT,
      found: ['equipNo', `NO${stamp}`],
      fields: [
        ...machine('虚构热水炉'),
        ['type', 'registerNo', `锅${stamp}`],
        ['choose', 'boilerKind', '热水锅炉'],
        ['choose', 'boilerLevel', 'C级'],
        ['type', 'evaporation', '7 MW'],
        ['type', 'workPressure', '1'],
        ['type', 'mediumTemp', '95'],
        ['choose', 'fuel', '天然气'],
        ['date', 'useDate', day(-800)],
        ['date', 'lastOuter', day(20, -12)],
        ['date', 'lastInner', day(-100)],
        ['people', 'stokers', `司炉人员：${HOLDERS.stoker}`],
      ],
      last: manager,
      wrong: `安全管理员：${HOLDERS.crane}`,
      said: '安全管理员须持有效的特种设备安全管理A证',
      warned: `虚构热水炉${stamp}`,
    },
    {
      path: 'crane',
      title: '起重机械档案',
      keeper: EQUIPMENT,
      found: ['equipNo', `NO${stamp}`],
      fields: [
        ...machine('虚构桥吊'),
        ['choose', 'craneKind', '桥式起重机'],
        ['type', 'ratedLoad', '10'],
        ['date', 'useDate', day(-800)],
        ['type', 'location', '虚构厂房'],
        ['date', 'lastInspect', day(-300)],
        ['people', 'drivers', `司机：${HOLDERS.crane}`],
        manager,
      ],
      last: ['date', 'nextInspect', day(20)],
      wrong: day(900),
      said: '下次检验晚于 TSG 51-2023 的最长周期',
      warned: `虚构桥吊${stamp}`,
    },
    {
      path: 'forklift',
      title: '叉车档案',
      keeper: EQUIPMENT,
      found: ['equipNo', `NO${stamp}`],
      fields: [
        ...machine('').filter(([, key]) => key !== 'equipName'),
        ['type', 'plateNo', `场${stamp}`],
        ['type', 'registerNo', `车${stamp}`],
        ['choose', 'powerType', '蓄电池'],
        ['type', 'ratedLoad', '3000'],
        ['date', 'useDate', day(-800)],
        ['date', 'lastInspect', day(20, -24)],
        ['person', 'dailyCheck', `日常检查人：${HOLDERS.forklift}`],
        ['people', 'drivers', `司机：${HOLDERS.forklift}`],
        ['press', 'hazardZone', '是'],
      ],
      last: ['press', 'isExplosionProof', '是'],
      wrong: '否',
      said: '爆炸危险场所须用防爆叉车',
      warned: `NO${stamp}`,
    },
    {
      path: 'people',
      title: '人员档案',
      keeper: 'safety',
      found: ['emergencyContact', `联${stamp}`.slice(0, 20)],
      fields: [
        ['person', 'user', `姓名：${newcomer.name}`],
        ['choose', 'personCategory', '一线操作人员'],
        ['choose', 'education', '大专'],
        ['date', 'entryDate', day(-400)],
        ['type', 'emergencyContact', `联${stamp}`.slice(0, 20)],
        ['type', 'emergencyPhone', '13900000000'],
      ],
      last: ['type', 'idCard', fictitiousIdCard(newcomer.seed, '1').idCard],
      wrong: '110101199001010000',
      said: '校验位错误',
    },
    {
      path: 'thirdParty',
      title: '第三方档案',
      keeper: 'safety',
      found: ['orgName', `虚构评价机构${stamp}`],
      fields: [
        ['type', 'orgName', `虚构评价机构${stamp}`],
        ['choose', 'orgType', '安全评价机构'],
        ['type', 'creditCode', fictitiousCreditCode(newcomer.seed)],
        ['type', 'qualification', '虚构评价资质'],
        ['date', 'qualTo', day(20)],
        ['type', 'contact', '联甲一'],
      ],
      last: ['type', 'phone', '13900000000'],
      wrong: '12345',
      said: /电话|号码/,
      warned: `虚构评价机构${stamp}`,
    },
    {
      path: 'training',
      title: '培训档案',
      service: 'edu',
      keeper: 'trainer',
      found: ['title', plan],
      fields: [
        ['choose', 'plan', plan],
        ['check', 'docs', '签到表'],
      ],
      last: ['type', 'year', day(0).slice(0, 4)],
      wrong: '26',
      said: '年度是四位数字',
    },
  ];
}

/** A training that is over and of which there is no file: the one that nobody has filed yet is begun anew. */
async function unfiledTraining(plant: MovedPlant): Promise<string> {
  const trainer = await plant.as('trainer');
  const { records } = await trainer.call<Listed>('GET', 'edu/archives/training/page', { query: { status: '0' } });
  const [{ id, title } = { id: '', title: '' }] = records;
  await trainer.call('POST', 'edu/archives/training/remove', { query: { ids: id } });
  return String(title);
}

for (const [at, held] of [
  ['a desk', []],
  ['a phone', ['safety', 'trainer', EQUIPMENT, PROCESS]],
] as const) {
  test(`each kind of archive is filed at ${at} by whoever keeps it, and what runs out is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, held);
    const isPhone = held.length > 0;
    const stamp = uniqueName('');
    const all = kinds({
      stamp,
      area: (await areaOf(moved)).name,
      chemical: isPhone ? '甲苯' : '丙酮',
      newcomer: isPhone ? { name: '罗戌一', seed: 8_107 } : { name: '乐乙六', seed: 8_112 },
      plan: await unfiledTraining(moved),
      day(days, months = 0) {
        const [year = 0, month = 0, date = 0] = moved
          .wall(days * DAY)
          .slice(0, 10)
          .split('-')
          .map(Number);
        // Any month has this day.
        const kept = new Date(Date.UTC(year, month - 1 + months, months === 0 ? date : Math.min(date, 28)));
        return kept.toISOString().slice(0, 10);
      },
    });

    for (const { path, title, service = 'safety', keeper, found, fields, last, wrong, said, warned } of all) {
      await test.step(`${title}: what is wrong is refused at its place, and the rest stays`, async () => {
        const base = `${service}/archives/${path}`;
        await seat.open(keeper, `/safety/archives/${path}/add`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('新增');
        for (const [how, key, what] of fields) await ways[how](page, key, what);
        const [how, key, right] = last;
        await ways[how](page, key, wrong);
        await page.getByRole('button', { name: '保存', exact: true }).click();
        await expect(item(page, key).getByRole('alert')).toHaveText(said);
        await fits(page);
        await picture(page, `${path}-refused`);
        await ways[how](page, key, right);
        await page.screenshot({ path: test.info().outputPath(`${path}-full.png`), fullPage: true });
        await page.getByRole('button', { name: '保存', exact: true }).click();
        const who = await moved.as(keeper);
        const stored = async () =>
          (
            await who.call<Listed>('GET', `${base}/page`, { query: { size: '100', [found[0]]: found[1] } })
          ).records.filter((record) => record[found[0]] === found[1]);
        await expect
          .poll(stored)
          .toMatchObject([{ createUser: who.userId, ...(warned === undefined ? {} : { dueState: '2' }) }]);
        const [record] = await stored();
        await seat.open(keeper, `/safety/archives/${path}/view/${record?.id}`);
        await expect(page.getByRole('button', { name: '编辑', exact: true })).toBeVisible();
        await expect(page.locator('main .ant-skeleton:visible')).toHaveCount(0);
        await fits(page);
        await page.screenshot({ path: test.info().outputPath(`${path}-read.png`), fullPage: true });
        const employee = await moved.as('employee');
        const { status } = await employee.ask<StoredRecord>('GET', `${base}/detail`, {
          query: { id: String(record?.id) },
        });
        expect(status).toBe(403);
      });
    }

    await test.step('what runs out stands together, each by its kind and name', async () => {
      await seat.open('safety', EXPIRIES);
      for (const { title, warned } of all) {
        if (warned === undefined) continue;
        const searched = page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(warned));
        await page.getByRole('searchbox').or(page.getByPlaceholder(/搜索/)).first().fill(warned);
        await page.keyboard.press('Enter');
        await searched;
        const row = page.locator('main').locator('tbody tr, .anlan-card').filter({ hasText: warned });
        await expect(row.filter({ hasText: title })).toHaveCount(1);
        await expect(row.filter({ hasText: title })).toContainText('临期');
      }
      await page.getByPlaceholder(/搜索/).first().fill(stamp);
      await page.keyboard.press('Enter');
      await expect(page.locator('main').getByText(stamp).first()).toBeVisible();
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('warned-full.png'), fullPage: true });
    });
  });
}
