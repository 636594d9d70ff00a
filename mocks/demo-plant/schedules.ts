import { areas } from './areas.ts';
import type { CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import { roleId } from './roles.ts';
import type { SeedRecord } from './seed-record.ts';
import { signedBy } from './signed-by.ts';

interface Batch {
  readonly entity: string;
  readonly title: string;
  readonly records: readonly SeedRecord[];
}

/** Work that is planned in turn: name, type, its tasks. */
const works = [
  ['机泵机封更换', '2', ['停泵置换并挂牌', '更换机封并试运行']],
  ['安全阀在线校验', '6', ['拆检备用安全阀', '校验后回装挂牌']],
  ['可燃气体报警器标定', '6', ['标定现场探头', '核对控制室报警值']],
  ['罐区消防泡沫试喷', '7', ['检查泡沫液存量', '试喷并冲洗管线']],
  ['装置区防腐保温修复', '4', ['清点破损部位', '修复并验收']],
  ['电气设备预防性试验', '6', ['开关柜试验', '接地电阻测量']],
] as const;

/** What inspections look at: content, standard, how, clause. */
const checklist = [
  ['可燃和有毒气体报警器', '在检定有效期内，现场与控制室示值一致', '2', '本企业仪表管理制度'],
  ['消防设施和疏散通道', '器材齐全有效，通道畅通', '2', '本企业消防管理制度'],
  ['特殊作业票证', '票证齐全，分析和签字在作业前完成', '1', 'GB 30871-2022'],
  ['操作人员对应急处置的掌握', '能说出本岗位的处置步骤', '5', '本企业应急预案'],
  ['设备铭牌和本体泄漏', '铭牌清楚，无跑冒滴漏', '2', '本企业设备管理制度'],
] as const;
const faults = ['探头积灰，示值偏低', '灭火器被检修工具遮挡', '一处签字时间漏写', '应急电话记不全', '法兰滴漏'];

const places: Record<CompanyTenant, readonly string[]> = {
  '645967': ['6459670101', '6459670121', '6459670081'],
  '645968': ['6459680101'],
};

const working = (dept: string) => users.filter((user) => user.status === '1' && user.dept[0] === dept);
const leaderOf = (dept: string) => departments.find(({ id }) => id === dept)?.leader ?? '';
/** People of a department besides its head. */
function peopleOf(dept: string): readonly string[] {
  const leader = leaderOf(dept);
  const others = working(dept).filter(({ id }) => id !== leader);
  if (others.length < 2) throw new Error(`部门 ${dept} 没有人员`);
  return others.map(({ id }) => id);
}
function areaOf(tenantId: CompanyTenant, dept: string): string {
  const own = areas.filter((area) => area.tenantId === tenantId);
  return (own.find((area) => area.deptId === dept) ?? own[0])?.id ?? '';
}
function holderOf(tenantId: CompanyTenant, role: 'safetyDirector' | 'safetyOfficer'): string {
  const found = users.find((user) => user.status === '1' && user.role.includes(roleId(tenantId, role)));
  if (found === undefined) throw new Error(`没有人员是 ${role}`);
  return found.id;
}
const instant = (date: string, time: string): Date => new Date(`${date}T${time}+08:00`);

/** Two years of planned work and of inspections, with what was recorded, as of a day. Plans that refer to a later one come after it. */
export function scheduleBatches(tenantId: CompanyTenant, now: Date): readonly Batch[] {
  const work = workRecords(tenantId, now);
  const checks = inspections(tenantId, now);
  return [
    { entity: 'workPlan', title: '工作计划', records: work.plans },
    { entity: 'workPlanTask', title: '工作任务', records: work.tasks },
    { entity: 'workRecord', title: '工作记录', records: work.records },
    { entity: 'inspectionPlan', title: '检查计划', records: checks.plans },
    // A record that is saved with a plan takes its items over, so that the items of plans come last.
    { entity: 'inspectionRecord', title: '检查记录', records: checks.records },
    { entity: 'inspectionRecordItem', title: '检查结果', records: checks.results },
    { entity: 'inspectionPlanItem', title: '检查表', records: checks.items },
  ];
}

/** Days from now until each plan of work begins, how long it takes, and how far it has come. */
const workTurns: readonly (readonly [from: number, days: number, status: string])[] = [
  ...[-700, -620, -540, -460, -380, -310, -240, -170, -110, -60].map((from) => [from, 5, '6'] as const),
  [-20, 6, '7'],
  [-2, 6, '5'],
  [4, 5, '4'],
  [9, 5, '0'],
];

function workRecords(tenantId: CompanyTenant, now: Date) {
  const plans: SeedRecord[] = [];
  const tasks: SeedRecord[] = [];
  const records: SeedRecord[] = [];
  const depts = places[tenantId];
  for (const [turn, [from, days, status]] of workTurns.entries()) {
    if (tenantId === '645968' && turn % 4 !== 3) continue;
    const dept = depts[turn % depts.length] ?? '';
    const [planner = '', ...others] = peopleOf(dept);
    const [title, workType, steps] = works[turn % works.length] ?? works[0];
    const planId = stableId(tenantId, 'workPlan', turn + 1);
    const area = areaOf(tenantId, dept);
    const owners = steps.map((_, step) => others[(turn + step) % others.length] ?? planner);
    plans.push({
      ...{
        id: planId,
        createUser: planner,
        createTime: instant(plantDate(now, Math.min(from - 7, -1)), '09:00:00'),
        status,
      },
      body: {
        ...{ title: `${title}（${plantDate(now, from).slice(0, 7)}）`, workType, planDept: dept, planner, area },
        ...{
          planCycle: status === '5' ? '4' : '1',
          planTime: plantDate(now, from),
          planEnd: plantDate(now, from + days),
        },
        ...{ flowType: '1', people: status === '0' ? [] : [...new Set(owners)] },
        ...(turn % 5 === 4 && status === '6' ? { late: '1', lateReason: '备件到货晚了两天' } : {}),
      },
    });
    for (const [step, content] of steps.entries()) {
      const done = status === '6' || (step === 0 && status !== '4' && status !== '0');
      const [begin, end] = [from + step * 2, from + step * 2 + 1];
      const taskId = stableId(tenantId, 'workPlanTask', turn * 10 + step + 1);
      const owner = owners[step] ?? planner;
      const state = done ? '2' : status === '7' ? '3' : status === '0' ? 'new' : '0';
      const date = plantDate(now, begin);
      tasks.push({
        ...{ id: taskId, createUser: planner, createTime: instant(plantDate(now, Math.min(from - 7, -1)), '09:10:00') },
        status: state,
        body: {
          ...{ planId, content, owner, start: date, end: plantDate(now, end), safetyNote: '能量隔离、挂牌上锁后作业' },
          ...(done ? { doneTime: `${date} 17:30:00` } : {}),
        },
      });
      if (!done) continue;
      const waiting = status === '5';
      records.push({
        id: stableId(tenantId, 'workRecord', turn * 10 + step + 1),
        // Nobody signs for another: what two have signed is written by the platform.
        createTime: instant(date, '16:00:00'),
        status: '2',
        body: {
          ...{ plan: planId, task: taskId, workType: workType === '4' ? '4' : workType, title: content, dept, area },
          ...{ workTime: `${date} 09:00:00`, workEnd: `${date} ${waiting ? '11:00' : '15:30'}:00`, workers: [owner] },
          process: `按方案完成${content}，现场清理完毕。`,
          ...{ result: '1', signature: signedBy(owner, `${date} 16:00:00`) },
          ...{ confirmer: leaderOf(dept), confirmTime: `${date} 17:30:00` },
        },
      });
    }
  }
  return { plans, tasks, records };
}

/** Days from now until each inspection begins, its kind, its level, and how far it has come. */
const inspectionTurns: readonly (readonly [from: number, kind: string, level: string, status: string])[] = [
  [-690, '4', '1', '6'],
  [-600, '2', '1', '6'],
  [-510, '4', '1', '6'],
  [-420, '5', '2', '6'],
  [-330, '4', '1', '6'],
  [-240, '2', '1', '6'],
  [-150, '4', '1', '6'],
  [-80, '5', '2', '6'],
  [-40, '1', '2', '7'],
  [-3, '4', '1', '5'],
  [6, '5', '2', '4'],
];
const kinds: Readonly<Record<string, string>> = {
  '1': '日常检查',
  '2': '综合安全检查',
  '4': '季节性安全检查',
  '5': '节前安全检查',
};

function inspections(tenantId: CompanyTenant, now: Date) {
  const plans: SeedRecord[] = [];
  const items: SeedRecord[] = [];
  const records: SeedRecord[] = [];
  const results: SeedRecord[] = [];
  const [director, officer] = [holderOf(tenantId, 'safetyDirector'), holderOf(tenantId, 'safetyOfficer')];
  const leadDept = users.find(({ id }) => id === officer)?.dept[0] ?? '';
  for (const [turn, [from, inspectionType, level, status]] of inspectionTurns.entries()) {
    if (tenantId === '645968' && turn % 3 !== 0) continue;
    const depts = places[tenantId].slice(0, level === '1' ? 2 : 1);
    const planId = stableId(tenantId, 'inspectionPlan', turn + 1);
    const members = depts.map((dept) => peopleOf(dept)[turn % 2] ?? '');
    const created = instant(plantDate(now, Math.min(from - 10, -1)), '10:00:00');
    plans.push({
      ...{ id: planId, createUser: officer, createTime: created, status },
      body: {
        ...{
          title: `${plantDate(now, from).slice(0, 7)} ${kinds[inspectionType]}`,
          inspectionType,
          level,
          planCycle: '1',
        },
        ...{ planTime: plantDate(now, from), planEnd: plantDate(now, from + 7), leadDept, leader: officer, members },
        ...{ targetDepts: depts, areas: [...new Set(depts.map((dept) => areaOf(tenantId, dept)))], approver: director },
        basis: '安全生产法第四十六条；应急〔2019〕78号；本企业安全检查制度',
      },
    });
    items.push(
      ...checklist.map(([content, standard, method, basis], index) => ({
        ...{
          id: stableId(tenantId, 'inspectionPlanItem', turn * 10 + index + 1),
          createUser: officer,
          createTime: created,
        },
        body: { planId, content, standard, method, basis },
      })),
    );
    if (status === '4' || status === '7') continue;
    for (const [place, dept] of depts.entries()) {
      // The one that is being executed has been to the first department.
      if (status === '5' && place > 0) continue;
      const date = plantDate(now, Math.min(from + 1 + place, -1));
      const number = turn * 10 + place + 1;
      const recordId = stableId(tenantId, 'inspectionRecord', number);
      const fault = (turn + place) % 3 === 0 ? -1 : (turn * 2 + place) % checklist.length;
      records.push({
        id: recordId,
        createTime: instant(date, '16:00:00'),
        status: status === '5' ? '1' : '2',
        body: {
          ...{ plan: planId, inspectionType, checkTime: `${date} 14:30:00`, dept, area: areaOf(tenantId, dept) },
          ...{ checkers: [officer, members[place] ?? officer], accompany: [leaderOf(dept)] },
          conclusion: fault < 0 ? '未发现问题，现场管理良好。' : '发现一处问题，已当场整改，其余符合要求。',
          signature: signedBy(officer, `${date} 16:00:00`),
          ...(status === '5'
            ? {}
            : { deptSignature: signedBy(leaderOf(dept), `${date} 16:30:00`), confirmer: leaderOf(dept) }),
        },
      });
      results.push(
        ...checklist.map(
          ([content, standard, method, basis], index): SeedRecord => ({
            id: stableId(tenantId, 'inspectionRecordItem', number * 10 + index + 1),
            createTime: instant(date, '15:00:00'),
            body: {
              ...{ recordId, content, standard, method, basis, result: index === fault ? '2' : '1' },
              ...(index === fault ? { description: faults[index], fixNote: '当场整改完毕，受检方已确认' } : {}),
            },
            ...(index === fault
              ? { files: [{ field: 'photos', name: '问题照片.png', holds: { picture: number, repaired: false } }] }
              : {}),
          }),
        ),
      );
    }
  }
  return { plans, items, records, results };
}
