import { areas, spotIn } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate, wallTime } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import type { SeedRecord } from './seed-record.ts';

const day = 86_400_000;

/** Name, code, place, width and height in px, whether it answers. */
const screens = [
  ['东大门信息屏', 'LED-01', '东大门外侧门卫室上方', 640, 320, true],
  ['办公楼大厅屏', 'LED-02', '办公楼一层大厅', 1280, 480, true],
  ['罐区入口条屏', 'LED-03', '东罐区入口', 768, 64, false],
  ['西门物流屏', 'LED-04', '西门车辆登记处', 512, 256, true],
] as const;

/** Name, type, text, priority, state, first and last day from today, numbers of its screens. */
const programs = [
  ['安全生产月标语', 'text', '人人讲安全，个个会应急。', '3', 'expired', -170, -140, [1, 2, 4]],
  ['冬季防滑防冻提示', 'text', '雨雪天气，上下平台请扶好扶手，伴热管线注意巡查。', '2', 'released', -12, 60, [1, 2]],
  ['厂内限速提示', 'text', '厂内车辆限速15公里/小时，罐区禁止停车。', '3', 'released', -30, 30, [1, 4]],
  ['外来人员入厂须知', 'text', '入厂请登记并接受安全告知，禁止携带火种。', '3', 'released', -90, 90, [1, 2, 4]],
  ['罐区检修绕行通知', 'text', '东罐区检修期间，车辆请走北环路。', '2', 'failed', -3, 4, [3]],
  ['班组安全竞赛结果', 'text', '本月班组安全竞赛结果请见公告栏。', '3', 'stopped', -20, 10, [2]],
  ['元旦值班安排', 'text', '元旦期间值班电话见公告栏，异常情况先报调度。', '3', 'submitted', 30, 36, [1, 2]],
  ['消防演练通知', 'text', '周五上午九点消防演练，听到警报请按疏散路线撤离。', '2', 'draft', 2, 6, [1, 2, 4]],
] as const;

/** Screens of a company, what is shown on them, and what became of it on each. */
export function ledRecords(tenantId: CompanyTenant, now: Date) {
  const safety = accountId(tenantId, 'safety');
  const director = accountId(tenantId, 'director');
  const office = departments.find((dept) => dept.tenantId === tenantId)?.id ?? '';
  const own = tenantId === '645967' ? screens : screens.slice(0, 2);
  const screenId = (number: number) => stableId(tenantId, 'ledScreen', number);
  const screenRecords: SeedRecord[] = own.map(([screenName, screenCode, location, width, height, answers], index) => ({
    id: screenId(index + 1),
    createUser: safety,
    createTime: new Date(now.getTime() - 300 * day),
    body: {
      ...{ screenName, screenCode, location, width, height, deptId: office },
      ...{ ip: `192.0.2.${index + 21}`, deviceType: '全彩同步控制器', online: answers ? '1' : '0' },
      onlineTime: answers ? wallTime(now, -0.01) : wallTime(now, -3),
    },
  }));
  const programRecords: SeedRecord[] = [];
  const receipts: SeedRecord[] = [];
  for (const [
    index,
    [programName, programType, lunboArchText, priority, status, from, until, on],
  ] of programs.entries()) {
    const numbers = on.filter((number) => number <= own.length);
    if (numbers.length === 0) continue;
    const id = stableId(tenantId, 'ledProgram', index + 1);
    const made = Math.min(from - 1, -1);
    const isOut = status !== 'draft' && status !== 'submitted';
    programRecords.push({
      id,
      createUser: safety,
      createTime: new Date(now.getTime() + made * day),
      status,
      body: {
        ...{ programName, programType, lunboArchText, priority, screenIds: numbers.map(screenId) },
        ...{ validTime: plantDate(now, from), validEnd: plantDate(now, until), sort: (index + 1) * 10 },
        ...(isOut ? { releaseTime: wallTime(now, from), releaseUserId: director } : {}),
      },
    });
    if (!isOut) continue;
    const ended = status === 'expired' || status === 'stopped';
    for (const number of numbers) {
      const answers = own[number - 1]?.[5] === true;
      receipts.push({
        id: stableId(tenantId, 'ledRelease', (index + 1) * 10 + number),
        createUser: director,
        createTime: new Date(now.getTime() + from * day),
        status: ended ? 'ended' : answers ? 'shown' : 'failed',
        body: {
          ...{ programId: id, screenId: screenId(number), screenCode: own[number - 1]?.[1] },
          ...{ sentTime: wallTime(now, from), answerTime: wallTime(now, answers ? from : from + 0.6) },
        },
      });
    }
  }
  return { screens: screenRecords, programs: programRecords, receipts };
}

/** Cameras of a company: one in each area where something can burn, every seventh of them away. */
export function videoDeviceRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const manager = accountId(tenantId, 'safety');
  const own = areas.filter(
    (area) => area.tenantId === tenantId && area.parentId !== null && area.areaType !== 'office',
  );
  return own.map((area, index) => ({
    id: stableId(tenantId, 'videoDevice', index + 1),
    createUser: manager,
    createTime: new Date(now.getTime() - 400 * day),
    status: index % 11 === 10 ? '2' : index % 7 === 6 ? '0' : '1',
    body: {
      deviceName: `${area.areaName}${area.areaType === 'tank' ? '热成像' : '球机'}`,
      deviceCode: `${tenantId}000013200${String(index + 1).padStart(5, '0')}`,
      deviceType: area.areaType === 'tank' ? '4' : '2',
      area: area.id,
      location: `${area.areaName}北侧立杆`,
      geo: spotIn(area, index + 1),
      ip: `198.51.100.${index + 11}`,
      isMajorHazard: area.areaType === 'tank' ? '1' : '0',
      aiTypes: area.areaType === 'tank' ? ['2'] : [],
      manager,
      ...(index % 11 === 10 ? { faultReason: '画面花屏，等待更换镜头' } : {}),
    },
  }));
}
