import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { fictitiousIdCard } from './id-card.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import type { SeedRecord } from './seed-record.ts';
import type { User } from './types.ts';

const ago = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);
const at = (now: Date, days: number, clock: string) => `${plantDate(now, days)} ${clock}:00`;
const crew = (tenantId: CompanyTenant) =>
  users.filter((user) => user.tenantId === tenantId && user.status === '1' && Number(user.dept[0]?.slice(6)) >= 70);
const deptOf = (id: string | undefined) => departments.find((dept) => dept.id === id);
const workshopOf = (team: string | undefined) => {
  const dept = deptOf(team);
  return dept?.deptType === '4' ? deptOf(dept.parentId) : dept;
};

/** What trainings were about, with category, level and class hours. */
const topics: readonly (readonly [title: string, type: string, level: string, hours: number])[] = [
  ['全员安全再培训', '2', '1', 8],
  ['受限空间作业专项培训', '12', '2', 4],
  ['应急预案与现场处置', '7', '2', 8],
  ['安全生产法律法规', '8', '1', 6],
  ['动火与临时用电作业', '12', '2', 8],
  ['消防器材使用', '11', '2', 4],
  ['职业健康与防护用品', '10', '2', 6],
  ['重大危险源与联锁管理', '6', '1', 8],
];
/** How many trainings of two years, by company, and how many people come to each. */
const counts: Readonly<Record<CompanyTenant, readonly [plans: number, people: number]>> = {
  '645967': [24, 12],
  '645968': [4, 5],
};

interface Trainings {
  readonly plans: readonly SeedRecord[];
  readonly signs: readonly SeedRecord[];
  readonly records: readonly SeedRecord[];
}

/** State in which the newest plans stand; all before them are finished. */
const newest = ['3', '3', '0'] as const;

/** How each of the people came: on time, late, without signing out, absent. */
const attendance = (turn: number): '1' | '2' | '5' => (turn % 11 === 7 ? '5' : turn % 9 === 4 ? '2' : '1');

/** Trainings of two years, one a month, with who signed in and what he has of it. */
function trainingRecords(tenantId: CompanyTenant, now: Date): Trainings {
  const people = crew(tenantId);
  const trainer = accountId(tenantId, 'trainer');
  const [count, size] = counts[tenantId];
  const plans: SeedRecord[] = [];
  const signs: SeedRecord[] = [];
  const records: SeedRecord[] = [];
  for (let index = 0; index < count + newest.length; index += 1) {
    const [topic, trainType, trainLevel, hours] = topics[index % topics.length] ?? ['全员安全再培训', '2', '1', 8];
    const days = index < count ? (index - count) * 30 + 12 : 3 + (index - count) * 7;
    const status = newest[index - count] ?? '6';
    const id = stableId(tenantId, 'trainPlan', index + 1);
    const title = `${plantDate(now, days).slice(0, 7)} ${topic}`;
    const taking = Array.from({ length: size }, (_, place) => people[(index * size + place) % people.length]).flatMap(
      (user) => (user === undefined ? [] : [user]),
    );
    const [startTime, endTime] = [at(now, days, '08:30'), at(now, days, hours > 6 ? '16:30' : '12:00')];
    plans.push({
      id,
      createUser: trainer,
      createTime: ago(now, Math.min(days - 10, -1)),
      status,
      body: {
        title,
        trainType,
        executeType: index % 5 === 4 ? '4' : '1',
        planNature: index % 6 === 5 ? '2' : '1',
        trainLevel,
        organizeDept: users.find((user) => user.id === trainer)?.dept[0],
        owner: trainer,
        lecturerType: index % 4 === 3 ? '2' : '1',
        ...(index % 4 === 3 ? { lecturer: '省安科院讲师' } : { lecturerUser: accountId(tenantId, 'safety') }),
        startTime,
        endTime,
        hours,
        place: '培训中心一号教室',
        trainees: taking.map((user) => user.id),
        content: `${topic}：要求、案例和现场做法。`,
        needSign: '1',
        signMethod: '1',
        needExam: '0',
        certIssue: '0',
        budget: hours * 300,
        ...(status === '0' ? {} : { people: taking.map((user) => user.id) }),
      },
    });
    if (status === '0') continue;
    for (const [place, user] of taking.entries()) {
      const came = attendance(index * 5 + place);
      const number = index * 100 + place + 1;
      const stayed = came !== '5' && (index + place) % 13 !== 6;
      signs.push({
        id: stableId(tenantId, 'trainSign', number),
        createUser: trainer,
        createTime: ago(now, days - 3),
        status: status === '3' ? '0' : came,
        body: {
          planId: id,
          user: user.id,
          dept: user.dept[0],
          ...(status === '3' || came === '5'
            ? {}
            : { signIn: at(now, days, came === '2' ? '08:41' : `08:${10 + place}`) }),
          ...(status === '3' || !stayed ? {} : { signOut: at(now, days, hours > 6 ? '16:32' : '12:03') }),
        },
      });
      if (status !== '6') continue;
      records.push(
        recordOf({ tenantId, now, number, days }, user, {
          plan: id,
          title,
          trainType,
          startTime,
          endTime,
          hours,
          gotHours: stayed ? hours : 0,
          signState: came,
          result: stayed ? '1' : '0',
        }),
      );
    }
  }
  return { plans, signs, records: [...records, ...outside(tenantId, now, people), ...yearly(tenantId, now)] };
}

