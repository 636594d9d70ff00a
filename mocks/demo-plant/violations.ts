import { areaOfDept, fieldPeople, hourOf } from './base-people.ts';
import { accountId, type CompanyTenant, contractorWorkers } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import type { SeedRecord } from './seed-record.ts';

type Text = readonly [type: '1' | '2' | '3', text: string, points: number];

const texts: readonly Text[] = [
  ['2', '高处检查阀门时未系安全带。', 2],
  ['2', '进入噪声区未佩戴耳塞。', 1],
  ['3', '当班时间离岗，内操岗位无人。', 2],
  ['2', '取样时未戴防护面罩和耐酸手套。', 2],
  ['1', '指派无证人员操作叉车。', 4],
  ['2', '巡检记录提前填写，未到现场。', 2],
  ['3', '在控制室使用手机游戏。', 1],
  ['2', '临时用电电缆未架空，接头裸露。', 2],
  ['2', '动火点未清理可燃物即准备作业，被制止。', 3],
  ['1', '要求班组跳过联锁确认直接开泵。', 6],
  ['3', '酒后上岗，班前检查发现。', 6],
  ['2', '在装卸区未连接静电接地。', 3],
];
/** How many of two years, by company; the second has begun only. */
const counts: Readonly<Record<CompanyTenant, number>> = { '645967': 72, '645968': 12 };
const span = 720;

interface Violation {
  readonly record: SeedRecord;
  readonly deal: SeedRecord | undefined;
}

function violationOf(tenantId: CompanyTenant, now: Date, index: number): Violation {
  const people = fieldPeople(tenantId);
  const finder = accountId(tenantId, index % 3 === 0 ? 'safety' : 'officer');
  const [violationType, description, points] = texts[index % texts.length] ?? ['2', '违章作业。', 1];
  const days = Math.floor((index * span) / counts[tenantId]);
  const found = plantDate(now, -days);
  const worker = index % 9 === 4 ? contractorWorkers(tenantId)[index % 5] : undefined;
  // Few people are seen again and again, so that points add up.
  const user = people[(index % 5 === 0 ? 7 : index * 13) % people.length];
  const status = days < 5 ? '1' : days < 20 ? '2' : index % 17 === 16 ? '4' : '3';
  const dept = worker === undefined ? user?.dept[0] : tenantId === '645967' ? '6459670130' : '6459680120';
  const violationLevel = violationType === '1' ? '3' : points >= 3 ? '2' : '1';
  const subject =
    worker === undefined
      ? { violatorType: '1', violator: user?.id }
      : { violatorType: '2', contractor: worker.contractor, contractorPerson: worker.id };
  const createTime = new Date(now.getTime() - days * 86_400_000);
  const findingTime = hourOf(plantDate(now, -days - 1), index);
  const id = stableId(tenantId, 'violation', index + 1);
  const record: SeedRecord = {
    id,
    createUser: finder,
    createTime,
    status,
    body: {
      ...subject,
      findingTime,
      area: areaOfDept(tenantId, dept),
      place: '作业现场',
      violatorDept: dept,
      violationType,
      violationLevel,
      description,
      finder,
      findDept: tenantId === '645967' ? '6459670020' : '6459680020',
      source: String((index % 4) + 1),
      suggestPoints: points,
      ...(status === '2' || status === '3' ? { dealUser: finder, dealDone: status === '3' ? '1' : '0' } : {}),
      ...(status === '4' ? { revokeReason: '复查录像，情况不属实' } : {}),
    },
    files: [{ field: 'photos', name: '现场照片.png', holds: { picture: index, repaired: false } }],
  };
  if (status === '1' || status === '4') return { record, deal: undefined };
  // Of what is still being handled every third stands in one of the states before it is carried out.
  const state = status === '3' ? '5' : (['0', '2', '6'][index % 3] ?? '0');
  const signed = state === '5' && user !== undefined;
  return {
    record,
    deal: {
      id: stableId(tenantId, 'violationDeal', index + 1),
      createUser: finder,
      createTime,
      status: state,
      body: {
        violationId: id,
        ...('violator' in subject ? { violator: subject.violator } : { contractorPerson: subject.contractorPerson }),
        violatorDept: dept,
        violationLevel,
        findingTime,
        dealTypes: points >= 4 ? ['3', '4', '5'] : points >= 2 ? ['3', '4'] : ['1', '4'],
        ...(points >= 2 ? { fineAmount: points * 100 } : {}),
        points,
        ...(points >= 4 ? { retrainHours: 8 } : {}),
        dealUser: finder,
        dealTime: `${found} 17:00:00`,
        dealOpinion: '按违章管理规定扣分，组织本人学习有关制度并在班组会上检讨。',
        ...(state === '0' ? {} : { appealUntil: plantDate(now, -days + 7) }),
        ...(signed ? { executeResult: '已扣分、缴纳罚款并完成学习。' } : {}),
        ...(state === '6' ? { appealReason: '当时正在撤离，安全带刚解开，请复核。' } : {}),
        ...(state === '5' && index % 11 === 3
          ? {
              appealReason: '首次发生，当场改正。',
              pointsBack: Math.min(points, 1),
              reviewOpinion: '情况属实，退回部分扣分。',
            }
          : {}),
      },
    },
  };
}

/** Points that stop work: whoever has come to them was retrained and examined in the demo. */
const FULL = 12;

/** Handlings with what the year has added up to at each, oldest first; drafts count nothing yet. */
function addedUp(deals: readonly SeedRecord[]): SeedRecord[] {
  const sums = new Map<string, number>();
  const foundAt = ({ body: { findingTime } }: SeedRecord) => String(findingTime);
  const oldestFirst = deals.toSorted((one, other) => foundAt(one).localeCompare(foundAt(other)));
  return oldestFirst.map((deal) => {
    const { body, status } = deal;
    if (status === '0') return deal;
    const { violator, contractorPerson, points = 0, pointsBack = 0 } = body;
    const found = foundAt(deal);
    const key = `${violator ?? contractorPerson} ${found.slice(0, 4)}`;
    const yearPoints = (sums.get(key) ?? 0) + Number(points) - Number(pointsBack);
    sums.set(key, yearPoints);
    const resumed =
      status === '5' && yearPoints >= FULL
        ? { resumeResult: '再培训8学时，闭卷考核88分，恢复作业。', resumeTime: `${found.slice(0, 10)} 18:00:00` }
        : {};
    return { ...deal, body: { ...body, yearPoints, ...resumed } };
  });
}

/** Violations of two years and how they were handled, as of a day. */
export function violationRecords(
  tenantId: CompanyTenant,
  now: Date,
): { violations: SeedRecord[]; deals: SeedRecord[] } {
  const all = Array.from({ length: counts[tenantId] }, (_, index) => violationOf(tenantId, now, index));
  return {
    violations: all.map(({ record }) => record),
    deals: addedUp(all.flatMap(({ deal }) => (deal === undefined ? [] : [deal]))),
  };
}
