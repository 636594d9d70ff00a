import { COMPANY, enter, OVERSEERS, type Rights, rights, TECHNICAL, WORKSHOP } from './expected-rights-roles.ts';

/**
 * What each role may do with schedules, written by hand: the handbook has no row of the module, so that it follows the page
 * group of the menu (STAFF), and who does what in its transitions: a planner and an inspection leader are anybody of the
 * staff but who only oversees; work is recorded by whoever did it, so that everybody to whom a task may be given enters his
 * records, and the whole plant reads what it has tasks in.
 */
const STAFF = [...OVERSEERS, ...WORKSHOP, ...TECHNICAL];
const planners: Rights = Object.fromEntries(
  ['safetyOfficer', 'deptManager', 'workshopDirector', ...WORKSHOP, 'equipmentManager', 'processEngineer'].map(
    (role) => [role, enter] as const,
  ),
);
const workers: Rights = Object.fromEntries(
  [
    ...['employee', 'worker', 'electrician', 'inspector', 'dispatcher', 'trainingOfficer'],
    ...['applicant', 'guardian', 'analyst', 'costOfficer', 'healthOfficer'],
  ].map((role) => [role, enter] as const),
);

/** Rights by entity. */
export const SCHEDULE_RIGHTS: Readonly<Record<string, Rights>> = {
  workPlan: rights(COMPANY, { ...planners, trainingOfficer: enter }),
  workRecord: rights(COMPANY, { ...planners, ...workers }),
  inspectionPlan: rights(STAFF, planners),
  inspectionRecord: rights(STAFF, planners),
};
