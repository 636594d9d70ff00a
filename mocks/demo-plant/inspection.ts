import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { type InspectionItem, type InspectionPoint, inspectionPointsOf, itemBody } from './inspection-places.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { postId } from './posts.ts';
import { roleId } from './roles.ts';
import type { SeedRecord } from './seed-record.ts';
import { signedBy } from './signed-by.ts';

const minute = 60_000;
const day = 86_400_000;

/** A plan of rounds: who walks it, where, how often, and which rounds have been. */
interface Round {
  readonly name: string;
  readonly type: string;
  readonly dept: string;
  /** Whether whoever has the post takes a round; otherwise people are named. */
  readonly byPost: boolean;
  /** Numbers of its points. */
  readonly route: readonly number[];
  readonly cycle: readonly [number, 'hour' | 'day' | 'week'];
  /** Days since it runs; 0: a draft. */
  readonly since: number;
}

const rounds: Record<CompanyTenant, readonly Round[]> = {
  '645967': [
    {
      ...{ name: '聚合框架白班巡检', type: 'shift', dept: '6459670101', byPost: true },
      ...{ route: [1, 2, 3, 4, 5], cycle: [2, 'hour'], since: 4 },
    },
    {
      ...{ name: '公用工程设备点检', type: 'equip', dept: '6459670121', byPost: false },
      ...{ route: [6, 7, 8, 9], cycle: [1, 'day'], since: 20 },
    },
    {
      ...{ name: '库区消防巡检', type: 'fire', dept: '6459670020', byPost: false },
      ...{ route: [13, 14, 15, 16], cycle: [1, 'week'], since: 28 },
    },
    {
      ...{ name: '罐区重大危险源巡检', type: 'major', dept: '6459670081', byPost: false },
      ...{ route: [10, 11, 12], cycle: [1, 'hour'], since: 0 },
    },
  ],
  '645968': [
    {
      ...{ name: '锅炉空分设备点检', type: 'equip', dept: '6459680101', byPost: false },
      ...{ route: [1, 2, 3], cycle: [1, 'day'], since: 6 },
    },
  ],
};

/** A finding: in which round of which plan, at which point and item; what, and how far it has come. */
interface Finding {
  readonly plan: number;
  readonly turn: number;
  readonly place: number;
  readonly item: number;
  readonly type: string;
  readonly level: string;
  readonly text: string;
  readonly mode: 'fixed' | 'repair' | 'observe';
  readonly status: 'open' | 'handling' | 'closed';
}

const findings: readonly Finding[] = [
  {
    ...{ plan: 1, turn: 16, place: 1, item: 2, type: 'leak', level: '1', mode: 'repair', status: 'open' },
    text: '反应釜B人孔法兰有轻微渗液，约每分钟两滴',
  },
  {
    ...{ plan: 2, turn: 17, place: 1, item: 0, type: 'param', level: '2', mode: 'observe', status: 'open' },
    text: '循环水泵驱动端轴承温度偏高，超过上限',
  },
  {
    ...{ plan: 1, turn: 9, place: 3, item: 1, type: 'leak', level: '2', mode: 'repair', status: 'handling' },
    text: '引发剂计量泵进口法兰垫片渗漏',
  },
  {
    ...{ plan: 3, turn: 2, place: 1, item: 0, type: 'fire', level: '2', mode: 'repair', status: 'handling' },
    text: '甲类仓库东门两具灭火器压力不足，指针在红区',
  },
  {
    ...{ plan: 3, turn: 1, place: 3, item: 1, type: 'env', level: '1', mode: 'fixed', status: 'closed' },
    text: '机修厂房疏散通道堆放脚手板',
  },
  {
    ...{ plan: 2, turn: 4, place: 0, item: 1, type: 'equip', level: '3', mode: 'repair', status: 'closed' },
    text: '锅炉安全阀阀座微漏，有蒸汽逸出',
  },
];

/** How a round ended. */
type Ending = 'done' | 'signed' | 'partial' | 'missed' | 'cancelled';

