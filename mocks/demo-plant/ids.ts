import type { TenantId } from './types.ts';

/** What a stable id of the demo plant may name, with the digit that tells the kinds apart. */
const kinds = {
  checklist: 0,
  user: 1,
  role: 2,
  post: 3,
  law: 4,
  rule: 5,
  tenant: 6,
  config: 7,
  area: 8,
  areaDetail: 81,
  danger: 9,
  contractor: 61,
  contractorPerson: 62,
  contractorIllegal: 63,
  contractorEvaluation: 64,
  workCert: 65,
  companyEntry: 68,
  equipment: 66,
  sensorPoint: 67,
  riskObject: 71,
  riskUnit: 72,
  riskEvent: 73,
  riskMeasure: 74,
  majorSource: 75,
  hazop: 76,
  evaluation: 77,
  twoAndOne: 78,
  technology: 79,
  workLedger: 85,
  ticket: 91,
  troublePlan: 96,
  troubleTask: 97,
  costPlan: 31,
  costAccrual: 32,
  costReceipt: 33,
  meeting: 34,
  meetingSign: 35,
  meetingDecision: 36,
  activity: 37,
  responsibility: 38,
  commitment: 39,
  commitmentCopy: 40,
  targetLetter: 41,
  culture: 42,
  organization: 43,
  observation: 44,
  workday: 99,
} as const;

/**
 * A stable id: the tenant's six digits (100000 for the top tenant, since an id has no leading zero), a digit for the
 * kind and at least four digits for the number. Example: `stableId('645967', 'user', 1)` is `64596710001`.
 */
export function stableId(tenantId: TenantId, kind: keyof typeof kinds, number: number): string {
  const prefix = tenantId === '000000' ? '100000' : tenantId;
  return `${prefix}${kinds[kind]}${String(number).padStart(4, '0')}`;
}
