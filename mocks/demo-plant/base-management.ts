import { areas } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { postId } from './posts.ts';
import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;
const ago = (now: Date, days: number) => new Date(now.getTime() + days * day);
/** Wall clock some days from now, at an hour of that day. */
const at = (now: Date, days: number, clock: string) => `${plantDate(now, days)} ${clock}:00`;
const ownDepts = (tenantId: CompanyTenant, type?: string) =>
  departments.filter((dept) => dept.tenantId === tenantId && (type === undefined || dept.deptType === type));
const crewOf = (tenantId: CompanyTenant, dept: string) =>
  users.filter((user) => user.tenantId === tenantId && user.status === '1' && user.dept.includes(dept));
const leadersOf = (tenantId: CompanyTenant) =>
  [...new Set(ownDepts(tenantId).map(({ leader }) => leader))].filter((id) => id !== '');
const companyOf = (tenantId: CompanyTenant) => ownDepts(tenantId, '1')[0]?.id ?? '';
const yearOf = (now: Date) => Number(plantDate(now, 0).slice(0, 4));

/** What meetings were about, with what they decided. */
const topics: readonly (readonly [title: string, type: string, decided: readonly string[]])[] = [
  ['月度安全例会', '2', ['更换聚合框架老化的气瓶软管', '补齐罐区应急物资柜的防毒面具']],
  ['安全风险研判会', '7', ['检修期间每日核对作业票数量']],
  ['承包商协调会', '6', ['各承包商重新核对特种作业证', '统一脚手架验收牌']],
  ['安委会会议', '1', ['年度安全费用使用情况向职工公示', '重大危险源包保责任人季度述职']],
  ['月度安全例会', '2', ['装置区照明缺损点一周内修复']],
  ['安全生产专题会', '3', ['防冻防凝措施落实到班组']],
];

interface MeetingSeed {
  readonly meetings: readonly SeedRecord[];
  readonly signs: readonly SeedRecord[];
  readonly decisions: readonly SeedRecord[];
}

/** Two years of meetings, one a month, with who came and what was decided; the next one is called already. */
export function meetingRecords(tenantId: CompanyTenant, now: Date): MeetingSeed {
  const safety = accountId(tenantId, 'safety');
  const leaders = leadersOf(tenantId);
  const months = tenantId === '645967' ? 24 : 4;
  const meetings: SeedRecord[] = [];
  const signs: SeedRecord[] = [];
  const decisions: SeedRecord[] = [];
  for (let index = 0; index <= months; index += 1) {
    const days = index === months ? 4 : (index - months) * 30 + 3;
    const [title, meetingType, decided] = topics[index % topics.length] ?? ['月度安全例会', '2', []];
    const id = stableId(tenantId, 'meeting', index + 1);
    const status = index === months ? '1' : index === months - 1 ? '2' : '3';
    const participants = leaders.slice(0, 12);
    meetings.push({
      id,
      createUser: safety,
      createTime: ago(now, days - 3),
      status,
      body: {
        title: `${plantDate(now, days).slice(0, 7)} ${title}`,
        meetingType,
        meetingTime: at(now, days, '14:00'),
        meetingEnd: at(now, days, '15:30'),
        place: '办公楼三楼会议室',
        hostDept: companyOf(tenantId),
        host: accountId(tenantId, 'director'),
        recorder: safety,
        participants,
        agenda: '通报上月隐患治理和作业票情况；讨论本月重点工作。',
        ...(status === '3' ? { content: '会议通报了上月情况，部署了本月重点工作，议定事项见下表。' } : {}),
      },
    });
    if (status === '1') continue;
    for (const [place, user] of participants.entries()) {
      if ((place + index) % 9 === 0) continue;
      signs.push({
        id: stableId(tenantId, 'meetingSign', index * 100 + place + 1),
        createUser: user,
        createTime: ago(now, days),
        body: { meetingId: id, user, signTime: at(now, days, `13:${50 + (place % 9)}`) },
      });
    }
    for (const [place, item] of decided.entries()) {
      const due = days + 20 + place * 10;
      const state = status === '2' ? '0' : due < -8 ? '2' : due < 0 ? '3' : '1';
      decisions.push({
        id: stableId(tenantId, 'meetingDecision', index * 10 + place + 1),
        createUser: safety,
        createTime: ago(now, days),
        status: state,
        body: {
          meetingId: id,
          item,
          owner: leaders[(index + place) % leaders.length],
          dueDate: plantDate(now, due),
          ...(state === '2' ? { result: '已按要求完成并检查。', doneTime: at(now, due - 2, '16:20') } : {}),
        },
      });
    }
  }
  return { meetings, signs, decisions };
}

