import { patient } from '../../fixtures/patience.ts';
import { dialogOf, seatOf, state } from '../support/base-desk.ts';
import { blocked, DAY, detail, type Listed, SHOP, step, WIDTHS } from '../support/breadth-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { upload } from '../support/day-records.ts';
import { item, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const ACCIDENT = '/safety/accident';
const EXPRESS = 'safety/accident/express';

/** An accident that somebody at the scene reported some minutes ago. */
async function reported(plant: MovedPlant, accidentType: string, minutesAgo: number): Promise<StoredRecord> {
  const employee = await plant.as('employee');
  const areaName = await storeArea(await plant.as('safety'));
  const areas = await employee.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName } });
  const time = `${plant.wall(-minutesAgo)}:00`;
  const { id } = await employee.call<StoredRecord>('POST', `${EXPRESS}/save`, {
    json: {
      title: uniqueName('卸车台闪燃'),
      ...{ occurTime: time, receiveTime: time, reportTime: time },
      ...{ area: areas.records[0]?.id, place: '卸车台', dept: SHOP, accidentType },
      brief: '卸车过程中鹤管接口泄漏，遇静电闪燃，二十分钟后扑灭。',
      ...{ measures: '切断进料，疏散人员', reporter: employee.userId, reporterPhone: '13800000000' },
    },
  });
  return step(employee, EXPRESS, 'report', id);
}

for (const [at, phones] of WIDTHS) {
  test(`a supplement after its days is refused at ${at}: before it is begun, and while it is written`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);

    for (const [accidentType, days] of [
      ['16', 30],
      ['09', 7],
      ['03', 7],
    ] as const)
      await test.step(`type ${accidentType}, ${days} days and an hour ago`, async () => {
        const { id } = await reported(moved, accidentType, days * DAY + 60);
        await seat.open('employee', `${ACCIDENT}/express/view/${id}`);
        await expect(state(page)).toContainText('已上报');
        await picture(page, `supplement-${days}-${accidentType}`);
        await expect(blocked(page)).toContainText('续报期限已过');
      });

    await test.step('its time comes while it is written', async () => {
      const { id, title } = await reported(moved, '16', 30 * DAY - 15);
      await seat.open('employee', `${ACCIDENT}/express/view/${id}`);
      await page.getByRole('button', { name: '续报', exact: true }).click();
      const dialog = dialogOf(page, '续报');
      await type(dialog, 'content', '伤者出院，另有一人轻伤。');
      await type(dialog, 'minorInjuries', '1');
      await moved.pass(16);
      await dialog.getByRole('button', { name: '续报', exact: true }).click();
      await expect(dialog).toContainText('续报期限已过');
      await picture(page, 'supplement-late');
      await fits(page);
      await expect(item(dialog, 'content').locator('textarea')).toHaveValue('伤者出院，另有一人轻伤。');
      await expect(item(dialog, 'minorInjuries').locator('input')).toHaveValue(/^1/);
      const kept = await detail(await moved.as('safety'), EXPRESS, id);
      expect(kept).toMatchObject({ title, status: '1', minorInjuries: 0 });
      expect((kept.children as { accidentSupplement?: unknown[] }).accidentSupplement ?? []).toEqual([]);
    });
  });
}

const REPORT = 'safety/accident/report';
const PROCESS = 'safety/accident/process';

/** The handling of an accident whose report the director and the principal agreed to. */
async function handled(plant: MovedPlant): Promise<StoredRecord> {
  const [safety, officer, leader, workshop] = [
    await plant.as('safety'),
    await plant.as('officer'),
    await plant.as('leader'),
    await plant.as('workshop'),
  ];
  const areaName = await storeArea(safety);
  const areas = await safety.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName } });
  const { id } = await safety.call<StoredRecord>('POST', `${REPORT}/submit`, {
    json: {
      title: uniqueName('反应釜灼烫'),
      ...{ occurTime: `${plant.wall(-2 * DAY)}:00`, area: areas.records[0]?.id, dept: SHOP, accidentType: '08' },
      ...{ nature: '1', teamLeader: safety.userId, team: [officer.userId, leader.userId, workshop.userId] },
      casualties: [
        {
          ...{ personType: '1', name: '例甲一', gender: '1', age: 35, post: '操作工' },
          ...{ trained: '1', injury: '3', lostDays: 20 },
        },
      ],
      lossItems: [{ kind: '1', amount: 20_000 }],
      ...{ course: '取样阀内漏，物料溅出', rescue: '冲洗后送医', directCauses: ['1'], directCauseText: '未戴手套' },
      ...{ indirectCauseText: '检查不到位', responsibility: '当班操作工直接责任', lessons: '防护不能省略' },
      ...{ suggestMeasures: '更换阀门', files: [await upload(plant.url, safety)] },
    },
  });
  for (const account of ['director', 'principal']) await agreeTo(await plant.as(account), id);
  const { records } = await safety.call<Listed>('GET', `${PROCESS}/page`, { query: { report: id } });
  if (records[0] === undefined) throw new Error('no handling');
  return records[0];
}

