import {
  COMPANY,
  CONTRACTORS,
  enter,
  LEADERS,
  type Rights,
  read,
  rights,
  TECHNICAL,
  write,
} from './expected-rights-roles.ts';

/** Who enters meetings, activities and observations besides the safety officer: "CRUS" and "CRS" of workshop and team. */
const ofWorkshop = { workshopSafetyOfficer: enter, teamLeader: enter };
/** Roles of the group STAFF of the menu. */
const MENU_STAFF = [...LEADERS, ...TECHNICAL];

/** Money is seen by those of the menu's group COST; the cost officer has "CRUSAX cost plan / receipt / statistics". */
const HEADS = ['deptManager', 'workshopDirector'];
const COST = ['administrator', 'principal', 'safetyDirector', 'safetyOfficer', ...HEADS, 'costOfficer', 'auditor'];

/** Module base but for laws, rules and violations, health, change and fire; not derived from the files that it checks. */
export const BASE_RIGHTS: Readonly<Record<string, Rights>> = {
  costPlan: rights(COST, { costOfficer: enter }),
  costAccrual: rights(COST, {}),
  // A department or workshop enters what it has spent and approves it, and so does safety.
  costReceipt: rights(COST, { costOfficer: enter, deptManager: enter, workshopDirector: enter, safetyOfficer: enter }),
  costTier: rights(
    COST.filter((role) => !HEADS.includes(role)),
    { costOfficer: enter },
  ),
  // Whoever is invited reads and signs.
  safetyMeeting: rights(COMPANY, { safetyOfficer: enter, ...ofWorkshop }),
  meetingSign: rights(COMPANY, {}),
  meetingDecision: rights(COMPANY, {}),
  safetyActivity: rights(MENU_STAFF, { safetyOfficer: enter, ...ofWorkshop }),
  activityMonth: rights(MENU_STAFF, {}),
  responsibility: rights(COMPANY, { safetyOfficer: enter }),
  safetyTemplate: rights(['administrator', 'principal', 'safetyDirector', 'auditor'], { safetyOfficer: enter }),
  // "G commitments" of everybody, of contractors' people too.
  safetyTemplateUser: rights([...COMPANY, ...CONTRACTORS], {}),
  companyTemplate: rights(MENU_STAFF, { safetyOfficer: enter }),
  // "safety officer submits, principal signs and publishes": a page of the group STAFF.
  promise: rights(MENU_STAFF, { safetyOfficer: enter }),
  // Whoever has to read a rule confirms it; nobody enters one.
  ruleReading: rights(COMPANY, {}),
  culture: rights(COMPANY, { safetyOfficer: enter, workshopSafetyOfficer: write, teamLeader: { ...read, add: true } }),
  safetyOrganization: rights(MENU_STAFF, { safetyOfficer: enter }),
  // "C near miss / hidden danger / observation" of the employee.
  safetyObservation: rights([], Object.fromEntries([...MENU_STAFF, 'employee'].map((role) => [role, enter]))),
};
