import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { enterpriseConfigs } from './enterprise.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import { users } from './people.ts';
import type { SeedRecord } from './seed-record.ts';
import { ticketPlans } from './ticket-plans.ts';

const day = 86_400_000;
/** Days before today that have a notice, and one for today. */
const reach: Readonly<Record<CompanyTenant, number>> = { '645967': 60, '645968': 6 };
/** Days back on which nobody signed in time. */
const lateDays: ReadonlySet<number> = new Set([17, 41]);

type Body = Readonly<Record<string, unknown>>;

const gradeOf = ({ hotLevel, isUpgrade }: Body) => Number(hotLevel) - (isUpgrade === '1' && hotLevel !== '0' ? 1 : 0);

/** Kinds of work that a notice counts, by its field. */
const counted: Readonly<Record<string, (body: Body, type: string) => boolean>> = {
  fireSpecial: (body, type) => type === 'hot' && gradeOf(body) === 0,
  fireOne: (body, type) => type === 'hot' && gradeOf(body) === 1,
  fireTwo: (body, type) => type === 'hot' && gradeOf(body) === 2,
  confinedCount: (_, type) => type === 'confined',
  blindCount: (_, type) => type === 'blind',
  highCount: (_, type) => type === 'high',
  hoistCount: (_, type) => type === 'hoisting',
  electricCount: (_, type) => type === 'electrical',
  groundCount: (_, type) => type === 'ground',
  roadCount: (_, type) => type === 'road',
  repairCount: (_, type) => type === 'repair',
  contractorCount: ({ workUnitType }) => workUnitType === '2',
};

/** Works of a day as the demo's tickets plan them; the second company has none. */
function worksOn(tenantId: CompanyTenant, now: Date, date: string): Readonly<Record<string, number>> {
  const plans = tenantId === '645967' ? ticketPlans(60, now.getTime()) : [];
  const ofDay = plans.filter(
    ({ body: { planStartTime, planEndTime } }) =>
      String(planStartTime).slice(0, 10) <= date && String(planEndTime).slice(0, 10) >= date,
  );
  return Object.fromEntries(
    Object.entries(counted).map(([field, takes]) => [
      field,
      ofDay.filter(({ body, type }) => takes(body, type)).length,
    ]),
  );
}

/** Notices of the last days with the judgements before them; today's was signed in the morning. */
export function promiseRecords(tenantId: CompanyTenant, now: Date) {
  const safety = accountId(tenantId, 'safety');
  const promiser = accountId(tenantId, 'principal');
  const companyName = enterpriseConfigs.find((row) => row.tenantId === tenantId)?.tenantName ?? '';
  const own = (type: string) => departments.filter((dept) => dept.tenantId === tenantId && dept.deptType === type);
  const judging = [
    ...own('4').map(({ id, leader }) => ({
      level: '1',
      dept: id,
      judge: leader,
      content: '班前检查装置、人员和当班作业',
    })),
    ...own('3').map(({ id, leader }) => ({
      level: '2',
      dept: id,
      judge: leader,
      content: '核对本车间作业票和隐患整改',
    })),
    ...own('1').map(({ id }) => ({ level: '3', dept: id, judge: safety, content: '汇总各车间研判，重大危险源受控' })),
  ];
  const notices: SeedRecord[] = [];
  const judgements: SeedRecord[] = [];
  for (let back = reach[tenantId]; back >= 0; back -= 1) {
    const promiseDate = plantDate(now, -back);
    const late = lateDays.has(back);
    const id = stableId(tenantId, 'promise', back + 1);
    const createTime = new Date(now.getTime() - back * day);
    // A week of overhaul some time ago.
    const unitOverhaul = back >= 30 && back < 37 ? 1 : 0;
    notices.push({
      id,
      createUser: safety,
      createTime,
      status: 'published',
      body: {
        promiseDate,
        companyName,
        deadline: `${promiseDate} 10:00:00`,
        unitTotal: 5,
        unitRunning: 5 - unitOverhaul,
        unitStopped: 0,
        unitOverhaul,
        tankTotal: 3,
        ...worksOn(tenantId, now, promiseDate),
        changeCount: 2,
        hasMajorPeril: '0',
        isTankSafe: '1',
        riskLevel: unitOverhaul > 0 ? '3' : '4',
        promiserId: promiser,
        promiserName: users.find((user) => user.id === promiser)?.realName,
        judgeTime: `${promiseDate} 08:${20 + (back % 30)}:00`,
        submitTime: late ? `${promiseDate} 11:05:00` : `${promiseDate} 09:${10 + (back % 40)}:00`,
        late: late ? '1' : '0',
      },
    });
    // Judgements of the last week are enough to see the chain by.
    if (back > 6) continue;
    for (const [place, { judge, ...row }] of judging.entries())
      judgements.push({
        id: stableId(tenantId, 'promiseJudge', back * 100 + place + 1),
        createUser: judge,
        createTime,
        body: { promiseId: id, ...row, judge, judgeTime: `${promiseDate} 07:${10 + (place % 45)}:00`, conclusion: '1' },
      });
  }
  return { notices, judgements };
}
