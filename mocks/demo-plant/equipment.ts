import { areas } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { stableId } from './ids.ts';
import { majorSourceOf } from './risks.ts';
import type { SeedRecord } from './seed-record.ts';

type Row = readonly [
  tag: string,
  name: string,
  type: string,
  level: string,
  area: string,
  model: string,
  medium: string,
];

const rows: Record<CompanyTenant, readonly Row[]> = {
  '645967': [
    ['R-1001', '聚合反应釜A', '2', '1', 'A01-1', 'FV-20', '单体'],
    ['R-1002', '聚合反应釜B', '2', '1', 'A01-1', 'FV-20', '单体'],
    ['R-1003', '聚合反应釜C', '2', '1', 'A01-1', 'FV-20', '单体'],
    ['V-1101', '引发剂配制罐', '4', '1', 'A01-2', 'V-3', '有机过氧化物'],
    ['P-1101', '引发剂计量泵', '5', '2', 'A01-2', 'JX-50', '有机过氧化物'],
    ['D-1201', '脱气干燥机', '99', '2', 'A01-3', 'GZ-8', '树脂粉料'],
    ['T-2001', '精馏塔', '1', '1', 'A02-1', 'DN1800', '粗单体'],
    ['E-2001', '塔釜再沸器', '3', '1', 'A02-1', 'BEM-600', '蒸汽'],
    ['E-2002', '塔顶冷凝器', '3', '2', 'A02-1', 'BEM-500', '循环水'],
    ['P-2001A', '塔底泵A', '5', '2', 'A02-1', 'AY80', '粗单体'],
    ['P-2001B', '塔底泵B', '5', '2', 'A02-1', 'AY80', '粗单体'],
    ['C-2101', '单体压缩机', '6', '1', 'A02-2', '4M16', '单体气'],
    ['V-2201', '单体中间罐A', '4', '1', 'A02-3', 'V-200', '单体'],
    ['V-2202', '单体中间罐B', '4', '1', 'A02-3', 'V-200', '单体'],
    ['TK-3101', '甲醇储罐A', '4', '1', 'A03-1', 'V-1000', '甲醇'],
    ['TK-3102', '甲醇储罐B', '4', '1', 'A03-1', 'V-1000', '甲醇'],
    ['TK-3103', '苯乙烯储罐', '4', '1', 'A03-1', 'V-500', '苯乙烯'],
    ['TK-3201', '液碱储罐', '4', '3', 'A03-2', 'V-200', '氢氧化钠溶液'],
    ['TK-3202', '盐酸储罐', '4', '3', 'A03-2', 'V-100', '盐酸'],
    ['L-3301', '装车鹤管', '8', '2', 'A03-3', 'DN100', '甲醇'],
    ['W-4101', '甲类仓库通风系统', '11', '2', 'A04-1', 'BT35', '空气'],
    ['F-5101', '导热油炉', '7', '1', 'A05-1', 'YY-6000', '导热油'],
    ['B-5102', '蒸汽锅炉', '7', '1', 'A05-1', 'SZS20', '蒸汽'],
    ['V-5201', '污水调节池', '13', '2', 'A05-2', '600立方米', '工业污水'],
    ['V-5202', '厌氧反应器', '2', '2', 'A05-2', 'UASB', '沼气'],
    ['P-5301', '循环水泵', '5', '3', 'A05-3', 'KQSN400', '循环水'],
    ['P-5302', '消防水泵', '11', '1', 'A05-3', 'XBD10', '消防水'],
    ['TR-5401', '主变压器', '9', '1', 'A05-4', 'S11-6300', '变压器油'],
    ['QC-6101', '桥式起重机', '12', '3', 'A06-1', 'LD-10t', ''],
    ['SIS-8001', '安全仪表系统', '10', '1', 'A08', 'SIL2', ''],
  ],
  '645968': [
    ['B-0101', '循环流化床锅炉', '7', '1', 'B01-1', 'CFB-75', '蒸汽'],
    ['T-0102', '汽轮发电机组', '9', '1', 'B01-2', 'B12', '蒸汽'],
    ['TK-0201', '液氧储罐', '4', '1', 'B02-1', 'CFL-50', '液氧'],
    ['TK-0202', '液氮储罐', '4', '2', 'B02-1', 'CFL-50', '液氮'],
  ],
};

const areaOf = (tenantId: CompanyTenant, code: string) => {
  const found = areas.find((area) => area.tenantId === tenantId && area.areaCode === code);
  if (found === undefined) throw new Error(`示例企业 ${tenantId} 没有区域 ${code}`);
  return found;
};

/** The equipment of a company, as of a day. */
export function equipmentRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  return rows[tenantId].map(([equipNo, equipName, equipType, equipLevel, code, model, medium], index) => {
    const area = areaOf(tenantId, code);
    // Every fourth was put to use within the last year and has had no overhaul yet.
    const isNew = index % 4 === 3;
    const lastMaintain = isNew ? null : plantDate(now, -30 - index * 17);
    const month = `0${(index % 9) + 1}`;
    const produceDate = isNew ? plantDate(now, -300 - index) : `${2008 + (index % 12)}-${month}-15`;
    const useDate = isNew ? plantDate(now, -60 - index * 5) : `${2009 + (index % 12)}-${month}-20`;
    return {
      id: stableId(tenantId, 'equipment', index + 1),
      createUser: accountId(tenantId, 'safety'),
      createTime: new Date(now.getTime() - 300 * 86_400_000),
      status: equipNo === 'P-2001B' ? '2' : equipNo === 'TK-3202' ? '1' : '0',
      body: {
        equipNo,
        equipName,
        equipType,
        equipLevel,
        unit: area.id,
        dept: area.deptId,
        keeper: area.dutyUserId,
        model,
        manufacturer: '示例装备制造有限公司',
        serialNo: `SB${tenantId.slice(-2)}${String(index + 1).padStart(4, '0')}`,
        produceDate,
        useDate,
        designLife: 20,
        medium: medium === '' ? null : medium,
        isSis: equipNo.startsWith('SIS') ? '1' : '0',
        maintainCycle: [12, 24, 36][index % 3],
        lastMaintain,
        records:
          lastMaintain === null ? null : [{ date: lastMaintain, content: '按计划检修，试车正常', person: '检修班' }],
      },
    };
  });
}