interface Placed {
  readonly tenantId: CompanyTenant;
  readonly now: Date;
  readonly number: number;
  readonly days: number;
}

function recordOf({ tenantId, now, number, days }: Placed, user: User, body: object): SeedRecord {
  return {
    id: stableId(tenantId, 'trainRecord', number),
    createUser: accountId(tenantId, 'trainer'),
    createTime: ago(now, days),
    status: days < -60 ? '1' : '0',
    body: { user: user.id, dept: user.dept[0], ...body },
  };
}

/** Re-examinations of those with special trades, at a school outside, with their scores. */
function outside(tenantId: CompanyTenant, now: Date, people: readonly User[]): SeedRecord[] {
  const trades = people.filter(({ personCategory }) => personCategory === '3' || personCategory === '4');
  return trades.flatMap((user, index) =>
    [-40, -400].map((back, turn) => {
      const days = back - index * 3;
      const score = 72 + ((index * 7 + turn * 5) % 27);
      const passed = score >= 80;
      return recordOf({ tenantId, now, number: 9_000 + index * 2 + turn, days }, user, {
        title: '特种作业人员复审培训',
        trainType: '3',
        startTime: at(now, days, '08:00'),
        endTime: at(now, days + 2, '17:00'),
        hours: 24,
        gotHours: passed ? 24 : 0,
        signState: '1',
        score,
        result: passed ? '1' : '0',
      });
    }),
  );
}

/** What everybody studies in the course of this year; some have not got to the end yet. */
function yearly(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const all = users.filter((user) => user.tenantId === tenantId && user.status === '1' && user.personCategory !== '7');
  const begun = new Date(`${plantDate(now, 0).slice(0, 4)}-01-05T00:00:00Z`).getTime();
  const days = Math.ceil((begun - now.getTime()) / 86_400_000);
  return all.map((user, index) =>
    recordOf({ tenantId, now, number: 20_000 + index, days: Math.min(days, -1) }, user, {
      title: '年度安全再培训',
      trainType: user.personCategory === '1' || user.personCategory === '2' ? '4' : '2',
      startTime: at(now, days, '09:00'),
      endTime: at(now, days, '17:00'),
      hours: 24,
      gotHours: index % 5 === 3 ? 12 : 20 + (index % 3) * 2,
      signState: '1',
      result: '1',
    }),
  );
}

/** In which state the orientation of each stands; the first two have moved within the last days. */
const standing = ['2', '3', '5', '5', '5', '5', '6', '5', '5'] as const;
/** Days ago at which those have moved; all others came when their account says. */
const moved = [-12, -24];
const contents = [5, 8, 3];

