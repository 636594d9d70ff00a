import { accountId, type CompanyTenant, contractorWorkers, scanOf } from './contractors.ts';
import { plantDate } from './dates.ts';
import { fictitiousIdCard } from './id-card.ts';
import { stableId } from './ids.ts';
import { users } from './people.ts';
import type { SeedRecord } from './seed-record.ts';
import type { User } from './types.ts';

interface Kind {
  readonly certType: string;
  readonly certName: string;
  readonly workCategory?: string;
  readonly workItem?: string;
  readonly issueOrg: string;
  /** Days from the first day to the last. */
  readonly days: number;
  /** Days until the review, from the first day. */
  readonly review?: number;
}

const emergency = '示例市应急管理局';
const training = '本公司培训中心';
const special = (workCategory: string, certName: string): Kind => ({
  certType: 'special_operation',
  certName: `特种作业操作证（${certName}）`,
  workCategory,
  workItem: certName,
  issueOrg: emergency,
  days: 2190,
  review: 1095,
});
const equipment = (workCategory: string, certName: string, workItem: string): Kind => ({
  certType: 'special_equipment',
  certName,
  workCategory,
  workItem,
  issueOrg: '示例市市场监督管理局',
  days: 1460,
  review: 1460,
});
const kinds = {
  guardian: { certType: 'guardian', certName: '监护人培训合格证', issueOrg: training, days: 729 },
  electrician: special('A1-01', '低压电工作业'),
  welder: special('A2-01', '熔化焊接与热切割作业'),
  climber: special('A3-01', '登高架设作业'),
  boiler: {
    certType: 'special_equipment',
    certName: '特种设备作业人员证（锅炉）',
    workCategory: 'S-G1',
    workItem: '工业锅炉司炉 G1',
    issueOrg: '示例市市场监督管理局',
    days: 1460,
    review: 1460,
  },
  crane: {
    certType: 'special_equipment',
    certName: '特种设备作业人员证（起重机指挥）',
    workCategory: 'S-Q1',
    workItem: '起重机指挥 Q1',
    issueOrg: '示例市市场监督管理局',
    days: 1460,
    review: 1460,
  },
  craneDriver: equipment('S-Q2', '特种设备作业人员证（起重机司机）', '起重机司机 Q2'),
  forklift: equipment('S-N1', '特种设备作业人员证（叉车司机）', '叉车司机 N1'),
  water: equipment('S-G3', '特种设备作业人员证（锅炉水处理）', '锅炉水处理 G3'),
  overseer: equipment('S-A', '特种设备安全管理人员证', '特种设备安全管理 A'),
  analyst: { certType: 'other', certName: '气体检测人员培训合格证', issueOrg: training, days: 729 },
  manager: {
    certType: 'safety_manager',
    certName: '安全管理人员安全生产知识和管理能力考核合格证',
    issueOrg: emergency,
    days: 1095,
  },
  head: {
    certType: 'main_head',
    certName: '主要负责人安全生产知识和管理能力考核合格证',
    issueOrg: emergency,
    days: 1095,
  },
} as const satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;

/** Certificates that the state issues, with their type among the special certificates. */
const STATE_KINDS: Readonly<Record<string, string>> = {
  special_operation: '1',
  special_equipment: '2',
  safety_manager: '3',
  main_head: '3',
};

/** What the demo accounts hold, and how many days it stays good; negative is past. */
const named: readonly (readonly [account: string, kind: KindName, days: number])[] = [
  ['guardian', 'guardian', 400],
  ['electrician', 'electrician', 700],
  ['electrician', 'guardian', 380],
  ['worker', 'welder', 620],
  ['worker', 'climber', 500],
  ['analyst', 'analyst', 410],
  ['leader', 'guardian', 350],
  ['leader', 'manager', 800],
  ['applicant', 'guardian', 300],
  ['officer', 'manager', 700],
  ['safety', 'manager', 650],
  ['director', 'manager', 600],
  ['principal', 'head', 560],
  ['workshop', 'manager', 520],
  // His training as guardian has run out: a ticket refuses him.
  ['employee', 'guardian', -20],
];

const operators: readonly (readonly [account: string, kind: KindName, days: number])[] = [
  ['safety', 'overseer', 900],
  ['leader', 'craneDriver', 800],
  ['worker', 'forklift', 480],
  ['employee', 'water', 300],
];

/** Teams whose members hold certificates: which, and how many people. */
const teams: Record<CompanyTenant, readonly (readonly [dept: string, kind: KindName, count: number])[]> = {
  '645967': [
    ['6459670101', 'guardian', 6],
    ['6459670111', 'guardian', 6],
    ['6459670131', 'welder', 5],
    ['6459670132', 'electrician', 5],
    ['6459670121', 'boiler', 4],
    ['6459670071', 'analyst', 4],
  ],
  '645968': [
    ['6459680101', 'boiler', 2],
    ['6459680102', 'guardian', 3],
  ],
};
/** How long those of the teams stay good: most well, some soon at an end, some past. */
const remaining = [420, 260, 45, 610, 18, 330, -35, 500, 55, 290, -4];

