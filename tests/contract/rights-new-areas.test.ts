import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fictitiousCreditCode, fictitiousWorkerCard } from '../../mocks/demo-plant/contractors.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';
import { AREA_RIGHTS } from './expected-rights-areas.ts';

const TENANT = '645967';
const id = (name: string) => `${TENANT}-${name}`;
/** Further accounts and their roles. */
const PEOPLE: readonly (readonly [account: string, role: string, scope: string, dept?: string])[] = [
  ['director', 'safetyDirector', '2'],
  ['trainer', 'trainingOfficer', '2'],
  ['contractor', 'contractorAdmin', '6'],
  ['other', 'contractorAdmin', '6'],
  ['colleague', 'contractorAdmin', '6'],
  ['officer', 'workshopSafetyOfficer', '3'],
  ['officer2', 'workshopSafetyOfficer', '3'],
  ['auditor', 'auditor', '2'],
  ['applicant', 'applicant', '4'],
  // Of a workshop; all others are of the company.
  ['shopOfficer', 'workshopSafetyOfficer', '3', 'shop'],
  ['engineer', 'processEngineer', '3', 'shop'],
  ['cost', 'costOfficer', '2'],
];

let server: TestServer;
const sessions = new Map<string, Record<string, string>>();
const { models } = await shippedModels();

beforeAll(async () => {
  server = await startTestServer();
  await addNewcomers(
    server,
    TENANT,
    PEOPLE.map(([account, role, dataScope, dept = 'company']) => ({ account, role, dataScope, dept })),
  );
}, patient(120_000));
afterAll(() => server?.stop());

async function ask<T = WireRecord>(who: string, method: 'GET' | 'POST', path: string, body?: object) {
  const headers = sessions.get(who) ?? (await server.signIn(who)).headers;
  sessions.set(who, headers);
  const { status, msg, data, errors } = await callAs<T>(server.main, { headers }, method, path, body);
  return { status, msg: [msg, ...errors.map((fault) => fault.msg)].join('|'), data };
}

async function done<T = WireRecord>(...args: Parameters<typeof ask>): Promise<T> {
  const answer = await ask<T>(...args);
  expect([args[0], args[2], answer.msg, answer.status]).toEqual([args[0], args[2], '操作成功', 200]);
  return answer.data;
}

