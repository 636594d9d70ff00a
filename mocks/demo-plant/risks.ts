import { areas } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { stableId } from './ids.ts';
import { posts } from './organisation.ts';
import { type EventText, eventTexts, objectsOf, unitsOf } from './risk-texts.ts';
import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;

const areaOf = (tenantId: CompanyTenant, code: string) => {
  const found = areas.find((area) => area.tenantId === tenantId && area.areaCode === code);
  if (found === undefined) throw new Error(`示例企业 ${tenantId} 没有区域 ${code}`);
  return found;
};

interface PlannedUnit {
  readonly id: string;
  readonly objectId: string;
  readonly name: string;
  readonly kind: string;
  readonly deptId: string;
  readonly dutyUserId: string;
  readonly events: readonly string[];
}

/** Areas in which something is analysed; their level follows from it, that of all others is set by hand. */
export function analysedAreas(tenantId: CompanyTenant): ReadonlySet<string> {
  return new Set(objectsOf[tenantId].map(([code]) => areaOf(tenantId, code).id));
}

const units = (tenantId: CompanyTenant): readonly PlannedUnit[] => {
  const planned: PlannedUnit[] = [];
  objectsOf[tenantId].forEach(([code, , type], index) => {
    const area = areaOf(tenantId, code);
    for (const [name, kind, events] of unitsOf[type] ?? []) {
      planned.push({
        id: stableId(tenantId, 'riskUnit', planned.length + 1),
        objectId: stableId(tenantId, 'riskObject', index + 1),
        name,
        kind,
        deptId: area.deptId,
        dutyUserId: area.dutyUserId,
        events,
      });
    }
  });
  return planned;
};

interface PlannedEvent {
  readonly id: string;
  readonly unit: PlannedUnit;
  readonly text: EventText;
  readonly index: number;
}

const events = (tenantId: CompanyTenant): readonly PlannedEvent[] =>
  units(tenantId)
    .flatMap((unit) =>
      unit.events.flatMap((key) => {
        const text = eventTexts[key];
        return text === undefined ? [] : [{ unit, text }];
      }),
    )
    .map((entry, index) => ({ ...entry, index, id: stableId(tenantId, 'riskEvent', index + 1) }));

/** What the platform's own service is to save: objects, units, events and measures, in this order. */
export function riskRecords(tenantId: CompanyTenant, now: Date) {
  const createUser = accountId(tenantId, 'safety');
  const createTime = new Date(now.getTime() - 200 * day);
  const base = { createUser, createTime };
  const objects: SeedRecord[] = objectsOf[tenantId].map(([code, objectName, objectType], index) => {
    const area = areaOf(tenantId, code);
    return {
      ...base,
      id: stableId(tenantId, 'riskObject', index + 1),
      body: {
        objectCode: `DX-${String(index + 1).padStart(3, '0')}`,
        objectName,
        objectType,
        areaId: area.id,
        deptId: area.deptId,
        dutyUserId: area.dutyUserId,
        ...majorSourceOf(tenantId, code),
      },
    };
  });
  const unitRecords: SeedRecord[] = units(tenantId).map(({ id, objectId, name, kind, deptId, dutyUserId }) => ({
    ...base,
    id,
    body: { unitName: name, objectId, unitType: kind, deptId, dutyUserId },
  }));
  const planned = events(tenantId);
  const eventRecords: SeedRecord[] = planned.map(({ id, unit, text, index }) => {
    // One in forty has not been looked at for more than a year; one in thirty is still a draft.
    const ago = index % 40 === 17 ? 400 : 20 + ((index * 7) % 170);
    const draft = index % 30 === 29;
    const scores =
      text.lec === undefined
        ? { method: 'LS', lValue: text.l, sValue: text.s }
        : { method: 'LEC', lecL: text.lec[0], lecE: text.lec[1], lecC: text.lec[2] };
    return {
      ...base,
      createTime: new Date(now.getTime() - ago * day),
      id,
      status: draft ? 'draft' : 'effective',
      body: {
        eventName: text.name,
        unitId: unit.id,
        accidentType: text.type,
        cause: text.cause,
        consequence: text.consequence,
        ...scores,
        evaluatorId: createUser,
        evaluationTime: plantDate(now, -ago),
        ...(draft ? {} : { effective: '1', effectiveTime: wallTime(now, -ago) }),
      },
    };
  });
  const measureRecords: SeedRecord[] = planned
    .flatMap(({ id, unit, text }) => text.measures.map((measure) => ({ id, unit, measure })))
    .map(({ id: eventId, unit, measure: [classify2, measureDesc, troubleContent, lReduce, sReduce] }, index) => ({
      ...base,
      id: stableId(tenantId, 'riskMeasure', index + 1),
      status: index % 60 === 41 ? 'failed' : 'valid',
      body: {
        eventId,
        dataSrc: '2',
        classify1: classify2.slice(0, 1),
        classify2,
        measureDesc,
        troubleContent,
        dutyUserId: unit.dutyUserId,
        lReduce,
        sReduce,
        ...(index % 60 === 41 ? { failReason: '现场检查发现未投用' } : {}),
      },
    }));
  return { objects, units: unitRecords, events: eventRecords, measures: measureRecords };
}