/** The work certificates of a company, as of a day. */
export function certificateRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const keeper = accountId(tenantId, 'trainer');
  const records: SeedRecord[] = [];
  const add = (kind: Kind, holder: Record<string, unknown>, name: string, left: number, status = 'valid') => {
    const number = records.length + 1;
    const reviewed = kind.review !== undefined;
    const start = left - (kind.review ?? kind.days);
    // What the state issues is kept as a special certificate; the number of a special operation is T and the person's.
    const certNo =
      kind.certType === 'special_operation'
        ? `T${String(holder.idCard)}`
        : `${kind.certType === 'guardian' ? 'JH' : 'ZY'}329999${String(number).padStart(4, '0')}`;
    const special = kind.certType in STATE_KINDS;
    const validEndTime = plantDate(now, start + kind.days);
    records.push({
      id: stableId(tenantId, 'workCert', number),
      createUser: keeper,
      createTime: new Date(now.getTime() - 30 * 86_400_000),
      status,
      body: {
        certType: kind.certType,
        certName: kind.certName,
        certNo,
        workCategory: kind.workCategory ?? null,
        workItem: kind.workItem ?? null,
        issueOrg: kind.issueOrg,
        firstIssueDate: plantDate(now, start),
        validStartTime: plantDate(now, start),
        validEndTime,
        reviewDate: reviewed ? plantDate(now, left) : null,
        issueFlag: number % 4 === 0 ? '0' : '1',
        ...(status === 'revoked' ? { revokeReason: '本人调离作业岗位' } : {}),
        ...(special ? { special: stableId(tenantId, 'specialCertificate', number) } : {}),
        ...holder,
      },
      // Where the certificate is a special one, that one holds it.
      file: scanOf(special ? 'scan' : 'files', `${name}${kind.certName}`, [
        ['持证人', name],
        ['证书编号', certNo],
        ['有效期至', validEndTime],
      ]),
    });
  };
  const own = (user: User, kind: Kind, left: number, status?: string) =>
    add(
      kind,
      {
        holderKind: '1',
        personId: user.id,
        idCard: user.idCard ?? fictitiousIdCard(Number(user.id.slice(-4)), user.sex).idCard,
        deptId: user.dept[0],
      },
      user.realName,
      left,
      status,
    );
  const people = users.filter((user) => user.tenantId === tenantId && user.status === '1');
  const foreman = people.find(({ realName }) => realName === '孔丙五');
  const taken = new Set<string>(foreman === undefined ? [] : [foreman.id]);
  for (const [account, kind, left] of named) {
    const user = people.find((candidate) => candidate.account === account);
    if (user === undefined) continue;
    taken.add(user.id);
    own(user, kinds[kind], left);
  }
  let turn = 0;
  for (const [dept, kind, count] of teams[tenantId]) {
    const members = people.filter((user) => user.dept[0] === dept && !taken.has(user.id)).slice(0, count);
    for (const user of members) {
      own(user, kinds[kind], remaining[turn % remaining.length] ?? 300, turn === 9 ? 'revoked' : 'valid');
      turn += 1;
    }
  }
  const manageDept = tenantId === '645967' ? '6459670130' : '6459680120';
  const categories: Record<string, Kind> = {
    'A1-01': kinds.electrician,
    'A2-01': kinds.welder,
    'A3-01': kinds.climber,
  };
  for (const worker of contractorWorkers(tenantId)) {
    const kind = categories[worker.category ?? ''];
    if (kind === undefined || worker.status !== '3') continue;
    const holder = { holderKind: '2', contractorPersonId: worker.id, idCard: worker.idCard, deptId: manageDept };
    add(kind, holder, worker.name, remaining[(records.length * 3) % remaining.length] ?? 300);
  }
  const commander = people.find(({ account }) => account === 'leader');
  if (commander !== undefined) own(commander, kinds.crane, 540);
  // Who slings where he commands, and who leads work on temporary power.
  const slinger = people.find(({ account }) => account === 'worker');
  if (slinger !== undefined) own(slinger, kinds.crane, 520);
  if (foreman !== undefined) own(foreman, kinds.electrician, 640);
  // Who oversees and operates special equipment.
  for (const [account, kind, left] of operators) {
    const user = people.find((candidate) => candidate.account === account);
    if (user !== undefined) own(user, kinds[kind], left);
  }
  return records;
}

/** The special certificates behind those work certificates that the state issues; they hold the scan. */
export function specialCertificateRecords(certificates: readonly SeedRecord[]): SeedRecord[] {
  return certificates.flatMap(({ id: _, body, status, file, ...record }) => {
    const certType = STATE_KINDS[String(body.certType)];
    if (certType === undefined || typeof body.special !== 'string') return [];
    return [
      {
        ...record,
        id: body.special,
        status: status === 'revoked' ? '3' : '1',
        ...(file === undefined ? {} : { file }),
        body: {
          certType,
          certNo: body.certNo,
          ...(certType === '3' ? {} : { workCategory: body.workCategory }),
          issueOrg: body.issueOrg,
          firstDate: body.firstIssueDate,
          validStart: body.validStartTime,
          validEnd: body.validEndTime,
          issuedFlag: body.issueFlag,
          ...(body.holderKind === '2'
            ? { contractorPerson: body.contractorPersonId, dept: body.deptId }
            : { user: body.personId, dept: body.deptId }),
          ...(status === 'revoked' ? { stopReason: body.revokeReason } : {}),
        },
      },
    ];
  });
}

/** The work certificates as they are kept: those of the state without the scan, which their special certificate holds. */
export function withoutScans(certificates: readonly SeedRecord[]): SeedRecord[] {
  return certificates.map(({ file, ...record }) =>
    file === undefined || record.body.special !== undefined ? record : { ...record, file },
  );
}
