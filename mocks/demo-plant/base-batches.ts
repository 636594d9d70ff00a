import {
  activityRecords,
  commitmentRecords,
  cultureRecords,
  meetingRecords,
  observationRecords,
  organizationRecords,
  responsibilityRecords,
  targetLetterRecords,
} from './base-management.ts';
import type { CompanyTenant } from './contractors.ts';
import { promiseRecords } from './promises.ts';
import { costAccrualRecords, costPlanRecords, costReceiptRecords } from './safety-costs.ts';
import type { SeedRecord } from './seed-record.ts';

/** Records of base management in the order in which they are saved: what others refer to comes first. */
export function baseBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { meetings, signs, decisions } = meetingRecords(tenantId, now);
  const { templates, copies } = commitmentRecords(tenantId, now);
  const { notices, judgements } = promiseRecords(tenantId, now);
  const batch = (entity: string, title: string, records: readonly SeedRecord[]) => ({ entity, title, records });
  return [
    batch('costPlan', '安全费用计划', costPlanRecords(tenantId, now)),
    batch('costAccrual', '安全费用月提取', costAccrualRecords(tenantId, now)),
    batch('costReceipt', '安全费用登记', costReceiptRecords(tenantId, now)),
    batch('safetyMeeting', '安全会议', meetings),
    batch('meetingSign', '会议签到', signs),
    batch('meetingDecision', '议定事项', decisions),
    batch('safetyActivity', '安全活动', activityRecords(tenantId, now)),
    batch('responsibility', '安全生产责任制', responsibilityRecords(tenantId, now)),
    batch('safetyTemplate', '承诺书模板', templates),
    batch('safetyTemplateUser', '承诺签署', copies),
    batch('companyTemplate', '安全目标责任书', targetLetterRecords(tenantId, now)),
    batch('promise', '安全承诺公告', notices),
    batch('promiseJudge', '风险研判', judgements),
    batch('culture', '安全文化', cultureRecords(tenantId, now)),
    batch('safetyOrganization', '安全组织机构', organizationRecords(tenantId, now)),
    batch('safetyObservation', '安全观察', observationRecords(tenantId, now)),
  ];
}
