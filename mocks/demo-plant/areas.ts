import { shippedRowId } from '../../server/metadata/tenant-rows.ts';
import { enterpriseConfigs } from './enterprise.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { placeOnPlan } from './plan.ts';
import type { TenantId } from './types.ts';

/** Key of the dictionary `area-type`. */
export type AreaType = 'production' | 'tank' | 'warehouse' | 'loading' | 'utility' | 'lab' | 'office' | 'other';

/** A risk area of the demo plant. */
export interface Area {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly areaCode: string;
  readonly areaName: string;
  /** null: directly below the plant. */
  readonly parentId: string | null;
  readonly areaType: AreaType;
  readonly deptId: string;
  readonly dutyUserId: string;
  readonly phone: string;
  /** Key of the dictionary `risk-level`: 1 is the gravest. */
  readonly riskLevel: '1' | '2' | '3' | '4';
  readonly isMajor: '0' | '1';
  readonly maxPeople: number;
  readonly geo: { readonly lng: number; readonly lat: number };
  /** How far its middle is from its edges. */
  readonly room: { readonly lng: number; readonly lat: number };
  readonly mainRisk: string;
  /** Toxic substances that are analysed there before hot work and work in spaces. */
  readonly media: readonly string[];
}

/** Keys of the shipped limits of gases, by code of the area. */
const MEDIA: Readonly<Record<string, readonly string[]>> = {
  'A03-1': ['benzene'],
  'A05-1': ['co'],
  'A05-2': ['h2s', 'co'],
  'A05-3': ['nh3'],
};

/** Code, code of the area above or '', name, type, department, level, whether a major hazard, people, risk. */
type AreaRow = readonly [
  code: string,
  above: string,
  name: string,
  type: AreaType,
  dept: string,
  level: Area['riskLevel'],
  major: Area['isMajor'],
  people: number,
  risk: string,
];

const rows: Record<'645967' | '645968', readonly AreaRow[]> = {
  '645967': [
    [
      'A01',
      '',
      '聚合生产区',
      'production',
      '6459670100',
      '1',
      '1',
      24,
      '聚合反应失控、物料泄漏引发火灾爆炸，人员中毒。',
    ],
    ['A01-1', 'A01', '聚合反应框架', 'production', '6459670101', '1', '1', 9, '反应超温超压、搅拌失电、引发剂分解。'],
    ['A01-2', 'A01', '引发剂配制间', 'production', '6459670102', '2', '0', 3, '有机过氧化物受热分解、静电放电。'],
    ['A01-3', 'A01', '聚合后处理厂房', 'production', '6459670102', '3', '0', 8, '粉尘爆炸、机械伤害、噪声。'],
    ['A02', '', '单体生产区', 'production', '6459670110', '1', '1', 22, '易燃液体和气体泄漏，火灾爆炸。'],
    ['A02-1', 'A02', '单体精馏框架', 'production', '6459670111', '1', '1', 8, '塔釜超温、可燃物料泄漏、高处坠落。'],
    ['A02-2', 'A02', '单体压缩机厂房', 'production', '6459670111', '2', '0', 4, '可燃气体泄漏、机械伤害、噪声。'],
    ['A02-3', 'A02', '单体中间罐组', 'tank', '6459670112', '2', '1', 4, '储罐超压、阻聚剂失效自聚。'],
    ['A03', '', '原料罐区', 'tank', '6459670080', '1', '1', 10, '易燃液体大量泄漏，流淌火，人员中毒。'],
    ['A03-1', 'A03', '甲类液体罐组', 'tank', '6459670081', '1', '1', 5, '储罐冒顶、泄漏、雷击、静电。'],
    ['A03-2', 'A03', '酸碱罐组', 'tank', '6459670081', '3', '0', 3, '化学灼伤、泄漏腐蚀。'],
    ['A03-3', 'A03', '汽车装卸区', 'loading', '6459670081', '2', '0', 12, '静电放电、鹤管脱落泄漏、车辆伤害。'],
    ['A04', '', '危化品库区', 'warehouse', '6459670082', '2', '0', 10, '禁忌物混存、包装破损泄漏。'],
    ['A04-1', 'A04', '甲类仓库', 'warehouse', '6459670082', '2', '1', 6, '易燃物品泄漏起火、叉车伤害。'],
    ['A04-2', 'A04', '成品仓库', 'warehouse', '6459670082', '4', '0', 15, '堆垛倒塌、车辆伤害、火灾。'],
    ['A05', '', '公用工程区', 'utility', '6459670120', '3', '0', 18, '高温高压、触电、中毒窒息。'],
    ['A05-1', 'A05', '锅炉房', 'utility', '6459670121', '2', '0', 6, '锅炉超压爆炸、燃气泄漏、烫伤。'],
    ['A05-2', 'A05', '污水处理站', 'utility', '6459670122', '2', '0', 5, '硫化氢中毒、受限空间窒息、淹溺。'],
    ['A05-3', 'A05', '循环水及消防泵房', 'utility', '6459670120', '3', '0', 4, '触电、机械伤害、淹溺。'],
    ['A05-4', 'A05', '变配电所', 'other', '6459670132', '2', '0', 4, '触电、电弧灼伤、电气火灾。'],
    ['A06', '', '检维修区', 'other', '6459670130', '3', '0', 20, '机械伤害、触电、物体打击、动火火灾。'],
    ['A06-1', 'A06', '机修厂房', 'other', '6459670131', '3', '0', 14, '机械伤害、起重伤害、动火火灾。'],
    ['A07', '', '质检分析楼', 'lab', '6459670070', '3', '0', 16, '化学灼伤、中毒、火灾、气瓶爆炸。'],
    ['A08', '', '中央控制室', 'office', '6459670031', '3', '0', 12, '电气火灾、控制系统失电。'],
    ['A09', '', '厂前办公区', 'office', '6459670010', '4', '0', 90, '火灾、触电、车辆伤害。'],
    ['A10', '', '施工检修临时区', 'other', '6459670130', '2', '0', 40, '承包商交叉作业、高处坠落、起重伤害。'],
  ],
  '645968': [
    ['B01', '', '热电区', 'utility', '6459680100', '2', '0', 16, '锅炉爆炸、高温烫伤、触电。'],
    ['B01-1', 'B01', '锅炉房', 'utility', '6459680101', '2', '0', 7, '超压爆炸、燃气泄漏、烫伤。'],
    ['B01-2', 'B01', '汽机房', 'utility', '6459680102', '3', '0', 6, '机械伤害、高温烫伤、透平油火灾。'],
    ['B02', '', '空分装置区', 'production', '6459680110', '2', '0', 8, '富氧燃烧、低温冻伤、氮气窒息。'],
    ['B02-1', 'B02', '液氧液氮罐组', 'tank', '6459680110', '2', '1', 4, '低温液体泄漏、富氧燃烧、窒息。'],
    ['B03', '', '检修区', 'other', '6459680120', '3', '0', 12, '机械伤害、触电、物体打击。'],
    ['B04', '', '运行控制楼', 'office', '6459680030', '4', '0', 20, '电气火灾、触电。'],
    ['B05', '', '危废暂存间', 'warehouse', '6459680020', '3', '0', 3, '废油起火、化学灼伤。'],
  ],
};

