import {
  COMPANY,
  CONTRACTORS,
  enter,
  OVERSEERS,
  type Rights,
  read,
  rights,
  TECHNICAL,
  WORKSHOP,
} from './expected-rights-roles.ts';

/**
 * What each role may do with accidents, written by hand from the handbook: the row of module accident (R, RA, RXA, CRUDSX, RS,
 * CRS, C, "C express" of contractors, C), "any employee / dispatcher" who report, "any employee / contractor person" of near misses,
 * and the menu: express and near misses for all, report and handling for the staff, archive for who oversees safety.
 * docs/decisions/breadth.md says what they leave open.
 */

/** Whoever is at the scene reports; who oversees reads. */
const FINDERS = [
  ...['safetyOfficer', 'workshopSafetyOfficer', 'teamLeader', 'employee', 'trainingOfficer', 'equipmentManager'],
  ...['processEngineer', 'costOfficer', 'healthOfficer', 'dispatcher', 'applicant', 'worker', 'guardian', 'analyst'],
  ...['electrician', 'inspector', 'contractorAdmin', 'contractorWorker'],
];
const reporting = rights(
  [...COMPANY, ...CONTRACTORS],
  Object.fromEntries(FINDERS.map((role) => [role, enter] as const)),
);
const STAFF = [...OVERSEERS, ...WORKSHOP, ...TECHNICAL];
const SAFE = ['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'auditor'];
const investigates = { ...read, edit: true };

/** Rights by entity. */
export const ACCIDENT_RIGHTS: Readonly<Record<string, Rights>> = {
  accidentExpress: reporting,
  nearMiss: reporting,
  // Whoever leads the investigation writes its report: those who may be put in charge of one.
  accidentReport: rights([...STAFF, 'dispatcher'], {
    safetyOfficer: enter,
    ...Object.fromEntries(
      [
        'safetyDirector',
        'deptManager',
        'workshopDirector',
        'workshopSafetyOfficer',
        'equipmentManager',
        'processEngineer',
      ].map((role) => [role, investigates] as const),
    ),
  }),
  accidentProcess: rights(STAFF, { safetyOfficer: enter }),
  // Measures are entered with their handling; here their owners see and carry them out.
  accidentMeasure: rights(COMPANY, {}),
  accidentArchive: rights(SAFE, { safetyOfficer: enter }),
  workHours: rights([...SAFE, 'deptManager', 'workshopDirector', 'workshopSafetyOfficer', 'dispatcher'], {
    safetyOfficer: enter,
  }),
};