/** Major hazard sources: name, area, unit kind, people outside, chemicals. */
const sources: readonly (readonly [string, string, string, number, readonly (readonly [string, number])[]])[] = [
  [
    '聚合装置',
    'A01-1',
    'production',
    12,
    [
      ['氯乙烯', 120],
      ['甲醇', 30],
    ],
  ],
  ['单体精馏装置', 'A02-1', 'production', 12, [['氯乙烯', 260]]],
  ['单体中间罐组', 'A02-3', 'storage', 35, [['氯乙烯', 1_400]]],
  [
    '甲类液体罐组',
    'A03-1',
    'storage',
    60,
    [
      ['甲醇', 1_900],
      ['苯', 120],
      ['甲苯', 800],
    ],
  ],
  [
    '甲类仓库',
    'A04-1',
    'storage',
    12,
    [
      ['丙酮', 180],
      ['乙醇', 160],
      ['汽油', 70],
    ],
  ],
  ['液氨制冷站', 'A05-3', 'production', 12, [['氨', 8]]],
];

const threshold: Readonly<Record<string, number>> = {
  氯乙烯: 50,
  甲醇: 500,
  苯: 50,
  甲苯: 500,
  丙酮: 500,
  乙醇: 500,
  汽油: 200,
  氨: 10,
};
const beta: Readonly<Record<string, number>> = { 氯乙烯: 1.5, 氨: 2 };

/** The major hazard source of an area as a record refers to it; nothing where there is none. */
export function majorSourceOf(tenantId: CompanyTenant, code: string): { readonly majorSourceId?: string } {
  const index = tenantId === '645967' ? sources.findIndex(([, area]) => area === code) : -1;
  return index < 0 ? {} : { majorSourceId: stableId(tenantId, 'majorSource', index + 1) };
}

/** Major hazard sources of the first company. */
export function majorSourceRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return sources.map(([sourceName, code, unitKind, exposedCount, chemicals], index) => {
    const area = areaOf(tenantId, code);
    return {
      id: stableId(tenantId, 'majorSource', index + 1),
      createUser: accountId(tenantId, 'safety'),
      createTime: new Date(now.getTime() - 300 * day),
      body: {
        sourceName,
        sourceCode: `示例BA${String(index + 1).padStart(4, '0')}`,
        unitKind,
        areaId: area.id,
        deptId: area.deptId,
        chemicals: chemicals.map(([name, q], place) => ({
          name,
          q,
          // What lay there when somebody last looked: less than what may lie there.
          presentQ: Math.round(q * (0.45 + ((index + place) % 5) * 0.1)),
          Q: threshold[name] ?? 50,
          beta: beta[name] ?? 1,
        })),
        exposedCount,
        useDate: '2015-06-01',
        filingDate: plantDate(now, -700 + index * 40),
        assessDate: plantDate(now, -1_050 + index * 120),
        mainDuty: accountId(tenantId, 'principal'),
        techDuty: accountId(tenantId, 'safety'),
        operDuty: area.dutyUserId,
      },
    };
  });
}

const criticalItems = [
  ['process', '聚合工艺', '14', 'A01-1', '反应温度、压力联锁，紧急终止剂加入系统，安全泄放。'],
  ['process', '氧化工艺', '10', 'A02-1', '进料配比联锁，温度报警，惰性气体保护。'],
  ['chemical', '氯乙烯', undefined, 'A02-3', '储罐高低液位报警，可燃气体检测，紧急切断。'],
  ['chemical', '甲醇', undefined, 'A03-1', '液位联锁，防静电接地，氮封。'],
  ['source', '单体中间罐组', undefined, 'A02-3', '视频监控，温度、压力、液位联网，安全评估。'],
] as const;

/** Key-supervised processes, chemicals and major sources of the first company. */
export function twoAndOneRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return criticalItems.map(([itemKind, itemName, keyProcess, code, safetyMeasures], index) => {
    const area = areaOf(tenantId, code);
    return {
      id: stableId(tenantId, 'twoAndOne', index + 1),
      createUser: accountId(tenantId, 'safety'),
      createTime: new Date(now.getTime() - 250 * day),
      body: {
        itemKind,
        itemName,
        ...(keyProcess === undefined ? {} : { keyProcess }),
        areaId: area.id,
        deptId: area.deptId,
        dutyUserId: area.dutyUserId,
        safetyMeasures,
        isInterlock: '1',
      },
    };
  });
}