function compile(tenantId: keyof typeof rows): Area[] {
  const config = enterpriseConfigs.find((candidate) => candidate.tenantId === tenantId);
  const idOf = (code: string) => stableId(tenantId, 'area', rows[tenantId].findIndex(([own]) => own === code) + 1);
  return rows[tenantId].map(
    ([code, above, areaName, areaType, deptId, riskLevel, isMajor, maxPeople, mainRisk], index) => {
      const leader = departments.find(({ id }) => id === deptId)?.leader;
      const duty = users.find(({ id }) => id === leader);
      if (duty === undefined) throw new Error(`部门 ${deptId} 没有负责人`);
      return {
        id: idOf(code),
        tenantId,
        areaCode: code,
        areaName,
        parentId: above === '' ? null : idOf(above),
        areaType,
        deptId,
        dutyUserId: duty.id,
        phone: duty.phone,
        riskLevel,
        isMajor,
        maxPeople,
        ...placeOf(tenantId, { lng: config?.mapCenterLng ?? 0, lat: config?.mapCenterLat ?? 0 }, code, index),
        mainRisk,
        media: (MEDIA[code] ?? []).map((key) => shippedRowId('ticketGasLimit', key)),
      };
    },
  );
}

/** Where an area lies: the first plant on its plan, the other one in rows about its middle. */
function placeOf(tenantId: TenantId, centre: Area['geo'], code: string, index: number): Pick<Area, 'geo' | 'room'> {
  const planned = tenantId === '645967' ? placeOnPlan(centre, code) : undefined;
  if (planned !== undefined) return { geo: planned.middle, room: planned.room };
  return {
    geo: {
      lng: degrees(centre.lng + ((index % 6) - 2.5) * 0.0011),
      lat: degrees(centre.lat + (Math.floor(index / 6) - 2) * 0.0009),
    },
    room: { lng: 0.0004, lat: 0.0003 },
  };
}

