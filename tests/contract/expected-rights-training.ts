import { COMPANY, CONTRACTORS, enter, OVERSEERS, type Rights, read, rights, write } from './expected-rights-roles.ts';

/**
 * What each role may do with plans, records, orientation, certificates and safety education, written by hand from the handbook:
 * the row of module training (RM, R, RXA, RX, RA, CRUS, CRUS) and "trainingOfficer CRUDSXM training / exam / bank / certificate",
 * "workshopSafetyOfficer CRUS … workshop education", "teamLeader … team-level education". Whoever is trained reads what is his;
 * docs/decisions/breadth.md says so.
 */
const entered: Rights = { trainingOfficer: enter, workshopSafetyOfficer: enter, teamLeader: enter };

/** Rights by entity. */
export const TRAINING_RIGHTS: Readonly<Record<string, Rights>> = {
  trainPlan: rights([...COMPANY, ...CONTRACTORS], entered),
  trainSign: rights([...COMPANY, ...CONTRACTORS], {}),
  // 培训统计 is a page of managers, the dispatcher among them.
  trainRecord: rights([...COMPANY, 'contractorWorker'], { trainingOfficer: enter }),
  trainHourRule: rights([...OVERSEERS.filter((role) => role !== 'deptManager' && role !== 'workshopDirector')], {
    trainingOfficer: enter,
  }),
  orientationPlan: rights(COMPANY, { trainingOfficer: enter, workshopSafetyOfficer: write, teamLeader: write }),
  orientationLevel: rights(COMPANY, {}),
  safeEducation: rights([...COMPANY, 'contractorWorker'], entered),
  specialCertificate: rights([...COMPANY, 'contractorAdmin'], { trainingOfficer: enter }),
  personEducation: rights(COMPANY, { trainingOfficer: { ...read, edit: true } }),
};
