import { areas, spotIn } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { equipmentRecords } from './equipment.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;

/** What is checked at a point: a name with its standard, or a reading with unit and limits. */
export interface InspectionItem {
  readonly name: string;
  readonly standard: string;
  readonly method: string;
  readonly reading?: readonly [unit: string, low: number, high: number];
}

const item = (name: string, standard: string, method: string, reading?: InspectionItem['reading']): InspectionItem => ({
  ...{ name, standard, method },
  ...(reading === undefined ? {} : { reading }),
});
const leak = item('密封与法兰', '无跑冒滴漏', '目视');
const kinds = {
  reactor: [item('釜温', '60至85℃', '看现场表', ['℃', 60, 85]), item('搅拌电机', '无异响、无异常振动', '听、摸'), leak],
  pump: [item('轴承温度', '不超过75℃', '测温枪', ['℃', 0, 75]), leak, item('油位', '油标二分之一至三分之二', '目视')],
  tank: [item('液位', '15%至80%', '看现场表', ['%', 15, 80]), leak, item('静电接地', '连接牢固，无锈断', '目视')],
  fire: [item('灭火器', '压力在绿区，铅封完好', '目视'), item('疏散通道', '畅通，无堆物', '目视')],
  boiler: [item('炉膛负压', '-60至-20Pa', '看现场表', ['Pa', -60, -20]), item('安全阀', '无泄漏，铅封完好', '目视')],
  power: [item('变压器油温', '不超过85℃', '看温度计', ['℃', 0, 85]), item('室内温湿度', '通风正常，无凝露', '目视')],
} as const satisfies Record<string, readonly InspectionItem[]>;

type PointRow = readonly [no: string, name: string, area: string, equip: string, kind: keyof typeof kinds];

const rows: Record<CompanyTenant, readonly PointRow[]> = {
  '645967': [
    ['XJ-JH-01', '聚合反应釜A', 'A01-1', 'R-1001', 'reactor'],
    ['XJ-JH-02', '聚合反应釜B', 'A01-1', 'R-1002', 'reactor'],
    ['XJ-JH-03', '引发剂配制罐', 'A01-2', 'V-1101', 'tank'],
    ['XJ-JH-04', '引发剂计量泵', 'A01-2', 'P-1101', 'pump'],
    ['XJ-JH-05', '聚合后处理厂房', 'A01-3', '', 'fire'],
    ['XJ-GY-01', '蒸汽锅炉', 'A05-1', 'B-5102', 'boiler'],
    ['XJ-GY-02', '循环水泵', 'A05-3', 'P-5301', 'pump'],
    ['XJ-GY-03', '消防水泵', 'A05-3', 'P-5302', 'pump'],
    ['XJ-GY-04', '主变压器', 'A05-4', 'TR-5401', 'power'],
    ['XJ-GQ-01', '甲醇储罐A', 'A03-1', 'TK-3101', 'tank'],
    ['XJ-GQ-02', '甲醇储罐B', 'A03-1', 'TK-3102', 'tank'],
    ['XJ-GQ-03', '苯乙烯储罐', 'A03-1', 'TK-3103', 'tank'],
    ['XJ-XF-01', '汽车装卸区消防器材', 'A03-3', '', 'fire'],
    ['XJ-XF-02', '甲类仓库消防器材', 'A04-1', '', 'fire'],
    ['XJ-XF-03', '成品仓库消防器材', 'A04-2', '', 'fire'],
    ['XJ-XF-04', '机修厂房消防器材', 'A06-1', '', 'fire'],
  ],
  '645968': [
    ['XJ-RD-01', '循环流化床锅炉', 'B01-1', 'B-0101', 'boiler'],
    ['XJ-KF-01', '液氧储罐', 'B02-1', 'TK-0201', 'tank'],
    ['XJ-KF-02', '液氮储罐', 'B02-1', 'TK-0202', 'tank'],
  ],
};

/** A point of inspection with what is checked there. */
export interface InspectionPoint {
  readonly id: string;
  readonly number: number;
  readonly no: string;
  readonly name: string;
  readonly area: (typeof areas)[number];
  readonly location: string;
  readonly equipNo: string;
  readonly items: readonly InspectionItem[];
  /** Whether a tag hangs there that answers. */
  readonly tagged: boolean;
}