/** A spot within an area, some metres from its middle: another one for each number. */
export function spotIn({ geo, room }: Pick<Area, 'geo' | 'room'>, number: number): Area['geo'] {
  const step = (of: number): number => (((number * of) % 11) / 5 - 1) * 0.8;
  return { lng: degrees(geo.lng + step(7) * room.lng), lat: degrees(geo.lat + step(3) * room.lat) };
}

/** Boundary of an area as a rectangle about its middle. */
export function boundaryOf({ geo, room }: Pick<Area, 'geo' | 'room'>) {
  const at = (east: number, north: number) => ({
    lng: degrees(geo.lng + east * room.lng),
    lat: degrees(geo.lat + north * room.lat),
  });
  return { points: [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)] };
}

/** What the tag says that hangs in an area. */
export const tagOf = ({ areaCode }: Pick<Area, 'areaCode'>): string => `AREA-${areaCode}`;

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;

/** The risk areas of both plants, each after the one above it. */
export const areas: readonly Area[] = [...compile('645967'), ...compile('645968')];

/** A checklist of the demo plant with what is looked at. */
interface Checklist {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly name: string;
  /** Key of the dictionary `peril-source`. */
  readonly source: string;
  readonly basis: string;
  readonly items: readonly {
    readonly id: string;
    readonly seq: number;
    readonly content: string;
    readonly standard: string;
    readonly method: string;
  }[];
}

type ChecklistRow = readonly [name: string, source: string, items: readonly (readonly [string, string])[]];

const checklistRows: readonly ChecklistRow[] = [
  [
    '车间日常安全检查表',
    '1',
    [
      ['动静密封点有无泄漏', '无跑冒滴漏，泄漏点已挂牌登记'],
      ['压力表、温度计、液位计是否完好', '指示清楚、在检定期内、有上下限标识'],
      ['安全阀、爆破片是否在检验期内', '铅封完好，前后手阀全开并加锁'],
      ['消防器材是否完好可用', '压力正常、无遮挡、每月检查有记录'],
      ['平台、护栏、爬梯是否牢固', '无缺失、无锈穿，踢脚板齐全'],
      ['岗位人员劳动防护用品是否佩戴齐全', '安全帽、防静电服、防护眼镜按规定佩戴'],
      ['可燃、有毒气体报警器是否正常', '无故障、无屏蔽，报警处置有记录'],
    ],
  ],
  [
    '罐区专业检查表',
    '3',
    [
      ['液位、温度、压力远传是否与现场一致', '偏差不超过仪表允许误差'],
      ['高高液位联锁是否投用', '联锁投用，摘除有审批'],
      ['呼吸阀、阻火器是否通畅', '按周期清洗检查，有记录'],
      ['防火堤有无孔洞、裂缝', '穿堤管线封堵严密，雨水阀常闭'],
      ['静电接地、人体静电释放装置是否完好', '接地电阻合格，接线无锈断'],
      ['装卸鹤管及拉断阀是否完好', '无渗漏，拉断阀在检验期内'],
    ],
  ],
  [
    '电气仪表专业检查表',
    '3',
    [
      ['防爆电气的进线口是否密封', '封堵严密，无失爆'],
      ['配电柜内接线是否规范', '无发热变色、无临时接线'],
      ['接地线连接是否可靠', '无松动、无锈断，测试合格'],
      ['联锁仪表摘除是否有审批', '票证齐全，按期恢复'],
      ['不间断电源是否正常', '后备时间符合要求，电池无鼓包'],
    ],
  ],
  [
    '节假日前综合检查表',
    '5',
    [
      ['值班安排和领导带班是否落实', '值班表已公布，联系电话畅通'],
      ['特殊作业是否压减并升级管理', '节日期间的作业已经批准'],
      ['应急物资和器材是否齐全', '数量与清单一致，完好可用'],
      ['消防通道是否畅通', '无占用、无堵塞'],
      ['危化品库存是否在限额以内', '不超量、不混存'],
    ],
  ],
  [
    '夏季防雷防汛防高温检查表',
    '4',
    [
      ['防雷接地检测是否合格', '在检测期内，无断接'],
      ['雨水井、排水沟是否畅通', '无淤积，盖板齐全'],
      ['储罐喷淋降温是否可用', '试喷正常，喷头无堵塞'],
      ['防暑降温药品是否发放', '岗位有储备，在有效期内'],
    ],
  ],
  [
    '冬季防冻防滑检查表',
    '4',
    [
      ['伴热保温是否完好', '伴热投用，保温无破损'],
      ['低点和盲端是否排空', '排空有记录并挂牌'],
      ['消防栓是否防冻', '保温完好，放空正常'],
      ['楼梯平台是否防滑', '冰雪及时清理，有警示'],
    ],
  ],
];

