import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import {
  type Answer,
  callProduct,
  clientOf,
  freshSignIn,
  type ProductClient,
  productUrl,
  signIn,
} from '../fixtures/product-client.ts';

/** The client's own credentials: what is long is read only for whoever is known. */
const CLIENT = `Basic ${Buffer.from('anlan:anlan_secret').toString('base64')}`;
const LAWS = '{p}-safety/securitysystem/lawsregulations';
let safety: ProductClient;
let counter = 0;

function law(change: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1;
  return {
    name: `错误输入检验${Date.now()}${counter}`,
    docNo: `检验第${Date.now()}${counter}号`,
    fileType: '1',
    issueDept: '示例机关',
    issueDate: '2026-01-01',
    effectiveDate: '2026-02-01',
    ...change,
  };
}

async function total(): Promise<number> {
  const answer = await safety.call<WirePage<WireRecord>>('GET', `${LAWS}/list-conditions`, {
    query: { exact: 'true', size: 1 },
  });
  return answer.body.data.total;
}

const save = (json: unknown) => safety.call<WireRecord>('POST', `${LAWS}/save`, { json });
const summary = (answer: Answer) => ({ status: answer.status, errors: answer.body.errors ?? [] });

beforeAll(async () => {
  safety = await signIn('safety');
});

describe('a body with a fault is refused in Chinese at its field, and nothing is stored', () => {
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a number for a text', { name: 5 }, '/name', /文件名称须为文本/],
    ['a text for a list', { applicableDepts: '6459670020' }, '/applicableDepts', /适用部门须为列表/],
    ['an object for a text', { docNo: { $ne: null } }, '/docNo', /文号.*须为文本/],
    ['an unknown key', { nam: '甲' }, '/nam', /nam/],
    ['an inherited name as key', { constructor: 'x' }, '/constructor', /constructor/],
    ['a value outside the dictionary', { fileType: '99' }, '/fileType', /文件类型不是可选的值：99/],
    ['an id that does not exist', { identifyUser: '1234567890123456789' }, '/identifyUser', /识别人/],
    ['an id of another tenant', { applicableDepts: ['6459680020'] }, '/applicableDepts', /适用部门/],
    ['an id that is none', { identifyUser: "1' or '1'='1" }, '/identifyUser', /识别人不是有效的编号/],
    ['a text that is too long', { name: '长'.repeat(201) }, '/name', /文件名称最多200个字，现有201个字/],
    ['a NUL', { name: '安\u0000全' }, '/name', /文件名称含有无效字符/],
    ['half a surrogate pair', { name: '安\ud83d' }, '/name', /文件名称含有无效字符/],
    ['a day that does not exist', { issueDate: '2026-02-30' }, '/issueDate', /颁布日期不是有效的日期/],
    ['a rule that fails', { effectiveDate: '2025-01-01' }, '/effectiveDate', /施行日期不能早于颁布日期/],
    ['an empty required field', { name: '' }, '/name', /请输入文件名称/],
    ['a file that does not exist', { attachments: ['1234567890123456789'] }, '/attachments', /文本附件/],
    ['a status written by hand', { status: '1' }, '/status', /状态/],
    ['a tenant written by hand', { tenantId: '645968' }, '/tenantId', /tenantId|租户/],
  ])('%s', async (_case, change, pointer, message) => {
    const before = await total();
    const answer = await save(law(change));
    expect(summary(answer)).toMatchObject({ status: 400 });
    expect(answer.body.success).toBe(false);
    const fault = answer.body.errors?.find((error) => error.pointer.startsWith(pointer));
    expect(fault?.msg ?? `no fault at ${pointer}: ${JSON.stringify(answer.body)}`).toMatch(message);
    expect(await total()).toBe(before);
  });

  it('a zero in the id of the record above, which is asked before anything is checked', async () => {
    const json = { areaId: '\u0000x', itemName: '检验' };
    const { status, body } = await safety.call('POST', '{p}-safety/risk/areas/details/save', { json });
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/areaId']]);
  });

  it('names every fault at once', async () => {
    const answer = await save(law({ name: 5, fileType: '99', issueDate: 'x' }));
    expect(answer.body.errors?.map((error) => error.pointer).sort()).toEqual(['/fileType', '/issueDate', '/name']);
  });
});