const lessons = [
  '受限空间中毒事故案例',
  '动火作业安全要点',
  '机泵检修能量隔离',
  '防静电与接地',
  '班组隐患随手查',
  '应急报警与疏散',
];

/** Activities of the teams over half a year, two a month; one team has missed some. */
export function activityRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const teams = ownDepts(tenantId, '4');
  return teams.flatMap(({ id: dept, leader, deptName }, team) =>
    Array.from({ length: tenantId === '645967' ? 12 : 4 }, (_, index) => index)
      .filter((index) => team !== 2 || index % 3 !== 0)
      .map((index) => {
        const days = -index * 15 - 2 - (team % 5);
        const topic = lessons[(index + team) % lessons.length] ?? '';
        const filed = index > 1;
        return {
          id: stableId(tenantId, 'activity', team * 100 + index + 1),
          createUser: leader,
          createTime: ago(now, days),
          status: filed ? '2' : '1',
          body: {
            name: `${deptName}安全活动`,
            activityType: '1',
            activityTime: at(now, days, '08:10'),
            activityEnd: at(now, days, '08:55'),
            durationHours: 1,
            dept,
            organizer: leader,
            participants: crewOf(tenantId, dept)
              .slice(0, 10)
              .map(({ id }) => id),
            place: '班组休息室',
            topic,
            content: `学习${topic}，对照本班组的作业查找不足，提出改进。`,
            ...(filed ? { effect: 3 + ((index + team) % 3) } : {}),
          },
        };
      }),
  );
}

const duties: readonly (readonly [content: string, standard: string, frequency: string, weight: number])[] = [
  ['组织班前安全检查和交底', '每班有记录，问题当班处理', '2', 30],
  ['检查作业票措施落实', '票证齐全，措施逐条确认', '2', 30],
  ['组织班组安全活动', '每月不少于两次，记录完整', '4', 20],
  ['排查并整改隐患', '按期整改率100%', '3', 20],
];

/** Lists of responsibilities of the teams' leaders, the newest still a draft. */
export function responsibilityRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const safety = accountId(tenantId, 'safety');
  return ownDepts(tenantId, '4').map(({ id: dept, leader, deptName }, index, all) => ({
    id: stableId(tenantId, 'responsibility', index + 1),
    createUser: safety,
    createTime: ago(now, -300 + index),
    status: index === all.length - 1 ? '0' : '1',
    body: {
      dept,
      post: postId(tenantId, 'shiftLeader'),
      dutyLevel: '4',
      holders: [leader],
      scope: `${deptName}管辖的区域、设备和人员`,
      effectYear: `${yearOf(now)}-01-01`,
      dutyItems: duties.map(([content, standard, frequency, weight]) => ({ content, standard, frequency, weight })),
    },
  }));
}

const promise =
  '本人{{userName}}，{{deptName}}，郑重承诺：在{{year}}年度遵守安全生产法律法规和公司制度，不违章作业，发现隐患及时报告。签署日期：{{signDate}}';

