import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { DAY, plantId as id, MINUTE, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { rowsHolding } from '../fixtures/rows-holding.ts';

let at: BaseDesk;
let desk: PlantDesk;
let area = '';
let photo = '';
const express = 'safety/accident/express';
const report = 'safety/accident/report';
const process = 'safety/accident/process';
const archive = 'safety/accident/archive';
const nearMiss = 'safety/accident/nearMiss';

beforeAll(async () => {
  at = await startBaseDesk([
    ['director', '总丙三', 'safetyDirector'],
    ['keeper', '安丁四', 'workshopSafetyOfficer', 'shop'],
    ['witness', '郝独特', 'employee', 'shop'],
    ['colleague', '同戊五', 'employee', 'shop'],
    ['boss', '察己六', 'auditor'],
  ]);
  ({ desk } = at);
  area = await at.area('事故装置');
  photo = await desk.photo('safetyOfficer');
}, patient(120_000));
afterAll(() => at?.server.stop());

const ago = (time: number) => desk.wall(-time);
const detail = (base: string, recordId: string, who = 'safetyOfficer') =>
  desk.call<WireRecord & { children?: Record<string, WireRecord[]> }>(
    who,
    'GET',
    `${base}/detail?id=${recordId}&with=children`,
  );
const bodyOf = (more: object = {}) => ({
  title: '鹤管接口泄漏闪燃',
  occurTime: ago(20 * MINUTE),
  receiveTime: ago(15 * MINUTE),
  area,
  place: '卸车台',
  dept: id('shop'),
  accidentType: '16',
  brief: '卸车过程中鹤管接口泄漏，遇静电闪燃，二十分钟后扑灭。',
  measures: '切断进料，疏散人员',
  reporter: id('colleague'),
  reporterPhone: '13800000000',
  reportTime: ago(0),
  ...more,
});
/** An express that was reported by somebody at the scene. */
const reported = async (more: object = {}) => {
  const { id: recordId } = await desk.call('colleague', 'POST', `${express}/save`, bodyOf(more));
  return at.fire('colleague', express, 'report', recordId);
};
const row = (more: object = {}) => ({
  row: { time: ago(0), content: '伤情有变化', deaths: 1, seriousInjuries: 0, ...more },
});

/** A time of the plant some minutes later. */
const later = (wall: unknown, minutes: number): string =>
  new Date(Date.parse(`${String(wall).replace(' ', 'T')}Z`) + minutes * MINUTE)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

describe('an express', () => {
  it('below the limit of the company asks nobody to report to government', async () => {
    const light = await reported({ lossEstimate: 9_999.99 });
    const { abilities } = await detail(express, light.id);
    expect(abilities).toMatchObject({ openReport: true });
    expect(abilities).not.toHaveProperty('reportGov', true);
  });

  // 国务院令第493号第三条：“以上”包括本数，“以下”不包括本数；取最高的一级。
  it.each([
    [{ deaths: 30 }, '1'],
    [{ deaths: 29 }, '2'],
    [{ deaths: 10 }, '2'],
    [{ deaths: 9 }, '3'],
    [{ deaths: 3 }, '3'],
    [{ deaths: 2 }, '4'],
    [{ seriousInjuries: 100 }, '1'],
    [{ seriousInjuries: 50 }, '2'],
    [{ seriousInjuries: 49 }, '3'],
    [{ seriousInjuries: 10 }, '3'],
    [{ seriousInjuries: 9 }, '4'],
    [{ lossEstimate: 100_000_000 }, '1'],
    [{ lossEstimate: 99_999_999.99 }, '2'],
    [{ lossEstimate: 50_000_000 }, '2'],
    [{ lossEstimate: 10_000_000 }, '3'],
    [{ lossEstimate: 9_999_999.99 }, '4'],
    [{ lossEstimate: 10_000 }, '4'],
    [{ lossEstimate: 9_999.99 }, '5'],
    [{ deaths: 1, seriousInjuries: 12, lossEstimate: 50_000_000 }, '2'],
  ])('with %j is of level %s', async (harm, level) => {
    const answer = await desk.call<{ values: WireRecord }>('colleague', 'POST', `${express}/save`, bodyOf(harm));
    expect(answer).toMatchObject({ preLevel: level });
  });

  // 第九条：接报后1小时内向县级以上应急管理部门报告；第十一条：每级上报不超过2小时。
  it('has one hour to the county and each level two, and says when it was late', async () => {
    const grave = await reported({ deaths: 1 });
    expect(grave).toMatchObject({ govDeadline: later(grave.receiveTime, 60), clock: 'running', status: '1' });
    const tasks = await desk.call<WirePage<{ recordId: string; actionLabel: string }>>(
      'safetyOfficer',
      'GET',
      'system/flow/todo?size=100',
    );
    expect(tasks.records.map(({ recordId }) => recordId)).toContain(grave.id);
    expect((await desk.refused('safetyOfficer', `${express}/open-report`, { id: grave.id }))[1]).toBe(
      '一般及以上事故须先报政府',
    );
    const told = await at.fire('safetyOfficer', express, 'report-gov', grave.id, {
      govReportTime: ago(0),
      govOrg: '示例县应急管理局',
    });
    expect(told).toMatchObject({ clock: 'done', govNextDeadline: later(told.govReportTime, 120) });
    // 第二十九条：调查报告自事故发生之日起60日内提交；续报的期限不是转报告的期限。
    const opening = await desk.call<WirePage<{ recordId: string; transitionTitle: string; deadline: string }>>(
      'safetyOfficer',
      'GET',
      'system/flow/todo?size=100',
    );
    expect(opening.records.filter(({ recordId }) => recordId === grave.id)).toMatchObject([
      { transitionTitle: '转报告', deadline: expect.stringMatching(new RegExp(`^${at.day(60)}`)) },
    ]);
    const late = await reported({ deaths: 1, occurTime: ago(90 * MINUTE), receiveTime: ago(80 * MINUTE) });
    expect(late.clock).toBe('late');
    await at.fire('safetyOfficer', express, 'report-gov', late.id, {
      govReportTime: ago(0),
      govOrg: '示例县应急管理局',
    });
    await at.fire('safetyOfficer', express, 'open-report', late.id);
    // 安全生产法第八十三、八十四条：迟报记在报告上。
    const reports = await desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', `${report}/page?express=${late.id}`);
    expect(reports.records).toMatchObject([{ breaches: ['1'], status: '0' }]);
  });

  // 第十三条：自事故发生之日起30日内，道路交通、火灾事故7日内，伤亡变化及时补报。
  it.each([
    ['16', 30],
    ['09', 7],
    ['03', 7],
  ])('of type %s takes supplements for %i days', async (accidentType, days) => {
    const within = await reported({
      accidentType,
      occurTime: ago(days * DAY - 30 * MINUTE),
      receiveTime: ago(days * DAY - 31 * MINUTE),
      reportTime: ago(days * DAY - 32 * MINUTE),
    });
    expect(
      (
        await desk.refused('colleague', `${express}/supplement`, { id: within.id, ...row({ time: ago(-60 * MINUTE) }) })
      )[1],
    ).toMatch(/续报时间/);
    const next = await at.fire('colleague', express, 'supplement', within.id, row());
    expect(next).toMatchObject({ status: '2', deaths: 1, preLevel: '4' });
    const over = await reported({
      accidentType,
      occurTime: ago(days * DAY + MINUTE),
      receiveTime: ago(days * DAY),
      reportTime: ago(days * DAY),
    });
    expect((await desk.refused('colleague', `${express}/supplement`, { id: over.id, ...row() }))[1]).toContain(
      '续报期限已过',
    );
  });

  it('keeps its supplements as they were told', async () => {
    const { id: recordId } = await reported();
    await at.fire('colleague', express, 'supplement', recordId, row());
    const [kept] = (await detail(express, recordId)).children?.accidentSupplement ?? [];
    expect(kept).toMatchObject({ content: '伤情有变化', deaths: 1 });
    for (const path of ['save', 'submit', 'update', 'remove'])
      expect(
        (await desk.ask('safetyOfficer', 'POST', `${express}/supplement/${path}`, { id: kept?.id, deaths: 0 })).status,
      ).toBe(404);
    expect(
      (await desk.refused('safetyOfficer', `${express}/save`, { ...bodyOf(), id: recordId, version: 3, deaths: 0 }))[0],
    ).not.toBe(200);
    expect((await detail(express, recordId)).deaths).toBe(1);
  });

  it('is raised, never lowered, and with harm no near miss', async () => {
    const { id: recordId } = await reported({ deaths: 1 });
    const lower = { id: recordId, raisedLevel: '5', raiseReason: '影响较小' };
    expect((await desk.refused('safetyOfficer', `${express}/raise`, lower))[1]).toBe('只能提高等级');
    const raised = await at.fire('safetyOfficer', express, 'raise', recordId, {
      raisedLevel: '3',
      raiseReason: '社会影响大',
    });
    expect(raised.preLevel).toBe('3');
    expect((await desk.refused('safetyOfficer', `${express}/to-near-miss`, { id: recordId }))[1]).toBe(
      '有伤亡或损失的不是未遂事件',
    );
    const { id: light } = await reported();
    await at.fire('safetyOfficer', express, 'to-near-miss', light);
    const made = await desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', `${nearMiss}/page?size=50`);
    expect(made.records.filter((miss) => miss.express === light)).toMatchObject([{ status: '0', anonymous: '0' }]);
  });
});

describe('an accident', () => {
  const person = (injury: string, lostDays: number) => ({
    ...{ personType: '1', name: '甲', gender: '1', age: 35, post: '操作工', trained: '1' },
    ...{ injury, lostDays },
  });
  const inquiry = (more: object = {}) => ({
    title: '反应釜灼烫',
    occurTime: ago(2 * DAY),
    area,
    dept: id('shop'),
    accidentType: '08',
    nature: '1',
    teamLeader: id('safetyOfficer'),
    team: [id('safetyOfficer'), id('keeper'), id('chief')],
    casualties: [person('3', 20)],
    lossItems: [{ kind: '1', amount: 20_000 }],
    course: '取样阀内漏，物料溅出',
    rescue: '冲洗后送医',
    directCauses: ['1'],
    directCauseText: '未戴手套',
    indirectCauseText: '检查不到位',
    responsibility: '当班操作工直接责任',
    lessons: '防护不能省略',
    suggestMeasures: '更换阀门',
    files: [photo],
    ...more,
  });
  const faults = async (more: object) =>
    (await desk.ask('safetyOfficer', 'POST', `${report}/submit`, inquiry(more))).errors?.map(({ msg }) => msg);

  // 第二十三条：与事故没有直接利害关系；GB 6441-1986：重伤105日起，死亡6000日（2025版待核实）；第二十九条：延期不超过60日。
  it('is investigated by three without interest in it, with lost days as the standard counts them', async () => {
    expect(await faults({ team: [id('safetyOfficer'), id('keeper')] })).toEqual([expect.stringContaining('3')]);
    expect(await faults({ involved: [id('keeper')] })).toContain('调查组成员不能是直接有关人员');
    expect(
      await faults({ involved: [id('safetyOfficer')], team: [id('keeper'), id('chief'), id('principal')] }),
    ).toEqual(['安乙二既是调查组长又是直接有关人员，须由不同的人担任']);
    expect(await faults({ casualties: [person('2', 104)] })).toEqual(['重伤的损失工作日不少于105日']);
    expect(await faults({ casualties: [person('3', 105)] })).toEqual(['轻伤的损失工作日少于105日']);
    expect(await faults({ casualties: [person('1', 100)] })).toEqual(['死亡的损失工作日为6000日']);
    expect((await faults({ extension: 61 }))?.join()).toMatch(/60/);
    const draft = await desk.call('safetyOfficer', 'POST', `${report}/save`, {
      ...inquiry({ extension: 60, casualties: [person('1', 6000), person('2', 105), person('3', 104)] }),
    });
    // 第十九条：一般事故由县级人民政府调查；第二十九条：60日加延期60日。
    expect(draft).toMatchObject({
      ...{ deaths: 1, seriousInjuries: 1, minorInjuries: 1, lostDays: 6209, level: '4', investigator: 'county' },
      dueDate: at.day(118),
    });
  });

  // 四不放过（安全生产法第八十六条）：缺一项都不能结案。
  it('is closed only when nothing is let go, filed with all papers, and kept', async () => {
    const { id: reportId } = await desk.call(
      'safetyOfficer',
      'POST',
      `${report}/submit`,
      inquiry({ files: [await desk.photo('safetyOfficer')] }),
    );
    // 第三十二条：15日内批复。
    expect(await detail(report, reportId)).toMatchObject({ status: '1', submittedOn: at.day(), replyDue: at.day(15) });
    for (const who of ['director', 'principal']) await at.vote(who, report, reportId);
    expect((await desk.refused('safetyOfficer', `${report}/remove?ids=${reportId}`, {}))[0]).not.toBe(200);
    const [handling] = (
      await desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', `${process}/page?report=${reportId}`)
    ).records;
    const processId = handling?.id ?? '';
    const fire = (who: string, step: string, more: object = {}) => at.fire(who, process, step, processId, more);
    const refused = async (who: string, step: string, more: object = {}) =>
      (await desk.refused(who, `${process}/${step}`, { id: processId, ...more }))[1];
    const save = async (more: object) => {
      const { version } = await detail(process, processId);
      await desk.call('safetyOfficer', 'POST', `${process}/save`, { id: processId, version, ...more });
    };
    const held = async () => {
      const { asks } = await desk.call('safetyOfficer', 'GET', `${process}/detail?id=${processId}`);
      return (asks as Readonly<Record<string, object>>).finish;
    };
    const culprit = { name: '操作工甲', dept: '聚合车间', duty: '1', punish: ['1'] };
    expect(await refused('safetyOfficer', 'issue')).toBe('请先登记责任人');
    await save({ persons: [culprit] });
    expect(await refused('safetyOfficer', 'issue')).toBe('请先登记防范措施');
    await save({ accidentMeasure: [{ measure: '更换取样阀', kind: '1', owner: id('colleague'), due: at.day(10) }] });
    await fire('safetyOfficer', 'issue');
    expect(await refused('safetyOfficer', 'finish')).toBe('原因还没有查清，请写明原因结论');
    await save({ cause: '1' });
    expect(await refused('safetyOfficer', 'finish')).toBe('每个责任人的处理都须落实（操作工甲）');
    expect(await held()).not.toHaveProperty('blockedBelow');
    await save({ persons: [{ ...culprit, doneDate: at.day() }] });
    expect(await refused('safetyOfficer', 'finish')).toBe('每条防范措施都须完成（更换取样阀）');
    // The page leads to the rows that it is about, which a roll-up counts, and to none before.
    expect(await held()).toMatchObject({ blockedBelow: ['accidentMeasure'] });
    const [measure] = (await detail(process, processId)).children?.accidentMeasure ?? [];
    const todo = await desk.call<WirePage<{ recordId: string }>>('colleague', 'GET', 'system/flow/todo?size=100');
    expect(todo.records.map(({ recordId }) => recordId)).toContain(measure?.id);
    expect((await desk.refused('colleague', `${process}/measure/complete`, { id: measure?.id }))[1]).toBe('请上传佐证');
    await at.fire('colleague', `${process}/measure`, 'complete', measure?.id ?? '', {
      proof: [await desk.photo('colleague')],
    });
    expect(await refused('safetyOfficer', 'finish')).toBe('至少有一次警示教育');
    await save({
      educations: [{ time: ago(0), scope: [id('shop')], count: 20, files: [await desk.photo('safetyOfficer')] }],
    });
    expect(await detail(process, processId)).toMatchObject({ letGo: 3, measureOpen: 0, measureUnverified: 1 });
    await fire('safetyOfficer', 'finish');
    const opinion = { closeOpinion: '同意结案' };
    expect(await refused('director', 'close', opinion)).toBe('防范措施未落实不放过：还有措施没有验收（更换取样阀）');
    await at.fire('safetyOfficer', `${process}/measure`, 'verify', measure?.id ?? '', { accept: '1' });
    expect((await desk.refused('safetyOfficer', `${report}/file`, { id: reportId }))[1]).toBe(
      '事故处理结案后才能转档案',
    );
    await fire('director', 'close', opinion);
    expect((await detail(process, processId)).status).toBe('2');
    await at.vote('principal', process, processId);
    expect(await detail(process, processId)).toMatchObject({ status: '3', letGo: 4, closeDate: at.day() });
    await at.fire('safetyOfficer', report, 'file', reportId);
    const [file] = (await desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', `${archive}/page?report=${reportId}`))
      .records;
    const fileId = file?.id ?? '';
    const filing = {
      id: fileId,
      version: file?.version,
      files: [await desk.photo('safetyOfficer')],
      docs: ['1', '2'],
      retention: '4',
      archiveDate: at.day(),
    };
    const saved = await desk.call('safetyOfficer', 'POST', `${archive}/save`, filing);
    expect(saved.missing).toBe(8);
    expect((await desk.refused('safetyOfficer', `${archive}/archive`, { id: fileId }))[1]).toBe(
      '档案清单齐全后才能归档',
    );
    const docs = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
    const full = await desk.call('safetyOfficer', 'POST', `${archive}/save`, {
      ...filing,
      version: saved.version,
      docs,
    });
    await at.fire('safetyOfficer', archive, 'archive', fileId);
    for (const [path, body] of [
      ['remove', { ids: fileId }],
      ['save', { ...filing, version: Number(full.version) + 1, files: [] }],
    ] as const)
      expect(
        (
          await desk.refused('safetyOfficer', `${archive}/${path}${path === 'remove' ? `?ids=${fileId}` : ''}`, body)
        )[0],
      ).not.toBe(200);
    expect((await detail(archive, fileId)).files).toHaveLength(1);
  });

  it('is kept for ever from the third level up', async () => {
    const { id: reportId } = await desk.call(
      'safetyOfficer',
      'POST',
      `${report}/submit`,
      inquiry({ files: [await desk.photo('safetyOfficer')], casualties: [1, 2, 3].map(() => person('1', 6000)) }),
    );
    for (const who of ['director', 'principal']) await at.vote(who, report, reportId);
    const filing = {
      report: reportId,
      docs: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
      files: [await desk.photo('safetyOfficer')],
      keeper: id('safetyOfficer'),
      archiveDate: at.day(),
    };
    const short = await desk.call('safetyOfficer', 'POST', `${archive}/save`, { ...filing, retention: '4' });
    const { errors } = await desk.ask('safetyOfficer', 'POST', `${archive}/archive`, { id: short.id });
    expect(errors?.map(({ msg }) => msg) ?? []).toEqual(['较大及以上事故的档案永久保管']);
    const { version } = short;
    await desk.call('safetyOfficer', 'POST', `${archive}/save`, { id: short.id, version, retention: '5' });
    expect(await at.fire('safetyOfficer', archive, 'archive', short.id)).toMatchObject({
      status: '1',
      keepUntil: null,
    });
  });
});

describe('a near miss without a name', () => {
  it('is reviewed, corrected and verified, and no path tells who reported it', async () => {
    const body = {
      title: '登塔工具滑落',
      occurTime: ago(60 * MINUTE),
      area,
      dept: id('shop'),
      anonymous: '1',
      accidentType: '01',
      potential: '2',
      description: '登塔作业时扳手滑落，下方无人。',
      immediate: '停止作业并设警戒',
    };
    const { id: missId } = await desk.call('witness', 'POST', `${nearMiss}/save`, body);
    await at.fire('witness', nearMiss, 'report', missId);
    const fault = await desk.ask('keeper', 'POST', `${nearMiss}/accept`, {
      id: missId,
      potential: '2',
      causes: ['1'],
      analysis: '没有系绳',
      share: '1',
    });
    expect(fault.errors?.[0]?.msg ?? fault.msg).toBe('请先登记整改措施');
    const { id: measureId } = await desk.call('keeper', 'POST', `${nearMiss}/measure/save`, {
      ...{ nearMiss: missId, measure: '工具系防坠绳', owner: id('colleague'), due: at.day(5) },
    });
    await at.fire('keeper', nearMiss, 'accept', missId, {
      potential: '2',
      causes: ['1'],
      analysis: '没有系绳',
      share: '1',
    });
    await at.fire('colleague', `${nearMiss}/measure`, 'complete', measureId, { result: '已配发' });
    expect((await detail(nearMiss, missId)).status).toBe('3');
    await at.fire('safetyOfficer', nearMiss, 'not-accept', missId, { opinion: '还有两人没有配发' });
    expect(await detail(nearMiss, missId)).toMatchObject({ status: '2', measureOpen: 1 });
    await at.fire('colleague', `${nearMiss}/measure`, 'complete', measureId, { result: '全部配发' });
    await at.fire('safetyOfficer', nearMiss, 'verify', missId);
    expect((await detail(nearMiss, missId)).status).toBe('4');
    const paths = ['detail', 'page', 'list', 'history', 'select', 'count', 'print', 'statistic'];
    for (const who of ['safetyOfficer', 'director', 'keeper', 'colleague', 'boss', 'principal', 'witness'])
      for (const path of paths) {
        const { headers } = await desk.signedIn(who);
        const answer = await at.server.main.inject({
          url: `/api/anlan-${nearMiss}/${path}?${['page', 'list', 'count', 'select', 'statistic'].includes(path) ? 'size=50' : `id=${missId}&with=children`}`,
          headers,
        });
        expect([who, path, answer.body.match(/郝独特|witness/g)]).toEqual([who, path, null]);
      }
    for (const filter of [
      `page?reporter=${id('witness')}`,
      `page?createUser=${id('witness')}`,
      'count?groupBy=reporter',
      'page?orderBy=reporter',
    ])
      expect([filter, (await desk.ask('director', 'GET', `${nearMiss}/${filter}`)).status]).toEqual([filter, 400]);
    const held = await at.server.database.withTenant(TENANT, (db) =>
      db.query(`select 1 from data."auditLog" t where "recordId" = $1 and t::text like '%' || $2 || '%'`, [
        missId,
        id('witness'),
      ]),
    );
    expect(held).toEqual([]);
    expect(
      (await rowsHolding(at.server.database, TENANT, id('witness'))).filter((table) =>
        /nearMiss|evidence|culture/.test(table),
      ),
    ).toEqual([]);
    const mine = await desk.call<WirePage<WireRecord>>('witness', 'GET', `${nearMiss}/page`);
    expect(mine.records.map((record) => record.id)).toEqual([missId]);
    expect(
      (await desk.ask('safetyOfficer', 'POST', `${nearMiss}/open-author`, { id: missId, reason: '想知道是谁' })).status,
    ).toBe(403);
  });
});

// GB 6441-1986 6.1–6.5（2025版附录A待核实）。
describe('rates', () => {
  it('follow from the hours worked and the casualties of the month', async () => {
    const month = `${at.day(-2).slice(0, 7)}-01`;
    const body = { month, employees: 200, hours: 32_000 };
    const { id: monthId } = await desk.call('safetyOfficer', 'POST', 'safety/accident/hours/save', body);
    const found = await detail('safety/accident/hours', monthId);
    const injured = Number(found.deaths) + Number(found.seriousInjuries) + Number(found.minorInjuries);
    expect(injured).toBeGreaterThan(0);
    expect(found.injuryFrequency).toBeCloseTo((injured * 1_000_000) / 32_000, 1);
    expect(found.meanSeverity).toBeCloseTo(Number(found.lostDays) / injured, 1);
    expect((await desk.refused('safetyOfficer', 'safety/accident/hours/save', body))[1]).toBe('该月已登记工时');
    const stats = await desk.call<unknown>(
      'safetyOfficer',
      'GET',
      'safety/accident/hours/statistic?page=accidentHours',
    );
    expect(JSON.stringify(stats)).toContain('百万工时伤害率');
  });
});
