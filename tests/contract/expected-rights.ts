/**
 * What each role may do with laws, rules and hidden dangers, written by hand from the handbook's role and rights tables and the
 * entities' own sections (docs/decisions/rights.md records what the handbook leaves open). It is deliberately not derived from
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

/** What a role may do with hidden dangers. */
interface PerilRights extends ExpectedRights {
  /** Whether a draft, or a returned one, that another person registered may be changed; `edit` is about the own. */
  readonly editsOthers: boolean;
  /** The same of removing. */
  readonly removesOthers: boolean;
  /** Whether what was registered may be assessed, returned, voided and reported. */
  readonly assesses: boolean;
}

const noPeril: PerilRights = { ...none, editsOthers: false, removesOthers: false, assesses: false };
const perilReader: PerilRights = { ...noPeril, view: true, seesUnpublished: true };
/** CR of the table: registers what he finds, and until it is submitted his draft is his own to change and remove. */
const finder: PerilRights = { ...perilReader, add: true, edit: true, remove: true };

/** Rights on hidden dangers: module hidden danger. */
export const PERIL_RIGHTS: Readonly<Record<string, PerilRights>> = {
  administrator: perilReader,
  principal: perilReader,
  safetyDirector: { ...perilReader, assesses: true },
  safetyOfficer: { ...finder, editsOthers: true, removesOthers: true, assesses: true },
  deptManager: perilReader,
  workshopDirector: perilReader,
  workshopSafetyOfficer: { ...finder, editsOthers: true },
  teamLeader: finder,
  employee: finder,
  trainingOfficer: finder,
  equipmentManager: finder,
  processEngineer: finder,
  costOfficer: finder,
  healthOfficer: finder,
  dispatcher: finder,
  applicant: finder,
  worker: finder,
  guardian: finder,
  analyst: finder,
  electrician: finder,
  inspector: finder,
  contractorAdmin: finder,
  contractorWorker: finder,
  auditor: perilReader,
  designer: noPeril,
  nobody: noPeril,
};
