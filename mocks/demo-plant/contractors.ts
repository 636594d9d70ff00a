import { plantDate, wallTime } from './dates.ts';
import { idCardCheck } from './id-card.ts';
import { stableId } from './ids.ts';
import { users } from './people.ts';
import type { SeedFile, SeedRecord } from './seed-record.ts';
import type { TenantId } from './types.ts';

/** The companies of the demo plant. */
export type CompanyTenant = '645967' | '645968';
type Row = readonly [name: string, type: string, scope: string, status: string, insuranceDays: number, staff: number];

/** Insurance days: until the insurance ends, which here is the earliest of the papers. */
const rows: Record<CompanyTenant, readonly Row[]> = {
  '645967': [
    ['云图检维修有限公司(示例)', '2', '装置检维修、机泵检修、管道更换', '2', 320, 2],
    ['青禾建设工程有限公司(示例)', '1', '厂房和管廊建设、土建施工', '2', 210, 3],
    ['白石防腐保温有限公司(示例)', '2', '设备管道防腐、保温、脚手架搭设', '2', 24, 1],
    ['长风起重安装有限公司(示例)', '2', '大型设备吊装、安装', '2', 180, 1],
    ['明溪仪表技术有限公司(示例)', '3', '仪表校验、DCS维护', '2', 260, 1],
    ['木棉清洗服务有限公司(示例)', '4', '储罐和换热器清洗', '2', 95, 1],
    ['远岫运输有限公司(示例)', '5', '危险货物道路运输、装卸', '2', 12, 1],
    ['知微检测有限公司(示例)', '6', '特种设备检验、无损检测', '2', 300, 1],
    ['晓庄物业有限公司(示例)', '7', '保洁、绿化、保安', '2', 150, 1],
    ['松间消防工程有限公司(示例)', '1', '消防设施安装维护', '4', -6, 1],
    ['南圃劳务有限公司(示例)', '4', '检修期间劳务', '6', 120, 1],
    ['折柳电气安装有限公司(示例)', '2', '变配电检修、电缆敷设', '0', 200, 1],
  ],
  '645968': [
    ['灰鹤锅炉检修有限公司(示例)', '2', '锅炉和汽机检修', '2', 240, 1],
    ['石榴工程服务有限公司(示例)', '1', '零星土建和防腐', '2', 60, 1],
  ],
};
const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** A credit code that belongs to nobody: its region 329999 is not assigned; the check character is right. */
export function fictitiousCreditCode(number: number): string {
  const head = `91329999MA${String(number).padStart(7, '0')}`;
  const sum = creditWeights.reduce((total, weight, index) => total + weight * letters.indexOf(head[index] ?? '0'), 0);
  return head + letters.charAt((31 - (sum % 31)) % 31);
}

/** An ID number that belongs to nobody: its region 329999 is not assigned; year of birth and check character are right. */
export function fictitiousWorkerCard(number: number, year: number, sex: '1' | '2'): string {
  const month = String((number % 12) + 1).padStart(2, '0');
  const date = String((number % 28) + 1).padStart(2, '0');
  const sequence = String((number * 2 + (sex === '1' ? 1 : 0)) % 1000).padStart(3, '0');
  const digits = `329999${year}${month}${date}${sequence}`;
  return digits + idCardCheck(digits);
}

/** A scan of a paper as a card. */
export const scanOf = (field: string, title: string, rowsOf: readonly (readonly [string, string])[]): SeedFile => ({
  field,
  name: `${title}.pdf`,
  holds: { card: { title, rows: rowsOf, foot: '示例扫描件，单位、人员和编号都是虚构的。' } },
});

/** Id of a demo account; throws where there is none. */
export function accountId(tenantId: TenantId, account: string): string {
  const found = users.find((user) => user.tenantId === tenantId && user.account === account);
  if (found === undefined) throw new Error(`示例企业 ${tenantId} 没有账号 ${account}`);
  return found.id;
}

/** Department that contractors of a company are managed by: its maintenance workshop. */
const manageDepts: Record<CompanyTenant, string> = { '645967': '6459670130', '645968': '6459680120' };

