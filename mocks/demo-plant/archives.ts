import { areas } from './areas.ts';
import { certificateRecords } from './certificates.ts';
import { chemicalRecords } from './chemicals.ts';
import { accountId, type CompanyTenant, fictitiousCreditCode, scanOf } from './contractors.ts';
import { plantDate } from './dates.ts';
import { fictitiousIdCard } from './id-card.ts';
import { stableId } from './ids.ts';
import { users } from './people.ts';
import type { SeedFile, SeedRecord } from './seed-record.ts';
import { type ArchiveBasics, specialEquipmentBatches } from './special-equipment.ts';
import { trainingBatches } from './training.ts';

interface Batch {
  readonly entity: string;
  readonly title: string;
  readonly records: readonly SeedRecord[];
}

/** The safety archives of a company in the order in which they are saved; each holds its scans. */
export function archiveBatches(tenantId: CompanyTenant, now: Date): readonly Batch[] {
  const basics: ArchiveBasics = {
    tenantId,
    now,
    keeper: accountId(tenantId, 'safety'),
    day: (days) => plantDate(now, days),
    area: (code) => areaOf(tenantId, code),
    holders: (category) => holdersOf(tenantId, now, category),
  };
  return [
    { entity: 'archiveChemical', title: '危化品档案', records: chemicalFiles(basics) },
    { entity: 'archiveCraft', title: '工艺档案', records: craftFiles(basics) },
    ...specialEquipmentBatches(basics),
    { entity: 'archivePeople', title: '人员档案', records: peopleFiles(basics) },
    { entity: 'archiveThirdParty', title: '第三方档案', records: thirdParties(basics) },
    { entity: 'archiveTraining', title: '培训档案', records: trainingFiles(basics) },
  ];
}

function areaOf(tenantId: CompanyTenant, code: string): { readonly id: string; readonly deptId: string } {
  const found = areas.find((area) => area.tenantId === tenantId && area.areaCode === code);
  if (found === undefined) throw new Error(`示例企业 ${tenantId} 没有区域 ${code}`);
  return found;
}

/** People whose certificate of a kind is valid. */
function holdersOf(tenantId: CompanyTenant, now: Date, category: string): readonly string[] {
  return certificateRecords(tenantId, now)
    .filter(
      ({ body, status }) =>
        status === 'valid' && body.workCategory === category && String(body.reviewDate) >= plantDate(now, 0),
    )
    .map(({ body }) => String(body.personId));
}

const ago = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

const storages: Readonly<Record<string, string>> = {
  甲类液体罐组: '1',
  酸碱罐组: '1',
  单体中间罐组: '1',
  质检分析楼: '2',
};

/** A file of each chemical; the registration of one is about to expire, that of another has. */
function chemicalFiles({ tenantId, now, keeper, day }: ArchiveBasics): SeedRecord[] {
  return chemicalRecords(tenantId, now).map(({ id, body }, index) => ({
    id: stableId(tenantId, 'archiveChemical', index + 1),
    createUser: keeper,
    createTime: ago(now, 180 - index),
    body: {
      chemical: id,
      chemicalName: body.name,
      role: body.role,
      isMajorHazard: '0',
      storageType: storages[String(body.storagePlace)] ?? '3',
      storagePlace: body.storagePlace,
      maxStorage: body.maxStorage,
      currentStorage: Number(body.maxStorage) / 2,
      registerNo: `示例登记${String(index + 1).padStart(4, '0')}`,
      registerTo: day([20, 70, -6][index] ?? 150 + index * 60),
      keeper,
    },
    files: [
      scanOf('sdsFile', `${String(body.name)}安全技术说明书`, [['CAS号', String(body.casNo)]]),
      scanOf('emergencyCard', `${String(body.name)}应急处置卡`, [['储存地点', String(body.storagePlace)]]),
    ],
  }));
}

const crafts: Readonly<
  Record<
    CompanyTenant,
    readonly (readonly [name: string, area: string, key: string | null, capacity: string, hazop: number])[]
  >
> = {
  '645967': [
    ['悬浮聚合', 'A01-1', '14', '5万吨/年', -1040],
    ['单体精馏', 'A02-1', null, '6万吨/年', -600],
    ['气相氧化', 'A02-2', '10', '2万吨/年', -400],
  ],
  '645968': [['空气深冷分离', 'B02-1', null, '1万立方米/时', -700]],
};