/** Three-level orientation of the newcomers of two years, with what was taught at each level. */
function orientationRecords(tenantId: CompanyTenant, now: Date) {
  const trainer = accountId(tenantId, 'trainer');
  const safety = accountId(tenantId, 'safety');
  // The last of the crew: nobody of them is chosen for the tickets of the plant.
  const fresh = crew(tenantId).filter(({ personCategory }) => personCategory === '7');
  const plans: SeedRecord[] = [];
  const levels: SeedRecord[] = [];
  for (const [index, status] of standing.entries()) {
    const trainee = fresh[index];
    const workshop = workshopOf(trainee?.dept[0]);
    const team = deptOf(trainee?.dept[0]);
    if (trainee === undefined || workshop === undefined || team === undefined) continue;
    const id = stableId(tenantId, 'orientation', index + 1);
    const came = Math.round((Date.parse(trainee.entryDate) - now.getTime()) / 86_400_000);
    const isMove = index < moved.length;
    const days = moved[index] ?? came;
    const done = status === '5' ? 3 : status === '3' ? 2 : 1;
    plans.push({
      id,
      createUser: trainer,
      createTime: ago(now, days),
      status,
      body: {
        trainee: trainee.id,
        idCard: trainee.idCard ?? fictitiousIdCard(Number(trainee.id.slice(-4)), trainee.sex).idCard,
        employType: isMove ? '2' : '1',
        entryDate: plantDate(now, days),
        dept: workshop.id,
        team: team.id,
        post: trainee.post[0],
        mentor: team.leader,
        ...(isMove ? {} : { factoryLecturer: safety }),
        workshopLecturer: workshop.leader,
        teamLecturer: team.leader,
        ...(status === '5'
          ? { startWorkDate: plantDate(now, days + 15), postApproval: '三级教育合格，同意上岗。' }
          : {}),
        ...(status === '6' ? { stopReason: '车间级考试补考两次仍不合格' } : {}),
      },
    });
    for (const [place, [dept, lecturer]] of [
      [deptOf(users.find((user) => user.id === safety)?.dept[0])?.id, safety],
      [workshop.id, workshop.leader],
      [team.id, team.leader],
    ].entries()) {
      const level = place + 1;
      if (isMove && level === 1) continue;
      const passed = place < done;
      const failed = status === '6' && place === 1;
      levels.push({
        id: stableId(tenantId, 'orientationLevel', index * 10 + level),
        createUser: trainer,
        createTime: ago(now, days),
        status: passed ? '3' : failed ? '4' : place === done ? '1' : '0',
        body: {
          planId: id,
          level: String(level),
          trainee: trainee.id,
          dept,
          lecturer,
          contents: Array.from({ length: contents[place] ?? 0 }, (_, item) => `${level}-${item + 1}`),
          ...(passed || failed
            ? {
                startDate: plantDate(now, days + place * 4 + 1),
                endDate: plantDate(now, days + place * 4 + 4),
                hours: 24,
                score: failed ? 68 : 84 + ((index * 5 + place * 3) % 14),
              }
            : {}),
          ...(failed ? { makeups: 2 } : {}),
        },
      });
    }
  }
  return { plans, levels };
}

const lessons: readonly (readonly [title: string, type: string])[] = [
  ['受限空间中毒事故警示', '3'],
  ['班组安全学习', '2'],
  ['节后复工教育', '4'],
  ['检修前安全教育', '5'],
];

/** Safety education of the teams over half a year; the newest wait to be filed. */
function educationRecords(tenantId: CompanyTenant, now: Date) {
  const teams = departments.filter((dept) => dept.tenantId === tenantId && dept.deptType === '4');
  const educations: SeedRecord[] = [];
  const signs: SeedRecord[] = [];
  for (const [index, { id: dept, leader }] of [...teams, ...teams].entries()) {
    const [title, educationType] = lessons[index % lessons.length] ?? ['班组安全学习', '2'];
    const days = -4 - index * 7;
    const id = stableId(tenantId, 'safeEducation', index + 1);
    const present = crew(tenantId)
      .filter((user) => user.dept[0] === dept)
      .slice(0, 6);
    if (present.length === 0) continue;
    educations.push({
      id,
      createUser: leader,
      createTime: ago(now, days),
      status: index < 2 ? '1' : '2',
      body: {
        title,
        educationType,
        dept,
        startTime: at(now, days, '08:00'),
        endTime: at(now, days, '08:45'),
        hours: 1,
        lecturer: leader,
        participants: present.map((user) => user.id),
        content: `${title}：学习案例，对照本班组的作业查找不足。`,
      },
    });
    for (const [place, user] of present.entries()) {
      if (index < 2 && place % 2 === 1) continue;
      signs.push({
        id: stableId(tenantId, 'educationSign', index * 10 + place + 1),
        createUser: user.id,
        createTime: ago(now, days),
        body: { educationId: id, user: user.id, signTime: at(now, days, `08:4${place}`) },
      });
    }
  }
  return { educations, signs };
}

/** Records of training in the order in which they are saved: what others refer to comes first. */
export function trainingBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { plans, signs, records } = trainingRecords(tenantId, now);
  const orientation = orientationRecords(tenantId, now);
  const education = educationRecords(tenantId, now);
  return [
    { entity: 'trainPlan', title: '培训计划', records: plans },
    { entity: 'trainSign', title: '培训签到', records: signs },
    { entity: 'trainRecord', title: '培训记录', records },
    { entity: 'orientationPlan', title: '三级教育', records: orientation.plans },
    { entity: 'orientationLevel', title: '三级教育明细', records: orientation.levels },
    { entity: 'safeEducation', title: '安全教育', records: education.educations },
    { entity: 'educationSign', title: '安全教育签名', records: education.signs },
  ];
}
