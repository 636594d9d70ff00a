import { enter, LEADERS, type Rights, rights, TECHNICAL, write } from './expected-rights-roles.ts';

/** Roles of the group STAFF of the menu. */
const READERS = [...LEADERS, ...TECHNICAL];
const special = rights(READERS, { safetyOfficer: enter, equipmentManager: enter });
const kept = rights(READERS, { safetyOfficer: enter });

/** Module archives: RM, R, RX, CRUDSX, R, R, R; "equipmentManager CRUDSX equipment archives", "processEngineer CRUS craft archive". */
export const ARCHIVE_RIGHTS: Readonly<Record<string, Rights>> = {
  archiveChemical: kept,
  archiveCraft: rights(READERS, { safetyOfficer: enter, processEngineer: write }),
  archivePressureVessel: special,
  archiveBoiler: special,
  archiveCrane: special,
  archiveForklift: special,
  // A page of the group SAFE of the menu.
  archivePeople: rights(['administrator', 'principal', 'safetyDirector', 'auditor'], { safetyOfficer: enter }),
  archiveThirdParty: kept,
  // "trainingOfficer CRUDSXM training": what he files is his.
  archiveTraining: rights(READERS, { safetyOfficer: enter, trainingOfficer: enter }),
};
