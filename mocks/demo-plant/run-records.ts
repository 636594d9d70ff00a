import { areas } from './areas.ts';
import type { CompanyTenant } from './contractors.ts';
import { plantDate } from './dates.ts';
import { equipmentRecords } from './equipment.ts';
import { stableId } from './ids.ts';
import { users } from './people.ts';
import type { SeedRecord } from './seed-record.ts';
import { signedBy } from './signed-by.ts';

/** Number of the equipment, then what is read from it: name, unit, limits. */
const devices = {
  '645967': [
    ['R-1001', '釜温', '℃', 60, 85],
    ['T-2001', '塔顶压力', 'kPa', 20, 60],
    ['B-5102', '蒸汽压力', 'MPa', 0.8, 1.25],
    ['C-2101', '排气温度', '℃', 40, 120],
  ],
  '645968': [['B-0101', '主蒸汽压力', 'MPa', 3.2, 3.9]],
} as const;
/** Shift, when it ends. */
const shifts = [
  ['night', '08:00'],
  ['early', '16:00'],
] as const;
const perDevice: Record<CompanyTenant, number> = { '645967': 5, '645968': 4 };

/** What the shifts of a company wrote of its units, as of a day: the last one still a draft, the one before not yet taken over. */
export function runRecords(tenantId: CompanyTenant, now: Date): SeedRecord[] {
  const equipment = equipmentRecords(tenantId, now);
  return devices[tenantId].flatMap(([equipNo, name, unit, low, high], device) => {
    const machine = equipment.find(({ body }) => body.equipNo === equipNo);
    const deptId = areas.find(({ id }) => id === machine?.body.unit)?.deptId ?? '';
    const people = users.filter((user) => user.status === '1' && user.dept[0] === deptId);
    return Array.from({ length: perDevice[tenantId] }, (_, turn): SeedRecord => {
      const recordDate = plantDate(now, -1 - Math.floor(turn / 2));
      const [shift, end] = shifts[(turn + 1) % 2] ?? shifts[0];
      const [recorder, successor] = [people[turn % people.length], people[(turn + 1) % people.length]];
      if (recorder === undefined || successor === undefined) throw new Error(`部门 ${deptId} 没有人员`);
      const status = device > 0 || turn > 1 ? 'handed' : turn === 0 ? 'draft' : 'submitted';
      const over = turn === 3 && device % 2 === 0;
      const value = (share: number) => Math.round((low + (high - low) * share) * 100) / 100;
      const hour = shift === 'night' ? ['02:00', '06:00'] : ['10:00', '14:00'];
      const limits = { name, unit, low, high };
      return {
        id: stableId(tenantId, 'runRecord', device * 10 + turn + 1),
        // Nobody signs for another: what two have signed is written by the platform.
        ...(status === 'handed' ? {} : { createUser: recorder.id }),
        createTime: new Date(`${recordDate}T${end}:00+08:00`),
        status,
        body: {
          ...{ recordDate, shift, deptId, deviceId: machine?.id, runState: 'run', recorderId: recorder.id },
          params: [
            { time: hour[0], value: value(0.4 + turn * 0.05), ...limits },
            { time: hour[1], value: value(over ? 1.06 : 0.6), ...limits },
          ],
          events: over ? `${name}短时超上限，报调度后降负荷，二十分钟内恢复。` : '运行平稳，按时巡检。',
          handover: over ? `注意${name}变化，负荷暂不提高。` : '无遗留问题。',
          successorId: successor.id,
          ...(status === 'draft' ? {} : { recorderSign: signedBy(recorder.id, `${recordDate} ${end}:00`) }),
          ...(status === 'handed'
            ? { successorSign: signedBy(successor.id, `${recordDate} ${end}:00`), handTime: `${recordDate} ${end}:00` }
            : {}),
        },
      };
    });
  });
}
