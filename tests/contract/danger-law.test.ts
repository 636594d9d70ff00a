import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createDangerDesk, type DangerDesk } from '../fixtures/danger-desk.ts';
import { plantId as id, MINUTE } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: DangerDesk;

beforeAll(async () => {
  server = await startTestServer();
  desk = await createDangerDesk(server);
}, 120_000);
afterAll(() => server?.stop());

/** 中华人民共和国安全生产法（2021）第五十九条：从业人员发现事故隐患，应当立即报告。 */
describe('a report in a minute (安全生产法 art. 59)', () => {
  it('takes a photo, a place, a sentence and the urgency; the rest is filled from area and clock', async () => {
    const { id: recordId } = await desk.report('employee', { urgency: '1' });
    expect(await desk.read(recordId)).toMatchObject({
      status: 'assessing',
      perilName: '西门消防通道堆放周转箱，占用约两米',
      urgency: '1',
      level: '0',
      source: '1',
      category: '0',
      reformType: '1',
      deptId: id('shop'),
      location: '聚合装置区',
      finderId: id('employee'),
      registrantId: id('employee'),
      dutyUserId: id('second'),
      findingTime: expect.any(String),
      type: null,
      causeClass: null,
    });
  });

  it('is refused without one of them, by the field, and nothing is kept', async () => {
    const before = await desk.count();
    for (const [field, words] of [
      ['photos', '请上传隐患照片'],
      ['areaId', '请选择所在区域'],
      ['perilDesc', '请输入隐患描述'],
    ] as const) {
      const { status, errors } = await desk.ask('employee', 'submit', {
        ...(await desk.sentence('employee')),
        [field]: null,
      });
      expect(status).toBe(400);
      expect(errors).toContainEqual({ pointer: `/${field}`, msg: words });
    }
    const odd = { ...(await desk.sentence('employee')), urgency: '9' };
    expect(await desk.refused('employee', 'submit', odd)).toEqual([400, expect.stringContaining('紧急程度')]);
    expect(await desk.count()).toBe(before);
  });

  it('calls safety at once where it is urgent', async () => {
    const calm = await desk.report('employee');
    const urgent = await desk.report('employee', { urgency: '2' });
    const told = async (recordId: unknown) => (await desk.told(recordId)).filter((line) => line.startsWith('紧急隐患'));
    expect(await told(calm.id)).toEqual([]);
    expect(await told(urgent.id)).toEqual(
      ['director', 'safetyOfficer', 'second'].map((account) => `紧急隐患，请立即到现场处置→${account}`),
    );
  });

  // DX: the data exchange demands type and cause of each danger.
  it('leaves type and cause to whoever assesses, who cannot leave them out', async () => {
    const { id: recordId } = await desk.report('employee');
    const given = desk.assessment({ dutyUserId: id('second') });
    const { status, errors } = await desk.ask('safetyOfficer', 'assess', { id: recordId, ...given });
    expect([status, errors?.map(({ pointer }) => pointer).sort()]).toEqual([400, ['/causeClass', '/type']]);
    expect((await desk.read(recordId)).status).toBe('assessing');
    const assessed = await desk.fire('safetyOfficer', 'assess', { id: recordId, ...given, type: '5', causeClass: '2' });
    expect(assessed).toMatchObject({ status: 'planning', type: '5', causeClass: '2', location: '聚合装置区' });
  });
});

/** handbook hidden-danger.md §5: 即查即改提交 leads from the draft to acceptance, with the rectification filled. */
describe('what is mended on the spot', () => {
  const mended = async (who: string) => ({
    reformType: '0',
    mendDesc: '已搬走周转箱',
    mendPhotos: [await desk.photo(who)],
  });

  it('goes straight to acceptance with its photos, by the person in charge of the area', async () => {
    const { id: recordId } = await desk.report('employee', await mended('employee'));
    const whole = await desk.read(recordId);
    expect(whole).toMatchObject({
      status: 'accepting',
      dutyUserId: id('employee'),
      acceptUserId: id('second'),
      finishTime: expect.any(String),
    });
    const { perilRectify } = whole.children as Record<string, WireRecord[]>;
    expect(perilRectify).toMatchObject([{ rectifyDesc: '已搬走周转箱', rectifyUserId: id('employee') }]);
    expect(perilRectify?.[0]?.photosAfter).toHaveLength(1);
  });

  it('is accepted with the type and cause that the report left open, and not without', async () => {
    const { id: recordId } = await desk.report('employee', await mended('employee'));
    const row = { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: desk.wall() };
    const { status, errors } = await desk.ask('second', 'accept', { id: recordId, row });
    expect([status, errors?.map(({ pointer }) => pointer).sort()]).toEqual([400, ['/causeClass', '/type']]);
    const closed = await desk.fire('second', 'accept', { id: recordId, row, type: '5', causeClass: '1' });
    expect(closed).toMatchObject({ status: 'closed', type: '5', causeClass: '1' });
  });

  it('is not accepted by whoever mended it, even where he answers for the area', async () => {
    const own = { ...(await desk.sentence('second')), ...(await mended('second')) };
    // The head of the unit answers where the person in charge of the area reported it himself.
    await desk.headOf('shop', 'teamLeader');
    expect(await desk.fire('second', 'submit', own)).toMatchObject({ acceptUserId: id('teamLeader') });
    await desk.headOf('shop', 'second');
    const again = { ...(await desk.sentence('second')), ...(await mended('second')) };
    expect(await desk.refused('second', 'submit', again)).toEqual([400, '验收人不能是登记人自己']);
    expect(await desk.refused('second', 'submit', { ...again, acceptUserId: id('second') })).toEqual([
      400,
      '验收人不能是登记人自己',
    ]);
  });

  it('waits for assessment while photos or words of the mending are missing or it is major', async () => {
    const open = await desk.report('employee', { reformType: '0' });
    expect((await desk.read(open.id)).status).toBe('assessing');
    const half = { ...(await desk.sentence('employee')), reformType: '0', mendDesc: '已搬走' };
    expect(await desk.refused('employee', 'submit', half)).toEqual([400, '请上传整改后照片']);
  });

  it('comes to the list of what is to be accepted with what the dialog begins with', async () => {
    const { id: recordId } = await desk.report('employee', { ...(await mended('employee')), causeClass: '1' });
    const rows = await desk.list('second', 'riskAcceptance');
    expect(rows.find((row) => row.id === recordId)).toMatchObject({
      causeClass: '1',
      location: '聚合装置区',
      type: null,
    });
  });

  it('keeps type and cause that are known when it is accepted', async () => {
    const given = { ...(await mended('employee')), type: '5', causeClass: '1' };
    const { id: recordId } = await desk.report('employee', given);
    const row = { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: desk.wall(MINUTE) };
    const [status, words] = await desk.refused('second', 'accept', { id: recordId, row, type: '7' });
    expect([status, words]).toEqual([400, expect.stringContaining('隐患类型')]);
  });
});