const devices = [
  ['聚合装置', 'A01-1', '1'],
  ['引发剂配制单元', 'A01-2', '1'],
  ['单体精馏装置', 'A02-1', '1'],
  ['单体压缩机', 'A02-2', '1'],
  ['单体中间罐组', 'A02-3', '1'],
  ['甲类液体罐组', 'A03-1', '1'],
  ['汽车装卸站', 'A03-3', '0'],
  ['锅炉房', 'A05-1', '0'],
  ['污水处理站', 'A05-2', '0'],
  ['后处理厂房', 'A01-3', '0'],
] as const;

/** HAZOP reports of the first company, some of them due soon. */
export function hazopRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return devices.map(([deviceName, code, isTwoOne], index) => {
    const area = areaOf(tenantId, code);
    // The sixth is to be made again in two months, the last in six weeks: the reminder of 90 days before is due for both.
    const ago = index === 5 ? 1_036 : index === 9 ? 1_783 : 60 + index * 105;
    const reportName = `${deviceName}HAZOP分析报告`;
    const leaderId = accountId(tenantId, 'safety');
    return {
      id: stableId(tenantId, 'hazop', index + 1),
      createUser: leaderId,
      createTime: new Date(now.getTime() - (ago - 5) * day),
      file: {
        field: 'files',
        name: `${reportName}.pdf`,
        holds: {
          card: {
            title: reportName,
            rows: [
              ['分析装置', deviceName],
              ['说明', '演示数据，非真实报告'],
            ],
            foot: '蓝岭新材料有限公司(示例)',
          },
        },
      },
      body: {
        reportName,
        deviceName,
        deptId: area.deptId,
        isTwoOne,
        leaderId,
        members: [
          { name: '示例甲', specialty: '工艺', unit: '生产技术部' },
          { name: '示例乙', specialty: '仪表', unit: '设备动力部' },
          { name: '示例丙', specialty: '安全', unit: '安全环保部' },
        ],
        analysisTime: plantDate(now, -ago - 10),
        analysisEnd: plantDate(now, -ago),
        nodes: [
          {
            node: `${deviceName}进料`,
            parameter: 'flow',
            guideWord: 'more',
            deviation: '进料流量过大',
            cause: '调节阀故障全开',
            consequence: '超压、泄漏',
            sValue: '4',
            lValue: '3',
            safeguards: '流量高报警、安全阀',
            suggestion: '增设流量高高联锁切断',
            dutyUserId: area.dutyUserId,
            deadline: plantDate(now, index < 3 ? 60 - index * 20 : -ago + 90),
            done: index < 3 ? '0' : '1',
          },
          {
            node: `${deviceName}主设备`,
            parameter: 'temperature',
            guideWord: 'more',
            deviation: '温度过高',
            cause: '冷却中断',
            consequence: '失控、火灾爆炸',
            sValue: '5',
            lValue: '2',
            safeguards: '温度高报警、紧急冷却',
            suggestion: '核对联锁设定值并定期测试',
            dutyUserId: area.dutyUserId,
            deadline: plantDate(now, -ago + 120),
            done: index % 4 === 0 ? '0' : '1',
          },
        ],
      },
    };
  });
}

const activities = [
  ['清釜作业', 'A01-1', '19', '釜内气体置换不彻底'],
  ['催化剂更换', 'A01-3', '20', '粉尘接触、高处坠落'],
  ['装车作业', 'A03-3', '08', '静电放电、鹤管脱落'],
  ['采样作业', 'A02-1', '07', '物料飞溅'],
  ['机泵检修', 'A02-2', '03', '未断电挂牌'],
  ['叉车搬运', 'A04-1', '02', '超速、超高堆放'],
  ['污水池清理', 'A05-2', '19', '硫化氢积聚'],
  ['变配电巡检', 'A05-4', '05', '误入带电间隔'],
] as const;

