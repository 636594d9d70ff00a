import { type Area, areas, spotIn } from './areas.ts';
import { type DangerPhrase, dangerPhrases, type MajorPhrase, majorPhrases } from './danger-texts.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { roleId } from './roles.ts';
import { type Chance, chanceOf } from './seeded.ts';
import type { TenantId, User } from './types.ts';

/** One step of a history: who did what and when. */
export interface HistoryStep {
  readonly at: number;
  /** User; '' for the platform itself. */
  readonly by: string;
  readonly does: 'save' | 'fire' | 'vote';
  /** Transition that is fired. */
  readonly transition?: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Pictures that a field gets, by number; `inRow`: the field is of the row that the transition writes. */
  readonly pictures?: {
    readonly field: string;
    readonly inRow: boolean;
    readonly numbers: readonly number[];
    readonly repaired: boolean;
  };
  /** How the record stands afterwards, a `?` behind it where an approval is awaited. */
  readonly leads: string;
}

/** A record with all that happened to it. */
export interface History {
  readonly id: string;
  readonly entity: string;
  readonly steps: readonly HistoryStep[];
}

const hour = 3_600_000;
const day = 24 * hour;
const zoneOffset = 8 * hour;
const span = 730;

/** Stands in which some of the latest dangers are left, so that each can be met. */
const stands = [
  // At both ends: a company with few dangers has the other ones.
  'lowering?',
  'draft',
  'assessing',
  'planning',
  'rectifying',
  'accepting',
  'reviewing',
  'closed',
  'rejected',
  'cancelled',
  'planning?',
  'rectifying?',
  'rectified?',
  'voiding?',
] as const;

/** How many different pictures there are before a repair, and as many after. */
export const pictureCount = 12;

/**
 * Dangers of a tenant over two years, oldest first, as of an instant: what would come later has not happened yet, so
 * that the latest ones are under way; some of them are left in each state on purpose.
 */
export function dangerHistories(tenantId: TenantId, count: number, now: number): History[] {
  const people = peopleOf(tenantId);
  const kept = count < stands.length * 2 ? Math.min(count, stands.length) : stands.length * Math.ceil(count / 1_000);
  return Array.from({ length: count }, (_, index) => {
    const id = stableId(tenantId, 'danger', index + 1);
    const left = count - index;
    const stand = left <= kept ? stands[left % stands.length] : undefined;
    const share = (index + 0.5) / count;
    for (let attempt = 0; ; attempt += 1) {
      const chance = chanceOf(index * 31 + attempt + Number(tenantId) * 7);
      const age = stand === undefined ? (1 - share) * span * day : (2 + attempt * 4) * day;
      const found = workingTime(now - age - chance.between(0, 20) * hour, chance);
      const steps = stepsOf(chance, people, found, stand, index).filter(({ at }) => at < now);
      if (stand === undefined && steps.length > 0) return { id, entity: 'peril', steps };
      const reached = steps.findLastIndex(({ leads }) => leads === stand);
      if (reached >= 0) return { id, entity: 'peril', steps: steps.slice(0, reached + 1) };
      if (attempt > 40) throw new Error(`没有通向 ${stand} 的经过`);
    }
  });
}

/** Who takes part in a tenant. */
interface Cast {
  readonly areas: readonly Area[];
  readonly safety: readonly User[];
  readonly directors: readonly User[];
  readonly heads: ReadonlyMap<string, User>;
  readonly staff: ReadonlyMap<string, readonly User[]>;
}

function peopleOf(tenantId: TenantId): Cast {
  const own = users.filter((user) => user.tenantId === tenantId && user.status === '1');
  const withRole = (code: 'safetyOfficer' | 'safetyDirector') =>
    own.filter(({ role }) => role.includes(roleId(tenantId, code)));
  const byId = new Map(own.map((user) => [user.id, user]));
  const ownDepartments = departments.filter((dept) => dept.tenantId === tenantId);
  return {
    areas: areas.filter((area) => area.tenantId === tenantId),
    safety: withRole('safetyOfficer'),
    directors: withRole('safetyDirector'),
    heads: new Map(
      ownDepartments.flatMap(({ id, leader }) => {
        const head = byId.get(leader);
        return head === undefined ? [] : [[id, head] as const];
      }),
    ),
    staff: new Map(ownDepartments.map(({ id }) => [id, own.filter(({ dept }) => dept.includes(id))])),
  };
}

/** How pressing general dangers are, one after the other: most are not. */
const urgencies = ['0', '0', '1', '0', '0', '2', '0'] as const;

