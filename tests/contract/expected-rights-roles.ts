import type { ExpectedRights } from './expected-rights.ts';

/** Rights of all roles as the tests expect them, written by hand: the letters of the handbook, and who has which. */
export type Rights = Readonly<Record<string, ExpectedRights>>;

const none: ExpectedRights = { view: false, add: false, edit: false, remove: false, seesUnpublished: false };
export const read: ExpectedRights = { ...none, view: true, seesUnpublished: true };
/** CRS: enters, and until it is submitted changes and removes what is his own. */
export const enter: ExpectedRights = { ...read, add: true, edit: true, remove: true };
/** CRU without D. */
export const write: ExpectedRights = { ...read, add: true, edit: true };

/** Employees of the company whose letters stand in no table row of their own, and read what every employee reads. */
export const STAFF = [
  'employee',
  'costOfficer',
  'healthOfficer',
  'dispatcher',
  'applicant',
  'worker',
  'guardian',
  'analyst',
  'electrician',
  'inspector',
] as const;
export const TECHNICAL = ['trainingOfficer', 'equipmentManager', 'processEngineer'] as const;
export const OVERSEERS = [
  'administrator',
  'principal',
  'safetyDirector',
  'safetyOfficer',
  'deptManager',
  'workshopDirector',
  'auditor',
] as const;
export const WORKSHOP = ['workshopSafetyOfficer', 'teamLeader'] as const;
export const CONTRACTORS = ['contractorAdmin', 'contractorWorker'] as const;
const NOBODY = ['designer', 'nobody'] as const;

const ALL = [...OVERSEERS, ...WORKSHOP, ...TECHNICAL, ...STAFF, ...CONTRACTORS, ...NOBODY];

/** Rights of all roles: those named, and for everybody else nothing. */
export function rights(readers: readonly string[], named: Rights): Rights {
  return Object.fromEntries(ALL.map((role) => [role, named[role] ?? (readers.includes(role) ? read : none)] as const));
}

export const COMPANY = [...OVERSEERS, ...WORKSHOP, ...TECHNICAL, ...STAFF];
export const LEADERS = [...OVERSEERS, ...WORKSHOP];