const zoned = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);
const wall = (at: number): string => new Date(at + 8 * 60 * minute).toISOString().slice(0, 19).replace('T', ' ');

/** Windows of the rounds that are over, as of a day. */
/** When a round by the hour is walked: from eight to six, as `windowsOf` has it. */
const DAY_SHIFTS = [
  { start: '08:00', end: '12:00' },
  { start: '12:00', end: '18:00' },
];

function windowsOf({ cycle: [every, unit], since }: Round, now: Date): (readonly [from: number, to: number])[] {
  const starts: number[] = [];
  const length = unit === 'hour' ? every * 60 * minute : (unit === 'day' ? 1 : 7) * every * day;
  for (let ago = since; ago > 0; ago -= unit === 'week' ? 7 * every : 1) {
    const first = zoned(`${plantDate(now, -ago)} 08:00:00`);
    const count = unit === 'hour' ? 10 / every : 1;
    for (let turn = 0; turn < count; turn += 1) starts.push(first + turn * length);
  }
  return starts.map((from) => [from, from + length] as const).filter(([, to]) => to <= now.getTime());
}

function endingOf(plan: number, turn: number, found: boolean): Ending {
  if (found) return 'signed';
  const share = (turn * 7 + plan * 3) % 20;
  if (share === 5) return 'missed';
  if (share === 12) return 'partial';
  if (share === 18) return 'cancelled';
  return share % 3 === 0 ? 'done' : 'signed';
}

function walkersOf(tenantId: CompanyTenant, dept: string): readonly string[] {
  const leader = departments.find(({ id }) => id === dept)?.leader;
  const own = users.filter((user) => user.status === '1' && user.dept[0] === dept && user.id !== leader);
  const inspectors = own.filter((user) => user.role.includes(roleId(tenantId, 'inspector')));
  return (inspectors.length > 0 ? inspectors : own).slice(0, 3).map(({ id }) => id);
}

/** Plans, routes, rounds that are over, signs, checks and findings of a company, as of a day. */
export function inspectRecords(tenantId: CompanyTenant, now: Date) {
  const points = inspectionPointsOf(tenantId);
  const plans: SeedRecord[] = [];
  const routes: SeedRecord[] = [];
  const walks: Walk[] = [];
  for (const [index, round] of rounds[tenantId].entries()) {
    const number = index + 1;
    const planId = stableId(tenantId, 'inspectPlan', number);
    const route = round.route.flatMap((place) => points[place - 1] ?? []);
    plans.push(planOf(tenantId, now, planId, round));
    routes.push(
      ...route.map((point, place) => ({
        id: stableId(tenantId, 'inspectPlanPoint', number * 100 + place + 1),
        createUser: accountId(tenantId, 'safety'),
        createTime: new Date(now.getTime() - (round.since + 3) * day),
        body: { planId, seq: place + 1, pointId: point.id },
      })),
    );
    const walkers = walkersOf(tenantId, round.dept);
    for (const [turn, window] of windowsOf(round, now).entries()) {
      const found = tenantId === '645967' ? findings.filter((one) => one.plan === number && one.turn === turn) : [];
      const ending = endingOf(number, turn, found.length > 0);
      const walker = walkers[turn % walkers.length] ?? '';
      walks.push({ tenantId, number, turn, planId, round, route, window, ending, walker, walkers, found });
    }
  }
  return {
    ...{ plans, routes, tasks: walks.map(taskOf), signs: walks.flatMap(signsOf) },
    ...{ abnormals: walks.flatMap((walk) => abnormalsOf(walk, now)), data: walks.flatMap(dataOf) },
  };
}

interface Walk {
  readonly tenantId: CompanyTenant;
  readonly number: number;
  readonly turn: number;
  readonly planId: string;
  readonly round: Round;
  readonly route: readonly InspectionPoint[];
  readonly window: readonly [from: number, to: number];
  readonly ending: Ending;
  readonly walker: string;
  readonly walkers: readonly string[];
  readonly found: readonly Finding[];
}