type Course = 'quick' | 'direct' | 'scheme' | 'major' | 'rejected' | 'cancelled';

function courseOf(chance: Chance, stand: string | undefined): Course {
  switch (stand) {
    case 'reviewing':
    case 'rectified?':
    case 'lowering?':
    case 'voiding?':
      return 'major';
    case 'planning':
    case 'planning?':
      return chance.happens(0.4) ? 'major' : 'scheme';
    case 'rejected':
    case 'cancelled':
      return stand;
    case 'rectifying':
    case 'rectifying?':
      return 'direct';
    case 'assessing':
    case 'draft':
      return 'direct';
    default: {
      const dice = chance.next();
      if (dice < 0.28) return 'quick';
      if (dice < 0.74) return 'direct';
      if (dice < 0.88) return 'scheme';
      if (dice < 0.91) return 'major';
      return dice < 0.96 ? 'rejected' : 'cancelled';
    }
  }
}

/** One danger while its history is being told. */
interface Tale {
  readonly chance: Chance;
  readonly cast: Cast;
  readonly steps: HistoryStep[];
  readonly duty: User;
  readonly acceptor: User;
  readonly reviewer: User;
  readonly head: User;
  readonly phrase: DangerPhrase;
  readonly level: '0' | '1';
  readonly major: MajorPhrase | undefined;
  readonly stand: string | undefined;
  readonly index: number;
  clock: number;
  deadline: number;
}

function stepsOf(
  chance: Chance,
  cast: Cast,
  found: number,
  stand: string | undefined,
  index: number,
): readonly HistoryStep[] {
  const course = courseOf(chance, stand);
  const area = chance.pick(cast.areas);
  const major = course === 'major' ? suited(chance, majorPhrases, area) : undefined;
  const phrase = suited(chance, dangerPhrases, area);
  const head = cast.heads.get(area.deptId) ?? pick(chance, cast.safety, []);
  const team = cast.staff.get(area.deptId) ?? [];
  const registrant = chance.happens(0.3) || team.length === 0 ? pick(chance, cast.safety, []) : chance.pick(team);
  const duty = course === 'quick' ? registrant : chance.happens(0.4) ? head : pick(chance, team, [], head);
  const acceptor = pick(chance, chance.happens(0.5) ? cast.safety : [...team, head], [duty], cast.safety);
  const reviewer = pick(chance, [...cast.safety, ...cast.directors], [duty, acceptor]);
  const number = `${chance.between(1, 9)}${String(chance.between(1, 39)).padStart(2, '0')}${chance.pick(['', 'A', 'B'])}`;
  const thing = (major ?? phrase).thing.replace('#', number);
  const defect = major?.defect ?? chance.pick(phrase.defects);
  const tale: Tale = {
    chance,
    cast,
    steps: [],
    duty,
    acceptor,
    reviewer,
    head,
    phrase,
    level: major === undefined ? '0' : '1',
    major,
    stand,
    index,
    clock: found,
    deadline: found,
  };
  const registered: Record<string, unknown> = {
    perilName: `${area.areaName}${thing}${defect}`,
    source: chance.pick(['1', '1', '1', '1', '2', '3', '3', '4', '5', '6', '8', '10']),
    type: (major ?? phrase).type,
    level: tale.level,
    category: chance.pick(['0', '0', '0', '1', '2', '3']),
    reformType: course === 'quick' ? '0' : '1',
    deptId: area.deptId,
    areaId: area.id,
    location: `${thing}${chance.pick(['北侧', '南侧', '东侧', '西侧', '一层', '二层平台', '出口', '入口', '基础', '顶部'])}`,
    geo: spotIn(area, index),
    perilDesc: `${chance.pick(['巡检', '排查', '交接班检查', '专项检查', '日常检查'])}发现：${area.areaName}${thing}${defect}。${major?.reason ?? phrase.danger}。`,
    causeClass: major === undefined ? phrase.cause : '3',
    occurPhase: phrase.phase,
    finderId: registrant.id,
    findingTime: wall(found),
    ...(major === undefined ? {} : { reason: major.reason, criterion: major.criterion, basis: major.basis }),
    urgency: major === undefined ? (urgencies[index % urgencies.length] ?? '0') : '2',
  };
  later(tale, 0.2, 3);
  const { type: _type, causeClass: _cause, location: _location, ...brief } = registered;
  const inBrief = isBrief(tale);
  add(tale, {
    by: registrant.id,
    does: 'save',
    body: course === 'quick' ? { ...registered, acceptUserId: acceptor.id } : inBrief ? brief : registered,
    pictures: picturesOf(tale, 'photos', false, false),
    leads: 'draft',
  });
  later(tale, 0.1, 1);
  if (course === 'quick') {
    add(tale, {
      by: registrant.id,
      does: 'fire',
      transition: 'quickSubmit',
      body: { acceptUserId: acceptor.id, row: rectification(tale) },
      pictures: picturesOf(tale, 'photosAfter', true, true),
      leads: 'accepting',
    });
    acceptance(tale);
    return tale.steps;
  }
  add(tale, { by: registrant.id, does: 'fire', transition: 'submit', body: {}, leads: 'assessing' });
  assessment(tale, course, registrant);
  return tale.steps;
}