/** Numbers of the points with a tag, by company; the last tag of the list is broken. */
const tagged: Record<CompanyTenant, readonly number[]> = { '645967': [1, 2, 3, 4, 6, 7, 10, 11], '645968': [1, 2] };

/** The points of a company. */
export function inspectionPointsOf(tenantId: CompanyTenant): readonly InspectionPoint[] {
  return rows[tenantId].map(([no, name, code, equipNo, kind], index) => {
    const area = areas.find((own) => own.tenantId === tenantId && own.areaCode === code);
    if (area === undefined) throw new Error(`示例企业 ${tenantId} 没有区域 ${code}`);
    const number = index + 1;
    return {
      ...{ id: stableId(tenantId, 'inspectPoint', number), number, no, name, area, equipNo },
      ...{ location: `${area.areaName}${kind === 'fire' ? '入口' : '现场'}`, items: kinds[kind] },
      tagged: tagged[tenantId].slice(0, tenantId === '645967' ? -1 : undefined).includes(number),
    };
  });
}

/** Points, what is checked there and the tags of a company, as of a day. */
export function inspectPlaceRecords(tenantId: CompanyTenant, now: Date) {
  const keeper = accountId(tenantId, 'safety');
  const equipment = equipmentRecords(tenantId, now);
  const by = { createUser: keeper, createTime: new Date(now.getTime() - 120 * day) };
  const own = inspectionPointsOf(tenantId);
  const points: SeedRecord[] = own.map(({ id, number, no, name, area, location, equipNo, tagged: hasTag }) => ({
    ...{ id, ...by },
    body: {
      ...{ pointNo: no, pointName: name, areaId: area.id, deptId: area.deptId, location },
      ...{ geo: spotIn(area, number), signModes: [hasTag ? 'nfc' : 'qr', 'gps'], isMajor: area.isMajor },
      equipmentIds: equipment.filter(({ body }) => body.equipNo === equipNo).map((record) => record.id),
    },
  }));
  const items: SeedRecord[] = own.flatMap((point) =>
    point.items.map((checked, index) => ({
      ...{ id: stableId(tenantId, 'inspectItem', point.number * 10 + index + 1), ...by },
      body: { pointId: point.id, ...itemBody(checked, index) },
    })),
  );
  return { points, items, tags: tagRecords(tenantId, now, own, by) };
}

/** Fields of an item as the point has them, and each check of it. */
export function itemBody({ name, standard, method, reading }: InspectionItem, index: number) {
  return {
    ...{ sort: index + 1, itemName: name, itemType: reading === undefined ? 'choice' : 'number', standard, method },
    ...(reading === undefined ? {} : { unit: reading[0], minValue: reading[1], maxValue: reading[2] }),
    ...{ required: '1', needPhoto: '0' },
  };
}

function tagRecords(
  tenantId: CompanyTenant,
  now: Date,
  points: readonly InspectionPoint[],
  by: Pick<SeedRecord, 'createUser' | 'createTime'>,
): SeedRecord[] {
  const codeOf = (number: number) => `04${tenantId}${(0xa0 + number).toString(16).toUpperCase()}`;
  const installed = { installTime: plantDate(now, -125), installUserId: by.createUser };
  const kept = { tagType: 'nfc', bindKind: 'point' };
  const hung: SeedRecord[] = tagged[tenantId].flatMap((number, index) => {
    const point = points[number - 1];
    if (point === undefined) return [];
    return {
      ...{ id: stableId(tenantId, 'nfcTag', index + 1), ...by, status: point.tagged ? 'bound' : 'damaged' },
      body: {
        ...{ tagCode: codeOf(index + 1), tagName: `${point.name}标签`, ...kept, areaId: point.area.id },
        ...{ pointId: point.id, ...installed, lastScanTime: wallTime(now, point.tagged ? -1 - index / 10 : -9) },
        ...(point.tagged ? {} : { damageReason: '外壳被扳手碰裂，手机读不出编码' }),
      },
    };
  });
  const spare = tenantId === '645967' ? [9, 10] : [];
  return [
    ...hung,
    ...spare.map((number) => ({
      ...{ id: stableId(tenantId, 'nfcTag', number), ...by, status: 'idle' },
      body: { tagCode: codeOf(number), tagName: `备用标签${number - 8}`, ...kept, areaId: points[0]?.area.id },
    })),
  ];
}
