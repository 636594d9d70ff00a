import { COMPANY, enter, OVERSEERS, type Rights, rights, TECHNICAL, WORKSHOP, write } from './expected-rights-roles.ts';

/**
 * What each role may do with smart inspection, written by hand: the handbook has no row of the module, so that it follows the
 * page groups of the menu (STAFF keeps points and plans, PATROL walks) and "inspector: executes smart inspection; abnormal
 * registration; NFC sign". Rounds, sign-ins, readings and findings are made by plans and by walking, by nobody's hand.
 * Anybody may be named to deal with a finding or to take a shift over, and then sees that one.
 */
const STAFF = [...OVERSEERS, ...WORKSHOP, ...TECHNICAL];
const PATROL = [...OVERSEERS, ...WORKSHOP, 'equipmentManager', 'inspector', 'dispatcher'];
const safe = ['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'auditor'];
const keeps: Rights = { safetyOfficer: enter, workshopSafetyOfficer: write, equipmentManager: write };

/** Rights by entity. */
export const INSPECTION_RIGHTS: Readonly<Record<string, Rights>> = {
  inspectPoint: rights(STAFF, keeps),
  inspectPlan: rights(STAFF, {
    safetyOfficer: enter,
    workshopSafetyOfficer: enter,
    equipmentManager: enter,
    teamLeader: write,
  }),
  inspectTask: rights(PATROL, {}),
  pointSign: rights(PATROL, {}),
  inspectData: rights(PATROL, {}),
  abnormalRegister: rights(COMPANY, {}),
  runRecord: rights(COMPANY, { teamLeader: enter, inspector: enter, dispatcher: enter }),
  nfcTag: rights(safe, { safetyOfficer: enter, equipmentManager: enter }),
};
