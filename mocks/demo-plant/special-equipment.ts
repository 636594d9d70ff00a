import { type CompanyTenant, scanOf } from './contractors.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

/** What each archive of a company is written from. */
export interface ArchiveBasics {
  readonly tenantId: CompanyTenant;
  readonly now: Date;
  readonly keeper: string;
  /** Date of the plant some days from now. */
  day(days: number): string;
  area(code: string): { readonly id: string; readonly deptId: string };
  /** People whose certificate of a category is valid. */
  holders(category: string): readonly string[];
}

const vessels: Record<
  CompanyTenant,
  readonly (readonly [no: string, name: string, kind: string, medium: string, area: string, left: number])[]
> = {
  '645967': [
    ['R-1001', '聚合反应釜A', 'R', '单体', 'A01-1', 900],
    ['R-1002', '聚合反应釜B', 'R', '单体', 'A01-1', 62],
    ['R-1003', '聚合反应釜C', 'R', '单体', 'A01-1', 21],
    ['E-2001', '塔釜再沸器', 'E', '蒸汽', 'A02-1', 700],
    ['E-2002', '塔顶冷凝器', 'E', '循环水', 'A02-1', -15],
    ['V-2201', '单体中间罐A', 'C', '单体', 'A02-3', 1200],
    ['V-2202', '单体中间罐B', 'C', '单体', 'A02-3', 1300],
  ],
  '645968': [
    ['TK-0201', '液氧储罐', 'C', '液氧', 'B02-1', 500],
    ['TK-0202', '液氮储罐', 'C', '液氮', 'B02-1', 45],
  ],
};
const boilers: Record<CompanyTenant, readonly (readonly [no: string, name: string, kind: string, area: string])[]> = {
  '645967': [
    ['F-5101', '导热油炉', '3', 'A05-1'],
    ['B-5102', '蒸汽锅炉', '1', 'A05-1'],
  ],
  '645968': [['B-0101', '循环流化床锅炉', '1', 'B01-1']],
};

/** Pressure vessels, boilers, cranes and forklifts; what is past its inspection stands still. */
export function specialEquipmentBatches(
  basics: ArchiveBasics,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  return [
    { entity: 'archivePressureVessel', title: '压力容器档案', records: vesselFiles(basics) },
    { entity: 'archiveBoiler', title: '锅炉档案', records: boilerFiles(basics) },
    { entity: 'archiveCrane', title: '起重机械档案', records: craneFiles(basics) },
    { entity: 'archiveForklift', title: '叉车档案', records: forkliftFiles(basics) },
  ];
}

const stopped = { status: '1', note: { stopNote: '检验有效期已过，自动停用' } };
const running = { status: '0', note: {} };

function vesselFiles({ tenantId, now, keeper, day, area }: ArchiveBasics): SeedRecord[] {
  return vessels[tenantId].map(([equipNo, equipName, vesselKind, medium, code, left], index) => {
    const place = area(code);
    const { status, note } = left < 0 ? stopped : running;
    const number = String(index + 1).padStart(5, '0');
    const useDate = day(-2900 - index * 40);
    const bare = equipNo === 'V-2202';
    const inspected = day(left - 2150);
    return {
      id: stableId(tenantId, 'archivePressureVessel', index + 1),
      createUser: keeper,
      createTime: new Date(now.getTime() - 45 * 86_400_000),
      status,
      body: {
        equipNo,
        equipName,
        equipCode: `2${`${tenantId}${number}`.padStart(16, '0')}`,
        registerNo: `容15示例${number}`,
        registerDate: day(-2900 - index * 40 + 20),
        vesselClass: index % 3 === 0 ? '3' : '2',
        vesselKind,
        medium,
        volume: 20 + index * 10,
        designPressure: 1.6,
        workPressure: 1,
        designTemp: 150,
        material: 'S30408',
        manufacturer: '示例压力容器制造有限公司',
        produceDate: day(-3100 - index * 40),
        useDate,
        unit: place.id,
        dept: place.deptId,
        safetyGrade: index % 4 === 3 ? '2' : '1',
        lastInspect: inspected,
        nextInspect: day(left),
        lastYearly: day(-150 - index * 35),
        inspectOrg: '准绳检测检验有限公司(示例)',
        accessories: [
          { kind: '1', no: `AQF-${equipNo}`, setValue: 1.5, lastCheck: day(-120 - index * 20) },
          { kind: '3', no: `YLB-${equipNo}`, lastCheck: day(-60 - index * 10) },
        ],
        ...(bare
          ? {}
          : { inspections: [{ kind: '1', date: inspected, org: '准绳检测检验有限公司(示例)', conclusion: '1' }] }),
        manager: keeper,
        keeper,
        ...note,
      },
      files: bare
        ? []
        : [
            scanOf('inspections.0.report', `${equipName}定期检验报告`, [['检验日期', inspected]]),
            scanOf('files', `${equipName}使用登记证`, [['登记证编号', `容15示例${number}`]]),
          ],
    };
  });
}

