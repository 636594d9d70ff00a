import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fictitiousCreditCode, fictitiousWorkerCard } from '../../mocks/demo-plant/contractors.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, DAY, plantId as id, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { runUntil } from '../fixtures/run-until.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

/** Further accounts and their roles; `other` administers another contractor. */
const PEOPLE: readonly (readonly [account: string, name: string, role: string])[] = [
  ['director', '总己六', 'safetyDirector'],
  ['principal', '主庚七', 'principal'],
  ['trainer', '培辛八', 'trainingOfficer'],
  ['contractor', '承壬九', 'contractorAdmin'],
  ['other', '承癸一', 'contractorAdmin'],
  ['officer', '车甲二', 'workshopSafetyOfficer'],
  ['auditor', '审乙三', 'auditor'],
  ['guardian', '监丙四', 'guardian'],
];

let server: TestServer;
let desk: PlantDesk;

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  await server.database.transaction(TENANT, (connection) =>
    connection.execute('update data.dept set leader = $1 where id = $2', [id('second'), id('shop')]),
  );
  await addNewcomers(
    server,
    TENANT,
    PEOPLE.map(([account, name, role]) => ({
      account,
      name,
      role,
      dataScope: role === 'contractorAdmin' ? '6' : '2',
    })),
  );
}, patient(120_000));
afterAll(() => server?.stop());

interface Said<T> {
  readonly status: number;
  readonly msg: string;
  readonly data: T;
}

