import type { CompanyTenant } from './contractors.ts';
import { inspectRecords } from './inspection.ts';
import { inspectPlaceRecords } from './inspection-places.ts';
import { runRecords } from './run-records.ts';
import type { SeedRecord } from './seed-record.ts';

/** Rounds of inspection in the order of saving. Routes come last: a round that is saved with a route makes its own signs. */
export function inspectionBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { points, items, tags } = inspectPlaceRecords(tenantId, now);
  const { plans, routes, tasks, signs, abnormals, data } = inspectRecords(tenantId, now);
  return [
    { entity: 'inspectPoint', title: '巡检点', records: points },
    { entity: 'inspectItem', title: '巡检项', records: items },
    { entity: 'nfcTag', title: 'NFC标签', records: tags },
    { entity: 'inspectPlan', title: '巡检计划', records: plans },
    { entity: 'inspectTask', title: '巡检任务', records: tasks },
    { entity: 'pointSign', title: '巡检点签到', records: signs },
    { entity: 'abnormalRegister', title: '异常登记', records: abnormals },
    { entity: 'inspectData', title: '巡检数据', records: data },
    { entity: 'inspectPlanPoint', title: '巡检路线', records: routes },
    { entity: 'runRecord', title: '运行记录', records: runRecords(tenantId, now) },
  ];
}
