import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { patient } from '../fixtures/patience.ts';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());
beforeEach(async () => {
  plant.nextMonday();
  // What was left at work last week expires, so that its guardian is free.
  await plant.due();
});

const sampled = (id: string) =>
  plant.ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, {
    ticketId: id,
    ...plant.gas('combustible', 0.1),
  });

async function working(type: string, voters: readonly string[]): Promise<string> {
  const id = await plant.draft(type);
  await plant.approved(id, voters, type === 'hot' ? [plant.gas('combustible', 0.1)] : []);
  plant.pass(21);
  if (type === 'hot') await sampled(id);
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
  if (type === 'hot') await plant.vote('shift', id);
  await plant.vote('guardian', id);
  return id;
}

/** A wall time within a period; the clock of the plant goes on while calls are made. */
function expectBetween(time: unknown, from: string, to: string): void {
  expect([String(time) >= from, String(time) <= to, time]).toEqual([true, true, time]);
}

describe('a ticket of temporary power', () => {
  it('names an electrician’s certificate that is registered and holds until the planned end', async () => {
    const last = (days: number) =>
      plant.certificate('worker', 'special_operation', plant.wall(days * 1_440).slice(0, 10), 'A1-01');
    const numberOf = async (certificate: string) =>
      String((await plant.ok('safetyOfficer', 'GET', `edu/admin/work/cert/detail?id=${certificate}`)).certNo);
    const [long, ended] = [await numberOf(await last(90)), await numberOf(await last(-1))];
    const id = await plant.draft('electrical', {
      powerPoint: '3#配电箱',
      voltage: 380,
      permitPower: 10,
      userPersonId: plant.id('worker'),
      supplyUnitId: plant.id('shop'),
      inHazardArea: '0',
      devices: [{ name: '角磨机', ratedPower: 2.2, count: 2 }],
    });
    const submit = async (electricianCert: string) => {
      const { version } = await plant.whole(id);
      return plant.call('applicant', 'POST', `${TICKET}/submit`, { id, version, electricianCert });
    };
    for (const wrong of ['DG-001', ended]) {
      const { status, errors } = await submit(wrong);
      expect([status, errors]).toEqual([
        400,
        [
          {
            pointer: '/electricianCert',
            msg: '没有该编号的电工特种作业操作证，或证书在计划作业时间内已过期、注销',
          },
        ],
      ]);
    }
    expect((await submit(long)).status).toBe(200);
  });
});

describe('a ticket of lifting', () => {
  it('is commanded by somebody who holds a certificate until the planned end, whose number it shows', async () => {
    const { call, certificate, draft, id: idOf, ok, wall, whole } = plant;
    const day = (days: number) => wall(days * 1_440).slice(0, 10);
    const id = await draft('hoisting', {
      hoistTool: '钢丝绳吊索',
      machine: 'QY200-01',
      loadDesc: '搅拌电机',
      loadMass: 3,
      ratedLoad: 12,
      loadSpecial: '0',
      isOutdoor: '0',
      commanderId: idOf('shift'),
      slingerIds: [idOf('worker')],
    });
    const submit = async () => {
      const { version } = await whole(id);
      const { status, errors } = await call('applicant', 'POST', `${TICKET}/submit`, { id, version });
      return status === 200 ? [] : errors.map(({ pointer, msg }) => [pointer, msg]);
    };
    await certificate('worker', 'special_equipment', day(90));
    const refused = [
      ['/commanderId', '吊装指挥没有起重指挥证（Q1），或证书在计划作业时间内已过期、注销（GB 30871-2022 第4章）'],
    ];
    expect(await submit()).toEqual(refused);
    await certificate('shift', 'guardian', day(90));
    await certificate('shift', 'special_equipment', day(-1));
    expect(await submit()).toEqual(refused);
    expect((await whole(id)).commanderCert ?? null).toBeNull();
    const held = await certificate('shift', 'special_equipment', day(90));
    const { certNo } = await ok('safetyOfficer', 'GET', `edu/admin/work/cert/detail?id=${held}`);
    expect(await whole(id)).toMatchObject({ commanderCert: certNo });
    const commander = { ticketId: id, personType: 'commander', personId: idOf('shift') };
    const bare = await ok('applicant', 'POST', `${TICKET}/person/add-person`, commander);
    expect(await submit()).toEqual([[expect.stringMatching(/\/certId$/), expect.stringContaining('证书')]]);
    await ok('applicant', 'POST', `${TICKET}/person/delete-person`, { ids: bare.id });
    expect(await submit()).toEqual([]);
  });
});