async function ask<T = WireRecord>(
  who: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Said<T>> {
  const { status, msg, data, errors } = await callAs<T>(server.main, await desk.signedIn(who), method, path, body);
  return { status, msg: [msg, ...errors.map((fault) => fault.msg)].join('|'), data };
}

async function done<T = WireRecord>(...args: Parameters<typeof ask>): Promise<T> {
  const answer = await ask<T>(...args);
  expect([args[0], args[2], answer.msg, answer.status]).toEqual([args[0], args[2], '操作成功', 200]);
  return answer.data;
}

async function refused(...args: Parameters<typeof ask>): Promise<string> {
  const { status, msg } = await ask(...args);
  expect(status).toBeGreaterThanOrEqual(400);
  return `${status} ${msg}`;
}

/** Date of the plant some days from the server's now. */
const date = (days = 0) => new Date(server.now().getTime() + 8 * 3_600_000 + days * DAY).toISOString().slice(0, 10);
const wall = (days = 0) =>
  new Date(server.now().getTime() + 8 * 3_600_000 + days * DAY).toISOString().slice(0, 19).replace('T', ' ');

/** Moves the clock to a moment past a midnight of the plant, and lets everything fire that is due by then. */
const until = (day: string) => runUntil(server, `${day} 00:01:00`);

const photo = (who: string) => desk.photo(who);
/** What a record waits for in a person's tasks: the step, and what is said to follow. */
async function awaited(who: string, entity: string, record: unknown): Promise<readonly (readonly unknown[])[]> {
  const { records } = await done<WirePage<WireRecord>>(who, 'GET', `system/flow/todo?entity=${entity}&size=200`);
  return records
    .filter(({ recordId }) => recordId === record)
    .map(({ title, after }) => [String(title).split('：')[0], after]);
}

let count = 0;

async function contractorBody(more: object = {}): Promise<object> {
  count += 1;
  return {
    name: `虚构检修${count}公司`,
    creditCode: fictitiousCreditCode(900 + count),
    contractorType: '2',
    serviceScope: '机泵检修',
    legalPerson: '法人甲',
    projectManager: '项目甲',
    managerPhone: '10000000001',
    safetyOfficer: '安全甲',
    safetyPhone: '10000000002',
    safetyStaffCount: 2,
    manageDept: id('shop'),
    manager: id('safetyOfficer'),
    adminIds: [id('contractor')],
    qualifications: [{ kind: '1', certNo: `YY${count}`, file: [await photo('safetyOfficer')] }],
    agreementNo: `XY${count}`,
    agreementStart: date(-10),
    agreementEnd: date(300),
    agreementFile: [await photo('safetyOfficer')],
    insurance: [await photo('safetyOfficer')],
    insuranceTo: date(200),
    lossRecord: '无',
    ...more,
  };
}

const stateOf = async (recordId: string) =>
  (await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`)).status;

async function vote(who: string, transition: string, recordId: string, result = 'pass', base = 'contractor') {
  const query = `safety/${base}/todo?size=100`;
  const { records } = await done<WirePage<WireRecord & { taskId: string }>>(who, 'GET', query);
  const task = records.find((candidate) => candidate.recordId === recordId || candidate.id === recordId);
  expect([who, transition, task !== undefined]).toEqual([who, transition, true]);
  return done(who, 'POST', 'system/flow/complete-task', { taskId: task?.taskId, result, opinion: '同意' });
}

async function admitted(more: object = {}): Promise<string> {
  const { id: recordId } = await done('safetyOfficer', 'POST', 'safety/contractor/submit', await contractorBody(more));
  for (const who of ['second', 'safetyOfficer', 'director']) await vote(who, 'submit', recordId);
  expect(await stateOf(recordId)).toBe('2');
  return recordId;
}

async function personBody(contractor: string, number: number, more: object = {}): Promise<object> {
  return {
    contractor,
    name: '陆甲乙',
    idCard: fictitiousWorkerCard(number, 1990, '1'),
    phone: '10000000003',
    photo: [await photo('contractor')],
    workType: '10',
    isSpecial: '0',
    healthDate: date(-20),
    insured: '1',
    ...more,
  };
}

const training = () =>
  [
    ['1', 8],
    ['2', 4],
    ['3', 1],
  ].map(([level, hours]) => ({ level, hours, date: date(), score: 90, trainer: id('trainer') }));

async function inPlant(contractor: string, number: number, more: object = {}): Promise<string> {
  const body = await personBody(contractor, number, more);
  const { id: person } = await done('contractor', 'POST', 'safety/contractor/user/submit', body);
  await vote('second', 'submit', person, 'pass', 'contractor/user');
  const { version } = await done('trainer', 'GET', `safety/contractor/user/detail?id=${person}`);
  await done('trainer', 'POST', 'safety/contractor/user/save', { id: person, version, entryTrainings: training() });
  await done('trainer', 'POST', 'safety/contractor/user/train', { id: person });
  return person;
}

/** Titles of what somebody was told about a record besides tasks, newest first. */
async function told(who: string, recordId: string): Promise<readonly unknown[]> {
  const { records } = await done<WirePage<WireRecord>>(who, 'GET', 'system/notice/page?size=100&kind=reminder');
  return records.filter((notice) => notice.recordId === recordId).map(({ title }) => title);
}

async function violation(contractor: string, more: object = {}): Promise<string> {
  const area = await plantArea();
  const { id: record } = await done('officer', 'POST', 'safety/contractor/record/submit', {
    contractor,
    findingTime: wall(-0.0003),
    area,
    behaviourType: '1',
    level: '3',
    description: '无票作业，被当场制止',
    photos: [await photo('officer')],
    finder: id('officer'),
    measures: ['1'],
    rectifyDue: date(3),
    ...more,
  });
  return record;
}

let areaId = '';
async function plantArea(): Promise<string> {
  areaId ||= (
    await done('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
      areaCode: 'CON-01',
      areaName: '检修区',
      areaType: 'other',
      polygon: OUTLINE,
      deptId: id('shop'),
      dutyUserId: id('second'),
      isMajor: '0',
    })
  ).id;
  return areaId;
}

describe('a contractor', () => {
  it('is reviewed by three levels and admitted until the earlier of agreement and one year', async () => {
    const recordId = await admitted();
    const record = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`);
    expect(record).toMatchObject({
      accessDate: date(),
      accessTo: date(300),
      docTo: date(200),
      docState: 'normal',
      score: 100,
      grade: 'A',
      personCount: 0,
    });
  });

  it('has no score and no grade before it is admitted', async () => {
    const { id: draft } = await done('safetyOfficer', 'POST', 'safety/contractor/save', await contractorBody());
    const record = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${draft}`);
    expect([record.status, record.score, record.grade]).toEqual(['0', null, null]);
  });

  it('is not submitted without agreement or with expired papers, nor registered twice', async () => {
    const without = await contractorBody({ agreementNo: null, agreementStart: null, agreementEnd: null });
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/submit', without)).toMatch(/请先签订安全协议/);
    const late = await contractorBody({ insuranceTo: date(-1) });
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/submit', late)).toMatch(/已过期，不能准入/);
    const last = await contractorBody({ insuranceTo: date() });
    await done('safetyOfficer', 'POST', 'safety/contractor/submit', last);
    const again = { ...(await contractorBody()), creditCode: (last as { creditCode: string }).creditCode };
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/save', again)).toMatch(/该统一社会信用代码已登记/);
    const wrong = await contractorBody({ creditCode: '91320000MA00000005' });
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/save', wrong)).toMatch(/统一社会信用代码错误/);
  });

  it('is suspended by itself when its papers end, warned 30 days before, and restored with new ones', async () => {
    const recordId = await admitted({ insuranceTo: date(31) });
    await until(date(1));
    expect(await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`)).toMatchObject({
      status: '2',
      docState: 'expiring',
    });
    await until(date(30));
    expect(await stateOf(recordId)).toBe('2');
    await until(date(1));
    const held = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`);
    expect(held).toMatchObject({ status: '4', docState: 'expired' });
    expect(held.suspendReason).toContain('系统自动暂停');
    const restore = { id: recordId, restoreReason: '已续保', restoreFiles: [await photo('director')] };
    expect(await refused('director', 'POST', 'safety/contractor/restore', restore)).toMatch(/已过期，请先更新/);
    await done('contractor', 'PUT', 'safety/contractor/update', {
      id: recordId,
      version: held.version,
      insuranceTo: date(300),
    });
    await done('director', 'POST', 'safety/contractor/restore', restore);
    expect(await stateOf(recordId)).toBe('2');
  });

  it('whose papers, agreement and admission end is asked for them as tasks, each of whoever renews it', async () => {
    const recordId = await admitted({ insuranceTo: date(60), agreementEnd: date(70) });
    const waiting = async () =>
      Promise.all(['contractor', 'safetyOfficer', 'other'].map((who) => awaited(who, 'contractor', recordId)));
    expect(await waiting()).toEqual([[], [], []]);
    await until(date(41));
    const [papers, agreement] = ['更新资质和保险', '续签安全协议'].map((step) => [
      step,
      '到期后自动暂停，不能参加作业',
    ]);
    expect(await waiting()).toEqual([[papers], [agreement], []]);
    // What is due again some day is not what follows.
    const { records } = await done<WirePage<WireRecord>>('contractor', 'GET', 'system/flow/todo?entity=contractor');
    expect(records.find((entry) => entry.recordId === recordId)?.follows).toBe(
      '办理后：由安全管理员办理“续签安全协议”',
    );

    const renew = (who: string, step: string, body: object) =>
      [who, 'POST', `safety/contractor/${step}`, { id: recordId, ...body }] as const;
    const same = { insuranceTo: date(19) };
    expect(await refused(...renew('contractor', 'renewPapers', same))).toMatch(
      /^400 承包商虚构检修\d+公司的资质证书和保险最早\d{4}-\d\d-\d\d到期，更新后须晚于这一天，且不早于今天/,
    );
    expect(await refused(...renew('other', 'renewPapers', { insuranceTo: date(400) }))).toMatch(/^40[34]/);
    // What the safety officer signs is not the contractor's to renew.
    const next = { agreementNo: 'XY续', agreementStart: date(), agreementEnd: date(400) };
    expect(await refused(...renew('contractor', 'renewAgreement', next))).toMatch(/^403/);
    expect(await refused(...renew('safetyOfficer', 'renewAgreement', next))).toMatch(/^400 .*请上传安全协议/);
    await done(...renew('contractor', 'renewPapers', { insuranceTo: date(800) }));
    expect(await waiting()).toEqual([[], [agreement], []]);
    const signed = { ...next, agreementEnd: date(700), agreementFile: [await photo('safetyOfficer')] };
    await done(...renew('safetyOfficer', 'renewAgreement', signed));
    expect(await waiting()).toEqual([[], [], []]);

    const { accessDate, accessTo } = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`);
    await until(new Date(Date.parse(String(accessTo)) - 20 * DAY).toISOString().slice(0, 10));
    expect(await waiting()).toEqual([[['申请延续准入', '到期后自动暂停，不能参加作业']], [], []]);
    await done(...renew('contractor', 'renewAccess', {}));
    expect(await waiting()).toEqual([[], [], []]);
    for (const who of ['second', 'safetyOfficer', 'director']) {
      expect(await stateOf(recordId)).toBe('2');
      await vote(who, 'renewAccess', recordId);
    }
    const after = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`);
    expect(after).toMatchObject({ status: '2', accessDate: date() });
    expect(after.accessDate).not.toBe(accessDate);
  });

  it('that was stopped because its papers ended is brought back by the director, who is asked once they are renewed', async () => {
    const recordId = await admitted({ insuranceTo: date(3) });
    await until(date(4));
    expect(await stateOf(recordId)).toBe('4');
    expect(await awaited('director', 'contractor', recordId)).toEqual([]);
    expect((await awaited('contractor', 'contractor', recordId)).map(([step]) => step)).toEqual(['更新资质和保险']);
    await done('contractor', 'POST', 'safety/contractor/renewPapers', { id: recordId, insuranceTo: date(300) });
    expect(await awaited('contractor', 'contractor', recordId)).toEqual([]);
    expect((await awaited('director', 'contractor', recordId)).map(([step]) => step)).toEqual(['恢复']);
    const row = { id: recordId, restoreReason: '已续保', restoreFiles: [await photo('director')] };
    await done('director', 'POST', 'safety/contractor/restore', row);
    expect(await awaited('director', 'contractor', recordId)).toEqual([]);
  });

  it('goes to the blacklist by two persons, for three years', async () => {
    const recordId = await admitted();
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/blacklist', { id: recordId })).toMatch(/^403/);
    await done('director', 'POST', 'safety/contractor/blacklist', { id: recordId, blackReason: '提供虚假证书' });
    expect(await stateOf(recordId)).toBe('2');
    await vote('principal', 'blacklist', recordId);
    expect(await stateOf(recordId)).toBe('6');
    expect(await refused('principal', 'POST', 'safety/contractor/unblacklist', { id: recordId })).toMatch(
      /未满规定时间/,
    );
  });
});

describe('the administrator of a contractor', () => {
  it('is told of a returned application, the admission, a suspension and the blacklist', async () => {
    const { id: recordId } = await done('safetyOfficer', 'POST', 'safety/contractor/submit', await contractorBody());
    await vote('second', 'submit', recordId, 'reject');
    expect(await told('contractor', recordId)).toEqual(['承包商准入申请已驳回，请修改后重新提交']);
    const { version } = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`);
    await done('safetyOfficer', 'POST', 'safety/contractor/submit', { id: recordId, version });
    for (const who of ['second', 'safetyOfficer', 'director']) await vote(who, 'submit', recordId);
    await done('safetyOfficer', 'POST', 'safety/contractor/suspend', { id: recordId, suspendReason: '管理混乱' });
    await done('director', 'POST', 'safety/contractor/blacklist', { id: recordId, blackReason: '发生死亡事故' });
    await vote('principal', 'blacklist', recordId);
    expect((await told('contractor', recordId)).slice(0, 3)).toEqual([
      '承包商已列入黑名单，人员须交回入厂证离厂',
      '承包商已暂停，作业中的作业票一并暂停',
      '承包商已准入，可以登记人员和参加作业',
    ]);
    expect(await told('other', recordId)).toEqual([]);
  });

  it('brings in no list of contractors', async () => {
    expect(await refused('contractor', 'GET', 'safety/contractor/import-template')).toMatch(/^403/);
  });
});