/** Whether a danger was reported in a minute, its type and cause left to whoever assesses it: one in three. */
const isBrief = ({ index, level }: Tale): boolean => level === '0' && index % 3 === 0;

function assessment(tale: Tale, course: Course, registrant: User): void {
  const { chance, cast, duty, acceptor, level, major, phrase } = tale;
  const assessor = pick(chance, cast.safety, []);
  working(tale, 2, 40);
  if (course === 'cancelled' || course === 'rejected') {
    add(tale, {
      by: assessor.id,
      does: 'fire',
      transition: course === 'cancelled' ? 'cancel' : 'reject',
      body: {
        stepOpinion:
          course === 'cancelled' ? '与已登记的隐患重复，作废' : '照片不清楚，部位描述不具体，请补充后重新提交',
      },
      leads: course,
    });
    if (course === 'cancelled' || tale.stand === 'rejected' || chance.happens(0.1)) return;
    working(tale, 2, 30);
    add(tale, { by: registrant.id, does: 'fire', transition: 'submit', body: {}, leads: 'assessing' });
    working(tale, 2, 20);
  }
  const [likely, grave] = [chance.between(1, 4), chance.between(1, 4)];
  const row = {
    level,
    reformType: '1',
    riskL: likely,
    riskS: grave,
    evaluationTime: wall(tale.clock),
    assessorIds: [assessor.id],
    opinion:
      level === '1'
        ? '属于重大隐患，制定专项治理方案'
        : chance.pick(['情况属实，限期整改', '同意登记人意见', '风险可控，按期整改']),
    ...(major === undefined
      ? {}
      : { criterion: major.criterion, basis: major.basis, reason: major.reason, tempMeasures: major.safety }),
  };
  if (tale.stand === 'lowering?' || tale.stand === 'voiding?') {
    lessening(tale, assessor, row);
    return;
  }
  const planned = course === 'scheme' || level === '1';
  tale.deadline = endOfDay(tale.clock + chance.between(5, 20) * day);
  const measures = { measures: phrase.measure, abarbeitungDeadline: wall(tale.deadline), acceptUserId: acceptor.id };
  add(tale, {
    by: assessor.id,
    does: 'fire',
    transition: 'assess',
    body: {
      dutyUserId: duty.id,
      ...(isBrief(tale) ? { type: phrase.type, causeClass: phrase.cause } : {}),
      ...(planned ? {} : { ...measures, ...(chance.happens(0.3) ? { fund: chance.between(1, 80) / 10 } : {}) }),
      row,
    },
    leads: planned ? 'planning' : 'rectifying',
  });
  if (level === '1') reporting(tale, assessor);
  if (planned) scheme(tale, 0);
  if (tale.stand !== 'planning?') delay(tale);
  rectify(tale);
}

/** Asks the principal to let a major danger be a general one, or none. */
function lessening(tale: Tale, assessor: User, row: Record<string, unknown>): void {
  const { duty, stand } = tale;
  const { criterion: _criterion, basis: _basis, reason: _reason, tempMeasures: _measures, ...general } = row;
  const opinion = '经现场核实，不符合重大隐患判定标准';
  add(tale, {
    by: assessor.id,
    does: 'fire',
    transition: stand === 'voiding?' ? 'cancel' : 'assess',
    body:
      stand === 'voiding?'
        ? { stepOpinion: opinion }
        : { dutyUserId: duty.id, row: { ...general, level: '0', opinion } },
    leads: stand ?? '',
  });
}

function reporting(tale: Tale, assessor: User): void {
  working(tale, 1, 6);
  add(tale, {
    by: assessor.id,
    does: 'fire',
    transition: 'report',
    body: {
      row: {
        reportOrg: '示例市应急管理局（示例）',
        reportTime: wall(tale.clock),
        reportContent: `${tale.major?.basis ?? ''}。现状：${tale.major?.reason ?? ''}。已采取：${tale.major?.safety ?? ''}。`,
      },
    },
    leads: 'planning',
  });
}