/** The contractors of a company, as of a day. */
export function contractorRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const keeper = accountId(tenantId, 'safety');
  return rows[tenantId].map(([name, contractorType, serviceScope, status, insuranceDays, staff], index) => {
    const number = index + 1 + (tenantId === '645968' ? 50 : 0);
    const draft = status === '0';
    const creditCode = fictitiousCreditCode(number);
    const insuranceTo = plantDate(now, insuranceDays);
    return {
      id: stableId(tenantId, 'contractor', index + 1),
      createUser: keeper,
      createTime: new Date(now.getTime() - (200 - index * 3) * 86_400_000),
      status,
      body: {
        name,
        creditCode,
        contractorType,
        serviceScope,
        legalPerson: `法人${'甲乙丙丁戊己庚辛壬癸子丑'[index % 12]}`,
        address: `示例市虚构路${number}号`,
        projectManager: `项目${'甲乙丙丁戊己庚辛壬癸子丑'[index % 12]}`,
        managerPhone: `10077${String(number).padStart(6, '0')}`,
        safetyOfficer: `安全${'甲乙丙丁戊己庚辛壬癸子丑'[index % 12]}`,
        safetyPhone: `10078${String(number).padStart(6, '0')}`,
        safetyStaffCount: staff,
        manageDept: manageDepts[tenantId],
        manager: keeper,
        adminIds: index === 0 ? [accountId(tenantId, 'contractor')] : [],
        qualifications: [
          { kind: '1', certNo: `YY${number}0001`, validTo: null },
          {
            kind: index % 2 === 0 ? '2' : '3',
            certNo: `ZZ${number}0002`,
            grade: '二级',
            validTo: plantDate(now, 500 + index * 20),
          },
        ],
        ...(draft
          ? {}
          : {
              agreementNo: `AQXY-${String(number).padStart(3, '0')}`,
              agreementStart: plantDate(now, -150),
              agreementEnd: plantDate(now, 400),
              accessDate: plantDate(now, -140 + index),
            }),
        insuranceTo,
        lossRecord: '近三年无亡人事故，无行政处罚。',
        ...(status === '4' ? { suspendReason: '证照、协议、保险或准入到期，系统自动暂停' } : {}),
        ...(status === '6' ? { blackReason: '提供虚假的特种作业证书', blackDate: plantDate(now, -60) } : {}),
      },
      files: [
        scanOf('qualifications.0.file', `${name}营业执照`, [['统一社会信用代码', creditCode]]),
        scanOf('qualifications.1.file', `${name}资质证书`, [['证书编号', `ZZ${number}0002`]]),
        scanOf('insurance', `${name}保险单`, [['有效期至', insuranceTo]]),
        ...(draft ? [] : [scanOf('agreementFile', `${name}安全协议`, [['协议编号', `AQXY-${number}`]])]),
      ],
    };
  });
}

const surnames = [...'陆沙骆盛管卢莫房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴'];
const given = [...'甲乙丙丁戊己庚辛壬癸'];
/** Trade, special category where the work needs a certificate. */
const trades: readonly (readonly [string, string | null])[] = [
  ['1', 'A2-01'],
  ['2', 'A1-01'],
  ['3', 'A3-01'],
  ['10', null],
  ['5', null],
  ['11', null],
  ['6', null],
  ['8', null],
];

/** Which contractors have people, by their place, and how many. */
const crews: Record<CompanyTenant, readonly number[]> = {
  '645967': [9, 6, 5, 5, 3, 4, 3, 2, 2, 2],
  '645968': [3, 2],
};

interface Worker {
  readonly id: string;
  readonly contractor: string;
  readonly name: string;
  readonly idCard: string;
  readonly category: string | null;
  readonly status: string;
}

