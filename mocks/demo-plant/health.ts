import { areas } from './areas.ts';
import { fieldPeople } from './base-people.ts';
import { accountId, type CompanyTenant, scanOf } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { type PostCode, postId } from './posts.ts';
import type { SeedRecord } from './seed-record.ts';
import type { User } from './types.ts';

/** Area, class, factor, kind of limit, limit, unit, degree, posts, source. */
const hazards: Readonly<Record<CompanyTenant, readonly Hazard[]>> = {
  '645967': [
    ['A03-1', '2', '苯', '2', 3, 'mg/m³', '2', ['fieldOperator'], '装卸、取样、呼吸阀'],
    ['A03-1', '2', '甲醇', '2', 25, 'mg/m³', '1', ['fieldOperator'], '装卸、取样'],
    ['A01-1', '2', '苯乙烯', '2', 50, 'mg/m³', '2', ['dcsOperator', 'fieldOperator'], '聚合釜投料、取样'],
    ['A01-3', '1', '聚合物粉尘', '2', 5, 'mg/m³', '1', ['fieldOperator'], '干燥、包装'],
    ['A01-3', '3', '噪声', '5', 85, 'dB(A)', '1', ['fieldOperator'], '风机、离心机'],
    ['A02-1', '2', '氯乙烯', '2', 10, 'mg/m³', '2', ['fieldOperator'], '精馏、取样'],
    ['A02-2', '3', '噪声', '5', 85, 'dB(A)', '2', ['fieldOperator'], '压缩机'],
    ['A05-1', '3', '高温', '5', 28, '℃', '1', ['boilerOperator'], '锅炉'],
    ['A05-1', '2', '一氧化碳', '2', 20, 'mg/m³', '1', ['boilerOperator'], '燃烧不完全、泄漏'],
    ['A05-2', '2', '硫化氢', '1', 10, 'mg/m³', '2', ['fieldOperator'], '污水池、污泥'],
    ['A05-3', '2', '氨', '2', 20, 'mg/m³', '1', ['fieldOperator'], '制冷机组'],
    ['A06-1', '6', '电焊烟尘', '2', 4, 'mg/m³', '1', ['welder', 'fitter'], '焊接'],
    ['A07', '2', '盐酸', '1', 7.5, 'mg/m³', '1', ['analyst'], '化验'],
  ],
  '645968': [
    ['B01-1', '3', '噪声', '5', 85, 'dB(A)', '1', ['boilerOperator'], '风机、水泵'],
    ['B01-1', '3', '高温', '5', 28, '℃', '1', ['boilerOperator'], '锅炉'],
  ],
};
type Hazard = readonly [
  area: string,
  type: string,
  factor: string,
  oelType: string,
  limit: number,
  unit: string,
  degree: '1' | '2',
  posts: readonly PostCode[],
  source: string,
];
const agency = '示例职业卫生技术服务中心';

function officerOf(tenantId: CompanyTenant): string {
  return accountId(tenantId, tenantId === '645967' ? 'health' : 'safety');
}

const exposed = (tenantId: CompanyTenant, posts: readonly PostCode[]): readonly User[] => {
  const ids = posts.map((code) => postId(tenantId, code));
  return fieldPeople(tenantId).filter((user) => user.post.some((post) => ids.includes(post)));
};

/** Hazard factors of workplaces. */
export function hazardRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  return hazards[tenantId].map(
    ([code, factorType, factor, oelType, oelValue, unit, hazardDegree, posts, source], index) => ({
      id: stableId(tenantId, 'occHazard', index + 1),
      createUser: officerOf(tenantId),
      createTime: new Date(now.getTime() - 700 * 86_400_000),
      status: '1',
      body: {
        workplace: areas.find((area) => area.tenantId === tenantId && area.areaCode === code)?.id,
        posts: posts.map((post) => postId(tenantId, post)),
        factorType,
        factor,
        source,
        exposedCount: exposed(tenantId, posts).length,
        oelType,
        oelValue,
        unit,
        hazardDegree,
        controls: '密闭、局部通风，现场设警示标识，人员佩戴防护用品，限制接触时间。',
        ppe: factorType === '3' ? ['3'] : ['4', '6'],
        noticePlate: index % 6 === 5 ? '0' : '1',
      },
    }),
  );
}

/** Measurements: serious factors twice in two years, others once; the newest is still to be published. */
export function monitorRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const records: SeedRecord[] = [];
  for (const [index, [code, , factor, , limit, unit, degree]] of hazards[tenantId].entries()) {
    const rounds = degree === '2' ? [-690, -345 - index * 5, -20 + index] : [-600 + index * 9];
    for (const [round, days] of rounds.entries()) {
      if (days > -1) continue;
      const over = factor === '噪声' && round === 1;
      const value = over ? limit + 2.4 : Math.round(limit * (0.35 + ((index * 3 + round * 7) % 10) / 20) * 100) / 100;
      const reportNo = `ZW-${plantDate(now, days).slice(0, 4)}-${String(records.length + 1).padStart(3, '0')}`;
      records.push({
        id: stableId(tenantId, 'occMonitor', records.length + 1),
        createUser: officerOf(tenantId),
        createTime: new Date(now.getTime() + days * 86_400_000),
        status: days > -10 ? '1' : '2',
        body: {
          hazard: stableId(tenantId, 'occHazard', index + 1),
          point: `${code} ${factor}检测点`,
          monitorDate: plantDate(now, days),
          agency,
          reportNo,
          value,
          limit,
          unit,
          degree,
          ...(over ? { rectify: '加装消声器并缩短巡检停留时间，复测合格。' } : {}),
        },
        file: scanOf('attachments', `${factor}检测报告`, [
          ['报告编号', reportNo],
          ['检测值', `${value} ${unit}`],
        ]),
      });
    }
  }
  return records;
}

