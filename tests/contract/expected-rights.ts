/**
 * What each role may do with laws and rules, written by hand from the handbook's role and rights tables and the
 * entities' own sections (docs/decisions.md records what the handbook leaves open). It is deliberately not derived from
 * the files under schemas/areas: it is what those are checked against.
 */
export interface ExpectedRights {
  /** Whether any record of the kind can be seen at all. */
  readonly view: boolean;
  readonly add: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  /** Whether records that are not in force (停用 laws, draft rules of others) are seen. */
  readonly seesUnpublished: boolean;
}

const none: ExpectedRights = { view: false, add: false, edit: false, remove: false, seesUnpublished: false };
const reader: ExpectedRights = { ...none, view: true };
const overseer: ExpectedRights = { ...reader, seesUnpublished: true };

/** Rights on laws and regulations: module base; a law is removed only when amended or abolished, or by administrators. */
export const LAW_RIGHTS: Readonly<Record<string, ExpectedRights & { readonly enable: boolean }>> = {
  administrator: { ...overseer, remove: true, enable: false },
  principal: { ...overseer, enable: false },
  safetyDirector: { ...overseer, enable: false },
  safetyOfficer: { view: true, add: true, edit: true, remove: true, seesUnpublished: true, enable: true },
  deptManager: { ...overseer, enable: false },
  workshopDirector: { ...reader, enable: false },
  workshopSafetyOfficer: { ...overseer, add: true, edit: true, enable: false },
  teamLeader: { ...overseer, add: true, enable: false },
  employee: { ...reader, enable: false },
  trainingOfficer: { ...reader, enable: false },
  equipmentManager: { ...reader, enable: false },
  processEngineer: { ...reader, enable: false },
  costOfficer: { ...reader, enable: false },
  healthOfficer: { ...reader, enable: false },
  dispatcher: { ...reader, enable: false },
  applicant: { ...reader, enable: false },
  worker: { ...reader, enable: false },
  guardian: { ...reader, enable: false },
  analyst: { ...reader, enable: false },
  electrician: { ...reader, enable: false },
  inspector: { ...reader, enable: false },
  contractorAdmin: { ...none, enable: false },
  contractorWorker: { ...none, enable: false },
  auditor: { ...overseer, enable: false },
  designer: { ...none, enable: false },
  nobody: { ...none, enable: false },
};

/** Rights on management-system rules: module base; abolishing is the safety director's. */
export const RULE_RIGHTS: Readonly<Record<string, ExpectedRights & { readonly abolish: boolean }>> = {
  administrator: { ...overseer, abolish: false },
  principal: { ...overseer, abolish: false },
  safetyDirector: { ...overseer, abolish: true },
  safetyOfficer: { view: true, add: true, edit: true, remove: true, seesUnpublished: true, abolish: false },
  deptManager: { ...reader, abolish: false },
  workshopDirector: { ...reader, abolish: false },
  workshopSafetyOfficer: { ...reader, add: true, edit: true, abolish: false },
  teamLeader: { ...reader, add: true, abolish: false },
  employee: { ...reader, abolish: false },
  trainingOfficer: { ...reader, abolish: false },
  equipmentManager: { ...reader, abolish: false },
  processEngineer: { ...reader, abolish: false },
  costOfficer: { ...reader, abolish: false },
  healthOfficer: { ...reader, abolish: false },
  dispatcher: { ...reader, abolish: false },
  applicant: { ...reader, abolish: false },
  worker: { ...reader, abolish: false },
  guardian: { ...reader, abolish: false },
  analyst: { ...reader, abolish: false },
  electrician: { ...reader, abolish: false },
  inspector: { ...reader, abolish: false },
  contractorAdmin: { ...none, abolish: false },
  contractorWorker: { ...none, abolish: false },
  auditor: { ...overseer, abolish: false },
  designer: { ...none, abolish: false },
  nobody: { ...none, abolish: false },
};
