import { areaOfDept, workshops } from './base-people.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { users } from './people.ts';
import type { SeedRecord } from './seed-record.ts';

/** An accident of the demo: what happened, where, who was hurt and how far it has come. */
interface Told {
  readonly daysAgo: number;
  readonly title: string;
  /** Keys of `accident-type` and `accident-cause`. */
  readonly type: string;
  readonly causes: readonly string[];
  /** Place among the workshops. */
  readonly shop: number;
  /** Degree (`injury-degree`) and lost days of each person hurt. */
  readonly hurt: readonly (readonly [degree: string, lostDays: number])[];
  readonly loss: number;
  readonly course: string;
  readonly cause: string;
  /** How far: express told, supplemented, inquiry open, in approval, handled, to be closed, closed, filed. */
  readonly stage: 'told' | 'supplemented' | 'inquiry' | 'handling' | 'toClose' | 'filed';
  /** Minutes between the head's being told and the report to government. */
  readonly govMinutes: number;
}

const told: readonly Told[] = [
  {
    daysAgo: 0,
    title: '罐区卸车鹤管滴漏',
    type: '26',
    causes: ['2'],
    shop: 1,
    hurt: [],
    loss: 2600,
    course: '卸车过程中鹤管密封圈老化滴漏，操作工立即停泵并收集漏液，没有人员受伤。',
    cause: '密封圈超期使用，卸车前检查流于形式。',
    stage: 'told',
    govMinutes: 0,
  },
  {
    daysAgo: 12,
    title: '循环水泵房检修人员手部夹伤',
    type: '04',
    causes: ['1', '4'],
    shop: 3,
    hurt: [['3', 25]],
    loss: 18_600,
    course: '检修人员盘车时手指被联轴器夹伤，同组人员停止作业并送医，诊断为右手食指骨折。',
    cause: '盘车时未使用专用工具，作业前没有确认断电挂牌。',
    stage: 'inquiry',
    govMinutes: 42,
  },
  {
    daysAgo: 75,
    title: '聚合釜取样口物料灼伤',
    type: '08',
    causes: ['1', '2', '4'],
    shop: 1,
    hurt: [['3', 40]],
    loss: 36_500,
    course: '取样时阀门内漏，高温物料溅到操作工左前臂，现场冲洗后送医，二度烫伤。',
    cause: '取样阀内漏未及时更换，取样人员未戴长袖耐温手套。',
    stage: 'handling',
    govMinutes: 50,
  },
  {
    daysAgo: 160,
    title: '污水池旁临时平台坠落',
    type: '10',
    causes: ['2', '4'],
    shop: 3,
    hurt: [['2', 150]],
    loss: 168_000,
    course: '清理格栅时临时平台跳板翻转，一人坠落至池边地坪，腰椎骨折。',
    cause: '临时平台未经验收使用，跳板没有固定。',
    stage: 'toClose',
    govMinutes: 55,
  },
  {
    daysAgo: 330,
    title: '精馏塔底泵密封泄漏着火',
    type: '09',
    causes: ['2', '5'],
    shop: 2,
    hurt: [],
    loss: 420_000,
    course: '塔底泵机械密封失效，热物料泄漏着火，车间启动现场处置方案，十五分钟后扑灭。',
    cause: '密封选型不适合介质温度，泵区没有设自动切断。',
    stage: 'filed',
    govMinutes: 38,
  },
  {
    daysAgo: 470,
    title: '叉车倒车碰撞',
    type: '02',
    causes: ['1'],
    shop: 0,
    hurt: [['3', 12]],
    loss: 22_000,
    course: '叉车在库区通道倒车时碰到行走的装卸工，左小腿软组织挫伤。',
    cause: '叉车司机倒车时没有观察，人车通道没有分开。',
    stage: 'filed',
    govMinutes: 90,
  },
  {
    daysAgo: 640,
    title: '锅炉房蒸汽烫伤',
    type: '08',
    causes: ['1', '4'],
    shop: 3,
    hurt: [['3', 30]],
    loss: 27_400,
    course: '排污时软管脱落，蒸汽烫伤司炉工右手，冷水冲洗后送医。',
    cause: '软管接头没有卡箍，排污操作票没有写明防护要求。',
    stage: 'filed',
    govMinutes: 47,
  },
];
const own: Readonly<Record<CompanyTenant, readonly number[]>> = { '645967': [0, 1, 2, 3, 4, 5, 6], '645968': [2, 6] };

const day = 86_400_000;
const moment = (now: Date, days: number, time: string) => `${plantDate(now, -days)} ${time}`;
/** When something was written, some minutes after what it tells of: nothing in it lies ahead, whatever the hour now. */
const writtenAfter = (time: string, minutes: number) =>
  new Date(Date.parse(`${time.replace(' ', 'T')}+08:00`) + minutes * 60_000);

/** All that follows from accidents and near misses, by entity. */
interface Accidents {
  readonly expresses: SeedRecord[];
  readonly supplements: SeedRecord[];
  readonly reports: SeedRecord[];
  readonly processes: SeedRecord[];
  readonly measures: SeedRecord[];
  readonly archives: SeedRecord[];
}

