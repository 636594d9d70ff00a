import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fictitiousCreditCode } from '../../mocks/demo-plant/contractors.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';

const VESSEL = 'safety/archives/pressureVessel';
const PARTY = 'safety/archives/thirdParty';
let at: BaseDesk;
let unit = '';
let turn = 0;

beforeAll(async () => {
  at = await startBaseDesk([
    ['keeper', '档甲一', 'equipmentManager'],
    ['other', '档乙二', 'equipmentManager'],
  ]);
  unit = await at.area('档案装置');
  // Who oversees special equipment holds certificate A.
  await certify('keeper', 'S-A');
}, patient(120_000));
afterAll(() => at?.server.stop());

async function certify(who: string, workCategory: string): Promise<void> {
  turn += 1;
  await at.server.database.transaction('645967', (connection) =>
    connection.execute(
      `insert into data."workCert" (id, "tenantId", status, "certType", "certName", "certNo", "holderKind", "personId",
         "workCategory", "issueOrg", "firstIssueDate", "validStartTime", "validEndTime", "usableTo")
       values ($1, '645967', 'valid', 'special_equipment', '特种设备证', $1, '1', $2, $3, '虚构局', $4, $4, $5, $5)`,
      [`cert-${turn}`, plantId(who), workCategory, at.day(-100), at.day(900)],
    ),
  );
}

/** A vessel as it is registered, different in what a case is about. */
function vessel(more: object = {}): Record<string, unknown> {
  turn += 1;
  return {
    equipNo: `V-${turn}`,
    equipName: '中间罐',
    registerNo: `容15虚构${turn}`,
    registerDate: at.day(-390),
    vesselClass: '2',
    vesselKind: 'C',
    medium: '空气',
    volume: 10,
    designPressure: 1.6,
    workPressure: 1,
    designTemp: 100,
    manufacturer: '虚构制造厂',
    produceDate: at.day(-500),
    useDate: at.day(-400),
    unit,
    dept: plantId('shop'),
    safetyGrade: '1',
    nextInspect: at.day(600),
    manager: plantId('keeper'),
    keeper: plantId('keeper'),
    ...more,
  };
}
function party(more: object = {}): Record<string, unknown> {
  turn += 1;
  return {
    orgName: `虚构检测机构${turn}`,
    orgType: '2',
    creditCode: fictitiousCreditCode(900 + turn),
    qualification: '虚构资质',
    qualTo: at.day(200),
    contact: '联甲一',
    phone: '13900000000',
    keeper: plantId('safetyOfficer'),
    ...more,
  };
}
const save = (who: string, base: string, body: Record<string, unknown>) =>
  at.desk.call(who, 'POST', `${base}/submit`, body);
const refusal = async (base: string, body: Record<string, unknown>, who = 'keeper') =>
  (await at.desk.refused(who, `${base}/submit`, body))[1];
const read = (base: string, id: string) => at.desk.call('keeper', 'GET', `${base}/detail?id=${id}`);

describe('a pressure vessel', () => {
  // 特种设备安全法 Art. 33: registered within 30 days of putting into use.
  it('is registered within thirty days', async () => {
    expect(await refusal(VESSEL, vessel({ registerDate: at.day(-369) }))).toContain('30日内办理使用登记');
    await save('keeper', VESSEL, vessel({ registerDate: at.day(-370) }));
  });

  // TSG 21-2016 8.1.6: first within 3 years; grades 1 and 2 every 6 years, grade 4 at most 3; grade 5 does not run.
  it('is inspected within the cycle of its grade', async () => {
    const late = 'TSG 21-2016 8.1.6';
    expect(await refusal(VESSEL, vessel({ nextInspect: at.day(700) }))).toContain(late);
    const inspected = { lastInspect: at.day(-10) };
    await save('keeper', VESSEL, vessel({ ...inspected, nextInspect: at.day(2000) }));
    expect(await refusal(VESSEL, vessel({ ...inspected, safetyGrade: '4', nextInspect: at.day(1100) }))).toContain(
      late,
    );
    expect(await refusal(VESSEL, vessel({ ...inspected, safetyGrade: '5', nextInspect: at.day(-10) }))).toContain(
      '5级',
    );
  });

  // TSG 08-2017: a safety manager of special equipment holds certificate A.
  it('is overseen by somebody who holds certificate A', async () => {
    expect(await refusal(VESSEL, vessel({ manager: plantId('other') }))).toContain('A证');
  });

  // TSG 21-2016 7.2; accessories: a safety valve each year, a gauge each half year (JJG 52).
  it('shows the earliest of its dates, and how near it is', async () => {
    const { id } = await save(
      'keeper',
      VESSEL,
      vessel({
        lastYearly: at.day(-100),
        accessories: [
          { kind: '1', no: 'F1', lastCheck: at.day(-20) },
          { kind: '3', no: 'Y1', lastCheck: at.day(-170) },
        ],
      }),
    );
    const kept = await read(VESSEL, id);
    expect(kept.dueDate).toBe(kept.accessoryDue);
    expect(kept.dueState).toBe('2');
    const late = await save('keeper', VESSEL, vessel({ lastYearly: at.day(-380) }));
    expect((await read(VESSEL, late.id)).dueState).toBe('3');
  });

  // 特种设备安全法 Art. 40: what was not inspected in time does not run on.
  it('does not start while its inspection is overdue', async () => {
    const { id } = await save('keeper', VESSEL, vessel({ nextInspect: at.day(3) }));
    await at.fire('keeper', VESSEL, 'stop', id, { stopNote: '停车检修' });
    const { version } = await read(VESSEL, id);
    await save('keeper', VESSEL, { id, version, nextInspect: at.day(-1) });
    const now = await read(VESSEL, id);
    const [status, message] = await at.desk.refused('keeper', `${VESSEL}/start`, { id, version: now.version });
    expect([status, message]).toEqual([400, '检验有效期已过，不能启用（特种设备安全法第四十条）']);
  });

  it('cannot be registered twice', async () => {
    const body = vessel();
    await save('keeper', VESSEL, body);
    expect(await refusal(VESSEL, vessel({ registerNo: body.registerNo }))).toBe('该使用登记证编号已登记');
  });
});

