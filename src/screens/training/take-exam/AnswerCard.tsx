import { FlagFilled } from '@ant-design/icons';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useExamText } from './exam-text.ts';
import { type GivenAnswer, isGiven, type QuestionKind } from './given-answer.ts';
import type { ExamQuestion } from './sheet.ts';

interface CardProps {
  readonly questions: readonly ExamQuestion[];
  readonly given: (id: string) => GivenAnswer;
  /** Place of the question that is shown. */
  readonly at: number;
  readonly onChoose: (index: number) => void;
}

/** Which questions are answered, which are open and which are marked; pressing one goes there. */
export function AnswerCard(props: CardProps) {
  const text = useExamText();
  return (
    <section className="anlan-exam-card-side" aria-label={text('card')}>
      <Card {...props} />
      <p className="anlan-exam-keys">{text('keys')}</p>
    </section>
  );
}

interface CardDrawerProps extends CardProps {
  readonly open: boolean;
  /** What stands beside its title. */
  readonly extra: ReactNode;
  readonly onClose: () => void;
}

/** The same on a phone. */
export function CardDrawer({ open, extra, onClose, ...props }: CardDrawerProps) {
  const text = useExamText();
  return (
    <Drawer open={open} title={text('card')} extra={extra} placement="bottom" size="70vh" onClose={onClose}>
      <Card {...props} />
    </Drawer>
  );
}

function Card({ questions, given, at, onChoose }: CardProps) {
  const text = useExamText();
  const done = questions.filter(({ id }) => isGiven(given(id))).length;
  const marked = questions.filter(({ id }) => given(id).marked).length;
  return (
    <>
      <p className="anlan-exam-progress">
        <strong>{text('card.progress', { done, count: questions.length })}</strong>
        <progress value={done} max={questions.length} aria-hidden />
      </p>
      <ul className="anlan-exam-legend" aria-hidden>
        <li data-state="answered">{text('card.answered')}</li>
        <li data-state="open">{text('card.open')}</li>
        <li>
          <FlagFilled /> {text('card.marked')} {marked > 0 && marked}
        </li>
      </ul>
      {groupsOf(questions).map(({ kind, from, members }) => (
        <section key={`${kind}${from}`} className="anlan-exam-group">
          <h3>{text('card.kind', { kind: text(`kind.${kind}`), count: members.length })}</h3>
          <div className="anlan-exam-numbers">
            {members.map((question, place) => {
              const own = given(question.id);
              const state = isGiven(own) ? 'answered' : 'open';
              const said = `${text(`card.state.${state}`)}${own.marked ? text('card.state.marked') : ''}`;
              return (
                <button
                  key={question.id}
                  type="button"
                  data-state={state}
                  aria-current={from + place === at ? 'step' : undefined}
                  aria-label={text('card.item', { number: question.number, state: said })}
                  onClick={() => onChoose(from + place)}
                >
                  {question.number}
                  {own.marked && <FlagFilled aria-hidden />}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </>
  );
}

interface Group {
  readonly kind: QuestionKind;
  /** Place of its first question. */
  readonly from: number;
  readonly members: ExamQuestion[];
}

/** Questions of one kind that follow each other. */
function groupsOf(questions: readonly ExamQuestion[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [index, question] of questions.entries()) {
    const last = groups.at(-1);
    if (last?.kind === question.kind) last.members.push(question);
    else groups.push({ kind: question.kind, from: index, members: [question] });
  }
  return groups;
}