function compileWorkers(tenantId: CompanyTenant): Worker[] {
  return crews[tenantId]
    .flatMap((count, place) => Array.from({ length: count }, () => place))
    .map((place, index) => {
      const number = index + 1 + (tenantId === '645968' ? 60 : 0);
      const [, category = null] = trades[index % trades.length] ?? [];
      // One each who is still to be trained, is a draft, is suspended, has left, is blacklisted.
      const odd: Record<number, string> = { 7: '2', 12: '0', 18: '4', 22: '5', 26: '6', 33: '2' };
      return {
        id: stableId(tenantId, 'contractorPerson', index + 1),
        contractor: stableId(tenantId, 'contractor', place + 1),
        name: `${surnames[number % surnames.length]}${given[number % given.length]}${given[(number * 7) % given.length]}`,
        idCard: fictitiousWorkerCard(number, 1972 + ((number * 7) % 30), number % 6 === 0 ? '2' : '1'),
        category,
        status: tenantId === '645967' ? (odd[index] ?? '3') : '3',
      };
    });
}

const workers: Record<CompanyTenant, readonly Worker[]> = {
  '645967': compileWorkers('645967'),
  '645968': compileWorkers('645968'),
};

/** People of contractors, with the special category that their trade needs, for certificates. */
export function contractorWorkers(tenantId: CompanyTenant): readonly Worker[] {
  return workers[tenantId];
}

/** The people of the contractors, as of a day. */
export function contractorPersonRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const trainer = accountId(tenantId, 'trainer');
  return workers[tenantId].map(({ id, contractor, name, idCard, category, status }, index) => {
    const trained = !['0', '2'].includes(status);
    const training = (level: string, hours: number) => ({
      level,
      date: plantDate(now, -62 + (index % 30)),
      hours,
      score: 85 + (index % 12),
      trainer,
    });
    return {
      id,
      createUser:
        index < 9 && tenantId === '645967' ? accountId(tenantId, 'contractor') : accountId(tenantId, 'safety'),
      createTime: new Date(now.getTime() - (57 - (index % 30)) * 86_400_000),
      status,
      body: {
        contractor,
        name,
        idCard,
        phone: `10079${String(index + 1).padStart(6, '0')}`,
        workType: trades[index % trades.length]?.[0] ?? '10',
        isSpecial: category === null ? '0' : '1',
        certificates:
          category === null
            ? null
            : [
                {
                  kind: category,
                  certNo: `T329999${String(index + 1).padStart(4, '0')}`,
                  validTo: plantDate(now, 300 + index * 10),
                },
              ],
        healthDate: plantDate(now, -90 - index),
        insured: '1',
        entryTrainings: trained ? [training('1', 8), training('2', 4), training('3', 1)] : null,
        passDate: ['3', '4'].includes(status) ? plantDate(now, -58 + (index % 30)) : null,
        ...(status === '4' ? { suspendReason: '现场查出未系安全带', suspendDate: plantDate(now, -3) } : {}),
        ...(status === '5' ? { leaveDate: plantDate(now, -20) } : {}),
        ...(status === '6' ? { blackReason: '在禁火区吸烟，拒不改正', blackDate: plantDate(now, -15) } : {}),
      },
      files: [
        { field: 'photo', name: `${name}.png`, holds: { portrait: index } },
        ...(category === null ? [] : [scanOf('certificates.0.file', `${name}特种作业证`, [['姓名', name]])]),
      ],
    };
  });
}

type Violation = readonly [
  contractor: number,
  level: '1' | '2' | '3',
  type: string,
  text: string,
  days: number,
  status: string,
];

/** The fourth contractor comes below 80, the sixth below 60 and is suspended by it. */
const violations: readonly Violation[] = [
  [1, '1', '9', '检修现场材料堆放混乱，占用消防通道。', 40, '3'],
  [1, '2', '6', '管廊作业平台未挂安全网，两人未系安全带。', 6, '1'],
  [2, '1', '2', '进入装置区未佩戴防护眼镜。', 55, '3'],
  [2, '2', '7', '临时配电箱无漏电保护，电缆拖地。', 21, '3'],
  [3, '1', '8', '未经许可离开作业区域进入罐区。', 33, '3'],
  [4, '3', '1', '吊装作业票未经批准即开始试吊。', 48, '3'],
  [4, '3', '3', '司索人员无有效证书。', 30, '3'],
  [4, '2', '10', '指挥人员违章指挥，吊臂下有人通过。', 9, '2'],
  [6, '3', '1', '清罐作业未办受限空间作业票。', 70, '3'],
  [6, '3', '4', '清罐期间监护人离开现场。', 52, '3'],
  [6, '3', '5', '在禁火区内吸烟。', 37, '3'],
  [6, '3', '1', '换热器清洗未办高处作业票。', 16, '1'],
  [6, '2', '2', '进罐人员未佩戴长管呼吸器。', 11, '1'],
  [8, '1', '9', '射线检测后未清理警戒设施。', 14, '4'],
  [2, '1', '9', '脚手架材料未及时清运。', 2, '0'],
];
const deducted = { '1': 2, '2': 5, '3': 10 } as const;

