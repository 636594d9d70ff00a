import { FlagFilled, FlagOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo } from 'react';
import { useLasting } from '../../../ui/useLasting.ts';
import { useExamText } from './exam-text.ts';
import { type GivenAnswer, isGiven } from './given-answer.ts';
import { QuestionInput } from './QuestionInput.tsx';
import { QuestionText } from './QuestionText.tsx';
import type { ExamQuestion } from './sheet.ts';

interface QuestionCardProps {
  readonly question: ExamQuestion;
  readonly count: number;
  readonly own: GivenAnswer;
  readonly locked: boolean;
  readonly onAnswer: (question: ExamQuestion, next: GivenAnswer, writing?: boolean) => void;
  readonly onMark: (question: ExamQuestion) => void;
  /** Told when the focus comes into it. */
  readonly onEnter: () => void;
  readonly onSettle: () => void;
}

/** A question with what is given to it; drawn anew only where that changes, of two hundred on one page. */
export const QuestionCard = memo(
  function QuestionCard({ question, count, own, locked, onAnswer, onMark, onEnter, onSettle }: QuestionCardProps) {
    const text = useExamText();
    const { id, number, kind, points } = question;
    const titleId = `title-${id}`;
    const change = useLasting((answer: string, writing?: boolean): void =>
      onAnswer(question, { ...own, answer }, writing),
    );
    return (
      <section id={`question-${id}`} className="anlan-exam-question" aria-labelledby={titleId} onFocus={onEnter}>
        <div className="anlan-exam-question-head">
          <h2 id={titleId} tabIndex={-1}>
            <span>{text('question.of', { number, count })}</span>
            <span className="anlan-exam-kind">{text(`kind.${kind}`)}</span>
            <span className="anlan-exam-points">{text('points', { count: points })}</span>
          </h2>
          <Button
            type="text"
            aria-pressed={own.marked}
            className="anlan-exam-mark"
            icon={own.marked ? <FlagFilled /> : <FlagOutlined />}
            title={text('mark.hint')}
            disabled={locked}
            onClick={() => onMark(question)}
          >
            {text(own.marked ? 'marked' : 'mark')}
          </Button>
        </div>
        <QuestionText question={question} />
        <QuestionInput question={question} answer={own.answer} locked={locked} onChange={change} onSettle={onSettle} />
        {isGiven(own) && !locked && (kind === 'single' || kind === 'multiple' || kind === 'judgement') && (
          <Button type="link" size="small" className="anlan-exam-clear" onClick={() => change('')}>
            {text('clear')}
          </Button>
        )}
      </section>
    );
  },
  (one, other) =>
    one.question === other.question &&
    one.own.answer === other.own.answer &&
    one.own.marked === other.own.marked &&
    one.locked === other.locked &&
    one.count === other.count,
);
