import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { timers } from '../../server/flow/time/timers.ts';
import { ANONYMOUS } from '../../src/core/model/alias.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { exampleEntities } from '../fixtures/example-areas.ts';

const officer: TestPerson = { userId: 'u-officer', realName: '安全员', roleCodes: ['safetyOfficer'], deptIds: ['d1'] };
const hand: TestPerson = { userId: 'u-hand', realName: '操作工', roleCodes: ['employee'], deptIds: ['d1'] };

const harm = { deaths: 0, missing: 0, seriousInjuries: 0, minorInjuries: 0, lossEstimate: 0 };
const event = {
  title: '鹤管接口泄漏闪燃',
  occurTime: '2026-04-30 09:00:00',
  receiveTime: '2026-04-30 09:10:00',
  place: '卸车台',
  isContractor: '0',
  accidentType: '16',
  ...harm,
  brief: '卸车过程中鹤管接口泄漏，遇静电闪燃，二十分钟后扑灭。',
  measures: '切断进料，疏散人员',
  planStarted: '1',
  reporterPhone: '13800000000',
  govReported: '0',
};

describe('areas written from the guide alone, on a server', () => {
  let server: EntityServer;
  let areaId: string;

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { accident: exampleEntities('accident') },
      parts: { approvals, evidence, timers, notices: createNotices() },
    });
    await server.database.transaction('645967', async (db) => {
      const statement = `insert into data.dept (id, "tenantId", "deptName", "fullName", sort) values ('d1', '645967', '卸车班', '卸车班', 1)`;
      await db.execute(statement, []);
      for (const { userId = '', realName = '', roleCodes = [] } of [officer, hand])
        await db.execute(
          `insert into data."user" (id, "tenantId", account, "realName", dept, role, status) values ($1, '645967', $1, $2, array['d1'], $3, '1')`,
          [userId, realName, roleCodes],
        );
      await db.execute(
        `insert into data."riskArea" (id, "tenantId", "areaName", status) values ('a1', '645967', '卸车区', '1')`,
        [],
      );
    });
    areaId = 'a1';
  });
  afterAll(() => server?.close());

  const post = async (person: TestPerson, path: string, body: object) => {
    const answer = await server.call<WireRecord>(person, `POST /api/anlan-${path}`, body);
    return { ...answer, said: answer.errors.map(({ msg }) => msg).join() || answer.msg };
  };

  it('judges an accident by its highest column, and lets none with harm pass for a near miss', async () => {
    const grave = await post(officer, 'safety/accident/express/save', { ...event, areaId, deaths: 3 });
    expect(grave.said).toBe('操作成功');
    expect(grave.data).toMatchObject({ preLevel: '3', govDeadline: '2026-04-30 10:10:00' });
    const light = await post(officer, 'safety/accident/express/save', { ...event, areaId });
    for (const { id, version } of [grave.data, light.data])
      expect((await post(officer, 'safety/accident/express/report', { id, version })).said).toBe('操作成功');
    const refused = await post(officer, 'safety/accident/express/toNearMiss', { id: grave.data.id });
    expect(refused.said).toContain('有伤亡或损失的不是未遂事件');
    expect((await post(officer, 'safety/accident/express/toNearMiss', { id: light.data.id })).said).toBe('操作成功');
    const made = await server.call<WirePage<WireRecord>>(
      officer,
      'GET /api/anlan-safety/accident/nearMiss/page?current=1&size=10',
    );
    expect(made.data.records).toMatchObject([{ title: event.title, immediate: event.measures, status: '0' }]);
  });

  it('takes a near miss without a name', async () => {
    const body = {
      title: '阀门误开',
      occurTime: '2026-04-30 08:00:00',
      areaId,
      dept: 'd1',
      isAnonymous: '1',
      accidentType: '26',
      potential: '3',
      description: '巡检时发现阀门误开。',
      immediate: '已关闭',
    };
    const saved = await post(hand, 'safety/accident/nearMiss/save', body);
    expect(saved.said).toBe('操作成功');
    const { id } = saved.data;
    expect((await post(hand, 'safety/accident/nearMiss/report', { id })).said).toBe('操作成功');
    const seen = await server.call(officer, `GET /api/anlan-safety/accident/nearMiss/detail?id=${id}`);
    expect(JSON.stringify(seen.data)).toContain(ANONYMOUS);
    expect(JSON.stringify(seen.data)).not.toMatch(/u-hand|操作工/);
  });
});
