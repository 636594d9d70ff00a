import { accidentRecords, workHourRecords } from './accidents.ts';
import type { CompanyTenant } from './contractors.ts';
import { nearMissRecords } from './near-misses.ts';
import type { SeedRecord } from './seed-record.ts';

/** Accidents, near misses and hours worked in the order of saving: what others refer to comes first. */
export function accidentBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { expresses, supplements, reports, processes, measures, archives } = accidentRecords(tenantId, now);
  const { misses, measures: corrections } = nearMissRecords(tenantId, now);
  return [
    { entity: 'accidentExpress', title: '事故快报', records: expresses },
    { entity: 'accidentSupplement', title: '事故续报', records: supplements },
    { entity: 'accidentReport', title: '事故报告', records: reports },
    { entity: 'accidentProcess', title: '事故处理', records: processes },
    { entity: 'accidentMeasure', title: '事故防范措施', records: measures },
    { entity: 'accidentArchive', title: '事故档案', records: archives },
    { entity: 'nearMiss', title: '未遂事件', records: misses },
    { entity: 'nearMissMeasure', title: '未遂整改措施', records: corrections },
    { entity: 'workHours', title: '工时', records: workHourRecords(tenantId, now) },
  ];
}
