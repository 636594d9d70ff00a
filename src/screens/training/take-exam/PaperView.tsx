import type { GivenAnswer } from './given-answer.ts';
import type { PaperMode } from './paper-mode.ts';
import { QuestionCard } from './QuestionCard.tsx';
import type { ExamQuestion } from './sheet.ts';

interface PaperViewProps {
  readonly mode: PaperMode;
  readonly questions: readonly ExamQuestion[];
  readonly at: number;
  readonly given: (id: string) => GivenAnswer;
  readonly locked: boolean;
  readonly onAnswer: (question: ExamQuestion, next: GivenAnswer, writing?: boolean) => void;
  readonly onMark: (question: ExamQuestion) => void;
  /** The question in which the person is. */
  readonly onAt: (index: number) => void;
  readonly onSettle: () => void;
}

/** One question, or all of them below each other. */
export function PaperView({ mode, questions, at, ...rest }: PaperViewProps) {
  const shown = mode === 'one' ? questions.slice(at, at + 1) : questions;
  return (
    <>
      {shown.map((question) => (
        <QuestionCard
          key={question.id}
          question={question}
          count={questions.length}
          own={rest.given(question.id)}
          locked={rest.locked}
          onAnswer={rest.onAnswer}
          onMark={rest.onMark}
          onEnter={() => rest.onAt(question.number - 1)}
          onSettle={rest.onSettle}
        />
      ))}
    </>
  );
}