function boilerFiles({ tenantId, now, keeper, day, area, holders }: ArchiveBasics): SeedRecord[] {
  const water = holders('S-G3');
  return boilers[tenantId].map(([equipNo, equipName, boilerKind, code], index) => ({
    id: stableId(tenantId, 'archiveBoiler', index + 1),
    createUser: keeper,
    createTime: new Date(now.getTime() - 45 * 86_400_000),
    body: {
      equipNo,
      equipName,
      registerNo: `锅10示例${String(index + 1).padStart(5, '0')}`,
      boilerKind,
      boilerLevel: 'B',
      model: boilerKind === '3' ? 'YY-6000' : 'SZS20-1.6',
      evaporation: boilerKind === '3' ? '7 MW' : '20 t/h',
      workPressure: 1.6,
      mediumTemp: boilerKind === '3' ? 300 : 204,
      fuel: '1',
      manufacturer: '示例锅炉制造有限公司',
      useDate: day(-2000 - index * 60),
      dept: area(code).deptId,
      lastOuter: day(-290 - index * 60),
      lastInner: day(-500 - index * 60),
      accessories: [{ kind: '1', no: `AQF-${equipNo}`, setValue: 1.5, lastCheck: day(-200) }],
      stokers: holders('S-G1').slice(0, 2),
      ...(water.length === 0 ? {} : { waterWorkers: water }),
      manager: keeper,
      keeper,
    },
    // The newest is registered, its papers are still on their way.
    files: index === 1 ? [] : [scanOf('files', `${equipName}使用登记证`, [['设备编号', equipNo]])],
  }));
}

const cranes = [
  ['QC-6101', '桥式起重机', '1', 10, 400],
  ['QC-6102', '电动单梁起重机', '1', 5, 55],
  ['QY-6103', '汽车起重机', '4', 25, 18],
] as const;

function craneFiles({ tenantId, now, keeper, day, area, holders }: ArchiveBasics): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return cranes.map(([equipNo, equipName, craneKind, ratedLoad, left], index) => ({
    id: stableId(tenantId, 'archiveCrane', index + 1),
    createUser: keeper,
    createTime: new Date(now.getTime() - 8 * 86_400_000),
    body: {
      equipNo,
      equipName,
      registerNo: `起17示例${String(index + 1).padStart(5, '0')}`,
      craneKind,
      model: `LD-${ratedLoad}t`,
      ratedLoad,
      workGrade: 'A5',
      manufacturer: '示例起重机械有限公司',
      useDate: day(-1500 - index * 30),
      location: '检维修车间',
      dept: area('A06-1').deptId,
      lastInspect: day(left - (craneKind === '4' ? 360 : 720)),
      nextInspect: day(left),
      ropeCheck: day(-12),
      drivers: holders('S-Q2'),
      commanders: holders('S-Q1').slice(0, 1),
      manager: keeper,
      keeper,
    },
    files: index === 2 ? [] : [scanOf('files', `${equipName}检验报告`, [['下次检验', day(left)]])],
  }));
}

const forklifts = [
  ['CC-01', '2', 3000, 80],
  ['CC-02', '2', 2000, 200],
  ['CC-03', '1', 5000, -8],
] as const;

function forkliftFiles({ tenantId, now, keeper, day, area, holders }: ArchiveBasics): SeedRecord[] {
  if (tenantId !== '645967') return [];
  return forklifts.map(([equipNo, powerType, ratedLoad, left], index) => {
    const { status, note } = left < 0 ? stopped : running;
    return {
      id: stableId(tenantId, 'archiveForklift', index + 1),
      createUser: keeper,
      createTime: new Date(now.getTime() - 8 * 86_400_000),
      status,
      body: {
        equipNo,
        plateNo: `场内示A0000${index + 1}`,
        registerNo: `车11示例${String(index + 1).padStart(5, '0')}`,
        powerType,
        ratedLoad,
        model: `CPD${ratedLoad / 100}`,
        hazardZone: powerType === '2' ? '1' : '0',
        isExplosionProof: powerType === '2' ? '1' : '0',
        manufacturer: '示例叉车有限公司',
        useDate: day(-1200 - index * 30),
        dept: area('A04-1').deptId,
        lastInspect: day(left - 731),
        dailyCheck: holders('S-N1')[0],
        drivers: holders('S-N1'),
        insuranceTo: day(120 + index * 40),
        keeper,
        ...note,
      },
      files: [scanOf('files', `${equipNo}检验报告`, [['牌照', `场内示A0000${index + 1}`]])],
    };
  });
}