/** This year's commitment, and who has signed it. */
export function commitmentRecords(tenantId: CompanyTenant, now: Date) {
  const safety = accountId(tenantId, 'safety');
  const template = stableId(tenantId, 'commitment', 1);
  const year = yearOf(now);
  const signers = ownDepts(tenantId, '4')
    .flatMap(({ id }) => crewOf(tenantId, id))
    .slice(0, tenantId === '645967' ? 60 : 12);
  const nameOf = (id: string | undefined) => ownDepts(tenantId).find((dept) => dept.id === id)?.deptName ?? '';
  const templates: SeedRecord[] = [
    {
      id: template,
      createUser: safety,
      createTime: ago(now, -200),
      status: '1',
      body: {
        templateName: '全员安全承诺书',
        templateType: '1',
        year: `${year}-01-01`,
        applyLevel: ['4', '5'],
        validFrom: `${year}-01-01`,
        validTo: `${year}-12-31`,
        content: promise,
        needSignature: '1',
        receivers: signers.map(({ id }) => id),
      },
    },
  ];
  const copies: SeedRecord[] = signers.map(({ id: user, realName, dept, post }, index) => {
    const signed = index % 6 !== 5;
    const days = -190 + (index % 20);
    return {
      id: stableId(tenantId, 'commitmentCopy', index + 1),
      createTime: ago(now, -199),
      status: signed ? '1' : '0',
      body: {
        templateId: template,
        user,
        dept: dept[0],
        post: post[0],
        due: `${year}-12-31`,
        content: promise
          .replace('{{userName}}', realName)
          .replace('{{deptName}}', nameOf(dept[0]))
          .replace('{{year}}', String(year))
          .replace('{{signDate}}', signed ? plantDate(now, days) : '{{signDate}}'),
        ...(signed ? { signTime: wallTime(now, days) } : {}),
      },
    };
  });
  return { templates, copies };
}

/** Target letters between the company and its workshops; the last one waits for signatures. */
export function targetLetterRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const safety = accountId(tenantId, 'safety');
  const company = ownDepts(tenantId, '1')[0];
  return ownDepts(tenantId, '3').map(({ id, leader, deptName }, index, all) => {
    const signed = index < all.length - 1;
    const signDate = `${yearOf(now)}-01-15`;
    return {
      id: stableId(tenantId, 'targetLetter', index + 1),
      createUser: safety,
      createTime: signed ? new Date(`${yearOf(now)}-01-10T02:00:00Z`) : ago(now, -6),
      status: signed ? '1' : '2',
      body: {
        title: `${yearOf(now)}年度${deptName}安全目标责任书`,
        year: `${yearOf(now)}-01-01`,
        signLevel: '2',
        partyA: company?.id,
        partyB: id,
        principal: leader,
        targets: [
          { indicator: '1', targetValue: '0', actualValue: '0' },
          { indicator: '6', targetValue: '100%', actualValue: '98.6%' },
          { indicator: '7', targetValue: '100%', actualValue: '100%' },
        ],
        content: '落实全员安全生产责任制，完成年度目标。',
        ...(signed ? { signDate, signerA: company?.leader, signerB: leader } : {}),
      },
    };
  });
}

const works: readonly (readonly [title: string, type: string, text: string])[] = [
  ['上锁挂牌，生命在你手中', '2', '能量隔离从一把锁开始：断开、上锁、挂牌、试动。'],
  ['隐患就是事故', '1', '今天多看一眼，明天少跑一趟。'],
  ['某厂受限空间中毒案例', '4', '未检测、未通风、盲目施救，三条教训条条是命。'],
  ['安全生产月活动风采', '7', '知识竞赛、应急演练和家属开放日的瞬间。'],
  ['随手报隐患先进个人', '5', '本季度报告有效隐患最多的十名员工。'],
  ['泵房照明改造建议', '6', '改用防爆感应灯，巡检看得清，省电三成。'],
];