describe('the certificates that the people of a ticket may choose', () => {
  it('hold until the planned end, else the picker says until when', async () => {
    const day = (days: number) => plant.wall(days * 1_440).slice(0, 10);
    for (const last of [day(2), day(90)]) await plant.certificate('guardian', 'guardian', last);
    const offered = (record: object) => {
      const asked = { personId: plant.id('guardian'), personType: 'guardian', ...record };
      const query = new URLSearchParams({ for: 'ticketPerson.certId', record: JSON.stringify(asked), size: '50' });
      return plant.call('applicant', 'GET', `edu/admin/work/cert/select?${query}`);
    };
    const reasons = async (record: object) => {
      const { data } = await offered(record);
      return (data as unknown as { misfit?: string }[]).flatMap(({ misfit }) => misfit ?? []);
    };
    expect(await reasons({ certUntil: day(2) })).toEqual([]);
    expect(await reasons({ certUntil: day(3) })).toEqual([`证书可用至 ${day(2)}，作业计划到 ${day(3)}`]);
    expect(await reasons({})).toEqual([]);
    for (const certUntil of ['soon', '2026-02-30', "' or 1=1", 7, true]) {
      const refused = await offered({ certUntil });
      expect([certUntil, refused.status, refused.errors[0]?.pointer]).toEqual([certUntil, 400, '/record/certUntil']);
    }
  });
});

describe('the minute that a limit names', () => {
  // Only the wall clock stands still: what waits for the database goes on.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    return () => vi.useRealTimers();
  });

  it('belongs to the time within a sample holds; the second behind it does not', async () => {
    const id = await plant.draft('hot');
    await plant.approved(id, ['charger', 'boss', 'safetyOfficer'], [plant.gas('combustible', 0.1)]);
    plant.pass(30 - 1 / 60);
    const start = { id, startSign: SIGN };
    expect(await plant.ok('charger', 'POST', `${TICKET}/start`, start)).toMatchObject({ status: 'approved' });
    plant.pass(1 / 60);
    expect((await plant.vote('shift', id)).status).toBe(200);
    plant.pass(1 / 60);
    const late = await plant.vote('guardian', id);
    expect([late.status, late.msg]).toEqual([400, expect.stringMatching(/已超过30分钟/)]);
  });

  it('belongs to an interruption without a new test; the second behind it does not', async () => {
    const id = await working('hot', ['charger', 'boss', 'safetyOfficer']);
    const resume = { id, row: { measuresOk: '1', resumeSign: SIGN } };
    await plant.ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '交接班' } });
    plant.pass(30);
    await plant.ok('guardian', 'POST', `${TICKET}/resume`, resume);
    await plant.vote('charger', id);
    expect((await plant.whole(id)).status).toBe('working');
    await plant.ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '交接班' } });
    plant.pass(30 + 1 / 60);
    await plant.refused('guardian', `${TICKET}/resume`, resume, 400, /中断超过规定时间/);
  });
});

describe('a new ticket', () => {
  it('is submitted in one go with its people, or not made at all', async () => {
    const body = await plant.application('high');
    const [guardian, worker] = body.ticketPerson as Record<string, unknown>[];
    const before = await plant.ok('applicant', 'GET', `${TICKET}/page?page=ticketList`);
    const alone = await plant.call('applicant', 'POST', `${TICKET}/submit`, { ...body, ticketPerson: [worker] });
    expect([alone.status, alone.errors]).toEqual([
      400,
      [{ pointer: '/chargerId', msg: '至少要有一名监护人（GB 30871-2022 第4章）' }],
    ]);
    // The certificate is another person's.
    const mixed = { ...guardian, certId: worker?.certId };
    const foreign = await plant.call('applicant', 'POST', `${TICKET}/submit`, {
      ...body,
      ticketPerson: [worker, mixed],
    });
    expect([foreign.status, foreign.errors[0]?.pointer]).toEqual([400, '/ticketPerson/1/certId']);
    expect((await plant.ok('applicant', 'GET', `${TICKET}/page?page=ticketList`)).total).toBe(before.total);
    const { id } = await plant.ok('applicant', 'POST', `${TICKET}/submit`, body);
    expect(await plant.whole(id)).toMatchObject({
      status: 'confirming',
      children: { ticketPerson: [{ status: 'waiting' }, { status: 'waiting' }] },
    });
  });
});