const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status;
const setState = (entity: string, recordId: string, status: string) =>
  server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."${entity}" set status = $1 where id = $2`, [status, recordId]),
  );

let count = 0;
async function contractorOf(adminIds: readonly string[], status = '2'): Promise<string> {
  count += 1;
  const { id: recordId } = await done('safetyOfficer', 'POST', 'safety/contractor/save', {
    name: `虚构权限${count}公司`,
    creditCode: fictitiousCreditCode(700 + count),
    manageDept: id('shop'),
    manager: id('safetyOfficer'),
    adminIds: adminIds.map(id),
  });
  await setState('contractor', recordId, status);
  return recordId;
}

async function change(who: string, path: string, recordId: string, patch: object) {
  const { version } = (await ask('safetyOfficer', 'GET', `${path}/detail?id=${recordId}`)).data;
  return ask(who, 'POST', `${path}/save`, { id: recordId, version, ...patch });
}

describe('shipped grants', () => {
  const byKey = new Map<string, EntityModel>(models.map((model) => [model.key, model]));
  const granted = (model: EntityModel, role: string, action: string): boolean =>
    Object.values(model.pages).some((page) => page.grants[role]?.includes(action));
  const sees = (model: EntityModel, role: string): boolean => {
    const above = byKey.get(model.parent?.entity ?? '');
    return granted(model, role, 'view') || (above !== undefined && sees(above, role));
  };

  it.each(Object.keys(AREA_RIGHTS))('of %s are those of the handbook', (key) => {
    const model = byKey.get(key);
    if (model === undefined) throw new Error(`no ${key}`);
    const said = Object.entries(AREA_RIGHTS[key] ?? {}).map(([role, { view, add, edit, remove }]) => ({
      role,
      view,
      add,
      edit,
      remove,
    }));
    expect(
      said.map(({ role }) => ({
        role,
        view: sees(model, role),
        add: granted(model, role, 'add'),
        edit: granted(model, role, 'edit'),
        remove: granted(model, role, 'delete'),
      })),
    ).toEqual(said);
  });

  it('give each role that a transition names its button', () => {
    const missing = models.flatMap((model) =>
      Object.values(model.transitions).flatMap(({ key, who, button }) =>
        who.flatMap((actor) =>
          typeof actor === 'object' && 'role' in actor && !granted(model, actor.role, button)
            ? [`${model.key}.${key}: ${actor.role}`]
            : [],
        ),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('a contractor', () => {
  it('is chosen, listed and read by its own administrator alone', async () => {
    const [mine, theirs] = [await contractorOf(['contractor']), await contractorOf(['other'])];
    const choices = await done<{ id: string }[]>('contractor', 'GET', 'safety/contractor/select?size=200');
    expect(choices.map((choice) => choice.id)).toContain(mine);
    expect(choices.map((choice) => choice.id)).not.toContain(theirs);
    expect(await done('contractor', 'GET', `safety/contractor/select?ids=${theirs}`)).toEqual([]);
    expect(await statusOf('contractor', 'GET', `safety/contractor/detail?id=${theirs}`)).toBe(404);
    const all = await done<{ id: string }[]>('officer', 'GET', 'safety/contractor/select?size=200');
    expect(all.map((choice) => choice.id)).toEqual(expect.arrayContaining([mine, theirs]));
  });

  it('does not change, once admitted, who reviews it, who acts for it and what was agreed', async () => {
    const mine = await contractorOf(['contractor']);
    for (const patch of [
      { adminIds: [id('contractor'), id('other')] },
      { manageDept: id('company') },
      { manager: id('officer') },
      { agreementEnd: '2099-01-01' },
    ]) {
      const { status, msg } = await change('contractor', 'safety/contractor', mine, patch);
      expect([patch, status, msg]).toEqual([patch, 400, expect.stringContaining('不能修改')]);
    }
    const draft = await contractorOf(['contractor'], '0');
    const proposed = { manageDept: id('company'), agreementEnd: '2028-01-01' };
    expect((await change('contractor', 'safety/contractor', draft, proposed)).msg).toBe('操作成功');
  });

  it('leaves drafts to who made them', async () => {
    const draft = await contractorOf(['contractor'], '0');
    const removal = await ask('contractor', 'POST', `safety/contractor/remove?ids=${draft}`);
    expect([removal.status, removal.msg]).toEqual([400, '只有创建人和安全管理员可以删除']);
    expect(await statusOf('safetyOfficer', 'POST', `safety/contractor/remove?ids=${draft}`)).toBe(200);
  });

  it('does not write its own entry education; the auditor sees neither card nor health', async () => {
    const mine = await contractorOf(['contractor', 'colleague']);
    const base = 'safety/contractor/user';
    const { id: person } = await done('contractor', 'POST', `${base}/save`, {
      contractor: mine,
      name: '陆甲乙',
      idCard: fictitiousWorkerCard(901, 1990, '1'),
      healthDate: '2026-01-05',
    });
    const row = { level: '1', hours: 8, date: '2026-01-06', score: 100, trainer: id('trainer') };
    const forged = await change('contractor', base, person, { entryTrainings: [row] });
    expect([forged.status, forged.msg]).toEqual([400, expect.stringContaining('不能修改')]);
    expect((await ask('colleague', 'POST', `${base}/remove?ids=${person}`)).msg).toBe('只有创建人和安全管理员可以删除');
    await setState('contractorPerson', person, '3');
    expect((await change('contractor', base, person, { entryTrainings: [row] })).status).toBe(400);
    const seen = await done('auditor', 'GET', `${base}/detail?id=${person}`);
    expect([seen.idCard, seen.healthDate]).toEqual([undefined, undefined]);
    expect((await done('officer', 'GET', `${base}/detail?id=${person}`)).idCard).toMatch(/^\d{6}\*{8}/);
    for (const query of ['idCard=3', 'orderBy=idCard', 'orderBy=healthDate']) {
      expect(await statusOf('auditor', 'GET', `${base}/page?${query}`)).toBe(400);
    }
  });
});

describe('a violation', () => {
  it("is the drafting side's while it is a draft, in lists, details and rows of the contractor", async () => {
    const base = 'safety/contractor/record';
    const mine = await contractorOf(['contractor']);
    const made: string[] = [];
    for (const description of ['虚构违章草稿', '虚构违章已下发']) {
      made.push((await done('safetyOfficer', 'POST', `${base}/save`, { contractor: mine, description })).id);
    }
    const [draft = '', issued = ''] = made;
    await setState('contractorIllegal', issued, '1');
    const listed = async (who: string) => {
      const page = await done<WirePage<WireRecord>>(who, 'GET', `${base}/page?size=200&contractor=${mine}`);
      return page.records.map((record) => record.id).sort();
    };
    expect(await listed('contractor')).toEqual([issued]);
    expect(await listed('officer')).toEqual([...made].sort());
    expect(await statusOf('contractor', 'GET', `${base}/detail?id=${draft}`)).toBe(404);
    expect(await statusOf('contractor', 'GET', `${base}/history?id=${draft}`)).toBe(404);
    expect(await statusOf('contractor', 'GET', `${base}/detail?id=${issued}`)).toBe(200);
    expect(await done('contractor', 'GET', `${base}/select?ids=${draft},${issued}`)).toMatchObject([{ id: issued }]);
    const rowsOf = async (who: string) => {
      const whole = `safety/contractor/detail?id=${mine}&with=children`;
      const { children } = await done<{ children: Record<string, WireRecord[]> }>(who, 'GET', whole);
      return children.contractorIllegal?.map((row) => row.id).sort();
    };
    expect(await rowsOf('contractor')).toEqual([issued]);
    expect(await rowsOf('safetyOfficer')).toEqual([...made].sort());
  });
});

describe('an identity card', () => {
  const base = 'safety/contractor/user';
  const looks = async (person: string) =>
    server.database.withTenant(TENANT, (connection) =>
      connection.query<{ account: string; summary: string }>(
        `select account, summary from data."auditLog" where "recordId" = $1 and action = 'look' order by "createTime", id`,
        [person],
      ),
    );

  it('is whole in the record alone, and each such look stands in the log', async () => {
    const mine = await contractorOf(['contractor']);
    const idCard = fictitiousWorkerCard(955, 1991, '2');
    const masked = `${idCard.slice(0, 6)}********${idCard.slice(-4)}`;
    const { id: person } = await done('contractor', 'POST', `${base}/save`, {
      contractor: mine,
      name: '陆丙丁',
      idCard,
    });
    const before = (await looks(person)).length;
    for (const who of ['contractor', 'safetyOfficer', 'officer']) {
      for (const page of ['', '&page=contractorPerson']) {
        const { records } = await done<WirePage<WireRecord>>(
          who,
          'GET',
          `${base}/page?size=200&contractor=${mine}${page}`,
        );
        expect([who, page, records.map((record) => record.idCard)]).toEqual([who, page, [masked]]);
      }
    }
    const whole = `safety/contractor/detail?id=${mine}&with=children`;
    const { children } = await done<{ children: Record<string, WireRecord[]> }>('safetyOfficer', 'GET', whole);
    expect(children.contractorPerson?.map((row) => row.idCard)).toEqual([masked]);
    expect((await looks(person)).length).toBe(before);

    const seen = await done('safetyOfficer', 'GET', `${base}/detail?id=${person}`);
    expect(seen.idCard).toBe(idCard);
    expect((await done('officer', 'GET', `${base}/detail?id=${person}`)).idCard).toBe(masked);
    expect((await looks(person)).slice(before)).toEqual([{ account: 'safetyOfficer', summary: '身份证号' }]);

    // What a list gave comes back unchanged and changes nothing.
    const { version } = seen;
    await done('contractor', 'POST', `${base}/save`, { id: person, version, name: '陆丙丙', idCard: masked });
    expect((await done('safetyOfficer', 'GET', `${base}/detail?id=${person}`)).idCard).toBe(idCard);
    const history = await done<WirePage<unknown>>('safetyOfficer', 'GET', `${base}/history?id=${person}`);
    expect(JSON.stringify(history)).not.toContain(idCard);
    const log = await server.database.withTenant(TENANT, (connection) =>
      connection.query(`select changes, summary from data."auditLog" where "recordId" = $1`, [person]),
    );
    expect(JSON.stringify(log)).toContain(masked);
    expect(JSON.stringify(log)).not.toContain(idCard);
  });
});

describe('tickets', () => {
  it('of a contractor are seen by its administrator, those of others are not', async () => {
    const [mine, theirs] = [await contractorOf(['contractor']), await contractorOf(['other'])];
    const made: string[] = [];
    for (const contractorId of [mine, theirs]) {
      const draft = { type: 'road', workUnitType: '2', contractorId };
      made.push((await done('applicant', 'POST', 'workticket/ticket/save', draft)).id);
    }
    const page = await done<WirePage<WireRecord>>('contractor', 'GET', 'workticket/ticket/page?size=100');
    expect(page.records.map((record) => record.id)).toEqual([made[0]]);
    expect(await statusOf('contractor', 'GET', `workticket/ticket/detail?id=${made[1]}`)).toBe(404);
    const rows = `workticket/ticket/measure/page?ticketId=${made[1]}`;
    expect((await done<WirePage<WireRecord>>('contractor', 'GET', rows)).total).toBe(0);
    expect(await done('contractor', 'GET', `workticket/ticket/select?ids=${made[1]}`)).toEqual([]);
  });

  it('have chains and libraries that the administrator configures, not who approves', async () => {
    const own = { type: 'hot', seq: 17, content: '本企业补充：动火点用防火毯围挡' };
    for (const who of ['safetyOfficer', 'director', 'applicant']) {
      expect(await statusOf(who, 'POST', 'workticket/ticket/measure-lib/save', own)).toBe(403);
    }
    expect(await statusOf('administrator', 'POST', 'workticket/ticket/measure-lib/save', own)).toBe(200);
  });
});

describe('risk', () => {
  it('keeps the draft of an evaluation to its evaluator and the safety officer', async () => {
    const base = 'safety/risk/workrisk';
    const { id: draft } = await done('officer', 'POST', `${base}/save`, { activity: '虚构作业活动' });
    expect(await statusOf('officer2', 'GET', `${base}/detail?id=${draft}`)).toBe(200);
    const foreign = await change('officer2', base, draft, { activity: '改' });
    expect([foreign.status, foreign.msg]).toEqual([403, expect.any(String)]);
    expect((await change('officer', base, draft, { activity: '虚构活动二' })).status).toBe(200);
    await setState('workRisk', draft, 'effective');
    expect(await statusOf('officer2', 'POST', `${base}/revise`, { id: draft, changeReason: '无' })).toBe(403);
  });

  it('is written by workshops and engineers in their own department and below alone', async () => {
    const base = 'safety/risk/areas/main';
    let number = 0;
    const area = (dept: string) => {
      number += 1;
      return {
        areaCode: `WS${number}`,
        areaName: `虚构区域${number}`,
        areaType: 'production',
        isMajor: '0',
        deptId: id(dept),
        dutyUserId: id('safetyOfficer'),
        polygon: OUTLINE,
      };
    };
    const [company, shop] = [
      await done('safetyOfficer', 'POST', `${base}/save`, area('company')),
      await done('safetyOfficer', 'POST', `${base}/save`, area('shop')),
    ];
    const scopeError = (verb: string) =>
      expect.stringContaining(`${verb}本人负责范围以外的风险分析单元区域`.slice(0, 11));
    for (const who of ['shopOfficer', 'engineer']) {
      const { records } = await done<WirePage<WireRecord>>(who, 'GET', `${base}/page?size=200`);
      const mayEdit = (record: WireRecord) =>
        (records.find((row) => row.id === record.id)?.abilities as { edit?: boolean } | undefined)?.edit === true;
      expect([who, mayEdit(company), mayEdit(shop)]).toEqual([who, false, true]);
      expect((await done(who, 'GET', `${base}/detail?id=${company.id}`)).abilities).toEqual({ view: true });

      const foreign = await change(who, base, company.id, { areaName: `虚构改名${who}` });
      expect([foreign.status, foreign.msg]).toEqual([403, scopeError('编辑')]);
      const own = await change(who, base, shop.id, { areaName: `虚构改名${who}` });
      expect([who, own.msg]).toEqual([who, '操作成功']);
      if (who === 'engineer') continue;
      const moved = await change(who, base, shop.id, { deptId: id('company') });
      expect([moved.status, moved.msg]).toEqual([403, scopeError('编辑')]);
      const added = await ask(who, 'POST', `${base}/save`, area('company'));
      expect([added.status, added.msg]).toEqual([403, scopeError('新增')]);
      // Below the own department.
      await done(who, 'POST', `${base}/save`, area('team'));
    }
    expect((await change('safetyOfficer', base, company.id, { areaName: '虚构公司改名' })).msg).toBe('操作成功');
    // An officer of the company as a whole writes all of it.
    expect((await change('officer', base, shop.id, { areaName: '虚构公司改名二' })).msg).toBe('操作成功');
  });

  it('counts what a table would change for those alone who may recalculate', async () => {
    const path = 'safety/risk/setup/controllevel';
    expect(await done('employee', 'GET', `${path}/recalculation`)).toMatchObject({ affected: 0, state: 'none' });
    expect(await statusOf('employee', 'POST', `${path}/recalculate`, {})).toBe(403);
    expect(await statusOf('contractor', 'GET', `${path}/recalculation`)).toBe(403);
  });

  it('is closed to contractors, also as choices that they never make', async () => {
    for (const path of ['risk/areas/main/page', 'risk/event/page', 'risk/measure/select', 'trouble/task/select']) {
      expect([path, await statusOf('contractor', 'GET', `safety/${path}`)]).toEqual([path, 403]);
    }
    // A danger is registered in an area.
    expect(await statusOf('contractor', 'GET', 'safety/risk/areas/main/select?for=peril.areaId')).toBe(200);
  });
});

describe('a hidden danger', () => {
  it('of others is not read by whose only page shows his own, with or without the page', async () => {
    const base = 'safety/peril';
    const theirs = await done('safetyOfficer', 'POST', `${base}/save`, { perilDesc: '虚构他人登记的隐患' });
    const mine = await done('cost', 'POST', `${base}/save`, { perilDesc: '虚构本人登记的隐患' });
    for (const page of ['', '&page=riskReport']) {
      const { records } = await done<WirePage<WireRecord>>('cost', 'GET', `${base}/page?size=200${page}`);
      expect([page, records.map((record) => record.id)]).toEqual([page, [mine.id]]);
      expect(await statusOf('cost', 'GET', `${base}/detail?id=${theirs.id}${page}`)).toBe(404);
      expect(await statusOf('cost', 'GET', `${base}/detail?id=${mine.id}${page}`)).toBe(200);
    }
  });
});

describe('settings', () => {
  it('are changed by the administrator, and read by safety', async () => {
    const base = 'system/tenant-setting';
    const { records } = await done<WirePage<WireRecord>>('administrator', 'GET', `${base}/page?size=1&kind=number`);
    const [setting] = records;
    const change = { id: setting?.id, numberValue: 1, changeReason: '试' };
    for (const who of ['director', 'safetyOfficer', 'auditor', 'contractor']) {
      expect([who, await statusOf(who, 'POST', `${base}/change`, change)]).toEqual([who, 403]);
    }
    expect(await statusOf('director', 'GET', `${base}/detail?id=${setting?.id}`)).toBe(200);
  });
});

describe('plans', () => {
  it('are removed as drafts by who made them', async () => {
    const base = 'safety/trouble/plan';
    const { id: plan } = await done('officer', 'POST', `${base}/save`, { planName: '虚构排查计划' });
    const removal = await ask('officer2', 'POST', `${base}/remove?ids=${plan}`);
    expect([400, 404]).toContain(removal.status);
    expect(await statusOf('officer', 'POST', `${base}/remove?ids=${plan}`)).toBe(200);
  });
});
