import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowHistory, RecordCourse } from '../../src/core/wire/approval.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import type { EvidenceDetail, EvidenceEntry } from '../../src/core/wire/evidence.ts';
import type { HistoryEntry } from '../../src/core/wire/operations.ts';
import { grayPng } from '../fixtures/drawn-signature.ts';
import { IN_OUTLINE, onSite } from '../fixtures/on-site.ts';
import { patient } from '../fixtures/patience.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { sendFile } from '../fixtures/send-file.ts';
import { standingTicket, writeStored } from '../fixtures/standing-ticket.ts';
import { SIGN, SIGNATURE, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const TAG = 'AREA-JH-01';
const REASON = '釜内无卫星信号';

let plant: TicketPlant;
let areaId = '';

beforeAll(async () => {
  plant = await startTicketPlant();
  const id = await plant.draft('high');
  areaId = String((await plant.whole(id)).areaId);
  await writeStored(plant, 'riskArea', { id: areaId }, { tagCode: TAG });
}, patient(120_000));
afterAll(() => plant?.stop());

const working = () => standingTicket(plant, 'high', 'working');
const here = () => onSite(plant.server.now());
const finish = (id: string, place: unknown) => plant.call('charger', 'POST', `${TICKET}/finish`, { id, onSite: place });

async function historyOf(id: string, who = 'charger'): Promise<readonly HistoryEntry[]> {
  const found = await plant.ok(who, 'GET', `${TICKET}/history?id=${id}`);
  return (found as unknown as WirePage<HistoryEntry>).records;
}

/** How the history says a step was proven. */
async function markOf(id: string, action: string): Promise<string | undefined> {
  const entries = (await historyOf(id)).filter((entry) => entry.action === action);
  return entries.flatMap(({ changes }) => changes).find(({ title }) => title === '办理地点')?.to;
}

/** What was sealed about a record, newest first. */
async function sealsOf(id: string, who = 'charger'): Promise<readonly EvidenceDetail[]> {
  const list = await plant.ok(who, 'GET', `system/evidence/list?entity=workTicket&recordId=${id}`);
  const entries = [...(list as unknown as readonly EvidenceEntry[])].reverse();
  return Promise.all(
    entries.map(async (entry) => (await plant.ok(who, 'GET', `system/evidence/detail?id=${entry.id}`)) as never),
  );
}

describe('a step that is taken where the work is', () => {
  it('is refused without a place, in words that name the area and the other ways', async () => {
    const id = await working();
    const answer = await finish(id, null);
    const msg = '此步骤须在“聚合釜区”办理，请允许定位；不能定位时可扫描区域标签、拍照并说明原因';
    expect([answer.status, answer.errors]).toEqual([400, [{ pointer: '/onSite', msg }]]);
    expect((await plant.whole(id)).status).toBe('working');
  });

  it('is refused outside the outline, with the distance, and taken within the error that the device admits', async () => {
    const id = await working();
    // South of the outline: 0.001 degrees of latitude are 111 metres, 0.0004 are 44.
    const south = (degrees: number, accuracy: number) => ({ ...here(), lng: 120.0005, lat: 30 - degrees, accuracy });
    expect((await finish(id, south(0.001, 8))).msg).toBe(
      '您在“聚合釜区”的范围外，约112米（定位误差约8米），请到现场办理；定位不准时可扫描区域标签、拍照并说明原因',
    );
    expect((await finish(id, south(0.0004, 40))).status).toBe(400);
    // However large an error is said to be, 50 metres of it count.
    expect((await finish(id, south(0.001, 190))).status).toBe(400);
    expect((await finish(id, { ...here(), accuracy: 900 })).msg).toMatch(/^定位误差约900米，不能确认您在“聚合釜区”/);
    expect((await finish(id, south(0.0004, 45))).status).toBe(200);
    expect(await markOf(id, 'finish')).toBe('现场定位（误差约45米）');
  });

  it.each<[string, string, (at: ReturnType<typeof onSite>) => unknown]>([
    ['onSite', '所在位置须为定位、标签或照片', () => '120.0005,30.0002'],
    ['onSite', '所在位置须为定位、标签或照片', () => []],
    ['onSite', '所在位置须为定位、标签或照片中的一种', () => ({})],
    ['onSite', '所在位置须为定位、标签或照片中的一种', (at) => ({ ...at, tag: TAG })],
    ['onSite/lng', '经度须为数字', (at) => ({ ...at, lng: '120' })],
    ['onSite/lng', '经度须为数字', (at) => ({ ...at, lng: Number.NaN })],
    ['onSite/lat', '纬度须在-90至90之间', (at) => ({ ...at, lat: 90.1 })],
    ['onSite/accuracy', '定位误差须在0至100000之间', (at) => ({ ...at, accuracy: -1 })],
    ['onSite/accuracy', '定位误差须为数字', ({ accuracy: _, ...at }) => at],
    ['onSite/time', '定位时间不正确', (at) => ({ ...at, time: '现在' })],
    [
      'onSite/time',
      '定位时间晚于现在，请重新定位',
      (at) => ({ ...at, time: new Date(Date.parse(at.time) + 120_000).toISOString() }),
    ],
    [
      'onSite/time',
      '定位已超过10分钟，请重新定位',
      (at) => ({ ...at, time: new Date(Date.parse(at.time) - 660_000).toISOString() }),
    ],
    ['onSite/far', '不认识的字段：far', (at) => ({ ...at, far: 1 })],
    ['onSite/tag', '标签内容不正确，请重新扫描或输入', () => ({ tag: ' ' })],
    ['onSite/tag', '扫描的不是“聚合釜区”的标签，请扫描现场的标签', () => ({ tag: 'AREA-JH-02' })],
    ['onSite/reason', '请说明不能定位的原因，2至200个字', () => ({ photo: '1', reason: '\u200b\u200b\u200b' })],
    ['onSite/photo', '照片不存在或不属于您', () => ({ photo: '1', reason: REASON })],
  ])('refuses at %s: %s', async (pointer, msg, place) => {
    malformed ||= await working();
    const answer = await finish(malformed, place(here()));
    expect([answer.status, answer.errors]).toEqual([400, [{ pointer: `/${pointer}`, msg }]]);
  });
  let malformed = '';

  it('is proven by the tag of the area, where it has one', async () => {
    const id = await working();
    await writeStored(plant, 'riskArea', { id: areaId }, { tagCode: null });
    expect((await finish(id, { tag: TAG })).msg).toBe('“聚合釜区”没有设置标签，请定位或拍照并说明原因');
    await writeStored(plant, 'riskArea', { id: areaId }, { tagCode: TAG });
    expect((await finish(id, { tag: ` ${TAG} ` })).status).toBe(200);
    expect(await markOf(id, 'finish')).toBe('扫描区域标签');
    const course = (await plant.ok(
      'charger',
      'GET',
      `system/flow/course?entity=workTicket&id=${id}`,
    )) as never as RecordCourse;
    expect(course.stages.find(({ state }) => state === 'working')).toMatchObject({
      action: '完工',
      site: '扫描区域标签',
    });
  });

  it('is proven by a new photo of its sender’s with a reason, which the record keeps', async () => {
    const id = await working();
    const plain = await sendFile(plant.server.main, await plant.server.signIn('charger'), {
      name: 'b.png',
      contentType: 'image/png',
      content: grayPng(64, 48, () => true),
    });
    expect((await finish(id, { photo: plain, reason: REASON })).errors).toEqual([
      { pointer: '/onSite/photo', msg: '图片只有一种颜色，请上传实际拍摄的照片' },
    ]);
    const others = await plant.upload('guardian');
    expect((await finish(id, { photo: others, reason: REASON })).msg).toBe('照片不存在或不属于您');
    const photo = await plant.upload('charger');
    expect((await finish(id, { photo, reason: REASON })).status).toBe(200);
    expect(await markOf(id, 'finish')).toBe(`照片代替定位：${REASON}`);
    const shown = (await historyOf(id, 'guardian')).flatMap(({ changes }) => changes).find((change) => change.photo);
    expect(shown?.photo?.attachId).toBe(photo);
    const { headers } = await plant.server.signIn('guardian');
    const file = await plant.server.main.inject({ method: 'GET', url: String(shown?.photo?.link), headers });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
    // The photo of one step proves no other.
    const next = await working();
    expect((await finish(next, { photo, reason: REASON })).msg).toBe('照片不存在或不属于您');
  });

  it('is sealed with the place, and printed with it', async () => {
    const id = await working();
    expect((await finish(id, { tag: TAG })).status).toBe(200);
    const [seal] = await sealsOf(id);
    expect([seal?.intact, seal?.sealed.site]).toEqual([true, { how: 'tag', name: '聚合釜区', text: '扫描区域标签' }]);
    const { headers } = await plant.server.signIn('charger');
    const paper = await plant.server.main.inject({
      method: 'GET',
      url: `/api/anlan-${TICKET}/print?id=${id}`,
      headers,
    });
    expect((await pdfPages(new Uint8Array(paper.rawPayload))).join('')).toContain('扫描区域标签');
  });

  it('asks for no place where the area has no outline, and says in the detail whether it does', async () => {
    const id = await working();
    const asks = async () =>
      (await plant.whole(id, 'charger')) as unknown as { asks: Record<string, { place?: object } | undefined> };
    expect((await asks()).asks.finish?.place).toEqual({ name: '聚合釜区', tag: true });
    const { polygon } = await plant.ok('safetyOfficer', 'GET', `safety/risk/areas/main/detail?id=${areaId}`);
    await writeStored(plant, 'riskArea', { id: areaId }, { polygon: null });
    expect((await asks()).asks.finish?.place).toBeUndefined();
    expect((await finish(id, null)).status).toBe(200);
    await writeStored(plant, 'riskArea', { id: areaId }, { polygon: JSON.stringify(polygon) });
    expect(await markOf(id, 'finish')).toBeUndefined();
  });
});

describe('several rows taken by one signature', () => {
  it('are proven by one photo, of which each keeps its own', async () => {
    const id = await plant.draft('high');
    const { version } = await plant.whole(id);
    await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
    const rows = (await plant.whole(id)).children.ticketMeasure ?? [];
    const two = rows.filter(({ hasFill }) => hasFill !== '1').slice(0, 2);
    const ids = two.map((row) => row.id).join(',');
    const path = `${TICKET}/measure/sign`;
    const without = await plant.call('charger', 'POST', path, { ids, sign: SIGN, onSite: null });
    expect([without.status, without.msg]).toEqual([400, expect.stringContaining('此步骤须在“聚合釜区”办理')]);
    const photo = await plant.upload('charger');
    await plant.ok('charger', 'POST', path, { ids, sign: SIGN, onSite: { photo, reason: REASON } });
    const held = await plant.server.database.withTenant('645967', (connection) =>
      connection.query<{ bizId: string }>(
        `select "bizId" from data.attach where "bizType" = 'ticketMeasure' and "bizId" = any($1)`,
        [two.map((row) => row.id)],
      ),
    );
    expect(held.map(({ bizId }) => bizId).sort()).toEqual(two.map((row) => String(row.id)).sort());
  });
});

describe('an approval on the spot', () => {
  async function asked(): Promise<string> {
    // A guardian guards one work at a time.
    await writeStored(plant, 'workTicket', { where: 'areaId', id: areaId }, { status: 'closed' });
    const id = await standingTicket(plant, 'high', 'approved');
    await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN, onSite: { tag: TAG } });
    return id;
  }
  const confirm = (id: string, place: unknown, who = 'guardian', result = 'pass') =>
    plant.call(who, 'POST', `${TICKET}/confirm-start`, {
      ...{ id, result, signature: SIGNATURE, onSite: place },
      ...(result === 'reject' ? { opinion: '条件不具备' } : {}),
    });

  it('wants the place of whoever asks and of whoever votes, seals both and tells how each was proven', async () => {
    const id = await asked();
    expect((await confirm(id, null)).errors.map(({ pointer }) => pointer)).toEqual(['/onSite']);
    expect((await confirm(id, '120.0005,30.0002')).status).toBe(400);
    expect((await confirm(id, { ...here(), lat: 31 })).msg).toMatch(/^您在“聚合釜区”的范围外，约/);
    const photo = await plant.upload('guardian');
    expect((await confirm(id, { photo, reason: REASON })).status).toBe(200);
    expect((await plant.whole(id)).status).toBe('working');
    const [history] = (await plant.ok(
      'charger',
      'GET',
      `system/flow/history?entity=workTicket&id=${id}`,
    )) as never as readonly FlowHistory[];
    expect(
      history?.steps.map(({ action, place, files }) => [action, place, files.map((file) => file.attachId)]),
    ).toEqual([
      ['submit', '扫描区域标签', []],
      ['pass', `照片代替定位：${REASON}`, [photo]],
    ]);
    const sealed = (await sealsOf(id)).map(({ sealed: { site }, intact }) => [site?.text, intact]);
    expect(sealed).toEqual([
      [`照片代替定位：${REASON}`, true],
      ['扫描区域标签', true],
    ]);
    expect(await markOf(id, 'approval:pass')).toBe(`照片代替定位：${REASON}`);
    const course = (await plant.ok(
      'charger',
      'GET',
      `system/flow/course?entity=workTicket&id=${id}`,
    )) as never as RecordCourse;
    expect(course.stages.find(({ state }) => state === 'approved')?.site).toBe('扫描区域标签');
  });

  it('lets whoever refuses stay away', async () => {
    const id = await asked();
    expect((await confirm(id, null, 'guardian', 'reject')).status).toBe(200);
  });

  it('asks it of whoever takes the task over or stands in for another', async () => {
    const id = await asked();
    const todo = await plant.ok('guardian', 'GET', 'system/flow/todo?entity=workTicket&size=100');
    const task = (todo as unknown as WirePage<{ recordId: string; taskId: string }>).records.find(
      ({ recordId }) => recordId === id,
    );
    // Handed on as an administrator's act would leave it: the level's own rule lets only those whom the record names.
    await plant.server.database.transaction('645967', (connection) =>
      connection.execute('update platform."approvalTask" set "userId" = $2 where id = $1', [
        task?.taskId,
        plant.id('guardian2'),
      ]),
    );
    await writeStored(plant, 'workTicket', { id }, { guardianIds: [plant.id('guardian'), plant.id('guardian2')] });
    const vote = (place: unknown) =>
      plant.call('guardian2', 'POST', 'system/flow/complete-task', {
        ...{ taskId: task?.taskId, result: 'pass', signature: SIGNATURE, onSite: place },
      });
    expect((await vote(null)).errors.map(({ pointer }) => pointer)).toEqual(['/onSite']);
    expect((await vote({ ...here(), ...IN_OUTLINE })).status).toBe(200);
    const [seal] = await sealsOf(id);
    expect(seal?.sealed).toMatchObject({ by: { name: expect.stringContaining('代') }, site: { how: 'fix' } });
  });
});