function planOf(tenantId: CompanyTenant, now: Date, id: string, round: Round): SeedRecord {
  const [cycle, cycleUnit] = round.cycle;
  const begins = round.since === 0 ? 3 : -round.since;
  return {
    id,
    createUser: accountId(tenantId, 'safety'),
    createTime: new Date(now.getTime() - (round.since + 3) * day),
    status: round.since === 0 ? 'draft' : 'running',
    body: {
      ...{ planName: round.name, inspectType: round.type, deptId: round.dept, inOrder: '0', workdayKind: '0' },
      ...(round.byPost
        ? { executorPosts: [postId(tenantId, 'fieldOperator')] }
        : { executorIds: walkersOf(tenantId, round.dept) }),
      ...{ planTime: `${plantDate(now, begins)} 08:00:00`, planEnd: `${plantDate(now, begins + 200)} 08:00:00` },
      ...{ cycle, cycleUnit, remindBefore: 15 },
      ...(cycleUnit === 'hour' && cycle > 1 ? { timeSlots: DAY_SHIFTS } : {}),
    },
  };
}

const taskId = ({ tenantId, number, turn }: Walk) => stableId(tenantId, 'inspectTask', number * 1000 + turn + 1);
const numberOf = ({ number, turn }: Walk, place: number) => (number * 1000 + turn + 1) * 10 + place + 1;
const signId = (walk: Walk, place: number) => stableId(walk.tenantId, 'pointSign', numberOf(walk, place));
/** When the round comes to a point. */
const signedAt = ({ window: [from], turn }: Walk, place: number) => from + (6 + (turn % 5) + place * 8) * minute;
const wasWalked = ({ ending, route }: Walk, place: number) =>
  ending === 'done' || ending === 'signed' || (ending === 'partial' && place < route.length - 1);
const executors = ({ round, tenantId, walkers, walker, ending }: Walk) => ({
  ...(round.byPost ? { executorPosts: [postId(tenantId, 'fieldOperator')] } : {}),
  // A round by post that nobody took has nobody.
  executorIds: round.byPost ? (ending === 'missed' || ending === 'cancelled' ? [] : [walker]) : walkers,
});

function taskOf(walk: Walk): SeedRecord {
  const { round, window, ending, route, walker } = walk;
  const [from, to] = window;
  const begun = wasWalked(walk, 0);
  const leader = departments.find(({ id }) => id === round.dept)?.leader ?? '';
  const finished = ending === 'partial' ? to + 30 * minute : signedAt(walk, route.length);
  return {
    id: taskId(walk),
    createTime: new Date(from),
    status: ending,
    body: {
      ...{ planId: walk.planId, inspectType: round.type, deptId: round.dept, inOrder: '0', laid: '1' },
      ...{ taskTime: wall(from), taskEnd: wall(to), remindBefore: 15, ...executors(walk) },
      ...(begun ? { executorId: walker, finishTime: wall(finished) } : {}),
      ...(ending === 'signed'
        ? {
            signOpinion: walk.found.length > 0 ? '异常已登记，跟踪处理。' : '已核对，同意。',
            ...{
              signerId: leader,
              signTime: wall(finished + 25 * minute),
              signature: signedBy(leader, wall(finished + 25 * minute)),
            },
          }
        : {}),
      ...(ending === 'cancelled' ? { cancelReason: '装置临时停车检修，本次不巡检' } : {}),
    },
  };
}

function signsOf(walk: Walk): SeedRecord[] {
  return walk.route.map((point, place) => {
    const walked = wasWalked(walk, place);
    const byHand = walked && walk.turn % 9 === 4 && place === 2;
    return {
      id: signId(walk, place),
      createTime: new Date(walk.window[0]),
      status: walked ? 'signed' : walk.ending === 'cancelled' ? 'void' : 'missed',
      body: {
        ...{ taskId: taskId(walk), seq: place + 1, pointId: point.id, pointName: point.name },
        ...{ location: point.location, areaId: point.area.id, deptId: walk.round.dept, ...executors(walk) },
        ...(walked
          ? {
              ...{ signMode: byHand ? 'manual' : point.tagged ? 'nfc' : 'qr', signResult: 'ok' },
              ...{ signTime: wall(signedAt(walk, place)), signerId: walk.walker },
            }
          : {}),
        ...(byHand ? { manualReason: '雨后标签表面有水，手机多次读不出' } : {}),
      },
    };
  });
}