function scheme(tale: Tale, turn: number): void {
  const { chance, duty, acceptor, reviewer, head, major, phrase } = tale;
  working(tale, 6, 40);
  tale.deadline = endOfDay(
    tale.clock + chance.between(major === undefined ? 10 : 30, major === undefined ? 30 : 80) * day,
  );
  const fund = chance.between(1, major === undefined ? 60 : 900) / 10;
  add(tale, {
    by: chance.happens(0.5) ? head.id : duty.id,
    does: 'fire',
    transition: 'makeScheme',
    body: {
      acceptUserId: acceptor.id,
      ...(major === undefined ? {} : { reviewUserId: reviewer.id }),
      row: {
        measures: major?.measures ?? phrase.measure,
        fund,
        dutyDeptId: head.dept[0],
        dutyUserId: duty.id,
        abarbeitungDeadline: wall(tale.deadline),
        goal: major?.goal ?? '消除隐患，恢复完好',
        schemeStart: wall(tale.clock).slice(0, 10),
        schemeEnd: wall(tale.deadline).slice(0, 10),
        safetyMeasures: major?.safety ?? '作业前办理票证，现场监护',
        emergencyPlan: '按现场处置方案执行，发现异常立即停止作业并报告',
      },
    },
    leads: 'planning?',
  });
  working(tale, 2, 20);
  vote(tale, 'pass', '措施可行，同意', 'planning?');
  working(tale, 2, 30);
  if (turn === 0 && tale.stand === undefined && chance.happens(0.12)) {
    vote(tale, 'reject', '措施不具体，请补充验收标准和资金来源', 'planning');
    scheme(tale, 1);
  } else vote(tale, 'pass', '同意方案，按期完成', 'rectifying');
}

function delay(tale: Tale): void {
  const { chance, stand, duty } = tale;
  if (stand !== 'rectifying?' && !chance.happens(0.14)) return;
  const asked = workingTime(tale.deadline - chance.between(20, 60) * hour, chance);
  if (asked <= tale.clock || asked >= tale.deadline) return;
  tale.clock = asked;
  const until = endOfDay(tale.deadline + chance.between(3, 14) * day);
  add(tale, {
    by: duty.id,
    does: 'fire',
    transition: 'delay',
    body: {
      row: {
        oldDeadline: wall(tale.deadline),
        newDeadline: wall(until),
        delayReason: chance.pick([
          '备件采购周期长，预计下周到货',
          '需等待装置停车窗口',
          '施工单位人员调配不足',
          '连续降雨影响室外施工',
        ]),
        tempMeasures: chance.pick([
          '设置警戒，每班巡检两次并记录',
          '降低负荷运行，现场配备消防器材',
          '挂牌提示，专人监护',
        ]),
      },
    },
    leads: 'rectifying?',
  });
  // The guard holds when it is granted too.
  tale.clock += Math.min(chance.between(1, 12) * hour, Math.floor((tale.deadline - asked) / 2));
  if (chance.happens(0.8) || stand !== undefined) {
    vote(tale, 'pass', '情况属实，同意延期', 'rectifying');
    tale.deadline = until;
  } else vote(tale, 'reject', '具备整改条件，不同意延期，请按期完成', 'rectifying');
}

function rectify(tale: Tale): void {
  const { chance, duty, level } = tale;
  const late = tale.stand === undefined && chance.happens(0.09);
  const left = tale.deadline - tale.clock;
  if (late) {
    tale.clock = tale.deadline + 60_000;
    add(tale, { by: '', does: 'fire', transition: 'escalate', body: {}, leads: 'rectifying' });
    tale.clock = workingTime(tale.deadline + chance.between(10, 120) * hour, chance);
  } else if (left > 0) tale.clock += Math.floor(left * (0.3 + chance.next() * 0.6));
  repair(tale, duty);
  if (level === '1') {
    working(tale, 2, 20);
    vote(tale, 'pass', '整改到位，同意提交验收', 'accepting');
  }
  acceptance(tale);
}

function repair(tale: Tale, by: User): void {
  add(tale, {
    by: by.id,
    does: 'fire',
    transition: 'rectify',
    body: { row: rectification(tale) },
    pictures: picturesOf(tale, 'photosAfter', true, true),
    leads: tale.level === '1' ? 'rectified?' : 'accepting',
  });
}