describe('a ticket under way', () => {
  it('is handed to another charger with both signatures, while it does not run', async () => {
    const { ok, refused, vote, whole, id: idOf } = plant;
    const id = await working('high', ['charger', 'boss', 'equipment']);
    // Only what this work needs counts: whoever leads it need not be able to guard it.
    await plant.certificate('charger', 'guardian', plant.wall(0).slice(0, 10));
    const row = { newChargerId: idOf('worker2'), reason: '倒班', oldSign: SIGN };
    const toGuardian = { ...row, newChargerId: idOf('guardian') };
    await refused('charger', `${TICKET}/change-charger`, { id, row: toGuardian }, 400, /^监壬三既是监护人又是新负责人/);
    await plant.certificate('charger', 'special_operation', plant.wall(0).slice(0, 10));
    await refused(
      'charger',
      `${TICKET}/change-charger`,
      { id, row: { ...row, newChargerId: idOf('shift') } },
      400,
      /^新负责人没有原负责人持有的证书，不具备同等资格$/,
    );
    expect((await whole(id)).status).toBe('working');
    // Asking for it stops the work at once; nobody goes on before both have signed.
    const before = plant.wall();
    await ok('charger', 'POST', `${TICKET}/change-charger`, { id, row });
    const stopped = await whole(id);
    expect(stopped).toMatchObject({
      status: 'suspended',
      chargerId: idOf('charger'),
      stepReason: '变更负责人，双方签字前暂停作业',
    });
    expectBetween(stopped.suspendedAt, before, plant.wall());
    const resume = { id, row: { measuresOk: '1', resumeSign: SIGN } };
    await refused('guardian', `${TICKET}/resume`, resume, 400, /“变更负责人”正在审批，不能恢复作业/);
    expect((await vote('worker2', id)).status).toBe(200);
    const changed = await whole(id);
    expect(changed).toMatchObject({ chargerId: idOf('worker2'), status: 'suspended' });
    expect(changed.children.ticketCharger).toMatchObject([{ oldChargerId: idOf('charger') }]);
    await refused('charger', `${TICKET}/resume`, resume, 403, /没有“恢复作业/);
    // Going on takes the measures checked again and both signatures, the new charger's among them.
    const unchecked = { ...resume, row: { ...resume.row, measuresOk: '0' } };
    await refused('guardian', `${TICKET}/resume`, unchecked, 400, /复核合格/);
    await ok('guardian', 'POST', `${TICKET}/resume`, resume);
    expect((await whole(id)).status).toBe('suspended');
    expect((await vote('worker2', id)).status).toBe(200);
    expect(await whole(id)).toMatchObject({ status: 'working', suspendedAt: null });
  });

  it('stays stopped where the new charger refuses, and goes on with the old one', async () => {
    const { ok, vote, whole, id: idOf } = plant;
    const id = await working('hot', ['charger', 'boss', 'safetyOfficer']);
    await ok('charger', 'POST', `${TICKET}/change-charger`, {
      id,
      row: { newChargerId: idOf('worker2'), reason: '倒班', oldSign: SIGN },
    });
    expect((await vote('worker2', id, 'reject')).status).toBe(200);
    expect(await whole(id)).toMatchObject({ status: 'suspended', chargerId: idOf('charger') });
    const resume = { id, row: { measuresOk: '1', resumeSign: SIGN } };
    plant.pass(31);
    await plant.refused('charger', `${TICKET}/resume`, resume, 400, /中断超过规定时间，须重新进行气体分析/);
    await sampled(id);
    await ok('charger', 'POST', `${TICKET}/resume`, resume);
    expect((await vote('guardian', id)).status).toBe(200);
    expect((await whole(id)).status).toBe('working');
  });

  it('keeps who left and when, and takes him back as a new person', async () => {
    const { ok, refused, whole, id: idOf } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    const add = (person: string) =>
      ok('charger', 'POST', `${TICKET}/person/add-person`, {
        ticketId: id,
        personType: 'worker',
        personId: idOf(person),
      });
    const rowOf = async (person: string) =>
      (await whole(id)).children.ticketPerson?.filter((row) => row.personId === idOf(person)) ?? [];
    const second = await add('worker2');
    expect((await whole(id)).personIds).toEqual([idOf('worker'), idOf('worker2')]);
    plant.pass(5);
    const before = plant.wall();
    await ok('charger', 'POST', `${TICKET}/person/delete-person`, { ids: second.id });
    const [left] = await rowOf('worker2');
    expect(left?.status).toBe('left');
    expectBetween(left?.leaveTime, before, plant.wall());
    expect((await whole(id)).personIds).toEqual([idOf('worker')]);
    await refused('charger', `${TICKET}/person/delete-person`, { ids: second.id }, 400, /“已退出”的作业人员不能删除/);
    const [last] = await rowOf('worker');
    await refused('charger', `${TICKET}/person/delete-person`, { ids: last?.id }, 400, /最后一名/);
    await add('worker2');
    expect((await rowOf('worker2')).map(({ status }) => status)).toEqual(['left', 'waiting']);
    const twice = await plant.call('charger', 'POST', `${TICKET}/person/add-person`, {
      ticketId: id,
      personType: 'worker',
      personId: idOf('worker2'),
    });
    expect([twice.status, twice.errors.map(({ msg }) => msg)]).toEqual([400, ['业乙六已在名单中']]);
  });

  it('on a road concerns the departments of firefighting and of safety, known by their function', async () => {
    const { call, draft, id: idOf, server, whole } = plant;
    const functions = (name: string, held: readonly string[]) =>
      server.database.transaction('645967', (connection) =>
        connection.execute('update data.dept set functions = $1 where id = $2', [held, idOf(name)]),
      );
    const id = await draft('road', { relatedDepts: [idOf('team')] });
    const told = async (relatedDepts: readonly string[]) => {
      const { version } = await whole(id);
      const { status, errors } = await call('applicant', 'POST', `${TICKET}/submit`, { id, version, relatedDepts });
      return status === 200 ? [] : errors.map(({ msg }) => msg);
    };
    const [fire, safety] = ['涉及相关单位须包括消防部门', '涉及相关单位须包括安全部门'];
    expect(await told([idOf('team')])).toEqual([fire, safety]);
    await functions('shop', ['safety']);
    expect(await told([idOf('shop')])).toEqual(['企业还没有职能为消防的部门，请先在部门管理中填写部门职能']);
    await functions('company', ['production', 'fire']);
    expect(await told([idOf('shop')])).toEqual([fire]);
    expect(await told([idOf('company')])).toEqual([safety]);
    expect(await told([idOf('company'), idOf('shop')])).toEqual([]);
    await functions('company', []);
    await functions('shop', ['safety', 'fire']);
  });

  it('really takes away who is removed before the approval', async () => {
    const { ok, whole, draft, id: idOf } = plant;
    const id = await draft('road');
    const added = await ok('applicant', 'POST', `${TICKET}/person/add-person`, {
      ticketId: id,
      personType: 'worker',
      personId: idOf('worker2'),
    });
    await ok('applicant', 'POST', `${TICKET}/person/delete-person`, { ids: added.id });
    expect((await whole(id)).children.ticketPerson).toHaveLength(2);
  });

  it('is terminated by safety staff and closed by charger and territory', async () => {
    const { ok, refused, vote, whole } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    await refused('worker', `${TICKET}/terminate`, { id, stepReason: '下雨' }, 403, /没有/);
    await refused('safetyOfficer', `${TICKET}/terminate`, { id }, 400, /请输入终止原因/);
    await ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '附近管线泄漏' });
    await ok('charger', 'POST', `${TICKET}/close-out`, { id, row: { acceptOpinion: '现场已恢复', acceptSign: SIGN } });
    expect((await vote('boss', id)).status).toBe(200);
    expect(await whole(id)).toMatchObject({ status: 'closed', stepReason: '附近管线泄漏' });
  });

  it('asks the reason of each step anew, under its own name, and tells it so in the history', async () => {
    const { call, ok, refused, whole } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    await ok('guardian', 'POST', `${TICKET}/suspend`, { id, row: { reason: '下雨' } });
    // Why the work was stopped is not why it ends.
    await refused('safetyOfficer', `${TICKET}/terminate`, { id }, 400, /^请输入终止原因$/);
    const long = { id, stepReason: '雨'.repeat(501) };
    const answer = await call('safetyOfficer', 'POST', `${TICKET}/terminate`, long);
    const tooLong = { pointer: '/stepReason', msg: '终止原因最多500个字，现有501个字' };
    expect(answer).toMatchObject({ status: 400, errors: [tooLong] });
    await ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '路基塌陷' });
    expect(await whole(id)).toMatchObject({ status: 'terminated', stepReason: '路基塌陷' });
    const history = await ok('safetyOfficer', 'GET', `${TICKET}/history?id=${id}&size=20`);
    const { records } = history as unknown as WirePage<{
      action: string;
      changes: { title: string; from: string; to: string }[];
    }>;
    const ended = records.find(({ action }) => action === 'terminate');
    expect(ended?.changes).toContainEqual(expect.objectContaining({ title: '终止原因', from: '', to: '路基塌陷' }));
  });

  it('of hot work that was terminated is closed only without residual fire', async () => {
    const { ok, refused, vote, whole } = plant;
    const id = await working('hot', ['charger', 'boss', 'safetyOfficer']);
    await ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id, stepReason: '附近管线泄漏' });
    const row = { acceptOpinion: '现场已恢复', acceptSign: SIGN };
    const closeOut = `${TICKET}/close-out`;
    await refused('charger', closeOut, { id, row }, 400, /现场还有残留火种/);
    await refused('charger', closeOut, { id, row: { ...row, noFire: '0' } }, 400, /现场还有残留火种/);
    await ok('charger', 'POST', closeOut, { id, row: { ...row, noFire: '1' } });
    expect((await vote('boss', id)).status).toBe(200);
    expect((await whole(id)).status).toBe('closed');
  });

  it('reminds half an hour before its end and expires at it', async () => {
    const { pass, due, whole, server } = plant;
    const id = await working('road', ['charger', 'boss', 'boss', 'equipment']);
    const told = async () =>
      (
        await server.database.withTenant('645967', (connection) =>
          connection.query<{ title: string }>(
            `select title from data.notice where "recordId" = $1 and kind = 'reminder' order by "createTime"`,
            [id],
          ),
        )
      ).map(({ title }) => title);
    const approved = '作业票已批准，须在计划作业时间内开始';
    pass(388);
    await due();
    expect(new Set(await told())).toEqual(new Set([approved]));
    pass(2);
    await due();
    expect(new Set(await told())).toEqual(new Set([approved, '作业票有效期即将届满']));
    pass(31);
    await due();
    expect(await whole(id)).toMatchObject({ status: 'expired', actualEndTime: expect.any(String) });
  });

  it('that was rejected is signed anew after its next submission', async () => {
    const { draft, ok, vote, whole, prepare, call } = plant;
    const id = await draft('road');
    await ok('applicant', 'POST', `${TICKET}/submit`, { id, version: (await whole(id)).version });
    await prepare(id, []);
    expect((await vote('charger', id, 'reject')).status).toBe(200);
    const back = await whole(id);
    expect(back.status).toBe('rejected');
    await ok('applicant', 'POST', `${TICKET}/submit`, { id, version: back.version, location: '四号路' });
    const early = await call('applicant', 'POST', `${TICKET}/confirm`, { id });
    expect([early.status, early.msg]).toEqual([400, '安全措施确认未全部签字']);
    await prepare(id, []);
    expect((await whole(id)).status).toBe('approving');
    await ok('applicant', 'POST', `${TICKET}/revoke-task`, { id, stepReason: '改期' });
    expect((await whole(id)).status).toBe('draft');
    await ok('applicant', 'POST', `${TICKET}/cancel`, { id, stepReason: '取消施工' });
    expect((await whole(id)).status).toBe('cancelled');
  });
});

