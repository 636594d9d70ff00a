import type { CompanyTenant } from './contractors.ts';
import { paperRecords } from './exam-papers.ts';
import { questionRecords } from './exam-questions.ts';
import { examRecordsOf } from './exams.ts';
import type { SeedRecord } from './seed-record.ts';

/** What a company keeps of question banks, papers and examinations, in the order of saving. */
export function examBatches(
  tenantId: CompanyTenant,
  now: Date,
): readonly { readonly entity: string; readonly title: string; readonly records: readonly SeedRecord[] }[] {
  const { banks, questions } = questionRecords(tenantId, now);
  const { papers, sections, questions: inPapers } = paperRecords(tenantId, now);
  const { exams, sheets, answers, marks, appeals } = examRecordsOf(tenantId, now);
  return [
    { entity: 'questionBank', title: '题库', records: banks },
    { entity: 'question', title: '试题', records: questions },
    { entity: 'testPaper', title: '试卷', records: papers },
    { entity: 'paperSection', title: '大题', records: sections },
    { entity: 'paperQuestion', title: '卷中试题', records: inPapers },
    { entity: 'examination', title: '考试', records: exams },
    { entity: 'examRecord', title: '答卷', records: sheets },
    { entity: 'examAnswer', title: '作答', records: answers },
    { entity: 'examMark', title: '阅卷', records: marks },
    { entity: 'examAppeal', title: '成绩申诉', records: appeals },
  ];
}