/** Yearly examinations of those who are exposed; a few with a finding. */
export function examRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const most = tenantId === '645967' ? 18 : 3;
  const others = exposed(tenantId, ['fieldOperator', 'boilerOperator', 'welder']).slice(0, most);
  // Whoever tries the demo as an employee finds a result of his own to sign.
  const employee = tenantId === '645967' ? accountId(tenantId, 'employee') : undefined;
  const own = fieldPeople(tenantId).filter(({ id }) => id === employee && others.every((other) => other.id !== id));
  const people = [...others, ...own];
  return people.flatMap((user, index) =>
    [-380 + (index % 15), -15 + (index % 12)].map((days, round): SeedRecord => {
      const conclusion =
        round === 1 && index === 5 ? '4' : round === 1 && index % 9 === 2 ? '2' : index % 13 === 7 ? '5' : '1';
      const filed = round === 0 || index % 3 !== 0;
      const informed = filed && conclusion !== '4';
      return {
        id: stableId(tenantId, 'occExam', index * 2 + round + 1),
        createUser: officerOf(tenantId),
        createTime: new Date(now.getTime() + days * 86_400_000),
        status: informed ? '2' : '1',
        body: {
          user: user.id,
          dept: user.dept[0],
          post: user.post[0],
          examType: round === 0 && index % 10 === 0 ? '1' : '2',
          factors: [stableId(tenantId, 'occHazard', 1 + (index % hazards[tenantId].length))],
          exposureYears: 2 + (index % 15),
          examDate: plantDate(now, days),
          agency: '示例市职业病防治院',
          conclusion,
          ...(conclusion === '1' ? {} : { advice: conclusion === '4' ? '调离噪声岗位。' : '按医嘱复查，注意防护。' }),
          ...(conclusion === '2' ? { followDate: plantDate(now, days + 30) } : {}),
          nextDate: plantDate(now, days + 365),
          ...(informed
            ? {
                informed: '1',
                informTime: `${plantDate(now, days + 1)} 10:00:00`,
              }
            : {}),
        },
        file: scanOf('attachments', `${user.realName}体检报告`, [['受检人', user.realName]]),
      };
    }),
  );
}

/** Type, name, quantity, months, posts. */
const standards = [
  ['1', '安全帽', 1, 30, ['fieldOperator', 'boilerOperator', 'fitter', 'welder', 'electrician']],
  ['2', '防化学护目镜', 1, 12, ['fieldOperator', 'analyst']],
  ['3', '耳塞', 10, 3, ['fieldOperator', 'boilerOperator']],
  ['4', '半面罩及滤毒盒', 2, 6, ['fieldOperator', 'analyst']],
  ['5', '防静电工作服', 2, 12, ['fieldOperator', 'dcsOperator', 'boilerOperator', 'fitter', 'electrician']],
  ['6', '耐酸碱手套', 2, 3, ['fieldOperator', 'analyst', 'warehouseKeeper']],
  ['7', '防静电安全鞋', 1, 12, ['fieldOperator', 'dcsOperator', 'boilerOperator', 'fitter', 'welder']],
  ['8', '全身式安全带', 1, 36, ['fieldOperator', 'fitter', 'welder']],
] as const;

/** Which protective equipment a post gets. */
export function ppeStandardRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  return standards.map(([ppeType, name, quantity, cycleMonths, posts], index) => ({
    id: stableId(tenantId, 'ppeStandard', index + 1),
    createUser: officerOf(tenantId),
    createTime: new Date(now.getTime() - 710 * 86_400_000),
    body: {
      ppeType,
      name,
      posts: posts.map((code) => postId(tenantId, code)),
      quantity,
      cycleMonths,
      source: 'GB 39800.1-2020；本企业配备标准',
    },
  }));
}

/** Issues of two years; the last of each person and kind is the one in use. */
export function ppeIssueRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const records: SeedRecord[] = [];
  for (const [place, [ppeType, name, quantity, cycleMonths, posts]] of standards.entries()) {
    for (const [index, user] of exposed(tenantId, posts).slice(0, 6).entries()) {
      const length = cycleMonths * 30;
      const offset = -(index * 9) - 5;
      for (const [turn, days] of [offset - length, offset].entries()) {
        if (days < -720) continue;
        const signed = turn === 0 || index !== 0;
        records.push({
          id: stableId(tenantId, 'ppeIssue', records.length + 1),
          createUser: officerOf(tenantId),
          createTime: new Date(now.getTime() + days * 86_400_000),
          status: signed ? '2' : '1',
          body: {
            user: user.id,
            dept: user.dept[0],
            standard: stableId(tenantId, 'ppeStandard', place + 1),
            ppeType,
            name,
            quantity,
            issueDate: plantDate(now, days),
            maxCycle: cycleMonths,
            cycleMonths,
            replaced: turn === 0 ? '1' : '0',
            ...(signed ? { signTime: `${plantDate(now, days)} 16:00:00` } : {}),
          },
        });
      }
    }
  }
  return records;
}