describe('the calls of the specification', () => {
  it('answer lists of types, levels and states, searches, records, todo, counts and statistics', async () => {
    const { draft, ok, whole } = plant;
    const id = await draft('road');
    const names = ['type-list', 'hot-level', 'blind-type', 'high-category', 'hoisting-level', 'status-list'];
    for (const name of names) {
      const list = (await ok('applicant', 'GET', `${TICKET}/${name}`)) as unknown as WireRecord[];
      expect([name, list.length]).toEqual([name, expect.any(Number)]);
      expect(list.length).toBeGreaterThan(1);
    }
    const ids = (page: WireRecord) => (page as unknown as WirePage<WireRecord>).records.map((record) => record.id);
    const list = (await ok('applicant', 'GET', `${TICKET}/search-list?type=road`)) as unknown as WireRecord[];
    expect(list.map((record) => record.id)).toContain(id);
    expect(ids(await ok('applicant', 'GET', `${TICKET}/pc-list?status=draft&size=100`))).toContain(id);
    expect(ids(await ok('charger', 'GET', `${TICKET}/other?size=100`))).toContain(id);
    expect(ids(await ok('applicant', 'GET', `${TICKET}/other?size=100`))).not.toContain(id);
    expect(ids(await ok('charger', 'GET', `${TICKET}/other-task-page`))).not.toContain(id);
    expect(ids(await ok('applicant', 'POST', `${TICKET}/record-list`, {}))).not.toContain(id);
    expect(await ok('applicant', 'POST', `${TICKET}/detail`, { id })).toMatchObject({ id, type: 'road' });
    expect(await ok('applicant', 'GET', `${TICKET}/count`)).toMatchObject({ total: expect.any(Number) });
    expect(await ok('charger', 'POST', `${TICKET}/todo`, {})).toMatchObject({ records: expect.any(Array) });
    const stats = (await ok('safetyOfficer', 'POST', `${TICKET}/stats`, {})) as unknown as {
      blocks: StatisticsBlock[];
    };
    const keys = stats.blocks.map(({ key }) => key);
    // Boards have blocks of their own behind those of the page.
    expect(keys.slice(0, 7)).toEqual(['byType', 'byLevel', 'byStatus', 'byTypeLevel', 'byDept', 'byMonth', 'byDay']);
    // Every submitted ticket of a type and level stands under exactly one status.
    const crossed = stats.blocks.find(({ key }) => key === 'byTypeLevel');
    const within = crossed?.columns.findIndex(({ key }) => key === 'suspended') ?? 0;
    expect([within > 0, crossed?.rows.some(({ below }) => (below?.length ?? 0) > 0)]).toEqual([true, true]);
    for (const row of crossed?.rows ?? []) {
      for (const { values } of [row, ...(row.below ?? [])]) {
        const [total, ...counts] = values;
        expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) - (values[within] ?? 0)).toBe(total);
      }
      expect(row.below?.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(row.values[0]);
    }
    const byDay = await ok('safetyOfficer', 'POST', `${TICKET}/stats`, { block: 'byDay', startTime: plant.wall(0) });
    const days = (byDay as unknown as { blocks: { rows?: unknown[] }[] }).blocks;
    expect(JSON.stringify(days)).toContain(`"${plant.wall().slice(0, 10)}"`);
    const { version } = await whole(id);
    const told = { id, version, accidentTypes: ['02'], riskResult: '车辆伤害' };
    expect(await ok('applicant', 'POST', `${TICKET}/risk-result`, told)).toMatchObject({ riskResult: '车辆伤害' });
    const people = await ok('applicant', 'POST', `${TICKET}/person/persons`, { ticketId: id });
    expect(ids(people)).toHaveLength(2);
    expect((await plant.call('applicant', 'POST', `${TICKET}/remove?ids=${id}`)).status).toBe(200);
  });

  it('filter by the planned time under the name that the specification gives it', async () => {
    const { draft, ok, wall } = plant;
    const id = await draft('road');
    const ids = async (query: string) => {
      const page = await ok('applicant', 'GET', `${TICKET}/pc-list?size=100&${query}`);
      return (page as unknown as WirePage<WireRecord>).records.map((record) => record.id);
    };
    const at = (minutes: number) => encodeURIComponent(wall(minutes));
    // Planned from 20 to 440: a period that only touches it is none of its own.
    expect(await ids(`startTime=${at(0)}&endTime=${at(60)}`)).toContain(id);
    expect(await ids(`time=${at(439)},${at(500)}`)).toContain(id);
    expect(await ids(`startTime=${at(500)}`)).not.toContain(id);
    expect(await ids(`endTime=${at(10)}`)).not.toContain(id);
    const records = await ok('applicant', 'POST', `${TICKET}/record-list`, { startTime: wall(0) });
    expect(records).toMatchObject({ records: expect.any(Array) });
    expect((await plant.call('applicant', 'GET', `${TICKET}/pc-list?begin=${at(0)}`)).status).toBe(400);
  });

  it('give the units that may work: own departments and admitted contractors', async () => {
    const { ok, call, server, id: idOf } = plant;
    await server.database.transaction('645967', async (connection) => {
      for (const [id, name, status] of [
        ['unit-1', '示例甲建安公司', '2'],
        ['unit-2', '示例乙防腐公司', '0'],
      ]) {
        await connection.execute(
          `insert into data.contractor (id, "tenantId", status, name, version, "isDeleted", "createTime") values ($1, '645967', $2, $3, 1, 0, now())`,
          [id, status, name],
        );
      }
    });
    const all = (await ok('applicant', 'POST', `${TICKET}/units`, {})) as unknown as Record<string, string>[];
    const of = (field: string) => all.filter((unit) => unit.field === field).map(({ id }) => id);
    expect(of('workDeptId')).toContain(idOf('team'));
    expect(of('contractorId')).toEqual(['unit-1']);
    const found = await ok('applicant', 'POST', `${TICKET}/units`, { keyword: '甲建安' });
    expect(found).toEqual([{ field: 'contractorId', id: 'unit-1', label: '示例甲建安公司' }]);
    expect((await call('designer', 'POST', `${TICKET}/units`, {})).status).toBe(403);
  });

  it('takes votes by its own names', async () => {
    const { draft, ok, whole, prepare, call } = plant;
    const id = await draft('road');
    await ok('applicant', 'POST', `${TICKET}/submit`, { id, version: (await whole(id)).version });
    await prepare(id, []);
    const vote = { id, result: 'pass', opinion: '同意', signature: SIGNATURE };
    expect((await call('charger', 'POST', `${TICKET}/approve`, vote)).status).toBe(200);
    const unsigned = await call('boss', 'POST', `${TICKET}/complete-task`, { ...vote, signature: null });
    expect([unsigned.status, unsigned.msg]).toEqual([400, '请手写签名']);
    expect((await call('boss', 'POST', `${TICKET}/complete-task`, vote)).status).toBe(200);
  });
});

