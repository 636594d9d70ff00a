import { areas } from './areas.ts';
import { accountId, type CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { stableId } from './ids.ts';
import { departments } from './organisation.ts';
import type { SeedRecord } from './seed-record.ts';

/** Type, name, model, letters of the number. */
const kinds = [
  ['2', '手提式干粉灭火器', 'MFZ/ABC8', 'MF', 2],
  ['2', '推车式干粉灭火器', 'MFTZ/ABC35', 'MFT', 1],
  ['4', '手提式二氧化碳灭火器', 'MT5', 'MT', 2],
  ['1', '手提式水基型灭火器', 'MSZ/6', 'MS', 2],
  ['6', '室外消火栓', 'SS100/65-1.6', 'XH', 1],
  ['13', '正压式空气呼吸器', 'RHZKF6.8/30', 'HX', 2],
] as const;
/** Days since it was made, of each third; some near their repair, some past it. */
const ages = [400, 900, 1500, 1810, 1900, 2600, 3640] as const;

/** Fire equipment of a company's areas and its checks of two years, as of a day. */
export function fireRecords(tenantId: CompanyTenant, now: Date): { equipment: SeedRecord[]; checks: SeedRecord[] } {
  const equipment: SeedRecord[] = [];
  const checks: SeedRecord[] = [];
  const own = areas.filter((area) => area.tenantId === tenantId && area.parentId !== null);
  for (const [place, area] of own.entries()) {
    for (const [turn, [equipType, name, model, letters, quantity]] of kinds.entries()) {
      if (turn > 1 && (place + turn) % 3 !== 0) continue;
      const number = equipment.length + 1;
      const id = stableId(tenantId, 'fireEquipment', number);
      const age = ages[number % ages.length] ?? 400;
      const repaired = age > 1900 ? plantDate(now, -200) : null;
      const status = number % 19 === 0 ? '2' : number % 23 === 0 ? '3' : '0';
      const half = ['production', 'tank', 'loading'].includes(area.areaType);
      const keeper = departments.find((dept) => dept.id === area.deptId)?.leader ?? accountId(tenantId, 'safety');
      // One in eight has been forgotten.
      const last = number % 8 === 0 ? -40 : -(number % 12);
      if (status === '0') {
        for (let back = 0; back < 3; back += 1) {
          checks.push({
            id: stableId(tenantId, 'fireCheck', number * 10 + back),
            createUser: keeper,
            createTime: new Date(now.getTime() + (last - back * 14) * 86_400_000),
            body: {
              equipment: id,
              checkTime: `${plantDate(now, last - back * 14)} 09:30:00`,
              checker: keeper,
              items: ['1', '2', '3', '4', '5', '6'],
              result: '1',
            },
          });
        }
      }
      equipment.push({
        id,
        createUser: accountId(tenantId, 'safety'),
        // A faulty one waits since its check found it.
        createTime: new Date(now.getTime() + (status === '0' ? -Math.min(age, 700) : last) * 86_400_000),
        status,
        body: {
          equipNo: `${letters}-${area.areaCode}-${String(turn + 1).padStart(2, '0')}`,
          name,
          equipType,
          model,
          quantity,
          area: area.id,
          location: `${area.areaName}${['北门', '东侧', '配电间旁', '南侧楼梯口'][number % 4]}`,
          geo: area.geo,
          manufacturer: '青石消防器材厂(示例)',
          produceDate: plantDate(now, -age),
          lastRepairDate: repaired,
          keeper,
          keepDept: area.deptId,
          checkCycle: half ? 'half' : 'month',
          lastCheckDate: plantDate(now, last),
          lastResult: status === '0' ? '1' : '0',
          ...(number % 2 === 0 ? { nfcCode: `XF-${tenantId}-${number}` } : {}),
          ...(status === '0' ? {} : { fault: '压力表指针低于绿区。' }),
        },
      });
    }
  }
  return { equipment, checks };
}
