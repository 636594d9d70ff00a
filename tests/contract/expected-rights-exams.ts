import { COMPANY, CONTRACTORS, enter, LEADERS, type Rights, read, rights, TECHNICAL } from './expected-rights-roles.ts';

/**
 * What each role may do with question banks, papers and examinations, written by hand from the handbook: the row of module
 * training (RM, R, RXA, RX, RA, CRUS, CRUS, R exam), "trainingOfficer CRUDSXM training / exam / bank / certificate", "take
 * exams" and "entry education / exam" of employees and contractors. Questions hold their keys: nobody but the training
 * officer reads them, since whoever else may be examined himself.
 */
const officer: Rights = { trainingOfficer: enter };
const TRAIN = ['administrator', 'safetyDirector', 'safetyOfficer', 'trainingOfficer', 'auditor'];
const SITE = [...COMPANY, ...CONTRACTORS];

/** Rights by entity. */
export const EXAM_RIGHTS: Readonly<Record<string, Rights>> = {
  questionBank: rights(TRAIN, officer),
  question: rights([], officer),
  testPaper: rights(TRAIN, officer),
  paperQuestion: rights(['trainingOfficer'], {}),
  examination: rights(SITE, officer),
  examRecord: rights(SITE, {}),
  examMark: rights([...LEADERS, ...TECHNICAL], {}),
  // Whoever was examined may object to how he was scored.
  examAppeal: rights(SITE, Object.fromEntries(SITE.map((role) => [role, { ...read, add: true }]))),
};
