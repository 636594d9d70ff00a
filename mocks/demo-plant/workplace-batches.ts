import { appraisalIndexRecords, appraisalRecords } from './appraisals.ts';
import { alterationRecords } from './changes.ts';
import { chemicalRecords } from './chemicals.ts';
import type { CompanyTenant } from './contractors.ts';
import { fireRecords } from './fire-equipment.ts';
import { examRecords, hazardRecords, monitorRecords, ppeIssueRecords, ppeStandardRecords } from './health.ts';
import { ledRecords, videoDeviceRecords } from './led.ts';
import type { SeedRecord } from './seed-record.ts';
import { violationRecords } from './violations.ts';

/** What a company keeps of violations, changes, fire equipment, health, chemicals, appraisals and screens, in the order of saving. */
export function workplaceBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { violations, deals } = violationRecords(tenantId, now);
  const { changes, measures } = alterationRecords(tenantId, now);
  const { screens, programs, receipts } = ledRecords(tenantId, now);
  const { equipment, checks } = fireRecords(tenantId, now);
  return [
    { entity: 'violation', title: '违章', records: violations },
    { entity: 'violationDeal', title: '违章处理', records: deals },
    { entity: 'alteration', title: '变更', records: changes },
    { entity: 'alterationMeasure', title: '变更控制措施', records: measures },
    { entity: 'fireEquipment', title: '消防器材', records: equipment },
    { entity: 'fireCheck', title: '消防器材检查', records: checks },
    { entity: 'occHazard', title: '职业病危害因素', records: hazardRecords(tenantId, now) },
    { entity: 'occMonitor', title: '职业危害检测', records: monitorRecords(tenantId, now) },
    { entity: 'occExam', title: '职业健康检查', records: examRecords(tenantId, now) },
    { entity: 'ppeStandard', title: '防护用品标准', records: ppeStandardRecords(tenantId, now) },
    { entity: 'ppeIssue', title: '防护用品发放', records: ppeIssueRecords(tenantId, now) },
    { entity: 'chemical', title: '化学品', records: chemicalRecords(tenantId, now) },
    { entity: 'appraisalIndex', title: '考核指标', records: appraisalIndexRecords(tenantId, now) },
    { entity: 'performanceAppraisal', title: '绩效考核', records: appraisalRecords(tenantId, now) },
    { entity: 'ledScreen', title: 'LED屏', records: screens },
    { entity: 'ledProgram', title: 'LED节目', records: programs },
    { entity: 'ledRelease', title: 'LED下发记录', records: receipts },
    { entity: 'videoDevice', title: '视频设备', records: videoDeviceRecords(tenantId, now) },
  ];
}
