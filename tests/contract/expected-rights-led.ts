import { COMPANY, enter, type Rights, read, rights } from './expected-rights-roles.ts';

/**
 * What each role may do with programs, screens and cameras, written by hand from the handbook: the menu gives signage to
 * the offices of safety; who edits is the safety officer, who releases are the safety director and the principal; "fire /
 * video" are the equipment manager's, and cameras besides the administrator's, whose page the system's is; the wall of cameras
 * is for whoever manages. Whoever is named to look after a camera sees that one.
 */
const SAFE = ['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'auditor', 'equipmentManager'];

/** Rights by entity. */
export const LED_RIGHTS: Readonly<Record<string, Rights>> = {
  ledProgram: rights(SAFE, { safetyOfficer: enter }),
  ledScreen: rights(SAFE, { safetyOfficer: enter, equipmentManager: enter }),
  ledRelease: rights(SAFE, { safetyOfficer: read }),
  videoDevice: rights(COMPANY, {
    administrator: enter,
    equipmentManager: enter,
  }),
};
