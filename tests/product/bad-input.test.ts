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
        headers: { ...headers, 'anlan-auth': `bearer ${safety.accessToken}` },
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
