import { EntityPage } from '../../../page-kinds/EntityPage.tsx';
import { ExamRoom } from './ExamRoom.tsx';
import { MyExams } from './MyExams.tsx';

/** Taking an exam: the person's sheets, and the room in which one of them is answered. */
export function TakeExamPage() {
  return <EntityPage code="TakeExam" list={MyExams} detail={ExamRoom} />;
}
