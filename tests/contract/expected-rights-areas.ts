import { ACCIDENT_RIGHTS } from './expected-rights-accident.ts';
import { ALARM_RIGHTS } from './expected-rights-alarm.ts';
import { ARCHIVE_RIGHTS } from './expected-rights-archives.ts';
import { BASE_RIGHTS } from './expected-rights-base.ts';
import { BASE2_RIGHTS } from './expected-rights-base2.ts';
import { EXAM_RIGHTS } from './expected-rights-exams.ts';
import { INSPECTION_RIGHTS } from './expected-rights-inspection.ts';
import { LED_RIGHTS } from './expected-rights-led.ts';
import {
  COMPANY,
  CONTRACTORS,
  enter,
  LEADERS,
  OVERSEERS,
  type Rights,
  read,
  rights,
  STAFF,
  TECHNICAL,
  WORKSHOP,
  write,
} from './expected-rights-roles.ts';
import { SCHEDULE_RIGHTS } from './expected-rights-schedules.ts';
import { TRAINING_RIGHTS } from './expected-rights-training.ts';

/**
 * What each role may do with contractors, risk, troubleshooting, tickets, equipment, points and settings, written by
 * hand from the handbook's rights table (one letter string for each module and role) and the sentences of its sections;
 * docs/decisions/rights.md says what they leave open. Like expected-rights.ts it is not derived from the files that it checks.
 */
/** Module contractor: CRUDSX for the safety officer, CRUS own for the contractor's administrator. */
const contractor = rights(LEADERS, { safetyOfficer: enter, contractorAdmin: enter });
/** Training lets persons in, so it reads and writes them: "培训合格,发证入厂 | training officer". */
const contractorPerson = rights(LEADERS, {
  safetyOfficer: enter,
  contractorAdmin: enter,
  trainingOfficer: { ...read, edit: true },
});
/** "CRS illegal" of the workshop; the contractor reads and rectifies. */
const contractorIllegal = rights(LEADERS, {
  safetyOfficer: enter,
  workshopSafetyOfficer: enter,
  contractorAdmin: read,
});
const contractorEvaluation = rights(LEADERS, { safetyOfficer: enter });

/** Module risk: RM, CRUDSX, CRUS and R; nothing for contractors. */
const risk = rights(COMPANY, { safetyOfficer: enter, workshopSafetyOfficer: write, processEngineer: write });
/** risk/setup is configuration: M of the administrator. */
const riskSetup = rights(COMPANY, { safetyOfficer: enter, administrator: enter });

/** Module archives, equipment: CRUDSX for both, R for those whom the table lets read the archive. */
const equipment = rights([...LEADERS, ...TECHNICAL], { safetyOfficer: enter, equipmentManager: enter });
/** Points: R for who watches alarms and real-time data, kept by safety and equipment. */
const sensorPoint = rights([...OVERSEERS, 'workshopSafetyOfficer', 'processEngineer', 'dispatcher'], {
  safetyOfficer: enter,
  equipmentManager: write,
});

/** Module hidden danger: plans are for those who lead; executors have their tasks. */
const troublePlan = rights([...LEADERS, ...TECHNICAL], {
  safetyOfficer: enter,
  workshopSafetyOfficer: enter,
  teamLeader: write,
});
const troubleTask = rights(COMPANY, {});
const troubleRows = rights(COMPANY, {});
/** Whoever executes tasks asks; those who oversee decide. */
const taskNoCheck = rights(COMPANY, {
  ...Object.fromEntries([...STAFF, ...WORKSHOP].map((role) => [role, enter])),
  safetyOfficer: enter,
});

/** Module tickets: CRS for who applies, R for all others of the company, R own for contractors. */
const workTicket = rights([...COMPANY, ...CONTRACTORS], { applicant: enter, teamLeader: enter });
/** Rows of a ticket are read with it; who enters them stands in §4 and §5, the record decides whose they are. */
const ticketMeasure = rights([...COMPANY, ...CONTRACTORS], { applicant: enter, teamLeader: enter });
const ticketPerson = rights([...COMPANY, ...CONTRACTORS], {
  applicant: enter,
  teamLeader: enter,
  // "from approved on only charger or territory unit adds/deletes".
  worker: { ...read, add: true, remove: true },
  workshopDirector: { ...read, add: true, remove: true },
});
/** "C analysis" of the analyst; guardians measure while work goes on. */
const ticketGas = rights([...COMPANY, ...CONTRACTORS], {
  analyst: { ...read, add: true },
  guardian: { ...read, add: true },
});
/** M of the administrator; RXA of the safety officer is no right to change who approves him. */
const ticketSetup = rights(['principal', 'safetyDirector', 'safetyOfficer', 'auditor'], { administrator: enter });
/** Module training: CRUS of workshop and team, CRUDSX of the training officer. */
const workCert = rights([...OVERSEERS, 'equipmentManager', 'processEngineer'], {
  workshopSafetyOfficer: write,
  teamLeader: write,
  trainingOfficer: enter,
});
/** Module system: CRUDXM of the administrator, who changes settings by their steps; R of safety and auditor. */
const tenantSetting = rights(['administrator', 'safetyDirector', 'safetyOfficer', 'auditor'], {});

/** Rights by entity. */
export const AREA_RIGHTS: Readonly<Record<string, Rights>> = {
  ...BASE_RIGHTS,
  contractor,
  contractorPerson,
  contractorIllegal,
  contractorEvaluation,
  ...Object.fromEntries(
    [
      ...['riskArea', 'riskObject', 'riskUnit', 'riskEvent', 'controlMeasure', 'twoAndOne', 'hazopReport'],
      ...['lecRisk', 'workRisk', 'facilityRisk', 'processRisk', 'majorSource', 'workLedger', 'technologyLedger'],
    ].map((key) => [key, risk]),
  ),
  ...Object.fromEntries(
    [
      ...['accidentHappen', 'accidentSerious', 'accidentJudge', 'controlLevel'],
      ...['dutyItem', 'exposureFactor', 'hazardSubstance', 'lecJudge'],
    ].map((key) => [key, riskSetup]),
  ),
  equipment,
  sensorPoint,
  troublePlan,
  troubleTask,
  troubleRecord: troubleRows,
  recordException: troubleRows,
  taskNoCheck,
  workTicket,
  ticketMeasure,
  ticketPerson,
  ticketGas,
  ticketFlowRule: ticketSetup,
  ticketGasLimit: ticketSetup,
  ticketMeasureLib: ticketSetup,
  ticketTrade: rights(['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'auditor'], {}),
  workCert,
  tenantSetting,
  ...ACCIDENT_RIGHTS,
  ...ALARM_RIGHTS,
  ...ARCHIVE_RIGHTS,
  ...BASE2_RIGHTS,
  ...EXAM_RIGHTS,
  ...LED_RIGHTS,
  ...INSPECTION_RIGHTS,
  ...SCHEDULE_RIGHTS,
  ...TRAINING_RIGHTS,
};
