import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../server/ground/jobs/system-context.ts';
import { wallClock } from '../../src/core/clock/wall-clock.ts';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const ZONE = 'Asia/Shanghai';

let server: TestServer;
let headers: Record<string, string>;
const ids: Record<string, string> = {};

const internal = async (entity: string, body: Record<string, unknown>, newStatus?: string) => {
  const context = systemContext('645967', { now: () => server.now() }, 'major-source-test');
  return server.service.saveInternal(context, entity, body, newStatus === undefined ? {} : { newStatus });
};

async function onlyOf(path: string): Promise<WireRecord> {
  const response = await server.main.inject({ method: 'GET', url: `/api/anlan-safety/${path}`, headers });
  const [record] = response.json<Envelope<WirePage<WireRecord>>>().data.records;
  if (record === undefined) throw new Error(`${path} gave nothing`);
  return record;
}

/** The tenant's clock, some minutes from now. */
const at = (minutes: number) => wallClock(new Date(server.now().getTime() + minutes * 60_000), ZONE);

beforeAll(async () => {
  server = await startTestServer();
  ({ headers } = await server.signIn('safetyOfficer'));
  const [found] = await server.database.withTenant('645967', (connection) =>
    connection.query<{ id: string; deptId: string }>(
      `select u.id, d.id as "deptId" from data."user" u, data.dept d
       where u."tenantId" = '645967' and d."tenantId" = '645967' and u.account = 'safetyOfficer' limit 1`,
    ),
  );
  ids.user = found?.id ?? '';
  ids.dept = found?.deptId ?? '';
  const duty = { deptId: ids.dept, dutyUserId: ids.user };
  const area = { areaCode: 'G01', areaName: '罐区', areaType: 'tank', isMajor: '1', polygon: OUTLINE, ...duty };
  ids.area = await internal('riskArea', area);
  const equipment = await internal('equipment', {
    equipNo: 'V-9001',
    equipName: '示例储罐',
    equipType: '4',
    equipLevel: '1',
    unit: ids.area,
    dept: ids.dept,
    model: '示例',
    manufacturer: '示例制造单位',
    useDate: '2020-01-01',
    isSis: '0',
    keeper: ids.user,
  });
  ids.point = await internal('sensorPoint', {
    tag: 'LT-9001',
    pointName: '示例罐液位',
    pointType: 'level',
    unit: 'm',
    rangeLow: 0,
    rangeHigh: 10,
    h: 8,
    hh: 9,
    areaId: ids.area,
    equipmentId: equipment,
    dutyDeptId: ids.dept,
    source: 'DCS',
    value: 5,
    quality: 'good',
    valueTime: at(0),
  });
  ids.source = await internal('majorSource', {
    sourceName: '示例罐组',
    unitKind: 'storage',
    areaId: ids.area,
    deptId: ids.dept,
    chemicals: [
      { name: '甲', q: 100, Q: 10, beta: 1, presentQ: 30, pointId: ids.point, pointFactor: 4 },
      { name: '乙', q: 50, Q: 10, beta: 2, presentQ: 10 },
      { name: '丙', q: 20, Q: 20, beta: 1 },
    ],
    exposedCount: 10,
    mainDuty: ids.user,
    techDuty: ids.user,
    operDuty: ids.user,
  });
  await internal('sensorPoint', { id: ids.point, majorSourceId: ids.source });
});

afterAll(() => server.stop());

it('takes the stock from a fresh point, else what was entered, else what may be there', async () => {
  // 5 m of 4 t each of the first, 10 t entered of the second, 20 t of the third: 20/10 + 2 × 10/10 + 20/20.
  expect(await onlyOf('risk/majorsource/realtime-value')).toMatchObject({
    rValue: 21,
    level: '3',
    realSum: 4,
    realR: 5,
    realLevel: '4',
    pointCount: 1,
    alarmCount: 0,
  });
  await internal('sensorPoint', { id: ids.point, valueTime: at(-30) });
  expect(await onlyOf('risk/majorsource/realtime-value')).toMatchObject({ realSum: 5, realR: 6 });
});

it('counts its points in alarm, which warn the area beyond HH', async () => {
  await internal('sensorPoint', { id: ids.point, value: 8.5, valueTime: at(0) });
  expect(await onlyOf('risk/majorsource/duty')).toMatchObject({ alarmCount: 1 });
  const warned = (path = '') => `risk/areas/main/page?page=hierarchicalControlWarning${path}`;
  await expect(onlyOf(warned())).rejects.toThrow('gave nothing');
  await internal('sensorPoint', { id: ids.point, value: 9, valueTime: at(0) });
  expect(await onlyOf(warned(`&dutyUserId=${ids.user}`))).toMatchObject({
    areaName: '罐区',
    warnReason: '监测点位高高或低低报警',
  });
});

it('rates duty tasks that are over, and says what a duty item is about', async () => {
  // Of the state and the lateness of tasks only; what they check is another story.
  const tasks = [
    ['2', '0'],
    ['2', '0'],
    ['3', '0'],
    ['1', '0'],
    ['4', '0'],
    ['2', '1'],
  ];
  await server.database.withTenant('645967', async (connection) => {
    for (const [index, [status, late]] of tasks.entries()) {
      await connection.execute(
        `insert into data."troubleTask" (id, "tenantId", version, "createTime", "isDeleted", status, late, "taskKind",
           "dutyItem", "majorSourceId", "taskTime") values ($1, '645967', 1, $2, 0, $3, $4, '3', 3, $5, $2)`,
        [`99${index}`, server.now(), status, late, ids.source],
      );
    }
  });
  expect(await onlyOf('risk/majorsource/duty')).toMatchObject({ mainRate: null, operRate: 50 });
  const item = await onlyOf('risk/dutyitem/page?kind=3&content=%E7%BB%84%E7%BB%87%E9%87%8D%E5%A4%A7');
  expect(item).toMatchObject({ kind: '3', no: 3, dueCount: 4, doneCount: 2, doneRate: 50 });
});
