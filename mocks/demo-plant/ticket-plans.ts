import { stableId } from './ids.ts';
import { leaderId } from './named-people.ts';
import type { TenantId } from './types.ts';

type Body = Readonly<Record<string, unknown>>;

/** How far a ticket of the demo has come. */
type TicketStand =
  | 'draft'
  | 'analysing'
  | 'confirming'
  | 'clarifying'
  | 'approving'
  | 'rejected'
  | 'approved'
  | 'working'
  | 'suspended'
  | 'accepting'
  | 'closed'
  | 'terminated'
  | 'expired'
  | 'cancelled';

/** A ticket of the demo: what it is and how far it has come. */
export interface TicketPlan {
  readonly id: string;
  readonly type: string;
  readonly stand: TicketStand;
  /** How many tickets before it are still at work. */
  readonly running: number;
  /** Its place among all. */
  readonly place: number;
  /** When it was applied for, in milliseconds. */
  readonly begun: number;
  readonly area: string;
  readonly body: Body;
  /** Upload fields, which get a picture each. */
  readonly files: readonly string[];
  readonly samples: readonly Body[];
}

const tenant: TenantId = '645967';
const hour = 3_600_000;
const person = (name: string) => leaderId(tenant, name);

/** Those who take part in the tickets of the demo. */
export const cast = {
  applicant: person('韩午七'),
  charger: person('韩辰五'),
  guardian: person('韩未二'),
  worker: person('张丙七'),
  electrician: person('孔丁八'),
  powerCharger: person('孔丙五'),
  analyst: person('陈子五'),
  briefer: person('沈卯四'),
  safety: person('孙丙三'),
} as const;

const team = '6459670101';
const workshop = '6459670100';
/** The plates are set in its area. */
const monomerWorkshop = '6459670110';
/** Number of the area in the demo's list, by kind of work: those that must not meet stand apart. */
const AREAS: Readonly<Record<string, number>> = { hot: 2, confined: 3, blind: 6, building: 4, repair: 4 };

interface Kind {
  readonly content: string;
  readonly location: string;
  readonly body: Body;
  readonly files?: readonly string[];
  readonly gas?: readonly ('combustible' | 'oxygen' | 'toxic')[];
  /** Hours that it is planned for. */
  readonly hours: number;
}

const hotWork = (hotLevel: string): Body => ({
  hotLevel,
  isOutdoor: '0',
  hotPart: '管线焊口',
  hotModes: ['arc', 'grind'],
  shiftLeaderId: person('杨巳六'),
  lelClass: 'ge4',
  emergencyMeasure: '立即停止动火，撤离并报告，用灭火器扑救初期火灾',
});

const KINDS: readonly (readonly [type: string, kind: Kind])[] = [
  [
    'hot',
    {
      content: '更换循环水管线弯头，焊接',
      location: '框架一层北侧',
      body: hotWork('2'),
      gas: ['combustible'],
      hours: 6,
    },
  ],
  [
    'confined',
    {
      content: '清理釜内挂壁物料',
      location: 'R-102釜内',
      body: {
        spaceName: 'R-102聚合釜',
        originalMedium: '苯乙烯',
        ventMode: 'forced',
        rescueGear: '空气呼吸器2套、救生绳2根、三脚架1套',
        emergencyMeasure: '立即撤出，监护人不得盲目施救，报告气防站',
        lelClass: 'lt4',
      },
      gas: ['combustible', 'oxygen', 'toxic'],
      hours: 8,
    },
  ],
  [
    'high',
    {
      content: '更换照明灯具',
      location: '框架三层平台',
      body: { workHeight: 8.5, isOutdoor: '1', windForce: 3 },
      hours: 7,
    },
  ],
  ['hot', { content: '泵出口法兰补焊', location: 'P-203泵房', body: hotWork('1'), gas: ['combustible'], hours: 4 }],
  [
    'blind',
    {
      content: '检修前加盲板隔离',
      location: '进料管线一层',
      body: {
        blindType: '1',
        equipName: 'P-101进料管',
        medium: '氮气',
        temperature: 25,
        pressure: 0,
        plateMaterial: 'Q345R',
        plateSpec: 'DN100 PN16',
        plateNo: 'MB-017',
        territoryDeptId: monomerWorkshop,
        drawerId: person('杨巳六'),
      },
      files: ['plateDrawing'],
      hours: 5,
    },
  ],
  [
    'electrical',
    {
      content: '检修照明和焊机临时用电',
      location: '配电箱AP-3',
      body: {
        powerPoint: 'AP-3配电箱',
        voltage: 380,
        permitPower: 30,
        devices: [
          { name: '电焊机', ratedPower: 12, count: 2 },
          { name: '照明灯', ratedPower: 0.5, count: 4 },
        ],
        userPersonId: cast.worker,
        chargerId: cast.powerCharger,
        supplyUnitId: '6459670040',
        inHazardArea: '0',
      },
      hours: 48,
    },
  ],
  [
    'hoisting',
    {
      content: '吊装更换搅拌电机',
      location: '框架东侧',
      body: {
        hoistTool: '吊带',
        machine: '汽车起重机 25t',
        loadDesc: '搅拌电机',
        loadMass: 3.2,
        ratedLoad: 12,
        loadSpecial: '0',
        commanderId: cast.charger,
        slingerIds: [cast.worker],
        isOutdoor: '1',
        windForce: 3,
      },
      hours: 6,
    },
  ],
  [
    'ground',
    {
      content: '开挖排水沟',
      location: '厂房西侧空地',
      body: {
        digScope: '长8m、宽0.6m，人工开挖',
        digDepth: 0.8,
        digArea: 4.8,
        cosignDepts: ['6459670040', '6459670020'],
        inHazardArea: '0',
      },
      files: ['sketch'],
      hours: 72,
    },
  ],
  [
    'road',
    {
      content: '管道穿越道路施工',
      location: '三号路东段',
      body: { roadReason: '管道穿越道路', relatedDepts: ['6459670020', '6459670040'] },
      files: ['roadSketch', 'trafficPlan'],
      hours: 48,
    },
  ],
  [
    'building',
    {
      content: '设备基础支模浇筑',
      location: '后处理厂房',
      body: { projectName: '造粒机基础改造', buildItems: ['civil'], workGrade: '1' },
      hours: 96,
    },
  ],
  [
    'repair',
    {
      content: '离心机解体检修',
      location: '后处理厂房一层',
      body: {
        equipmentId: stableId(tenant, 'equipment', 1),
        repairKind: 'planned',
        isolation: ['power', 'drain'],
        workGrade: '1',
      },
      hours: 60,
    },
  ],
  [
    'hot',
    {
      content: '运行装置管线带压开孔前动火',
      location: '框架二层',
      body: hotWork('0'),
      files: ['planFiles'],
      gas: ['combustible'],
      hours: 4,
    },
  ],
];

