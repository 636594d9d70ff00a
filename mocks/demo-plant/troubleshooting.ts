import type { Database } from '../../server/ground/database/database.ts';
import { wallClock } from '../../src/core/clock/wall-clock.ts';
import type { History, HistoryStep } from './danger-histories.ts';
import { stableId } from './ids.ts';
import { keeperId } from './seed-records.ts';
import { chanceOf } from './seeded.ts';
import type { TenantId } from './types.ts';

const hour = 3_600_000;
const day = 24 * hour;
const zone = 'Asia/Shanghai';
/** Days back to which tasks have been made. */
const span = 60;

/** A unit whose measures are checked, as the risk register of the plant holds it. */
interface CheckedUnit {
  readonly unitId: string;
  readonly unitName: string;
  readonly objectName: string;
  readonly objectId: string;
  readonly deptId: string;
  readonly dutyUserId: string;
  /** Whom the major source of the object is assigned to, of the first unit of each source: it gets the duty plans. */
  readonly heads: readonly string[] | null;
  readonly measures: readonly string[];
  readonly people: readonly string[];
}

/** Plans and tasks of the plant's troubleshooting; the plans are to be written first. */
interface TroubleHistories {
  readonly plans: readonly History[];
  readonly tasks: readonly History[];
}

/** How often the plans are checked, in days, and how far they have come. */
const rhythms: readonly { readonly days: number; readonly reaches: 'draft' | 'approving' | 'running' }[] = [
  { days: 7, reaches: 'running' },
  { days: 3, reaches: 'running' },
  { days: 7, reaches: 'running' },
  { days: 15, reaches: 'running' },
  { days: 3, reaches: 'running' },
  { days: 7, reaches: 'running' },
  { days: 5, reaches: 'running' },
  { days: 7, reaches: 'running' },
  { days: 30, reaches: 'running' },
  { days: 7, reaches: 'running' },
  { days: 7, reaches: 'approving' },
  { days: 1, reaches: 'draft' },
];

const notes = [
  '压力表指示正常，无泄漏',
  '现场完好',
  '联锁投用，记录齐全',
  '阀门开关灵活，铅封完好',
  '通道畅通，标识清楚',
];
const faults = ['法兰处有渗漏痕迹', '压力表超过检定有效期', '可燃气体报警器指示灯不亮', '防护罩缺失', '接地线松脱'];

/** Units of the register with measures that people check, one of each major source first. */
async function checkedUnits(database: Database, tenantId: TenantId): Promise<readonly CheckedUnit[]> {
  return database.withTenant(tenantId, (connection) =>
    connection.query<CheckedUnit>(
      `select * from (select u.id as "unitId", u."unitName", o."objectName", u."objectId", u."deptId", u."dutyUserId",
         case when o."majorSourceId" is not null and row_number() over (partition by o."majorSourceId" order by u.id) = 1
           then array[s."mainDuty", s."techDuty", s."operDuty"] end as heads,
         (array_agg(m.id order by m.id))[1:3] as measures,
         (select coalesce(array_agg(p.id order by p.id), '{}') from (select id from data."user" where "tenantId" = $1
            and dept && array[u."deptId"] and status = '1' and "isDeleted" = 0 order by id limit 2) p) as people
       from data."controlMeasure" m
       join data."riskEvent" e on e."tenantId" = m."tenantId" and e.id = m."eventId"
       join data."riskUnit" u on u."tenantId" = e."tenantId" and u.id = e."unitId"
       join data."riskObject" o on o."tenantId" = u."tenantId" and o.id = u."objectId"
       left join data."majorSource" s on s."tenantId" = o."tenantId" and s.id = o."majorSourceId"
       where m."tenantId" = $1 and m."dataSrc" = '2' and m.status = 'valid' and m."isDeleted" = 0
       group by u.id, u."unitName", o."objectName", u."objectId", u."deptId", u."dutyUserId", o."majorSourceId",
         s."mainDuty", s."techDuty", s."operDuty"
       ) found order by heads is null, "unitId" limit ${rhythms.length}`,
      [tenantId],
    ),
  );
}