const findingNumber = (finding: Finding) => findings.indexOf(finding) + 1;
const abnormalId = (tenantId: CompanyTenant, finding: Finding) =>
  stableId(tenantId, 'abnormalRegister', findingNumber(finding));
const fixedText = '当场清理完毕并告知责任班组';

function abnormalsOf(walk: Walk, now: Date): SeedRecord[] {
  return walk.found.flatMap((finding) => {
    const point = walk.route[finding.place];
    if (point === undefined) return [];
    const number = findingNumber(finding);
    const at = signedAt(walk, finding.place) - minute;
    const closed = finding.status === 'closed';
    const closeTime = wall(Math.min(at + 2 * day, now.getTime()));
    return {
      ...{ id: abnormalId(walk.tenantId, finding), createUser: walk.walker, createTime: new Date(at) },
      status: finding.status,
      body: {
        ...{ taskId: taskId(walk), pointId: point.id, itemName: point.items[finding.item]?.name },
        ...{ abnormalType: finding.type, abnormalLevel: finding.level, description: finding.text },
        ...{ handleMode: finding.mode, registrantId: walk.walker, deptId: point.area.deptId },
        ...(finding.status === 'open' ? {} : { dutyUserId: point.area.dutyUserId }),
        ...(closed ? { handleDesc: finding.mode === 'fixed' ? fixedText : '已更换密封件，试运行正常', closeTime } : {}),
      },
      files: [
        { field: 'photos', name: '异常照片.png', holds: { picture: number, repaired: false } },
        ...(closed
          ? [{ field: 'handlePhotos', name: '处理后照片.png', holds: { picture: number, repaired: true } } as const]
          : []),
      ],
    };
  });
}

/** A reading within the limits, or above them. */
function readingOf({ reading }: InspectionItem, number: number, fault: boolean): number | undefined {
  if (reading === undefined) return undefined;
  const [, low, high] = reading;
  const share = fault ? 1.08 : 0.35 + ((number * 13) % 40) / 100;
  return Math.round((low + (high - low) * share) * 10) / 10;
}

function dataOf(walk: Walk): SeedRecord[] {
  return walk.route.flatMap((point, place) =>
    point.items.map((checked, index) => {
      const number = numberOf(walk, place) * 10 + index + 1;
      const walked = wasWalked(walk, place);
      const finding = walk.found.find((one) => one.place === place && one.item === index);
      const base = {
        signId: signId(walk, place),
        taskId: taskId(walk),
        pointId: point.id,
        ...itemBody(checked, index),
      };
      const reading = readingOf(checked, number, finding !== undefined);
      return {
        id: stableId(walk.tenantId, 'inspectData', number),
        ...(walked ? { createUser: walk.walker } : {}),
        createTime: new Date(walked ? signedAt(walk, place) - minute : walk.window[0]),
        body: walked ? { ...base, ...(reading === undefined ? {} : { reading }), ...resultOf(walk, finding) } : base,
        files:
          finding === undefined
            ? []
            : [
                {
                  field: 'photos',
                  name: '异常照片.png',
                  holds: { picture: findingNumber(finding), repaired: false },
                } as const,
              ],
      };
    }),
  );
}

function resultOf({ tenantId }: Walk, finding: Finding | undefined) {
  if (finding === undefined) return { result: '0' };
  return {
    ...{ result: '1', note: finding.text, abnormalType: finding.type, abnormalLevel: finding.level },
    ...{ handleMode: finding.mode, abnormalId: abnormalId(tenantId, finding) },
    ...(finding.mode === 'fixed' ? { handleDesc: fixedText } : {}),
  };
}