/** People and places of one accident. */
function partOf(tenantId: CompanyTenant, now: Date, number: number, what: Told) {
  const shops = workshops(tenantId);
  const shop = shops[what.shop % shops.length];
  if (shop === undefined) throw new Error('没有车间');
  const account = (name: string) => accountId(tenantId, name);
  // What happened today has just happened, whatever the hour.
  const occurTime = what.daysAgo === 0 ? moment(now, 1, '22:10:00') : moment(now, what.daysAgo, '10:20:00');
  return {
    ...{ tenantId, now, number, what, shop, account, occurTime },
    reporter: shop.leader,
    area: areaOfDept(tenantId, shop.id),
    createTime: writtenAfter(occurTime, 30 + what.govMinutes),
    expressId: stableId(tenantId, 'accidentExpress', number),
    reportId: stableId(tenantId, 'accidentReport', number),
    processId: stableId(tenantId, 'accidentProcess', number),
  };
}
type Part = ReturnType<typeof partOf>;

const counted = (what: Told) => ({
  deaths: 0,
  seriousInjuries: what.hurt.filter(([degree]) => degree === '2').length,
  minorInjuries: what.hurt.filter(([degree]) => degree === '3').length,
});
const minutesLater = (time: string, minutes: number) =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

function expressOf(part: Part): SeedRecord {
  const { what, occurTime } = part;
  const receiveTime = minutesLater(occurTime, 8);
  const toGovernment = what.hurt.length > 0 && counted(what).seriousInjuries > 0 ? true : what.loss >= 10_000;
  return {
    id: part.expressId,
    createUser: part.reporter,
    createTime: part.createTime,
    status: what.stage === 'told' ? '1' : '3',
    body: {
      title: what.title,
      occurTime,
      receiveTime,
      area: part.area,
      place: '作业现场',
      dept: part.shop.id,
      isContractor: '0',
      accidentType: what.type,
      ...counted(what),
      missing: 0,
      lossEstimate: what.loss,
      brief: what.course,
      measures: '停止作业，隔离现场，组织救护并保护证据。',
      planStarted: '1',
      reporter: part.reporter,
      reporterPhone: users.find(({ id }) => id === part.reporter)?.phone,
      reportTime: minutesLater(occurTime, 21),
      govReported: toGovernment ? '1' : '0',
      ...(toGovernment
        ? { govReportTime: minutesLater(receiveTime, what.govMinutes), govOrg: '示例县应急管理局' }
        : {}),
    },
    files: [{ field: 'photos', name: '现场照片.png', holds: { picture: part.number, repaired: false } }],
  };
}

function reportOf(part: Part): SeedRecord {
  const { what, account } = part;
  const inquiry = what.stage === 'inquiry';
  const card = (name: string) =>
    ({ name, holds: { card: { title: name, rows: [['事故', what.title]], foot: '示例' } } }) as const;
  return {
    id: part.reportId,
    createUser: account('safety'),
    createTime: new Date(part.createTime.getTime() + day),
    status: inquiry ? '0' : what.stage === 'filed' ? '4' : '2',
    body: {
      express: part.expressId,
      title: what.title,
      occurTime: part.occurTime,
      area: part.area,
      dept: part.shop.id,
      accidentType: what.type,
      ...(what.govMinutes > 60 ? { breaches: ['1'] } : {}),
      casualties: what.hurt.map(([injury, lostDays], place) => ({
        personType: '1',
        name: ['周子辰', '吴丑巳', '郑寅午'][(part.number + place) % 3],
        gender: '1',
        age: 28 + part.number,
        post: '操作工',
        workYears: 4 + part.number,
        injury,
        lostDays,
        trained: '1',
      })),
      lossItems: [
        ...(what.hurt.length === 0 ? [] : [{ kind: '1', amount: Math.round(what.loss * 0.6) }]),
        { kind: '3', amount: what.hurt.length === 0 ? what.loss : what.loss - Math.round(what.loss * 0.6) },
      ],
      teamLeader: account('safety'),
      team: [account('safety'), account('manager'), account('officer')],
      involved: [part.reporter].filter((id) => ![account('manager'), account('officer')].includes(id)),
      course: what.course,
      rescue: '现场人员立即停止作业并救护，值班领导到场指挥，未发生次生事故。',
      ...(inquiry
        ? {}
        : {
            nature: '1',
            directCauses: what.causes,
            directCauseText: what.cause,
            indirectCauseText: '作业前风险分析不充分，现场检查不到位。',
            responsibility: '当班操作人员负直接责任，车间负责人负领导责任。',
            lessons: '非常规作业须先分析风险，防护和确认步骤不能省略。',
            suggestMeasures: '完善操作规程，更换不合格设备，组织全员警示教育。',
            submittedOn: plantDate(part.now, -what.daysAgo + 25),
          }),
    },
    files: inquiry ? [] : [{ field: 'files', ...card('事故调查报告.pdf') }],
  };
}