/** Stands of the latest tickets, so that each can be met, with the hours since they were applied for. */
const LATEST: readonly (readonly [stand: TicketStand, kind: number, hours: number])[] = [
  ['working', 0, 3],
  ['working', 1, 3],
  ['working', 2, 4],
  ['working', 5, 5],
  ['suspended', 6, 5],
  ['accepting', 4, 8],
  ['approved', 8, 4],
  ['approved', 2, 4],
  ['approving', 11, 4],
  ['approving', 7, 5],
  ['clarifying', 9, 5],
  ['confirming', 10, 4],
  ['confirming', 1, 3],
  ['analysing', 3, 1],
  ['rejected', 7, 30],
  ['draft', 4, 2],
  ['draft', 0, 6],
  ['terminated', 9, 40],
  ['expired', 3, 30],
  ['expired', 2, 54],
  ['cancelled', 8, 60],
  ['cancelled', 4, 90],
];

const pad = (time: number) => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');

/** Wall clock of the demo plant. */
export const plantClockText = pad;

/** The tickets of the last thirty days, oldest first, as of an instant. */
export function ticketPlans(count: number, now: number): TicketPlan[] {
  const closed = Math.max(0, count - LATEST.length);
  const plans = Array.from({ length: closed }, (_, index): readonly [TicketStand, number, number] => [
    index % 17 === 11 ? 'expired' : 'closed',
    index % KINDS.length,
    (30 - (index * 24) / Math.max(1, closed)) * 24,
  ]);
  return [...plans, ...LATEST.slice(0, count)].map(([stand, number, hours], index, all) => {
    const [type, kind] = KINDS[number] ?? KINDS[0] ?? ['road', undefined];
    if (kind === undefined) throw new Error('没有作业种类');
    const begun = now - hours * hour;
    const start = begun + 2 * hour;
    // What has not come to its end yet is planned beyond now.
    const ahead =
      stand === 'closed' || stand === 'expired' || stand === 'terminated' || stand === 'cancelled' ? 0 : now + 2 * hour;
    const most = type === 'hot' ? 8 : type === 'confined' || type === 'blind' || type === 'hoisting' ? 24 : 72;
    const end = Math.min(Math.max(start + kind.hours * hour, ahead), start + most * hour);
    return {
      id: stableId(tenant, 'ticket', index + 1),
      type,
      stand,
      place: index,
      running: all.slice(0, index).filter(([before]) => before === 'working').length,
      begun,
      area: stableId(tenant, 'area', AREAS[type] ?? 2),
      // Work at night is managed as the grade above, which asks for a plan.
      files: kind.files ?? (type === 'hot' ? ['planFiles'] : []),
      samples: (kind.gas ?? []).map((gasKind) => ({ gasKind })),
      body: {
        type,
        applyDeptId: team,
        territoryDeptId: workshop,
        workUnitType: '1',
        workDeptId: team,
        areaId: stableId(tenant, 'area', AREAS[type] ?? 2),
        location: kind.location,
        workContent: kind.content,
        planStartTime: pad(start),
        planEndTime: pad(end),
        chargerId: cast.charger,
        brieferId: cast.briefer,
        hasOther: '0',
        accidentTypes: type === 'high' ? ['09'] : type === 'confined' ? ['19', '08'] : ['08', '03'],
        riskResult: '已按作业步骤辨识风险，措施见安全措施表',
        ...kind.body,
      },
    };
  });
}