for (const [at, phones] of WIDTHS) {
  test(`an accident of which something is let go is not closed at ${at}, and what is missing is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    // What somebody else changed meanwhile, and what is saved of words that no longer belong to a step.
    expectedErrors.push(/status of 40[039]/);
    const seat = seatOf(page, moved, phones);
    const [safety, leader] = [await moved.as('safety'), await moved.as('leader')];
    const { id } = await handled(moved);
    const stored = () => detail(safety, PROCESS, id);
    const save = async (more: object) => {
      const { version } = await stored();
      await safety.call('POST', `${PROCESS}/save`, { json: { id, version, ...more } });
    };
    const path = `${ACCIDENT}/process/view/${id}`;
    const finish = page.getByRole('button', { name: '提交验收', exact: true });
    const person = { name: '例丙三', dept: '设备部', duty: '1', punish: ['1'] };
    await save({ persons: [person] });
    const { id: measure } = await safety.call<StoredRecord>('POST', `${PROCESS}/measure/save`, {
      json: {
        ...{ process: id, measure: '更换取样阀', kind: '1', owner: leader.userId },
        due: moved.wall(9 * DAY).slice(0, 10),
      },
    });
    await step(safety, PROCESS, 'issue', id);

    await test.step('it is not handed in while one of the four is missing', async () => {
      const proof = [await upload(moved.url, leader)];
      const educations = [
        { time: `${moved.wall(-1)}:00`, scope: [SHOP], count: 20, files: [await upload(moved.url, safety)] },
      ];
      for (const [words, next] of [
        ['原因还没有查清，请写明原因结论', () => save({ cause: '1', causeNote: '密封面冲蚀' })],
        [
          '每个责任人的处理都须落实（例丙三）',
          () => save({ persons: [{ ...person, doneDate: moved.wall().slice(0, 10) }] }),
        ],
        [
          '每条防范措施都须完成（更换取样阀）',
          () => step(leader, `${PROCESS}/measure`, 'complete', measure, { proof }),
        ],
        ['至少有一次警示教育', () => save({ educations })],
      ] as const) {
        await seat.open('safety', path);
        await expect(blocked(page)).toContainText(`暂不能提交验收：${words}`);
        await expect(finish).toBeDisabled();
        await picture(page, `process-${words.slice(0, 5)}`);
        await next();
      }
      await fits(page);
    });

    await test.step('it is not closed with a measure that nobody has verified', async () => {
      await step(safety, PROCESS, 'finish', id);
      await seat.open('director', path);
      await expect(blocked(page)).toContainText('暂不能结案：防范措施未落实不放过：还有措施没有验收（更换取样阀）');
      await expect(page.getByRole('button', { name: '结案', exact: true })).toBeDisabled();
      await picture(page, 'process-close');
      expect(await stored()).toMatchObject({ status: '2', closeOpinion: null, closeDate: null });
    });

    await test.step('not even where it was sent back while the opinion was written', async () => {
      await step(safety, `${PROCESS}/measure`, 'verify', measure, { accept: '1' });
      await seat.open('director', path);
      await page.getByRole('button', { name: '结案', exact: true }).click();
      const dialog = dialogOf(page, '结案');
      await type(dialog, 'closeOpinion', '四项均已落实，同意结案。');
      await step(await moved.as('director'), PROCESS, 'back', id, { returnReason: '教育记录不清' });
      await dialog.getByRole('button', { name: '结案', exact: true }).click();
      await expect(dialog).toContainText('该记录已被孙乙二修改，请查看最新内容后再保存');
      await picture(page, 'process-returned');
      await expect(item(dialog, 'closeOpinion').locator('textarea')).toHaveValue('四项均已落实，同意结案。');
      expect(await stored()).toMatchObject({ status: '1', closeOpinion: null, returnReason: '教育记录不清' });
    });
  });
}