/** Measures of a handling with how far each has come. */
function measuresOf(part: Part): SeedRecord[] {
  const { what, now, account } = part;
  const texts = [
    ['修订操作规程并考试', '2', part.shop.leader],
    ['更换不合格的阀门、密封和接头', '1', account('workshop')],
    ['增设固定防护和警示标志', '1', part.shop.leader],
  ] as const;
  return texts.map(([measure, kind, owner], place) => {
    const status =
      what.stage === 'filed'
        ? '2'
        : what.stage === 'toClose'
          ? place === 2
            ? '1'
            : '2'
          : (['1', '0', '0'][place] ?? '0');
    const done = plantDate(now, -what.daysAgo + 55 + place);
    return {
      id: stableId(part.tenantId, 'accidentMeasure', part.number * 10 + place),
      createUser: account('safety'),
      createTime: part.createTime,
      status,
      body: {
        process: part.processId,
        dept: part.shop.id,
        measure,
        kind,
        owner,
        // Of what is being carried out one is overdue, one still has time.
        due: what.stage === 'handling' ? plantDate(now, place === 1 ? -3 : 20) : plantDate(now, -what.daysAgo + 60),
        ...(status === '0' ? {} : { doneDate: done }),
        ...(status === '2' ? { accept: '1' } : {}),
      },
      files:
        status === '0'
          ? []
          : [{ field: 'proof', name: '整改照片.png', holds: { picture: part.number + place, repaired: true } }],
    };
  });
}

function processOf(part: Part): SeedRecord {
  const { what, now, account } = part;
  const ready = what.stage !== 'handling';
  const filed = what.stage === 'filed';
  const done = plantDate(now, -what.daysAgo + 50);
  return {
    id: part.processId,
    createUser: account('safety'),
    createTime: part.createTime,
    status: filed ? '3' : ready ? '2' : '1',
    body: {
      report: part.reportId,
      dept: part.shop.id,
      cause: '1',
      causeNote: what.cause,
      persons: [
        { name: '当班操作工', dept: part.shop.deptName, duty: '1', punish: ['1', '3'], amount: 500, doneDate: done },
        {
          name: '车间负责人',
          dept: part.shop.deptName,
          duty: '4',
          punish: ['2'],
          ...(ready ? { doneDate: done } : {}),
        },
      ],
      measureOwners: [...new Set([part.shop.leader, account('workshop')])],
      ...(ready ? { educations: [{ time: `${done} 14:00:00`, scope: [part.shop.id], count: 24 + part.number }] } : {}),
      ...(filed ? { closeOpinion: '四不放过均已做到，同意结案。', closeDate: plantDate(now, -what.daysAgo + 70) } : {}),
    },
    files: ready
      ? [{ field: 'educations.0.files', name: '教育现场.png', holds: { picture: part.number, repaired: true } }]
      : [],
  };
}

/** Accidents of two years with all that followed from them, as of a day. */
export function accidentRecords(tenantId: CompanyTenant, now: Date): Accidents {
  const parts = own[tenantId].map((index, place) => partOf(tenantId, now, place + 1, told[index] as Told));
  const reported = parts.filter(({ what }) => what.stage !== 'told');
  const handled = reported.filter(({ what }) => what.stage !== 'inquiry');
  return {
    expresses: parts.map(expressOf),
    supplements: reported
      .filter(({ what }) => counted(what).seriousInjuries > 0)
      .map((part) => ({ part, time: moment(now, part.what.daysAgo - 2, '16:00:00') }))
      .map(({ part, time }) => ({
        id: stableId(tenantId, 'accidentSupplement', part.number),
        createUser: part.reporter,
        createTime: writtenAfter(time, 30),
        body: {
          express: part.expressId,
          time,
          content: '伤者手术顺利，诊断为腰椎骨折，损失工作日预计超过105日，按重伤续报。',
          ...counted(part.what),
          lossEstimate: part.what.loss,
        },
      })),
    reports: reported.map(reportOf),
    processes: handled.map(processOf),
    measures: handled.flatMap(measuresOf),
    archives: handled
      .filter(({ what }) => what.stage === 'filed')
      .map((part) => ({
        id: stableId(tenantId, 'accidentArchive', part.number),
        createUser: part.account('safety'),
        createTime: part.createTime,
        status: '1',
        body: {
          report: part.reportId,
          docs: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
          keeper: part.account('safety'),
          retention: '4',
          archiveDate: plantDate(now, -part.what.daysAgo + 80),
        },
        files: [{ field: 'files', name: '档案扫描.png', holds: { picture: part.number, repaired: true } }],
      })),
  };
}

/** Hours worked in each of the 24 months before this one, as of a day. */
export function workHourRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const people = users.filter((user) => user.tenantId === tenantId && user.status === '1').length;
  const [year = 0, month = 1] = plantDate(now, 0).split('-').map(Number);
  return Array.from({ length: 24 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 2 - index, 1));
    const employees = people - (index % 5);
    return {
      id: stableId(tenantId, 'workHours', index + 1),
      createUser: accountId(tenantId, 'safety'),
      createTime: new Date(now.getTime() - (index + 1) * 30 * day),
      body: { month: first.toISOString().slice(0, 10), employees, hours: employees * (164 + ((index * 7) % 13)) },
    };
  });
}