describe('the score', () => {
  it('falls with each violation that is issued, comes back with one revoked, and suspends below 60', async () => {
    const recordId = await admitted();
    const first = await violation(recordId);
    const score = async () => (await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${recordId}`)).score;
    expect(await score()).toBe(90);
    await done('director', 'POST', 'safety/contractor/record/revoke', { id: first, opinion: '申诉成立' });
    expect(await score()).toBe(100);
    for (const deductScore of [20, 20]) await violation(recordId, { deductScore });
    expect([await score(), await stateOf(recordId)]).toEqual([60, '2']);
    await violation(recordId, { deductScore: 1 });
    expect([await score(), await stateOf(recordId)]).toEqual([59, '4']);
    const list = await done<WirePage<WireRecord>>('director', 'GET', `safety/contractor/page?grade=D`);
    expect(list.records.map((record) => record.id)).toContain(recordId);
  });
});

describe('a person of a contractor', () => {
  it('is chosen among admitted contractors only, reviewed, trained and let in until the pass ends', async () => {
    const draft = await done('safetyOfficer', 'POST', 'safety/contractor/save', await contractorBody());
    expect(await refused('contractor', 'POST', 'safety/contractor/user/save', await personBody(draft.id, 1))).toMatch(
      /不能新增承包商人员|不符合可选条件/,
    );
    const contractor = await admitted();
    const body = await personBody(contractor, 2);
    const young = { ...body, idCard: fictitiousWorkerCard(3, Number(date().slice(0, 4)) - 17, '2') };
    expect(await refused('contractor', 'POST', 'safety/contractor/user/submit', young)).toMatch(/未达到最低年龄/);
    const ill = { ...body, healthDate: date(-370) };
    expect(await refused('contractor', 'POST', 'safety/contractor/user/submit', ill)).toMatch(
      /的.+的体检（.+）已超过有效期/,
    );
    const person = await done('contractor', 'POST', 'safety/contractor/user/submit', body);
    expect(person).toMatchObject({ status: '1', gender: '1' });
    await vote('second', 'submit', person.id, 'pass', 'contractor/user');
    expect(await refused('trainer', 'POST', 'safety/contractor/user/train', { id: person.id })).toMatch(
      /公司级入厂教育没有合格/,
    );
    const { version } = await done('trainer', 'GET', `safety/contractor/user/detail?id=${person.id}`);
    await done('trainer', 'POST', 'safety/contractor/user/save', {
      id: person.id,
      version,
      entryTrainings: training(),
    });
    const passed = await done('trainer', 'POST', 'safety/contractor/user/train', { id: person.id });
    expect(passed).toMatchObject({ status: '3', passDate: date() });
    expect(String(passed.passNo)).toMatch(/^RC\d{10}$/);
    const { personCount } = await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${contractor}`);
    expect(personCount).toBe(1);
    await until(date(190));
    const { status } = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person.id}`);
    expect(status).toBe('4');
  });

  it('has his pass renewed after retraining, which the training officer is asked for before it ends', async () => {
    const contractor = await admitted({ insuranceTo: date(900), agreementEnd: date(900) });
    const person = await inPlant(contractor, 12);
    const { passTo, passDate } = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect(await awaited('trainer', 'contractorPerson', person)).toEqual([]);
    await until(new Date(Date.parse(String(passTo)) - 20 * DAY).toISOString().slice(0, 10));
    expect(await awaited('trainer', 'contractorPerson', person)).toEqual([['换发入厂证', '到期后转为“暂停”']]);
    const renew = (retrainDate: unknown) =>
      ['trainer', 'POST', 'safety/contractor/user/renew', { id: person, retrainDate }] as const;
    expect(await refused(...renew(passDate))).toMatch(/再培训须在上次发证之后/);
    expect(await refused(...renew(date(1)))).toMatch(/再培训日期不能晚于今天/);
    expect(await done(...renew(date(-1)))).toMatchObject({ status: '3', passDate: date(-1) });
    expect(await awaited('trainer', 'contractorPerson', person)).toEqual([]);
  });

  it('that is stopped because his pass ended waits for the safety officer; for his conduct, for nobody', async () => {
    const contractor = await admitted({ insuranceTo: date(900), agreementEnd: date(900) });
    const [person, careless] = [await inPlant(contractor, 13), await inPlant(contractor, 14)];
    const asked = async () => (await awaited('safetyOfficer', 'contractor', contractor)).map(([step]) => step);
    await done('safetyOfficer', 'POST', 'safety/contractor/user/suspend', {
      id: careless,
      suspendReason: '未系安全带',
    });
    expect(await asked()).toEqual([]);
    const { passTo } = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    await until(new Date(Date.parse(String(passTo)) + 2 * DAY).toISOString().slice(0, 10));
    const { status, lapsedTo } = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect([status, lapsedTo]).toEqual(['4', passTo]);
    expect(await asked()).toEqual(['恢复']);
    const restore = (retrainDate: unknown) =>
      ['safetyOfficer', 'POST', 'safety/contractor/user/restore', { id: person, retrainDate }] as const;
    expect(await refused(...restore(date(1)))).toMatch(/再培训日期不能晚于今天/);
    const fit = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    const change = { id: person, version: fit.version, healthDate: date() };
    await done('contractor', 'PUT', 'safety/contractor/user/update', change);
    expect(await done(...restore(date()))).toMatchObject({ status: '3', passDate: date(), lapsedTo: null });
    expect(await asked()).toEqual([]);
  });

  it('is kept out of every contractor by the blacklist, and in one at a time', async () => {
    const [one, two] = [await admitted(), await admitted({ adminIds: [id('contractor'), id('other')] })];
    const person = await inPlant(one, 11);
    const elsewhere = await personBody(two, 11);
    expect(await refused('contractor', 'POST', 'safety/contractor/user/submit', elsewhere)).toMatch(
      /已登记为在厂或待入厂人员/,
    );
    await done('director', 'POST', 'safety/contractor/user/blacklist', { id: person, blackReason: '禁火区吸烟' });
    expect(await refused('contractor', 'POST', 'safety/contractor/user/submit', elsewhere)).toMatch(
      /该人员已列入黑名单，任何承包商都不能再录用/,
    );
  });

  it('loses the pass with its contractor, and its administrator is told', async () => {
    const contractor = await admitted();
    const person = await inPlant(contractor, 31);
    await done('director', 'POST', 'safety/contractor/dismiss', { id: contractor, endReason: '转包' });
    const { status, suspendReason } = await done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect([status, suspendReason]).toEqual(['4', '所属承包商已清退或列入黑名单，系统自动暂停']);
    expect(await told('contractor', person)).toEqual([
      '承包商人员的入厂证已暂停，恢复前不得入厂',
      '承包商人员已发证入厂',
    ]);
  });

  it('is not let in with a certificate that has expired, whatever else it has', async () => {
    const certificates = await Promise.all(
      [-1, 300].map(async (days, index) => ({
        kind: 'A2',
        certNo: `TZ${index}`,
        validTo: date(days),
        file: [await photo('contractor')],
      })),
    );
    const body = await personBody(await admitted(), 81, { isSpecial: '1', workType: '1', certificates });
    const { id: person } = await done('contractor', 'POST', 'safety/contractor/user/submit', body);
    await vote('second', 'submit', person, 'pass', 'contractor/user');
    const { version } = await done('trainer', 'GET', `safety/contractor/user/detail?id=${person}`);
    await done('trainer', 'POST', 'safety/contractor/user/save', { id: person, version, entryTrainings: training() });
    expect(await refused('trainer', 'POST', 'safety/contractor/user/train', { id: person })).toMatch(
      /有证书已过期，入厂证不会有效/,
    );
  });

  it('whose certificates end is a task of the administrator of his contractor, gone once they are renewed', async () => {
    const certificate = async (days: number) => ({
      ...{ kind: 'A2', certNo: 'TZ9', validTo: date(days), file: [await photo('contractor')] },
    });
    const special = { isSpecial: '1', workType: '1', certificates: [await certificate(40)] };
    const contractor = await admitted({ insuranceTo: date(900) });
    const person = await inPlant(contractor, 91, special);
    expect(await awaited('contractor', 'contractor', contractor)).toEqual([]);
    await until(date(11));
    expect(await awaited('contractor', 'contractor', contractor)).toEqual([
      ['更新作业证书', '到期后自动暂停，不能参加作业'],
    ]);
    for (const who of ['other', 'trainer', 'safetyOfficer'])
      expect(await awaited(who, 'contractor', contractor)).toEqual([]);
    const renew = async (days: number) =>
      ['contractor', 'POST', 'safety/contractor/user/renewCerts', await renewed(days)] as const;
    const renewed = async (days: number) => ({ id: person, certificates: [await certificate(days)] });
    expect(await refused(...(await renew(29)))).toMatch(
      /^400 虚构检修\d+公司的陆甲乙的作业证书最早\d{4}-\d\d-\d\d到期，更新后须晚于这一天，且不早于今天/,
    );
    await done(...(await renew(500)));
    expect(await awaited('contractor', 'contractor', contractor)).toEqual([]);
  });

  it('keeps trade and special operation while in the plant, and may change them on coming again', async () => {
    const person = await inPlant(await admitted(), 61);
    const change = async (more: object) => {
      const { version } = await done('contractor', 'GET', `safety/contractor/user/detail?id=${person}`);
      return ask('contractor', 'PUT', 'safety/contractor/user/update', { id: person, version, ...more });
    };
    expect((await change({ workType: '1' })).status).toBe(400);
    expect((await change({ isSpecial: '1' })).status).toBe(400);
    expect((await change({ workType: '10', phone: '10000000004' })).status).toBe(200);
    await done('contractor', 'POST', 'safety/contractor/user/leave', { id: person });
    expect((await change({ workType: '1' })).data).toMatchObject({ workType: '1' });
  });

  it('that left comes again with a new health check', async () => {
    const person = await inPlant(await admitted(), 51);
    await done('contractor', 'POST', 'safety/contractor/user/leave', { id: person });
    const { version } = await done('contractor', 'GET', `safety/contractor/user/detail?id=${person}`);
    await done('contractor', 'PUT', 'safety/contractor/user/update', { id: person, version, healthDate: date() });
    const again = await done('contractor', 'POST', 'safety/contractor/user/reenter', { id: person });
    expect(again).toMatchObject({ status: '1', healthDate: date() });
  });

  it('is suspended when the points of the year reach six', async () => {
    const contractor = await admitted();
    const person = await inPlant(contractor, 21);
    await violation(contractor, { person, personPoints: 5, deductScore: 1 });
    const read = () => done('safetyOfficer', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect(await read()).toMatchObject({ status: '3', points: 5 });
    await violation(contractor, { person, personPoints: 1, deductScore: 1 });
    expect(await read()).toMatchObject({ status: '4', points: 6 });
  });
});

describe('a violation', () => {
  it('is rectified by the administrator of its contractor and verified by its finder', async () => {
    const contractor = await admitted();
    const record = await violation(contractor);
    const rectify = { id: record, rectifyResult: '已补办', rectifyPhotos: [await photo('contractor')] };
    expect(await refused('safetyOfficer', 'POST', 'safety/contractor/record/rectify', rectify)).toMatch(/^403/);
    await done('contractor', 'POST', 'safety/contractor/record/rectify', rectify);
    await done('officer', 'POST', 'safety/contractor/record/sendBack', { id: record, opinion: '照片不清' });
    await done('contractor', 'POST', 'safety/contractor/record/rectify', {
      ...rectify,
      rectifyPhotos: [await photo('contractor')],
    });
    const closed = await done('officer', 'POST', 'safety/contractor/record/verify', { id: record });
    expect(closed.status).toBe('3');
    expect(await told('officer', record)).toEqual(['承包商已整改，请复查', '承包商已整改，请复查']);
    expect(await told('contractor', record)).toEqual([
      '承包商违规复查合格，已关闭',
      '承包商违规须在期限内整改',
      '承包商违规须在期限内整改',
    ]);
  });

  it('offers its rectification to the administrator of its contractor alone', async () => {
    const record = await violation(await admitted());
    const offered = async (who: string) => {
      const { records } = await done<WirePage<WireRecord>>(who, 'GET', 'safety/contractor/record/page?size=100');
      const detail = await done(who, 'GET', `safety/contractor/record/detail?id=${record}`);
      return [records.find((row) => row.id === record), detail].map(
        (row) => (row?.abilities as Record<string, boolean> | undefined)?.rectify === true,
      );
    };
    expect(await offered('contractor')).toEqual([true, true]);
    const list = await done<WirePage<WireRecord>>(
      'contractor',
      'GET',
      'safety/contractor/record/page?size=100&page=illegalRecord',
    );
    expect(list.records.find((row) => row.id === record)).toHaveProperty('rectifyResult');
    expect(await offered('safetyOfficer')).toEqual([false, false]);
  });

  it('reminds the administrator of its contractor too of what is due', async () => {
    const record = await violation(await admitted(), { rectifyDue: date(1) });
    await until(date(2));
    expect(await told('contractor', record)).toEqual([
      '承包商违规整改已超期',
      '承包商违规整改今天到期',
      '承包商违规须在期限内整改',
    ]);
  });
});

describe('an evaluation', () => {
  it('writes its grade to the contractor and suspends with D', async () => {
    const contractor = await admitted();
    const evaluation = await done('safetyOfficer', 'POST', 'safety/contractor/evaluation/submit', {
      title: '年度评价',
      contractor,
      evalType: '3',
      periodStart: date(-300),
      periodEnd: date(-1),
      items: [{ item: '1', full: 100, score: 59.5, reason: '多次违章' }],
      evaluators: [id('safetyOfficer'), id('second')],
      opinion: '不合格',
    });
    await vote('director', 'submit', evaluation.id, 'pass', 'contractor/evaluation');
    expect(await done('safetyOfficer', 'GET', `safety/contractor/detail?id=${contractor}`)).toMatchObject({
      evalGrade: 'D',
      status: '4',
    });
  });
});

describe('a work certificate', () => {
  const body = async (more: object = {}) => {
    count += 1;
    return {
      certType: 'guardian',
      certName: '监护人培训合格证',
      certNo: `JH${count}`,
      holderKind: '1',
      personId: id('guardian'),
      idCard: fictitiousWorkerCard(50, 1990, '1'),
      deptId: id('shop'),
      issueOrg: '本公司',
      firstIssueDate: date(-300),
      validStartTime: date(-300),
      validEndTime: date(60),
      files: [await photo('trainer')],
      ...more,
    };
  };
  const cert = 'edu/admin/work/cert';

  it('tells by itself when it is about to expire and when it has', async () => {
    const { id: record } = await done('trainer', 'POST', `${cert}/insert`, await body({ validEndTime: date(61) }));
    const read = () => done('trainer', 'GET', `${cert}/selectById?id=${record}`);
    expect((await read()).certState).toBe('valid');
    await until(date(1));
    expect((await read()).certState).toBe('expiring');
    await until(date(60));
    expect((await read()).certState).toBe('expiring');
    await until(date(1));
    expect((await read()).certState).toBe('expired');
    const expired = await done<WirePage<WireRecord>>('trainer', 'GET', `${cert}/page?certState=expired&size=100`);
    expect(expired.records.map((row) => row.id)).toContain(record);
  });

  it('has a number of its own within its type, is issued, revoked and restored by the training officer', async () => {
    const given = await body();
    const { id: record } = await done('trainer', 'POST', `${cert}/insert`, given);
    // A file belongs to one record; the second certificate brings pictures of its own.
    const { files } = await body();
    expect(await refused('trainer', 'POST', `${cert}/insert`, { ...given, files })).toMatch(/同类证书中该编号已登记/);
    expect(await done('trainer', 'POST', `${cert}/issue`, { id: record })).toMatchObject({ issueFlag: '1' });
    await done('trainer', 'POST', `${cert}/updateStatus?id=${record}&status=revoked`);
    expect(await done('trainer', 'GET', `${cert}/selectById?id=${record}`)).toMatchObject({ certState: 'revoked' });
    await done('trainer', 'POST', `${cert}/updateStatus?id=${record}&status=valid`);
    expect(await refused('safetyOfficer', 'POST', `${cert}/revoke`, { id: record })).toMatch(/^403/);
    await done('trainer', 'POST', `${cert}/deleteById?ids=${record}`);
  });

  it('that is revoked or ends is told to its holder, of a contractor to its administrator', async () => {
    const own = await done('trainer', 'POST', `${cert}/insert`, await body());
    await done('trainer', 'POST', `${cert}/revoke`, { id: own.id, revokeReason: '伪造' });
    expect(await told('guardian', own.id)).toEqual(['作业证书已注销，不能再用于作业']);
    const contractorPersonId = await inPlant(await admitted(), 61);
    const holder = { holderKind: '2', personId: null, contractorPersonId };
    const theirs = await done('trainer', 'POST', `${cert}/insert`, await body({ ...holder, validEndTime: date(1) }));
    await until(date(2));
    expect(await told('contractor', theirs.id)).toContain('作业证书已过期，不能再用于作业');
    await done('trainer', 'POST', `${cert}/revoke`, { id: theirs.id });
    expect((await told('contractor', theirs.id))[0]).toBe('作业证书已注销，不能再用于作业');
  });

  it('that runs out is a task of the training officer, which is done by recording its renewal', async () => {
    const { id: record } = await done('trainer', 'POST', `${cert}/insert`, await body({ validEndTime: date(75) }));
    expect(await awaited('trainer', 'workCert', record)).toEqual([]);
    await until(date(16));
    expect(await awaited('trainer', 'workCert', record)).toEqual([['登记换证或复审', '过期后不能再用于作业']]);
    expect(await awaited('guardian', 'workCert', record)).toEqual([]);
    const { validStartTime, validEndTime } = await done('trainer', 'GET', `${cert}/selectById?id=${record}`);
    const [copy] = [await photo('trainer')];
    const same = { id: record, validStartTime, validEndTime, files: [copy] };
    expect(await refused('trainer', 'POST', `${cert}/renew`, same)).toMatch(/换证或复审后的可用日期须晚于原来的/);
    const next = { id: record, validStartTime: date(0), validEndTime: date(400) };
    expect(await refused('trainer', 'POST', `${cert}/renew`, next)).toMatch(/证书附件/);
    expect(await refused('officer', 'POST', `${cert}/renew`, { ...next, files: [copy] })).toMatch(/^403/);
    expect(await done('trainer', 'POST', `${cert}/renew`, { ...next, files: [copy] })).toMatchObject({
      certState: 'valid',
      usableTo: date(400),
      status: 'valid',
    });
    expect(await awaited('trainer', 'workCert', record)).toEqual([]);
  });

  it('keeps to the longest validity of its type and asks special operations for category and review', async () => {
    const long = await body({ validEndTime: date(-300 + 1200) });
    expect(await refused('trainer', 'POST', `${cert}/insert`, long)).toMatch(/监护人培训合格证的有效期超过了规定年限/);
    const special = await body({ certType: 'special_operation' });
    const asked = await refused('trainer', 'POST', `${cert}/insert`, special);
    for (const field of ['作业类别', '准操项目', '复审日期']) expect(asked).toContain(field);
  });
});

describe('rights', () => {
  it('show each contractor administrator his own contractor with people and violations', async () => {
    const mine = await admitted({ adminIds: [id('contractor')] });
    const theirs = await admitted({ adminIds: [id('other')] });
    const seen = async (who: string) => {
      const { records } = await done<WirePage<WireRecord>>(who, 'GET', 'safety/contractor/page?size=100');
      return records.map((record) => record.id);
    };
    expect(await seen('contractor')).toContain(mine);
    expect(await seen('contractor')).not.toContain(theirs);
    expect(await seen('other')).toContain(theirs);
    expect(await seen('auditor')).toEqual(expect.arrayContaining([mine, theirs]));
    const record = await violation(mine);
    expect(await refused('other', 'GET', `safety/contractor/record/detail?id=${record}`)).toMatch(/^404/);
    expect(await refused('other', 'GET', `safety/contractor/detail?id=${mine}`)).toMatch(/^404/);
    expect(await refused('other', 'POST', 'safety/contractor/user/save', await personBody(mine, 31))).toMatch(/^404/);
  });

  it('keep the guardian out, let the auditor read without ID numbers, and the workshop only report violations', async () => {
    expect(await refused('guardian', 'GET', 'safety/contractor/page')).toMatch(/^403/);
    const contractor = await admitted();
    const person = await inPlant(contractor, 41);
    const read = await done('auditor', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect(Object.hasOwn(read, 'idCard')).toBe(false);
    expect(read.name).toBe('陆甲乙');
    const masked = await done('principal', 'GET', `safety/contractor/user/detail?id=${person}`);
    expect(String(masked.idCard)).toContain('*');
    expect(await refused('auditor', 'POST', 'safety/contractor/save', await contractorBody())).toMatch(/^403/);
    expect(await refused('officer', 'POST', 'safety/contractor/save', await contractorBody())).toMatch(/^403/);
    await violation(contractor);
  });
});

describe('the blacklist', () => {
  it('can be left after the months that the tenant has set, not a day before', async () => {
    const recordId = await admitted();
    await done('director', 'POST', 'safety/contractor/blacklist', { id: recordId, blackReason: '提供虚假证书' });
    await vote('principal', 'blacklist', recordId);
    const { records } = await done<WirePage<WireRecord>>(
      'administrator',
      'GET',
      'system/tenant-setting/page?settingKey=contractor.blacklistMonths',
    );
    // One month, since the clock of three years lets thousands of other timers fire.
    const change = { id: records[0]?.id, numberValue: 1, changeReason: '试行' };
    await done('administrator', 'POST', 'system/tenant-setting/change', change);
    const listed = date();
    const month = new Date(`${listed}T00:00:00Z`);
    month.setUTCDate(1);
    month.setUTCMonth(month.getUTCMonth() + 2, 0);
    const day = Math.min(Number(listed.slice(8)), month.getUTCDate());
    const free = `${month.toISOString().slice(0, 8)}${String(day).padStart(2, '0')}`;
    const last = new Date(new Date(`${free}T00:00:00Z`).getTime() - DAY).toISOString().slice(0, 10);
    await until(last);
    expect(await refused('principal', 'POST', 'safety/contractor/unblacklist', { id: recordId })).toMatch(
      /未满规定时间/,
    );
    await until(free);
    expect((await done('principal', 'POST', 'safety/contractor/unblacklist', { id: recordId })).status).toBe('0');
  });
});