// 特种设备安全法 Art. 14: who operates special equipment holds its certificate.
describe('boilers, cranes and forklifts', () => {
  const boiler = (more: object) => ({
    equipNo: 'GL-1',
    equipName: '蒸汽锅炉',
    registerNo: '锅10虚构1',
    boilerKind: '1',
    boilerLevel: 'B',
    model: 'SZS20',
    evaporation: '20 t/h',
    workPressure: 1.6,
    mediumTemp: 204,
    fuel: '1',
    manufacturer: '虚构锅炉厂',
    useDate: at.day(-100),
    dept: plantId('shop'),
    manager: plantId('keeper'),
    ...more,
  });
  const forklift = (more: object) => ({
    equipNo: 'CC-1',
    plateNo: '场内虚A1',
    registerNo: '车11虚构1',
    powerType: '2',
    ratedLoad: 2000,
    model: 'CPD20',
    hazardZone: '0',
    isExplosionProof: '0',
    manufacturer: '虚构叉车厂',
    useDate: at.day(-100),
    dept: plantId('shop'),
    lastInspect: at.day(-90),
    dailyCheck: plantId('second'),
    drivers: [plantId('second')],
    ...more,
  });

  it('are fired and driven by those who hold the certificate', async () => {
    const base = 'safety/archives/boiler';
    expect(await refusal(base, boiler({ stokers: [plantId('second')] }))).toContain('G1或G2');
    expect(await refusal('safety/archives/forklift', forklift({}))).toContain('N1');
    await certify('second', 'S-G1');
    await certify('second', 'S-N1');
    await save('keeper', base, boiler({ stokers: [plantId('second')] }));
  });

  // GB 3836 and TSG 81-2022: explosive atmospheres need an explosion-proof vehicle.
  it('are explosion-proof where that is needed', async () => {
    const base = 'safety/archives/forklift';
    expect(await refusal(base, forklift({ hazardZone: '1' }))).toBe('爆炸危险场所须用防爆叉车');
    await save('keeper', base, forklift({ hazardZone: '1', isExplosionProof: '1' }));
  });
});

describe('what is filed', () => {
  it('keeps its files until the retention ends', async () => {
    const [first, second] = [await at.desk.photo('safetyOfficer'), await at.desk.photo('safetyOfficer')];
    const { id } = await save('safetyOfficer', PARTY, party({ files: [first], retention: '1' }));
    const change = async (body: object) => {
      const { version } = await read(PARTY, id);
      return at.desk.ask('safetyOfficer', 'POST', `${PARTY}/submit`, { id, version, ...body });
    };
    expect((await change({ contact: '联乙二' })).status).toBe(200);
    expect((await change({ files: [second] })).msg).toContain('保管期满前');
    expect((await change({ files: null })).msg).toContain('保管期满前');
    const remove = () => at.desk.ask('safetyOfficer', 'POST', `${PARTY}/remove?ids=${id}`);
    expect((await remove()).msg).toContain('保管期满前不能删除');
    await at.fire('safetyOfficer', PARTY, 'disable', id);
    expect((await read(PARTY, id)).retentionTo).toBe(`${Number(at.day().slice(0, 4)) + 3}${at.day().slice(4)}`);
    expect((await change({ retention: '2' })).status).toBe(200);
    expect((await change({ retention: '1' })).msg).toContain('不能缩短');
    expect((await remove()).msg).toContain('保管期满前不能删除');
    await at.server.database.transaction('645967', (connection) =>
      connection.execute(
        `update data."archiveThirdParty" set "endedOn" = '2001-01-01', "retentionTo" = '2006-01-01' where id = $1`,
        [id],
      ),
    );
    expect((await remove()).status).toBe(200);
  });

  it('is handed over to somebody else, with a list', async () => {
    const { id } = await save('keeper', VESSEL, vessel());
    const handFiles = [await at.desk.photo('keeper')];
    const note = { handNote: '岗位调整' };
    const give = (body: object) => at.desk.refused('keeper', `${VESSEL}/handOver`, { id, version: 1, ...body });
    expect((await give({ ...note, handFiles, keeper: plantId('keeper') }))[1]).toContain('接收人不能是');
    expect((await give({ ...note, keeper: plantId('other') }))[1]).toContain('移交清单');
    await at.fire('keeper', VESSEL, 'handOver', id, { ...note, handFiles, keeper: plantId('other') });
    const kept = await read(VESSEL, id);
    expect([kept.keeper, kept.handedOn]).toEqual([plantId('other'), at.day()]);
  });

  it('shows in one list what expires next', async () => {
    await save('safetyOfficer', PARTY, party({ orgName: '虚构将到期机构', qualTo: at.day(5) }));
    const { rows } = await at.desk.call<{ rows: readonly object[] }>(
      'keeper',
      'GET',
      'system/joint/records?code=archiveExpiries',
    );
    expect(JSON.stringify(rows)).toContain('虚构将到期机构');
  });
});
