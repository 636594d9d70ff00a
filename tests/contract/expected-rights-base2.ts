import type { ExpectedRights } from './expected-rights.ts';

/**
 * What each role may do with violations, changes, fire equipment, occupational health, chemicals and appraisals, written by
 * hand from the handbook: the row of module base (RM, RA, RXA, CRUDSX, RA, CRUS, CRS, R), "healthOfficer CRUDSX health; only
 * role besides safetyDirector that reads medical results", "equipmentManager CRUDSX … fire", "processEngineer … MOC assessment".
 * docs/decisions/breadth.md says what they leave open.
 */
type Rights = Readonly<Record<string, ExpectedRights>>;

const none: ExpectedRights = { view: false, add: false, edit: false, remove: false, seesUnpublished: false };
const read: ExpectedRights = { ...none, view: true, seesUnpublished: true };
const published: ExpectedRights = { ...none, view: true };
const enter: ExpectedRights = { ...read, add: true, edit: true, remove: true };
const write: ExpectedRights = { ...read, add: true, edit: true };

const MANAGERS = [
  ...['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'deptManager', 'workshopDirector', 'auditor'],
];
const STAFF = [
  ...MANAGERS,
  ...['workshopSafetyOfficer', 'teamLeader', 'trainingOfficer', 'equipmentManager', 'processEngineer'],
];
const OTHERS = [
  ...['employee', 'costOfficer', 'healthOfficer', 'dispatcher', 'applicant', 'worker', 'guardian', 'analyst'],
  ...['electrician', 'inspector'],
];
const PLANT = [...STAFF, ...OTHERS];
const ALL = [...PLANT, 'contractorAdmin', 'contractorWorker', 'designer', 'nobody'];

function rights(readers: readonly string[], named: Rights = {}): Rights {
  return Object.fromEntries(ALL.map((role) => [role, named[role] ?? (readers.includes(role) ? read : none)] as const));
}

/** CRUDSX, CRUS, and CRS: who submits only enters, and changes what is his own. */
const base: Rights = { safetyOfficer: enter, workshopSafetyOfficer: write, teamLeader: { ...read, add: true } };

/** Who has committed a violation reads how it was handled, confirms and appeals; a team leader only handles what he is given. */
const violationDeal = rights(PLANT, {
  // It is made where a violation is taken on, by nobody's hand.
  safetyOfficer: { ...enter, add: false },
  workshopSafetyOfficer: { ...read, edit: true },
  teamLeader: { ...read, edit: true },
});
/** Whoever is named to carry a change out, to see to a measure or to accept it sees it. */
const alteration = rights(PLANT, { ...base, equipmentManager: write, processEngineer: write });
const health: Rights = { healthOfficer: enter };

/** Rights by entity. */
export const BASE2_RIGHTS: Readonly<Record<string, Rights>> = {
  // 违章统计 is a page of managers, the dispatcher among them.
  violation: rights([...STAFF, 'dispatcher'], base),
  violationDeal,
  violationPoint: rights(PLANT),
  alteration,
  fireEquipAge: rights(STAFF, { administrator: enter, safetyOfficer: enter }),
  fireEquipment: rights(PLANT, { safetyOfficer: enter, workshopSafetyOfficer: write, equipmentManager: enter }),
  occHazard: rights(PLANT, health),
  // Who does not keep them sees what was published.
  occMonitor: {
    ...rights(PLANT, health),
    ...Object.fromEntries(
      [...STAFF.filter((role) => !MANAGERS.includes(role)), ...OTHERS, 'deptManager', 'workshopDirector']
        .filter((role) => role !== 'healthOfficer')
        .map((role) => [role, published]),
    ),
  },
  occExam: rights(PLANT, health),
  ppeStandard: rights(PLANT, { ...health, safetyOfficer: enter }),
  ppeIssue: rights(PLANT, { ...health, safetyOfficer: enter, workshopSafetyOfficer: write }),
  // R of SDS for everybody, contractors among them: whoever works with a substance may read its sheet.
  chemical: Object.fromEntries(
    ALL.map((role) => {
      if (['designer', 'nobody'].includes(role)) return [role, none] as const;
      const seesAll = [...MANAGERS, 'workshopSafetyOfficer', 'teamLeader'].includes(role);
      return [role, base[role] ?? (seesAll ? read : published)] as const;
    }),
  ),
  sdsSectionLib: rights(['administrator', 'principal', 'safetyDirector', 'auditor', 'safetyOfficer'], {
    safetyOfficer: { ...read, edit: true },
  }),
  appraisalIndex: rights(STAFF, { administrator: enter, safetyOfficer: enter }),
  appraisalScore: rights(STAFF),
  performanceAppraisal: rights(PLANT, base),
};
