import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../mocks/demo-plant/areas.ts';
import { users } from '../../mocks/demo-plant/people.ts';
import { roleId } from '../../mocks/demo-plant/roles.ts';
import { smallPicture } from '../../mocks/demo-plant/small-picture.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { type Answer, freshSignIn, type ProductClient, signIn } from '../fixtures/product-client.ts';

const LAWS = '{p}-safety/securitysystem/lawsregulations';
const PERIL = '{p}-safety/peril';
const run = Date.now();

let safety: ProductClient;

const law = (name: string) => ({
  name: `同时提交检验${run}${name}`,
  docNo: `同时第${run}${name}号`,
  fileType: '1',
  issueDept: '示例机关',
  issueDate: '2026-01-01',
  effectiveDate: '2026-02-01',
});

const many = <T>(count: number, work: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => work(number)));

async function lawsNamed(name: string): Promise<readonly WireRecord[]> {
  const answer = await safety.call<WirePage<WireRecord>>('GET', `${LAWS}/list-conditions`, { query: { name } });
  return answer.body.data.records;
}

beforeAll(async () => {
  safety = await signIn('safety');
});

describe('the same at the same time', () => {
  it.each(['save', 'submit'])(
    '20 identical calls of %s under one key make one record and get one answer',
    async (action) => {
      const json = law(action);
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await many(20, () => safety.call<WireRecord>('POST', `${LAWS}/${action}`, { json, headers }));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      const kept = await lawsNamed(json.name);
      expect(kept.map(({ id, version }) => [id, version])).toEqual([[answers[0]?.body.data.id, 1]]);
    },
  );

  it('20 identical calls without a key make one record; 19 are told that it exists', async () => {
    const json = law('无编号');
    const answers = await many(20, () => safety.call<WireRecord>('POST', `${LAWS}/save`, { json }));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(made).toHaveLength(1);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.msg}`))).toEqual(
      new Set(['400 该文件已登记（名称与文号相同）']),
    );
    expect(await lawsNamed(json.name)).toHaveLength(1);
  });

  it('one key for two different submits: the second is refused in words and nothing of it is kept', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [law('同号一'), law('同号二')];
    expect((await safety.call('POST', `${LAWS}/save`, { json: first, headers })).status).toBe(200);
    const refused = await safety.call('POST', `${LAWS}/save`, { json: second, headers });
    expect([refused.status, refused.body.msg]).toEqual([400, '提交编号已用于另一次提交，请刷新后再试']);
    expect(await lawsNamed(second.name)).toEqual([]);
  });
});

describe('a stale save', () => {
  it('gets 409 with what changed, by whom, and changes nothing', async () => {
    const json = law('旧版本');
    const made = await safety.call<WireRecord>('POST', `${LAWS}/save`, { json });
    const { id, version } = made.body.data;
    const other = await signIn('officer');
    const saved = await other.call('POST', `${LAWS}/save`, { json: { id, version, keywords: '别人改的' } });
    expect(saved.status).toBe(200);
    const stale = await safety.call<{ changed: unknown }>('POST', `${LAWS}/save`, {
      json: { id, version, keywords: '我改的', summary: '摘要' },
    });
    expect([stale.status, stale.body.msg]).toEqual([409, '该记录已被沈辰八修改，请查看最新内容后再保存']);
    expect(stale.body.data).toMatchObject({
      current: { keywords: '别人改的', version: 2 },
      changed: [{ field: 'keywords', title: '关键词', to: '别人改的', by: '沈辰八' }],
    });
    const kept = await safety.call<WireRecord>('GET', `${LAWS}/detail`, { query: { id: String(id) } });
    expect(kept.body.data).toMatchObject({ keywords: '别人改的', version: 2 });
    expect(kept.body.data.summary ?? null).toBeNull();
  });

  it('of 20 saves of one version one is kept', async () => {
    const made = await safety.call<WireRecord>('POST', `${LAWS}/save`, { json: law('二十人') });
    const { id, version } = made.body.data;
    const answers = await many(20, (number) =>
      safety.call<WireRecord>('POST', `${LAWS}/save`, { json: { id, version, keywords: `第${number}人` } }),
    );
    const winners = answers.flatMap(({ status }, number) => (status === 200 ? [number] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const kept = await safety.call<WireRecord>('GET', `${LAWS}/detail`, { query: { id: String(id) } });
    expect(kept.body.data).toMatchObject({ keywords: `第${winners[0]}人`, version: 2 });
  });
});

describe('approvals', () => {
  const wall = (days: number) =>
    new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  it(
    '50 delays that two decide at the same moment have one winner each; the other is told',
    async () => {
      const [officer, manager] = await Promise.all([signIn('officer'), signIn('manager')]);
      const second = users.find(
        ({ tenantId, role, account, status }) =>
          tenantId === '645967' &&
          status === '1' &&
          account !== 'safety' &&
          role.includes(roleId('645967', 'safetyOfficer')),
      );
      const rival = await freshSignIn(second?.account ?? '');
      const duty = users.find(({ tenantId, account }) => tenantId === '645967' && account === 'manager');
      const acceptor = users.find(({ tenantId, account }) => tenantId === '645967' && account === 'officer');
      const area = areas.find(({ tenantId }) => tenantId === '645967');
      const ok = async (answer: Promise<Answer<WireRecord>>) => {
        const { status, body } = await answer;
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
        return body.data;
      };
      const deadline = wall(5);
      const later = wall(12);

      const asked = async (number: number): Promise<string> => {
        const photo = await officer.upload('现场.png', smallPicture(number, false), 'image/png');
        const registered = {
          perilName: `同时审批检验${run}-${number}`,
          source: '1',
          type: '1',
          level: '0',
          category: '0',
          reformType: '1',
          deptId: duty?.dept[0],
          areaId: area?.id,
          location: '一层',
          perilDesc: '护栏松动',
          causeClass: '2',
          photos: [photo],
          findingTime: wall(-1),
        };
        const { id } = await ok(officer.call('POST', `${PERIL}/submit`, { json: registered }));
        const row = { level: '0', reformType: '1', opinion: '属实', evaluationTime: wall(0) };
        const assessed = {
          id,
          dutyUserId: duty?.id,
          acceptUserId: acceptor?.id,
          abarbeitungDeadline: deadline,
          measures: '紧固',
          row,
        };
        await ok(safety.call('POST', `${PERIL}/assess`, { json: assessed }));
        const wish = { newDeadline: later, delayReason: '备件未到', tempMeasures: '设警戒' };
        await ok(manager.call('POST', `${PERIL}/delay`, { json: { id, row: wish } }));
        return String(id);
      };

      const outcomes: string[] = [];
      for (let batch = 0; batch < 10; batch += 1) {
        const ids = await many(5, (number) => asked(batch * 5 + number));
        await Promise.all(
          ids.map(async (id, number) => {
            const pass = () =>
              safety.call('POST', `${PERIL}/delay-approve`, { json: { id, result: 'pass', opinion: '同意' } });
            const reject = () =>
              rival.call('POST', `${PERIL}/delay-approve`, { json: { id, result: 'reject', opinion: '不同意延期' } });
            // Who calls first changes from race to race.
            const [one, two] =
              number % 2 === 0
                ? await Promise.all([pass(), reject()])
                : (await Promise.all([reject(), pass()])).reverse();
            if (one === undefined || two === undefined) throw new Error('没有应答');
            const winner = one.status === 200 ? 'pass' : 'reject';
            const loser = winner === 'pass' ? two : one;
            expect([one.status, two.status].sort()).toEqual([200, 409]);
            expect(loser.body.msg).toMatch(/该任务已由.+审批(通过|驳回)/);
            const record = await safety.call<WireRecord>('GET', `${PERIL}/detail`, { query: { id } });
            expect(record.body.data).toMatchObject(
              winner === 'pass'
                ? { abarbeitungDeadline: later, delayCount: 1, status: 'rectifying' }
                : { abarbeitungDeadline: deadline, delayCount: 0, status: 'rectifying' },
            );
            outcomes.push(winner);
          }),
        );
      }
      expect(outcomes).toHaveLength(50);
    },
    patient(120_000),
  );
});