/** What has been planned and checked in the last 60 days, by the measures that the risk register holds now. */
export async function troubleHistories(database: Database, tenantId: TenantId, now: number): Promise<TroubleHistories> {
  const chance = chanceOf(20_261_120);
  const keeper = keeperId(tenantId, 'safety');
  const plans: History[] = [];
  const tasks: History[] = [];
  const today = Math.floor((now + 8 * hour) / day) * day - 8 * hour;
  for (const [index, unit] of (await checkedUnits(database, tenantId)).entries()) {
    const rhythm = rhythms[index] ?? { days: 7, reaches: 'draft' };
    const running = rhythm.reaches === 'running';
    const start = running ? today - (span - (index % 5)) * day + 8 * hour : today + 2 * day + 8 * hour;
    const begun = running ? start - 6 * day : today - 2 * day;
    const taskKind = unit.heads === null ? '0' : String(1 + (index % 3));
    const duty = taskKind === '0' ? {} : { dutyItem: 1 + (index % 9) };
    const head = unit.heads?.[index % 3];
    const executorIds = head === undefined ? [...new Set([unit.dutyUserId, ...unit.people])] : [head];
    const id = stableId(tenantId, 'troublePlan', index + 1);
    const common = { taskKind, ...duty, deptId: unit.deptId, executorIds, checkMeans: ['site'], remindBefore: 30 };
    const step = (after: number, does: HistoryStep['does'], more: Partial<HistoryStep>): HistoryStep => ({
      at: begun + after * day,
      by: keeper,
      does,
      body: {},
      leads: '',
      ...more,
    });
    const steps = [
      step(0, 'save', {
        leads: 'draft',
        body: {
          ...common,
          planName: `${unit.objectName}${unit.unitName}${taskKind === '0' ? '日常排查' : '包保排查'}`,
          objectId: unit.objectId,
          unitIds: [unit.unitId],
          measureIds: unit.measures,
          checkCycle: rhythm.days,
          checkCycleUnit: 'day',
          taskStartTime: wallClock(new Date(start), zone),
          workdayKind: '0',
        },
      }),
      step(1, 'fire', { leads: 'approving', transition: 'submit' }),
      step(2, 'vote', { leads: 'approved', body: { result: 'pass', opinion: '同意' } }),
      step(6, 'fire', { leads: 'running', transition: 'start', by: '' }),
    ];
    plans.push({
      id,
      entity: 'troublePlan',
      steps: steps.slice(0, steps.findIndex(({ leads }) => leads === rhythm.reaches) + 1),
    });
    if (!running) continue;
    for (let due = start; due <= now; due += rhythm.days * day) {
      for (const measureId of unit.measures) {
        const end = due + rhythm.days * day;
        const body = {
          ...common,
          planId: id,
          measureId,
          taskTime: wallClock(new Date(due), zone),
          taskEnd: wallClock(new Date(end), zone),
        };
        tasks.push({
          id: stableId(tenantId, 'troubleTask', tasks.length + 1),
          entity: 'troubleTask',
          steps: [
            { at: due, by: '', does: 'save', body, leads: '1' },
            ...courseOf({ due, end, now, executorIds, dutyUserId: unit.dutyUserId, chance }),
          ],
        });
      }
    }
  }
  return { plans, tasks };
}

interface Course {
  readonly due: number;
  readonly end: number;
  readonly now: number;
  readonly executorIds: readonly string[];
  readonly dutyUserId: string;
  readonly chance: ReturnType<typeof chanceOf>;
}

/** What became of a task: checked in time, found something, ran over, was made up for; the latest may wait. */
function courseOf({ due, end, now, executorIds, dutyUserId, chance }: Course): HistoryStep[] {
  const by = chance.pick(executorIds);
  const at = due + chance.between(1, 20) * hour;
  const note = chance.pick(notes);
  const found = chance.happens(0.025);
  const over = chance.happens(0.07);
  const madeUp = chance.happens(0.5);
  if (over && end <= now) {
    const expired: HistoryStep = { at: end, by: '', does: 'fire', transition: 'expire', body: {}, leads: '3' };
    const later = end + 5 * hour;
    if (!madeUp || later > now) return [expired];
    const body = { lateReason: '当班抢修，未能按时排查', row: { result: '0', note } };
    return [expired, { at: later, by, does: 'fire', transition: 'supplement', body, leads: '2' }];
  }
  if (at > now || (over && end > now)) return [];
  if (!found) {
    return [{ at, by, does: 'fire', transition: 'check', body: { row: { result: '0', note } }, leads: '2' }];
  }
  const fault = chance.pick(faults);
  const pictures = (number: number) => ({ field: 'photos', inRow: true, numbers: [number], repaired: false });
  const row = {
    exceptionDesc: fault,
    type: '2',
    level: '0',
    reformType: '1',
    instantFix: '0',
    dutyUserId,
    abarbeitungDeadline: wallClock(new Date(at + 7 * day), zone),
  };
  const exception = Math.min(at + hour / 2, now);
  return [
    {
      at,
      by,
      does: 'fire',
      transition: 'check',
      body: { row: { result: '1', note: fault } },
      pictures: pictures(0),
      leads: '2',
    },
    {
      at: exception,
      by,
      does: 'fire',
      transition: 'recordException',
      body: { row },
      pictures: pictures(1),
      leads: '2',
    },
  ];
}

/** Tells the schedules that the occurrences up to now have been made. */
export async function noteOccurrences(
  database: Database,
  tenantId: TenantId,
  entity: string,
  plans: readonly { readonly id: string }[],
  now: number,
) {
  await database.transaction(tenantId, (connection) =>
    connection.execute(
      `insert into platform."schedulePlan" ("tenantId", "entityKey", "recordId", "recordVersion", "doneTime")
       select $1, $4, id, -1, $3 from unnest($2::text[]) id on conflict do nothing`,
      [tenantId, plans.map(({ id }) => id), new Date(now), entity],
    ),
  );
}
