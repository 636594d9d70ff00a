import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../fixtures/patience.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
/** Folder into which the samples are written for looking at; none where it is not said. */
const { PRINT_SAMPLES } = process.env;
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());

async function print(who: string, id: string, tenant?: string) {
  const { headers } = await plant.server.signIn(who, tenant);
  const began = performance.now();
  const answer = await plant.server.main.inject({ method: 'GET', url: `/api/anlan-${TICKET}/print?id=${id}`, headers });
  return { answer, pdf: new Uint8Array(answer.rawPayload), ms: performance.now() - began };
}

async function textOf(who: string, id: string, sample?: string): Promise<string> {
  const { answer, pdf, ms } = await print(who, id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  if (PRINT_SAMPLES !== undefined && sample !== undefined) {
    mkdirSync(PRINT_SAMPLES, { recursive: true });
    writeFileSync(join(PRINT_SAMPLES, `${sample}.pdf`), pdf);
    console.info(sample, Math.round(ms), 'ms', pdf.length, 'bytes');
  }
  return (await pdfPages(pdf)).join('');
}

type Sample = readonly [
  type: string,
  title: string,
  words: readonly string[],
  change: () => Readonly<Record<string, unknown>>,
];

const none = () => ({});
const TYPES: readonly Sample[] = [
  ['blind', '盲板抽堵安全作业票', ['P-101进料管', 'DN100PN16', 'MB-01'], none],
  ['high', '高处安全作业票', ['作业高度', 'Ⅱ'], none],
  [
    'hoisting',
    '吊装安全作业票',
    ['吊物质量', '反应器封头', '一级'],
    () => ({
      hoistTool: '钢丝绳吊索',
      machine: 'QY200-01',
      loadDesc: '反应器封头',
      loadMass: 120,
      ratedLoad: 200,
      loadSpecial: '0',
      commanderId: plant.id('shift'),
      slingerIds: [plant.id('worker')],
    }),
  ],
  [
    'electrical',
    '临时用电安全作业票',
    ['电源接入点', '3#配电箱', '角磨机', 'DG-001'],
    () => ({
      powerPoint: '3#配电箱',
      voltage: 380,
      permitPower: 10,
      userPersonId: plant.id('worker'),
      electricianCert: 'DG-001',
      chargerCertNo: 'DG-002',
      supplyUnitId: plant.id('shop'),
      inHazardArea: '0',
      devices: [{ name: '角磨机', ratedPower: 2.2, count: 2 }],
    }),
  ],
  [
    'ground',
    '动土安全作业票',
    ['动土深度', '机械开挖'],
    () => ({ digScope: '道路北侧10m，机械开挖', digDepth: 1, digArea: 12, cosignDepts: [plant.id('shop')] }),
  ],
  ['road', '断路安全作业票', ['管道穿路'], none],
  ['building', '建筑施工安全作业票', ['泵房改造'], () => ({ projectName: '泵房改造', workGrade: '1', buildItems: [] })],
  ['repair', '检维修安全作业票', ['检修类别'], () => ({ workGrade: '1' })],
];

describe('printed tickets', () => {
  it.each(TYPES)(
    'a ticket of %s bears the title of its form and its own fields',
    async (type, title, words, change) => {
      const id = await plant.draft(type, change());
      const text = await textOf('applicant', id, type);
      for (const word of [title, '监壬三', '作甲五', '聚合釜区', '第1页', '安全措施', ...words])
        expect(text).toContain(word);
      const others = TYPES.filter(([other]) => other !== type).map(([, other]) => other);
      for (const other of others) expect(text).not.toContain(other);
    },
  );

  it('a hot work that went all the way bears gas, measures, clarification, votes and start, each signed', async () => {
    const { gas, id: of } = plant;
    const id = await plant.draft('hot', {
      location: '二层R-101釜（H₂S≤10mg/m³，℃，Ⅰ–Ⅳ，𠮷）',
      workContent: '釜内挡板补焊。'.repeat(60),
    });
    await plant.approved(id, ['charger', 'boss', 'safetyOfficer'], [gas('combustible', 0.3)]);
    plant.pass(21);
    await plant.ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
    expect((await plant.vote('shift', id)).status).toBe(200);
    expect((await plant.vote('guardian', id)).status).toBe(200);
    const text = await textOf('applicant', id, 'hot');
    for (const word of [
      '动火安全作业票',
      '可燃气体',
      '0.3',
      '≤0.5',
      '析丙七',
      '责辛二',
      '危害、措施和应急器材位置',
      '通过：同意',
      '任丁八',
      '开始作业',
      '作业中',
      '当班班长验票',
      '监护人确认',
      '℃',
      'Ⅰ–Ⅳ',
      '𠮷',
    ]) {
      expect(text).toContain(word);
    }
    expect(of('x')).not.toBe('');
    const [row] = await plant.server.database.withTenant('645967', (connection) =>
      connection.query<{ total: number }>(
        `select count(*) as total from data."auditLog" where "recordId" = $1 and action = 'print'`,
        [id],
      ),
    );
    expect(row?.total).toBe(1);
  });

  it('a confined space bears its rescue gear and the register of entries', async () => {
    const { gas } = plant;
    const limits = await plant.ok(
      'analyst',
      'GET',
      `workticket/ticket/gas-limit/select?for=ticketGas.substanceId&keyword=${encodeURIComponent('硫化氢')}`,
    );
    const [h2s] = limits as unknown as { id: string }[];
    const id = await plant.draft('confined');
    await plant.approved(
      id,
      ['charger', 'boss'],
      [
        gas('combustible', 0.3),
        gas('oxygen', 20.5),
        gas('toxic', 3, { substanceId: h2s?.id, unit: 'mgm3', gasName: '硫化氢' }),
      ],
    );
    const text = await textOf('applicant', id, 'confined');
    for (const word of ['受限空间安全作业票', '空气呼吸器2套', '进出登记', '20.5', '19.5'])
      expect(text).toContain(word);
  });

  it('that was handed over and resumed bears the signatures of the new charger and of who let it go on', async () => {
    const { ok, vote, id: of } = plant;
    // Its guardian guards nothing else.
    await plant.server.database.transaction('645967', (connection) =>
      connection.execute(`update data."workTicket" set status = 'closed' where status = 'working'`),
    );
    const id = await plant.draft('road');
    await plant.approved(id, ['charger', 'boss', 'boss', 'equipment']);
    plant.pass(21);
    await ok('charger', 'POST', `${TICKET}/start`, { id, startSign: SIGN });
    await vote('guardian', id);
    expect(await textOf('applicant', id, 'road')).not.toContain('新负责人签字');
    const row = { newChargerId: of('worker2'), reason: '倒班', oldSign: SIGN };
    await ok('charger', 'POST', `${TICKET}/change-charger`, { id, row });
    await vote('worker2', id, 'pass', { opinion: '已接清现场' });
    await ok('guardian', 'POST', `${TICKET}/resume`, { id, row: { measuresOk: '1', resumeSign: SIGN } });
    await vote('worker2', id, 'pass', { opinion: '措施齐全' });
    const text = await textOf('applicant', id, 'road');
    for (const word of ['新负责人签字', '业乙六', '已接清现场', '恢复作业确认', '措施齐全'])
      expect(text).toContain(word);
  });

  it('is refused to whoever may not print, may not see the ticket, or belongs to another company', async () => {
    const id = await plant.draft('high');
    expect((await print('safetyOfficer', id, '645968')).answer.statusCode).toBe(404);
    expect((await print('designer', id)).answer.statusCode).toBe(403);
    expect((await print('applicant', '999999999999')).answer.statusCode).toBe(404);
  });
});
