import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { type Body, createPlantDesk, plantId as id, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: PlantDesk;
let areaId = '';

const officer = 'safetyOfficer';

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  const duty = { deptId: id('shop'), dutyUserId: id('second') };
  const area = { areaCode: 'FX-01', areaName: '示例罐区', areaType: 'tank', isMajor: '1', polygon: OUTLINE, ...duty };
  areaId = String((await desk.call(officer, 'POST', 'safety/risk/areas/main/save', area)).id);
});
afterAll(() => server?.stop());

let counter = 0;

function source(chemical: Body, more: Body = {}): Body {
  counter += 1;
  return {
    sourceName: `示例危险源${counter}`,
    unitKind: 'storage',
    areaId,
    deptId: id('shop'),
    chemicals: [{ name: '氯', q: 20, Q: 5, beta: 4, ...chemical }],
    exposedCount: 0,
    mainDuty: id('second'),
    techDuty: id('second'),
    operDuty: id('second'),
    ...more,
  };
}

const saveSource = (body: Body) => desk.ask(officer, 'POST', 'safety/risk/majorsource/submit', body);

describe('重大危险源辨识与分级（GB 18218-2018）', () => {
  it('takes no critical quantity above table 1, whatever the chemical is called there', async () => {
    for (const name of ['氯', '液氯', '氯气']) {
      const refused = await saveSource(source({ name, Q: 500 }));
      expect([refused.status, refused.msg]).toEqual([
        400,
        '危险化学品第1行临界量不能大于GB 18218-2018表1对该化学品的规定',
      ]);
    }
    const renamed = await saveSource(source({ name: '示例物料甲', cas: '7782-50-5', Q: 500 }));
    expect(renamed.msg).toBe('危险化学品第1行临界量不能大于GB 18218-2018表1对该化学品的规定');
  });

  it('takes no β below tables 3 and 4, and stricter values gladly', async () => {
    const refused = await saveSource(source({ beta: 1 }));
    expect(refused.msg).toBe('危险化学品第1行校正系数β不能小于GB 18218-2018表3、表4对该化学品的规定');
    const stricter = await saveSource(source({ Q: 4, beta: 5 }));
    expect(stricter.status, stricter.msg).toBe(200);
  });

  it('grades by its own limits where a company has set laxer ones before', async () => {
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `update data."tenantSetting" set "numberValue" = 100, kind = 'number', status = 'changed'
         where "tenantId" = $1 and "settingKey" = 'risk.majorThreshold'`,
        [TENANT],
      ),
    );
    await server.metadata.invalidate(TENANT);
    const saved = await saveSource(source({}));
    expect(saved.status, saved.msg).toBe(200);
    expect(saved.data).toMatchObject({ sumValue: 4, level: '4' });
  });

  const setup = async (base: string, find: (row: WireRecord) => boolean): Promise<WireRecord> => {
    const page = await desk.call<WirePage<WireRecord>>(officer, 'GET', `safety/risk/setup/${base}/page?size=100`);
    const row = page.records.find(find);
    if (row === undefined) throw new Error(`no such row of ${base}`);
    return row;
  };

  it('keeps the rows of its tables: neither changed beyond it, nor removed, nor gone round by others', async () => {
    const chlorine = await setup('substance', ({ name }) => name === '氯');
    const larger = { ...chlorine, criticalQ: 500 };
    expect(await desk.refused(officer, 'safety/risk/setup/substance/submit', larger)).toEqual([
      400,
      '临界量不能大于GB 18218-2018表1的规定',
    ]);
    const gone = await desk.ask(officer, 'POST', `safety/risk/setup/substance/remove?ids=${String(chlorine.id)}`, {});
    expect(gone.msg).toBe('标准列明的化学品不能删除');
    const crowd = await setup('alpha', ({ minPeople }) => minPeople === 100);
    expect(await desk.refused(officer, 'safety/risk/setup/alpha/submit', { ...crowd, alpha: 0.5 })).toEqual([
      400,
      '校正系数α不能小于GB 18218-2018表5对这些人数的规定',
    ]);
    const shorter = await desk.ask(officer, 'POST', 'safety/risk/setup/alpha/submit', { ...crowd, maxPeople: 200 });
    expect(shorter.status, shorter.msg).toBe(200);
    expect(
      await desk.refused(officer, 'safety/risk/setup/alpha/submit', { minPeople: 201, alpha: 0.1, source: '示例' }),
    ).toEqual([400, '校正系数α不能小于GB 18218-2018表5对这些人数的规定']);
    // A gap in the company's own ranges leaves the standard's factor.
    const crowded = await saveSource(source({}, { exposedCount: 300 }));
    expect(crowded.data).toMatchObject({ alpha: 2, rValue: 32, level: '3' });
  });

  it('does not let what the standard says be written', async () => {
    const chlorine = await setup('substance', ({ name }) => name === '氯');
    const answer = await desk.ask(officer, 'POST', 'safety/risk/setup/substance/submit', { ...chlorine, legalQ: 900 });
    const after = await setup('substance', ({ name }) => name === '氯');
    expect([answer.status, after.legalQ]).toEqual([400, 5]);
  });
});
