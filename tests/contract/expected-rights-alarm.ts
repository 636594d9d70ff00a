import { COMPANY, enter, OVERSEERS, type Rights, read, rights } from './expected-rights-roles.ts';

/**
 * What each role may do with alarms and warnings, written by hand: the page groups of the menu (SAFE keeps indicators, classes and
 * models; MGMT reads alarms, events and warnings) and "dispatcher: R real-time data / alarms; handles alarms". What a system makes
 * is nobody's to enter; what comes in by call is the duty officer's. Anybody may be named as an alarm's handler, and then sees it.
 */
const SAFE = ['administrator', 'principal', 'safetyDirector', 'safetyOfficer', 'auditor'];
const MGMT = [...OVERSEERS, 'workshopSafetyOfficer', 'dispatcher'];
const keeps: Rights = { safetyOfficer: enter, safetyDirector: enter };
/** Enters what came in and never changes it. */
const registers = { ...read, add: true };

/** Rights by entity. */
export const ALARM_RIGHTS: Readonly<Record<string, Rights>> = {
  alarmEvent: rights(COMPANY, { dispatcher: registers, safetyOfficer: registers }),
  warnClass: rights(SAFE, keeps),
  warnIndex: rights(SAFE, keeps),
  warnModel: rights(SAFE, keeps),
  warnResult: rights(MGMT, {}),
  dailyEvent: rights(MGMT, { dispatcher: enter, workshopSafetyOfficer: enter, safetyOfficer: enter }),
};