describe('a request that is no sound request', () => {
  it.each<[string, string, number]>([
    ['broken JSON', '{"name": ', 400],
    ['JSON nested too deep', `{"name": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['a body that is no object', '"text"', 400],
  ])('%s', async (_case, raw, status) => {
    const answer = await safety.call('POST', `${LAWS}/save`, { raw });
    expect([answer.status, answer.body.success]).toEqual([status, false]);
    expect(answer.body.msg).toMatch(/[\u4e00-\u9fa5]/);
  });

  it('a body over the limit', async () => {
    // The server answers before the body has arrived; fetch would report only the broken pipe.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 5_000_000 };
      const url = `${productUrl()}/api/anlan-safety/securitysystem/lawsregulations/save`;
      const call = request(url, {
        method: 'POST',
        headers: { ...headers, authorization: CLIENT, 'anlan-auth': `bearer ${safety.accessToken}` },
      });
      call.on('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.write('{"name": "');
    });
    expect(status).toBe(413);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['an unknown filter', { nam: 'x' }, /nam/],
    ['an unknown sort', { orderBy: 'nam' }, /nam/],
    ['a sort by a hidden column', { orderBy: 'tenantId;drop table x' }, /排序/],
    ['a page that is none', { current: '0' }, /页/],
    ['a size beyond the limit', { size: '100000' }, /条|size|每页/],
    ['a date that is none', { startIssueDate: '2026-13-01' }, /颁布日期/],
  ])('%s', async (_case, query, message) => {
    const answer = await safety.call('GET', `${LAWS}/list-conditions`, { query });
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(message)]);
  });

  it('an unknown call', async () => {
    const answer = await safety.call('GET', '{p}-safety/nothing/here');
    expect([answer.status, answer.body.msg]).toEqual([404, '没有这个接口']);
  });

  it('a detail of no one, and of another tenant', async () => {
    const other = await signIn('safety', '645968');
    const listed = await other.call<WirePage<WireRecord>>('GET', `${LAWS}/list-conditions`, { query: { size: 1 } });
    const foreign = listed.body.data.records[0]?.id ?? '';
    expect(foreign).not.toBe('');
    for (const [id, status] of [
      [foreign, 404],
      ['1', 404],
      ["' or 1=1 --", 400],
      ['', 400],
    ] as const) {
      const answer = await safety.call('GET', `${LAWS}/detail`, { query: { id } });
      expect([id, answer.status]).toEqual([id, status]);
    }
    const removed = await safety.call('POST', `${LAWS}/remove`, { query: { ids: foreign } });
    expect(removed.status).toBe(404);
    expect((await other.call('GET', `${LAWS}/detail`, { query: { id: foreign } })).status).toBe(200);
  });
});

describe('tokens', () => {
  it('a forged, a foreign and an ended token are refused', async () => {
    const forged = clientOf('safety', '645967', `${safety.accessToken.slice(0, -4)}AAAA`);
    expect((await forged.call('GET', '{p}-system/info')).status).toBe(401);
    const none = await callProduct('GET', '{p}-system/info');
    expect(none.status).toBe(401);
    const wrongTenant = clientOf('safety', '645968', safety.accessToken);
    const foreign = await wrongTenant.call('GET', '{p}-system/info');
    expect([foreign.status, foreign.body.msg]).toEqual([403, '不能访问其他企业的数据']);
    const fresh = await freshSignIn('leader');
    expect((await fresh.call('GET', '{p}-system/info')).status).toBe(200);
    expect((await fresh.call('GET', '{p}-auth/oauth/logout')).status).toBe(200);
    expect((await fresh.call('GET', '{p}-system/info')).status).toBe(401);
  });

  it('a person of the top tenant may look into a company, by its data and no other', async () => {
    const top = await freshSignIn('admin', '000000');
    const company = clientOf('admin', '645968', top.accessToken);
    const answer = await company.call<WirePage<WireRecord>>('GET', '{p}-system/user/page', { query: { size: 100 } });
    expect(answer.status).toBe(200);
    expect(
      answer.body.data.records.every((record) => record.tenantId === undefined || record.tenantId === '645968'),
    ).toBe(true);
    expect(answer.body.data.records.map((record) => record.realName)).toContain('钱乙一');
  });
});

describe('files', () => {
  const put = (client: ProductClient, name: string, content: BlobPart, type: string) =>
    client.upload(name, content as string, type);

  it('a picture that is none is refused by name', async () => {
    await expect(put(safety, '现场照片.png', '这不是图片', 'image/png')).rejects.toThrow(/400 .*(现场照片|图片|类型)/);
  });

  it('an empty file is refused', async () => {
    await expect(put(safety, '空.pdf', '', 'application/pdf')).rejects.toThrow(/400/);
  });

  it('a file over 100 MB is refused and not kept', async () => {
    const large = new Uint8Array(104_857_601);
    large.set(new TextEncoder().encode('%PDF-1.4\n'));
    await expect(put(safety, '超大.pdf', large, 'application/pdf')).rejects.toThrow(/413 .*文件大小超限，最大100M/);
  });
});

describe('limits, at and above', () => {
  const PERILS = '{p}-safety/peril';
  /** Saves a draft of a danger: only types and limits are looked at. */
  const savePeril = (change: Record<string, unknown>) =>
    safety.call<WireRecord>('POST', `${PERILS}/save`, { json: { perilName: `检验${Date.now()}`, ...change } });
  const saveUser = async (change: Record<string, unknown>) =>
    (await signIn('admin')).call('POST', '{p}-system/user/save', { json: change });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, RegExp]>([
    [
      'a name',
      { name: `${'长'.repeat(196)}${Date.now() % 10_000}`.slice(0, 200) },
      { name: '长'.repeat(201) },
      /^文件名称最多200个字，现有201个字$/,
    ],
    [
      'emoji count as one',
      { issueDept: '😀'.repeat(100) },
      { issueDept: '😀'.repeat(101) },
      /^颁布机关最多100个字，现有101个字$/,
    ],
    [
      'characters of CJK extension B',
      { issueDept: '𠮷'.repeat(100) },
      { issueDept: '𠮷'.repeat(101) },
      /最多100个字，现有101个字/,
    ],
    ['text from right to left', { issueDept: 'א'.repeat(100) }, { issueDept: 'א'.repeat(101) }, /最多100个字/],
    ['long text', { summary: '段\n'.repeat(1000) }, { summary: '段'.repeat(2001) }, /^.+最多2000个字，现有2001个字$/],
    [
      'the last day of years',
      { issueDate: '1900-01-01', effectiveDate: '9999-12-31' },
      { effectiveDate: '10000-01-01' },
      /^施行日期不是有效的日期/,
    ],
    ['days before 1900', { issueDate: '1900-01-01' }, { issueDate: '1899-12-31' }, /^颁布日期不能早于1900-01-01$/],
    [
      'leap days',
      { issueDate: '2024-02-29', effectiveDate: '2024-02-29' },
      { effectiveDate: '2100-02-29' },
      /^施行日期不是有效的日期/,
    ],
    [
      'departments',
      { applicableDepts: ['6459670020'] },
      { applicableDepts: Array.from({ length: 100 }, (_, index) => `d${index}`) },
      /^适用部门最多选择99项$/,
    ],
    [
      'files',
      {},
      { attachments: Array.from({ length: 7 }, (_, index) => `f${index}`) },
      /^已超出上传文件数量限制, 最多可上传6个文件$/,
    ],
    ['control characters', { summary: '表\t格\n行' }, { summary: '铃\u0007声' }, /含有无效字符$/],
    [
      'what shows nothing',
      { issueDept: '\u200b机关' },
      { issueDept: '\u200b\u200d\ufeff' },
      /^颁布机关不能只有空白字符$/,
    ],
    ['line ends', {}, { issueDept: '甲\n乙' }, /^颁布机关不能换行$/],
  ])('%s', async (_case, within, beyond, message) => {
    const taken = await save(law(within));
    expect([taken.body.errors ?? [], taken.status]).toEqual([[], 200]);
    const stored = await safety.call<WireRecord>('GET', `${LAWS}/detail`, { query: { id: taken.body.data.id } });
    expect(stored.body.data).toMatchObject(within);
    const refused = await save(law(beyond));
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ pointer, msg }) => [pointer, msg])).toEqual([
      [`/${Object.keys(beyond)[0]}`, expect.stringMatching(message)],
    ]);
    // A refused change leaves the record as it was.
    const { id, version } = stored.body.data;
    expect((await save({ id, version, ...beyond })).status).toBe(400);
    const after = await safety.call<WireRecord>('GET', `${LAWS}/detail`, { query: { id } });
    expect(after.body.data).toMatchObject({ ...within, version });
  });

  it.each<[string, unknown, unknown, RegExp]>([
    ['decimals', 0.05, 0.055, /^整改资金最多2位小数$/],
    ['digits', 9_999_999_999_999.99, 1e13, /^整改资金整数部分最多13位$/],
    ['numbers without end', 0, 1e308, /^整改资金整数部分最多13位$/],
    ['negatives', 0, -0.01, /^整改资金不能小于0$/],
    ['numbers, not their text', 12.5, '12.5', /^整改资金须为数字$/],
  ])('amounts: %s', async (_case, within, beyond, message) => {
    const taken = await savePeril({ fund: within });
    expect([taken.body.errors ?? [], taken.status]).toEqual([[], 200]);
    const stored = await safety.call<WireRecord>('GET', `${PERILS}/detail`, { query: { id: taken.body.data.id } });
    expect(stored.body.data.fund).toBe(within);
    const refused = await savePeril({ fund: beyond });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ pointer: '/fund', msg: expect.stringMatching(message) }],
    ]);
  });

  it('coordinates: six decimals of a place on the globe', async () => {
    const geo = { lng: -180, lat: 89.999999 };
    const taken = await savePeril({ geo });
    expect([taken.status, taken.body.data?.geo]).toEqual([200, geo]);
    for (const [bad, message] of [
      [{ lng: 180.000001, lat: 0 }, /^坐标不能超出经度范围/],
      [{ lng: 0, lat: 0.1234567 }, /^坐标最多6位小数$/],
      [{ lng: 0 }, /^坐标不能缺少纬度$/],
    ] as const) {
      const refused = await savePeril({ geo: bad });
      expect(refused.body.errors).toEqual([{ pointer: '/geo', msg: expect.stringMatching(message) }]);
    }
  });

  // China's clocks were set forward in April and back in September of 1986 to 1991.
  it.each([
    '1986-05-03 23:59:59',
    '1986-05-04 03:00:00',
    '1988-04-17 01:59:59',
    '1988-04-17 03:00:00',
    '1988-07-01 12:00:00',
    '1988-09-11 01:30:00',
    '1990-12-31 23:59:59',
    '1991-09-15 00:30:00',
    '1991-09-15 02:00:00',
    '2025-12-31 23:59:59',
    '2026-01-01 00:00:00',
  ])('the moment %s is kept as it was written', async (moment) => {
    const taken = await savePeril({ findingTime: moment });
    expect([taken.body.errors ?? [], taken.status]).toEqual([[], 200]);
    const stored = await safety.call<WireRecord>('GET', `${PERILS}/detail`, { query: { id: taken.body.data.id } });
    expect(stored.body.data.findingTime).toBe(moment);
  });

  it('a moment that the clocks left out is refused, not moved', async () => {
    const refused = await savePeril({ findingTime: '1988-04-17 02:30:00' });
    const kept = refused.status === 200 ? refused.body.data.findingTime : refused.body.errors;
    expect([refused.status, kept]).toEqual([
      400,
      [{ pointer: '/findingTime', msg: expect.stringMatching(/^发现时间不存在这一时刻/) }],
    ]);
  });

  it.each([
    ['idCard', '', undefined],
    ['idCard', '32010119000101001', '证件号码须为18位'],
    ['idCard', '3201011900010100130', '证件号码须为18位'],
    ['idCard', '3201011900010100A3', '证件号码格式错误'],
    ['idCard', '990101190001010013', '地区编码错误'],
    ['idCard', '320101190001010012', '校验位错误'],
    ['phone', '', '手机号码不能为空'],
    ['phone', '1001234567', '手机号码须为11位'],
    ['phone', '100123456789', '手机号码须为11位'],
    ['phone', '20012345678', '手机号码格式错误'],
  ])('%s %j', async (key, value, message) => {
    const refused = await saveUser({ account: '甲', [key]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.find(({ pointer }) => pointer === `/${key}`)?.msg).toBe(message);
  });
});