function compileChecklists(tenantId: TenantId): Checklist[] {
  const kept = tenantId === '645967' ? checklistRows : checklistRows.slice(0, 2);
  return kept.map(([name, source, items], index) => ({
    id: stableId(tenantId, 'checklist', index + 1),
    tenantId,
    name,
    source,
    basis: '《危险化学品企业安全风险隐患排查治理导则》及本企业制度',
    items: items.map(([content, standard], place) => ({
      id: stableId(tenantId, 'checklist', 100 + index * 20 + place),
      seq: place + 1,
      content,
      standard,
      method: '现场查看',
    })),
  }));
}

/** The checklists of both plants. */
export const checklists: readonly Checklist[] = [...compileChecklists('645967'), ...compileChecklists('645968')];

/** A plan by which the plant is looked over. */
export interface InspectionPlan {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly planName: string;
  readonly source: string;
  /** Key of the dictionary `org-level`. */
  readonly planLevel: 'company' | 'workshop';
  readonly deptId: string;
  readonly leaderId: string;
  readonly memberIds: readonly string[];
  readonly checkDeptIds: readonly string[];
  readonly areaIds: readonly string[];
  /** Days from today. */
  readonly starts: number;
  readonly ends: number;
  /** Key of the dictionary `plan-cycle`. */
  readonly cycleType: string;
  readonly checklistId: string;
  /** How far it has come; `approving` has its request open. */
  readonly reaches: 'draft' | 'approving' | 'approved' | 'running' | 'finished';
}

type PlanRow = readonly [
  name: string,
  source: string,
  level: InspectionPlan['planLevel'],
  dept: string,
  starts: number,
  ends: number,
  cycle: string,
  checklist: number,
  reaches: InspectionPlan['reaches'],
];

const planRows: Record<'645967' | '645968', readonly PlanRow[]> = {
  '645967': [
    ['聚合一车间日常排查', '1', 'workshop', '6459670100', -60, 300, '3', 1, 'running'],
    ['单体二车间日常排查', '1', 'workshop', '6459670110', -45, 300, '3', 1, 'running'],
    ['罐区月度专业排查', '3', 'workshop', '6459670080', -90, 270, '4', 2, 'running'],
    ['电气仪表季度排查', '3', 'company', '6459670020', -30, 330, '5', 3, 'running'],
    ['夏季三防专项排查', '4', 'company', '6459670020', -150, -120, '1', 5, 'finished'],
    ['节前综合排查', '5', 'company', '6459670020', -50, -45, '1', 4, 'finished'],
    ['冬季防冻专项排查', '4', 'company', '6459670020', 6, 40, '1', 6, 'approved'],
    ['年末综合排查', '5', 'company', '6459670020', 20, 30, '1', 4, 'approving'],
    ['公用工程车间日常排查', '1', 'workshop', '6459670120', 5, 200, '4', 1, 'approving'],
    ['检维修车间工器具排查', '1', 'workshop', '6459670130', 10, 60, '1', 1, 'draft'],
  ],
  '645968': [
    ['热电车间日常排查', '1', 'workshop', '6459680100', -40, 300, '3', 1, 'running'],
    ['液氧液氮罐组专业排查', '3', 'company', '6459680020', 7, 20, '1', 2, 'approving'],
  ],
};

function compilePlans(tenantId: keyof typeof planRows): InspectionPlan[] {
  return planRows[tenantId].map(
    ([planName, source, planLevel, deptId, starts, ends, cycleType, checklist, reaches], index) => {
      const family = departments.filter(({ id, parentId }) => id === deptId || parentId === deptId).map(({ id }) => id);
      const leaderId = departments.find(({ id }) => id === deptId)?.leader ?? '';
      const staff = users.filter(
        ({ dept, status, id }) => status === '1' && id !== leaderId && family.includes(dept[0] ?? ''),
      );
      const looked = areas.filter(
        (area) => area.tenantId === tenantId && (planLevel === 'company' || family.includes(area.deptId)),
      );
      return {
        id: stableId(tenantId, 'checklist', 2_000 + index),
        tenantId,
        planName,
        source,
        planLevel,
        deptId,
        leaderId,
        memberIds: [leaderId, ...staff.slice(0, 3).map(({ id }) => id)],
        checkDeptIds: [...new Set(planLevel === 'company' ? looked.map((area) => area.deptId) : family)],
        areaIds: looked.slice(0, 20).map(({ id }) => id),
        starts,
        ends,
        cycleType,
        checklistId: stableId(tenantId, 'checklist', checklist),
        reaches,
      };
    },
  );
}

/** The inspection plans of both plants. */
export const inspectionPlans: readonly InspectionPlan[] = [...compilePlans('645967'), ...compilePlans('645968')];