/** Posters, cases and commendations, each with a picture. */
export function cultureRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const safety = accountId(tenantId, 'safety');
  return works.map(([title, cultureType, text], index) => ({
    id: stableId(tenantId, 'culture', index + 1),
    createUser: safety,
    createTime: ago(now, -20 - index * 25),
    status: index === 5 ? '0' : '1',
    body: {
      title,
      cultureType,
      publishDept: users.find(({ id }) => id === safety)?.dept[0],
      ...(index === 5 ? {} : { publishTime: wallTime(now, -19 - index * 25) }),
      content: `<p>${text}</p>`,
      isTop: index === 0 ? '1' : '0',
    },
    files: [{ field: 'cover', name: '封面.png', holds: { picture: 40 + index, repaired: index % 2 === 0 } }],
  }));
}

const bodies: readonly (readonly [name: string, type: string, duties: string, above: boolean])[] = [
  ['安全生产委员会', '1', '审定安全目标和重大事项，督促各部门履职。', false],
  ['安全管理机构', '2', '日常安全监督、隐患治理、作业许可和培训组织。', true],
  ['应急指挥部', '3', '事故应急的指挥、协调和信息报告。', true],
  ['微型消防站', '4', '初期火灾扑救和消防器材维护。', true],
];

/** The safety committee and what stands below it. */
export function organizationRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const leaders = leadersOf(tenantId);
  const officers = users.filter(({ tenantId: own, personCategory }) => own === tenantId && personCategory === '2');
  return bodies.map(([orgName, orgType, text, above], index) => ({
    id: stableId(tenantId, 'organization', index + 1),
    createUser: accountId(tenantId, 'safety'),
    createTime: ago(now, -700),
    body: {
      orgName,
      orgType,
      parentId: above ? stableId(tenantId, 'organization', 1) : null,
      leader: accountId(tenantId, index === 1 ? 'director' : 'principal'),
      members: (orgType === '2' ? officers.map(({ id }) => id) : leaders.slice(0, 8)).map((user, place) => ({
        user,
        duty: place === 0 ? '副主任' : '成员',
        isFullTime: orgType === '2' ? '1' : '0',
        ...(orgType === '2' && place < 4 ? { certNo: `A3299990${place + 1}` } : {}),
      })),
      docNo: `蓝岭安〔2020〕${index + 1}号`,
      establishDate: '2020-01-06',
      duties: text,
    },
  }));
}

const seen: readonly (readonly [behaviour: string, safe: boolean, category: string])[] = [
  ['登高检查时系好安全带，双钩交替', true, '3'],
  ['巡检时未戴护目镜进入泵区', false, '3'],
  ['使用非防爆手电检查法兰', false, '4'],
  ['交接班逐项核对阀位', true, '5'],
  ['通道上堆放软管未收', false, '7'],
  ['吊装时站在警戒线外指挥', true, '2'],
];

/** What was observed on rounds, with the talk on the spot. */
export function observationRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const places = areas.filter((area) => area.tenantId === tenantId && area.parentId !== null);
  const observers = [accountId(tenantId, 'officer'), accountId(tenantId, 'safety'), accountId(tenantId, 'workshop')];
  return Array.from({ length: tenantId === '645967' ? 60 : 8 }, (_, index) => {
    const [behaviour, safe, category] = seen[index % seen.length] ?? ['', true, '1'];
    const place = places[(index * 5) % places.length];
    const observer = observers[index % observers.length];
    const days = -index * 9 - 1;
    return {
      id: stableId(tenantId, 'observation', index + 1),
      ...(observer === undefined ? {} : { createUser: observer }),
      createTime: ago(now, days),
      status: index < 2 ? '1' : '2',
      body: {
        observeTime: at(now, days - 1, '10:20'),
        area: place?.id,
        observer,
        observedDept: place?.deptId,
        category: [category],
        isSafe: safe ? '1' : '0',
        behaviour,
        feedback: safe ? '当场肯定做法。' : '当场制止，讲清危险和正确做法。',
        ...(safe ? {} : { consequence: '可能造成人员受伤', action: '班前会通报，纳入本周检查重点。' }),
        toDanger: '0',
      },
    };
  });
}