/** Processes; the HAZOP of the first is due soon. */
function craftFiles({ tenantId, now, keeper, day, area }: ArchiveBasics): SeedRecord[] {
  const materials = [stableId(tenantId, 'chemical', 1), stableId(tenantId, 'chemical', 2)];
  return crafts[tenantId].map(([craftName, code, keyProcess, capacity, hazop], index) => ({
    id: stableId(tenantId, 'archiveCraft', index + 1),
    createUser: keeper,
    createTime: ago(now, 300 - index),
    body: {
      craftName,
      unit: area(code).id,
      dept: area(code).deptId,
      isKeyProcess: keyProcess === null ? '0' : '1',
      ...(keyProcess === null ? {} : { keyProcess, riskLevel: '3', lopaSil: '2' }),
      capacity,
      materials,
      flowDesc: `${craftName}：进料、反应或分离、出料，全程密闭，异常时联锁停车。`,
      params: [
        { name: '温度', tag: `TT-${index + 1}01`, low: 40, high: 85, unit: '℃', interlock: '1' },
        { name: '压力', tag: `PT-${index + 1}01`, low: 0.1, high: 1.2, unit: 'MPa', interlock: '0' },
      ],
      automation: keyProcess === null ? ['1', '5'] : ['1', '3', '4', '5'],
      hazopDate: day(hazop),
      designUnit: '示例化工设计院（甲级）',
      keeper,
    },
    files: [
      scanOf('pidFile', `${craftName}工艺流程图`, [['设计能力', capacity]]),
      scanOf('procedureFile', `${craftName}操作规程`, [['设计能力', capacity]]),
    ],
  }));
}

/** Files of the people who have an id card on record; one has left, one is on leave. */
function peopleFiles({ tenantId, now, keeper, day }: ArchiveBasics): SeedRecord[] {
  const own = users.filter((user) => user.tenantId === tenantId && user.status === '1').slice(0, 40);
  return own.map((user, index) => ({
    id: stableId(tenantId, 'archivePeople', index + 1),
    createUser: keeper,
    createTime: ago(now, 60 - index),
    status: index === 37 ? '4' : index === 38 ? '2' : '1',
    body: {
      user: user.id,
      personCategory: user.personCategory,
      idCard: user.idCard ?? fictitiousIdCard(Number(user.id.slice(-4)), user.sex).idCard,
      education: ['3', '4', '2', '5'][index % 4],
      major: ['化学工程', '安全工程', '机械', '自动化'][index % 4],
      entryDate: user.entryDate,
      dept: user.dept[0],
      emergencyContact: '示例家属',
      emergencyPhone: `100${String(10_000_000 + index)}`,
      insured: '1',
      keeper,
      ...(index === 38 ? { endedOn: day(-40), retention: '3' } : {}),
    },
  }));
}

const bodies = [
  ['知衡安全评价有限公司(示例)', '1', 200],
  ['准绳检测检验有限公司(示例)', '2', 26],
  ['朝露职业卫生技术有限公司(示例)', '3', 75],
  ['松间消防技术服务有限公司(示例)', '4', -9],
  ['远山化工设计院(示例)', '6', 900],
] as const;

function thirdParties({ tenantId, now, keeper, day }: ArchiveBasics): SeedRecord[] {
  return bodies.map(([orgName, orgType, left], index) => {
    const file: SeedFile = scanOf('services.0.report', `${orgName}服务报告`, [['日期', day(-120 - index * 30)]]);
    return {
      id: stableId(tenantId, 'archiveThirdParty', index + 1),
      createUser: keeper,
      createTime: ago(now, 100 - index),
      body: {
        orgName,
        orgType,
        creditCode: fictitiousCreditCode(700 + index),
        qualification: `示例资质证书${String(index + 1).padStart(4, '0')}`,
        qualTo: day(left),
        contact: '示例联系人',
        phone: `100${String(20_000_000 + index)}`,
        services: [{ date: day(-120 - index * 30), content: '年度服务', conclusion: '符合要求' }],
        keeper,
      },
      file,
    };
  });
}

/** Files of the trainings that are over: the older ones are filed. */
function trainingFiles({ tenantId, now, keeper, day }: ArchiveBasics): SeedRecord[] {
  const plans = trainingBatches(tenantId, now).find(({ entity }) => entity === 'trainPlan')?.records ?? [];
  return plans
    .filter(({ status }) => status === '6')
    .map(({ id, body }, index, all) => {
      const filed = index < all.length - 2;
      return {
        id: stableId(tenantId, 'archiveTraining', index + 1),
        createUser: accountId(tenantId, 'trainer'),
        createTime: ago(now, 30 * (all.length - index)),
        status: filed ? '1' : '0',
        body: {
          year: String(body.startTime).slice(0, 4),
          plan: id,
          title: body.title,
          dept: body.organizeDept,
          docs: ['1', '2', '3', ...(filed ? ['6'] : [])],
          retention: '1',
          keeper,
          ...(filed ? { endedOn: day(-30 * (all.length - index) + 5) } : {}),
        },
        ...(filed
          ? { file: scanOf('files', `${String(body.title)}签到表`, [['培训时间', String(body.startTime)]]) }
          : {}),
      };
    });
}