describe('the libraries', () => {
  it('ship their statutory measures and chains to the tenant, who adds to them and cannot take away', async () => {
    const { ok, call } = plant;
    const total = async (path: string) => Number((await ok('safetyOfficer', 'GET', `${TICKET}/${path}/count`)).total);
    expect(await total('measure-lib')).toBe(124);
    const page = await ok('safetyOfficer', 'GET', `${TICKET}/measure-lib/page?type=hot&size=100`);
    const { records } = page as unknown as WirePage<WireRecord>;
    expect(records).toHaveLength(16);
    const removed = await call('administrator', 'POST', `${TICKET}/measure-lib/remove?ids=${records[0]?.id}`);
    expect([removed.status, removed.msg]).toEqual([400, '法定内容不能删除']);
    const changed = { id: records[0]?.id, version: records[0]?.version, content: '略' };
    expect((await call('administrator', 'POST', `${TICKET}/measure-lib/save`, changed)).status).toBe(400);
    // Letters M and R of the handbook's table: chains and libraries are configured, not approved.
    const own = { type: 'hot', seq: 17, content: '本企业补充：动火点用防火毯围挡' };
    expect((await call('safetyOfficer', 'POST', `${TICKET}/measure-lib/save`, own)).status).toBe(403);
    await ok('administrator', 'POST', `${TICKET}/measure-lib/save`, own);
    const { children } = await plant.whole(await plant.draft('hot'));
    expect(children.ticketMeasure).toHaveLength(17);
    const rules = await ok('safetyOfficer', 'GET', `${TICKET}/flow-rule/page?type=hot&level=hot0&size=100`);
    const nodes = (rules as unknown as WirePage<WireRecord>).records;
    expect(nodes.map((node) => node.nodeName)).toEqual([
      '作业负责人审核',
      '所在单位审核',
      '安全管理部门审核',
      '主管领导批准',
    ]);
    const last = nodes[3];
    const bound = { id: last?.id, version: last?.version, userIds: [plant.id('safetyOfficer')] };
    await ok('administrator', 'POST', `${TICKET}/flow-rule/save`, bound);
    const gone = await call('administrator', 'POST', `${TICKET}/flow-rule/remove?ids=${last?.id}`);
    expect([gone.status, gone.msg]).toEqual([400, '法定内容不能删除']);
  });
});