/** What contractors of the first company did wrong, as of a day. */
export function contractorIllegalRecords(tenantId: CompanyTenant, now: Date, areaId: string): SeedRecord[] {
  if (tenantId !== '645967') return [];
  const finder = accountId(tenantId, 'officer');
  return violations.map(([contractor, level, behaviourType, description, days, status], index) => {
    const owner = stableId(tenantId, 'contractor', contractor);
    const person = workers[tenantId].find((worker) => worker.contractor === owner && worker.status === '3');
    const finished = status === '2' || status === '3';
    return {
      id: stableId(tenantId, 'contractorIllegal', index + 1),
      createUser: finder,
      createTime: new Date(now.getTime() - days * 86_400_000),
      status,
      body: {
        contractor: owner,
        ...(index % 3 === 0 && person !== undefined ? { person: person.id, personPoints: level === '3' ? 3 : 1 } : {}),
        findingTime: wallTime(now, -days),
        area: areaId,
        behaviourType,
        level,
        description,
        finder,
        deductScore: deducted[level],
        fine: level === '3' ? 5000 : level === '2' ? 1000 : 200,
        measures: level === '1' ? ['1'] : ['2', '3', '4'],
        rectifyDue: plantDate(now, -days + 5),
        ...(finished ? { rectifyResult: '已整改并组织学习。', rectifyTime: wallTime(now, -days + 3) } : {}),
        ...(status === '4' ? { opinion: '申诉成立' } : {}),
      },
      files: [
        { field: 'photos', name: '现场照片.png', holds: { picture: index, repaired: false } },
        ...(finished
          ? [{ field: 'rectifyPhotos', name: '整改后.png', holds: { picture: index, repaired: true } }]
          : []),
      ],
    };
  });
}

/** Scores of the six items, contractor and state. */
const evaluations: readonly (readonly [number, string, readonly number[]])[] = [
  [1, '2', [14, 14, 23, 22, 9, 9]],
  [2, '2', [13, 13, 21, 20, 8, 8]],
  [3, '2', [15, 14, 24, 23, 10, 9]],
  [4, '2', [12, 11, 16, 15, 7, 7]],
  [5, '0', [15, 15, 24, 24, 10, 10]],
];
const fullScores = [15, 15, 25, 25, 10, 10];

/** Evaluations of the last quarter, as of a day. */
export function contractorEvaluationRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return evaluations.map(([contractor, status, scores], index) => ({
    id: stableId(tenantId, 'contractorEvaluation', index + 1),
    createUser: accountId(tenantId, 'safety'),
    createTime: new Date(now.getTime() - 30 * 86_400_000),
    status,
    body: {
      title: `${plantDate(now, -60).slice(0, 7)}月度评价`,
      contractor: stableId(tenantId, 'contractor', contractor),
      evalType: '1',
      periodStart: plantDate(now, -60),
      periodEnd: plantDate(now, -31),
      items: scores.map((score, place) => ({
        item: String(place + 1),
        full: fullScores[place],
        score,
        ...(score < (fullScores[place] ?? 0) ? { reason: '检查发现的问题按标准扣分' } : {}),
      })),
      evaluators: [accountId(tenantId, 'safety'), accountId(tenantId, 'workshop')],
      opinion: '总体满足要求，扣分项按期整改。',
    },
  }));
}