type Limits = Readonly<Partial<Record<'ll' | 'l' | 'h' | 'hh', number>>>;
interface PointKind {
  readonly prefix: string;
  readonly name: string;
  readonly pointType: string;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly limits: Limits;
  readonly value: number;
  readonly source: string;
}

const pointKinds = {
  T: {
    prefix: 'TT',
    name: '温度',
    pointType: 'temperature',
    unit: 'C',
    range: [0, 300],
    limits: { h: 180, hh: 200 },
    value: 142.6,
    source: 'DCS',
  },
  P: {
    prefix: 'PT',
    name: '压力',
    pointType: 'pressure',
    unit: 'MPa',
    range: [0, 2],
    limits: { l: 0.2, h: 1.2, hh: 1.5 },
    value: 0.86,
    source: 'DCS',
  },
  L: {
    prefix: 'LT',
    name: '液位',
    pointType: 'level',
    unit: 'pct',
    range: [0, 100],
    limits: { ll: 10, l: 15, h: 80, hh: 90 },
    value: 56.2,
    source: 'DCS',
  },
  F: {
    prefix: 'FT',
    name: '流量',
    pointType: 'flow',
    unit: 'm3h',
    range: [0, 120],
    limits: { l: 10 },
    value: 62.4,
    source: 'DCS',
  },
  G: {
    prefix: 'GT',
    name: '可燃气体浓度',
    pointType: 'combustible',
    unit: 'lel',
    range: [0, 100],
    limits: { h: 25, hh: 50 },
    value: 1.2,
    source: 'GDS',
  },
  H: {
    prefix: 'AT',
    name: '有毒气体浓度',
    pointType: 'toxic',
    unit: 'ppm',
    range: [0, 100],
    limits: { h: 5, hh: 10 },
    value: 0.4,
    source: 'GDS',
  },
  O: {
    prefix: 'OT',
    name: '氧含量',
    pointType: 'oxygen',
    unit: 'vol',
    range: [0, 30],
    limits: { ll: 18, l: 19.5, h: 23.5 },
    value: 20.8,
    source: 'GDS',
  },
  V: {
    prefix: 'VT',
    name: '振动',
    pointType: 'vibration',
    unit: 'mms',
    range: [0, 20],
    limits: { h: 7.1, hh: 11.2 },
    value: 2.3,
    source: 'DCS',
  },
} as const satisfies Record<string, PointKind>;

/** Kinds of points that a piece of equipment has, by its type. */
const pointsOf: Readonly<Record<string, string>> = {
  1: 'TPL',
  2: 'TPLG',
  3: 'T',
  4: 'LG',
  5: 'V',
  6: 'PVG',
  7: 'TP',
  8: 'F',
  9: 'T',
  11: 'H',
  13: 'O',
};

/** The sensor points of a company's equipment, as of a day. Values stand still unless sensors send new ones. */
export function sensorPointRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const records: SeedRecord[] = [];
  for (const [place, [equipNo, equipName, equipType, , code, , medium]] of rows[tenantId].entries()) {
    const area = areaOf(tenantId, code);
    for (const letter of pointsOf[equipType] ?? '') {
      const kind: PointKind = pointKinds[letter as keyof typeof pointKinds];
      const number = records.length + 1;
      const off = number % 23 === 0;
      records.push({
        id: stableId(tenantId, 'sensorPoint', number),
        createUser: accountId(tenantId, 'safety'),
        createTime: new Date(now.getTime() - 200 * 86_400_000),
        status: number === 40 ? '0' : '1',
        body: {
          tag: `${kind.prefix}-${equipNo.replace(/^[A-Z]+-/, '')}${number}`,
          pointName: `${equipName}${kind.name}`,
          pointType: kind.pointType,
          medium: medium === '' ? '空气' : medium,
          unit: kind.unit,
          rangeLow: kind.range[0],
          rangeHigh: kind.range[1],
          ...kind.limits,
          deadBand: (kind.range[1] - kind.range[0]) / 100,
          delaySec: 5,
          decimals: kind.unit === 'MPa' ? 2 : 1,
          areaId: area.id,
          equipmentId: stableId(tenantId, 'equipment', place + 1),
          dutyDeptId: area.deptId,
          ...majorSourceOf(tenantId, code),
          isInterlock: 'hh' in kind.limits && number % 3 === 0 ? '1' : '0',
          source: kind.source,
          value: off ? (kind.limits.hh ?? kind.limits.h ?? kind.value) : kind.value,
          quality: number % 29 === 0 ? 'bad' : 'good',
          valueTime: wallTime(now, 0),
        },
      });
    }
  }
  return records;
}