function acceptance(tale: Tale): void {
  const { chance, acceptor, reviewer, level, duty } = tale;
  working(tale, 3, 60);
  const accept = (result: '0' | '1', opinion: string, leads: string) =>
    add(tale, {
      by: acceptor.id,
      does: 'fire',
      transition: 'accept',
      body: {
        row: {
          acceptResult: result,
          acceptOpinion: opinion,
          acceptTime: wall(tale.clock),
          acceptUserId: acceptor.id,
        },
      },
      leads,
    });
  const again = () => {
    working(tale, 10, 50);
    repair(tale, duty);
    if (level === '1') {
      working(tale, 2, 20);
      vote(tale, 'pass', '已返工，同意提交验收', 'accepting');
    }
    working(tale, 3, 40);
  };
  if (chance.happens(0.07)) {
    accept('0', chance.pick(['仍有渗漏，返工', '紧固不到位，标识未补', '只处理了表面，未消除原因']), 'rectifying');
    again();
  }
  const passed = level === '1' ? 'reviewing' : 'closed';
  accept('1', chance.pick(['符合要求，同意销号', '现场核对合格', '整改到位']), passed);
  if (level !== '1') return;
  working(tale, 20, 120);
  add(tale, {
    by: reviewer.id,
    does: 'fire',
    transition: 'review',
    body: {
      row: {
        reviewResult: '1',
        reviewOpinion: '复查合格，措施持续有效',
        reviewTime: wall(tale.clock),
        reviewUserId: reviewer.id,
      },
    },
    leads: 'closed',
  });
}

function rectification({ chance, phrase, major, clock, duty }: Tale): Record<string, unknown> {
  return {
    rectifyDesc: `${major === undefined ? phrase.done : `已完成：${major.measures}`}。`,
    finishTime: wall(clock),
    rectifyUserId: duty.id,
    ...(chance.happens(0.4) ? { actualFund: chance.between(1, 90) / 10 } : {}),
  };
}

function vote(tale: Tale, result: 'pass' | 'reject', opinion: string, leads: string): void {
  add(tale, { by: '', does: 'vote', body: { result, opinion }, leads });
}

function picturesOf(
  { index, chance }: Tale,
  field: string,
  inRow: boolean,
  repaired: boolean,
): HistoryStep['pictures'] {
  const first = index % pictureCount;
  const numbers = chance.happens(0.3) ? [first, (first + 5) % pictureCount] : [first];
  return { field, inRow, numbers, repaired };
}

function add(tale: Tale, step: Omit<HistoryStep, 'at'>): void {
  tale.steps.push({ at: tale.clock, ...step });
}

/** Some hours later. */
function later(tale: Tale, low: number, high: number): void {
  tale.clock += Math.round((low + tale.chance.next() * (high - low)) * hour);
}

/** Some hours later, within working hours. */
function working(tale: Tale, low: number, high: number): void {
  later(tale, low, high);
  tale.clock = workingTime(tale.clock, tale.chance);
}

/** The same or the next time between 8:00 and 18:00 on the plant's clock. */
function workingTime(at: number, chance: Chance): number {
  const local = at + zoneOffset;
  const midnight = Math.floor(local / day) * day;
  const hours = (local - midnight) / hour;
  const opens = midnight + 8 * hour + chance.between(5, 170) * 60_000 + chance.between(0, 59) * 1_000;
  if (hours < 8) return opens - zoneOffset;
  return hours < 18 ? Math.floor(at / 1_000) * 1_000 : opens + day - zoneOffset;
}

function endOfDay(at: number): number {
  return Math.floor((at + zoneOffset) / day) * day + 18 * hour - zoneOffset;
}

function wall(at: number): string {
  return new Date(at + zoneOffset).toISOString().slice(0, 19).replace('T', ' ');
}

function pick(
  chance: Chance,
  from: readonly User[],
  without: readonly User[],
  otherwise?: User | readonly User[],
): User {
  const possible = from.filter((user) => !without.some(({ id }) => id === user.id));
  if (possible.length > 0) return chance.pick(possible);
  if (otherwise === undefined) throw new Error('没有可选的人');
  return Array.isArray(otherwise) ? pick(chance, otherwise as readonly User[], without) : (otherwise as User);
}

function suited<Phrase extends { readonly areas: readonly string[] }>(
  chance: Chance,
  phrases: readonly Phrase[],
  area: Area,
): Phrase {
  const fitting = phrases.filter((phrase) => phrase.areas.includes(area.areaType));
  return chance.pick(fitting.length > 0 ? fitting : phrases);
}