/** Evaluation records by entity, in the state in which a plant has them: most in force, some drafts. */
export function evaluationRecords(tenantId: CompanyTenant, now: Date): Readonly<Record<string, readonly SeedRecord[]>> {
  if (tenantId !== '645967') return {};
  const evaluatorId = accountId(tenantId, 'safety');
  const post = posts.find((found) => found.tenantId === tenantId)?.id;
  let number = 0;
  const record = (code: string, body: Readonly<Record<string, unknown>>): SeedRecord => {
    number += 1;
    return {
      id: stableId(tenantId, 'evaluation', number),
      createUser: evaluatorId,
      createTime: new Date(now.getTime() - (20 + number * 9) * day),
      status: number % 7 === 6 ? 'draft' : 'effective',
      body: {
        deptId: areaOf(tenantId, code).deptId,
        evaluatorId,
        evaluationTime: plantDate(now, -(20 + number * 9)),
        ...(number % 7 === 6 ? {} : { effectiveTime: wallTime(now, -(20 + number * 9)) }),
        ...body,
      },
    };
  };
  const technologyId = (index: number) => stableId(tenantId, 'technology', index + 1);
  return {
    technologyLedger: technologies.map(([name, code, keyProcess], index) => ({
      id: technologyId(index),
      createUser: evaluatorId,
      createTime: new Date(now.getTime() - 300 * day),
      body: {
        code: `GY-${String(index + 1).padStart(2, '0')}`,
        name,
        area: areaOf(tenantId, code).id,
        dept: areaOf(tenantId, code).deptId,
        isKeyProcess: keyProcess === undefined ? '0' : '1',
        ...(keyProcess === undefined ? {} : { keyProcess }),
        nodes: [
          { no: '1', name: '进料', intent: '按配比稳定进料' },
          { no: '2', name: '反应或分离', intent: '保持温度和压力' },
        ],
      },
    })),
    workLedger: activities.map(([name, code], index) => ({
      id: stableId(tenantId, 'workLedger', index + 1),
      createUser: evaluatorId,
      createTime: new Date(now.getTime() - 300 * day),
      body: {
        code: `ZY-${String(index + 1).padStart(2, '0')}`,
        name,
        content: `${name}的准备、实施和收尾`,
        place: areaOf(tenantId, code).areaName,
        area: areaOf(tenantId, code).id,
        dept: areaOf(tenantId, code).deptId,
        frequency: String((index % 3) + 1),
        isSpecialWork: name === '清釜作业' || name === '污水池清理' ? '1' : '0',
        steps: ['作业前确认', '实施作业', '清理现场'].map((step, place) => ({ no: place + 1, step })),
      },
    })),
    workRisk: activities.slice(0, 7).map(([activity, code, accidentType, hazard], index) =>
      record(code, {
        post,
        workId: stableId(tenantId, 'workLedger', index + 1),
        activity,
        frequency: String((index % 3) + 1),
        steps: [
          {
            step: '作业前确认',
            hazard: '隔离、通风确认不到位',
            accidentType,
            measures: '作业票、双人确认',
            lValue: '2',
            sValue: '3',
          },
          {
            step: '实施作业',
            hazard,
            accidentType,
            measures: '监护、检测、个体防护',
            lValue: '3',
            sValue: String(3 + (index % 3)),
          },
        ],
      }),
    ),
    facilityRisk: ['聚合反应釜A', '精馏塔', '单体压缩机', '甲醇储罐A', '蒸汽锅炉'].map((equipmentName, index) =>
      record(['A01-1', 'A02-1', 'A02-2', 'A03-1', 'A05-1'][index] ?? 'A01-1', {
        equipmentName,
        equipType: ['2', '1', '6', '4', '7'][index],
        location: '装置现场',
        checks: [
          {
            checkItem: '安全附件',
            standard: '在检验有效期内',
            deviation: '超压时不动作',
            engineering: '定期校验',
            lValue: '2',
            sValue: '5',
          },
          {
            checkItem: '本体和接口',
            standard: '无泄漏、无变形',
            deviation: '物料泄漏',
            engineering: '定期测厚',
            lValue: '3',
            sValue: '3',
          },
        ],
      }),
    ),
    processRisk: [0, 1, 2, 3].map((index) =>
      record(technologies[index]?.[1] ?? 'A01-1', {
        technologyId: technologyId(index),
        node: '进料',
        parameter: 'flow',
        deviation: '流量过大',
        cause: '调节阀故障',
        consequence: '超温超压',
        safeguards: '报警、联锁、安全阀',
        lValue: '2',
        sValue: String(3 + (index % 3)),
        isKeyProcess: technologies[index]?.[2] === undefined ? '0' : '1',
      }),
    ),
    lecRisk: activities.slice(3, 7).map(([activity, code, accidentType, hazard], index) =>
      record(code, {
        activity,
        hazard,
        accidentType,
        lValue: ['3', '1', '3', '0.5'][index],
        eValue: '6',
        cValue: ['3', '7', '15', '7'][index],
        measures: '操作规程、个体防护',
      }),
    ),
  };
}

const technologies: readonly (readonly [name: string, area: string, keyProcess: string | undefined])[] = [
  ['悬浮聚合', 'A01-1', '14'],
  ['引发剂配制', 'A01-2', undefined],
  ['单体精馏', 'A02-1', undefined],
  ['气相氧化', 'A02-2', '10'],
];
