import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { clockText } from './exam-clock.ts';
import { useExamText } from './exam-text.ts';
import { type GivenAnswer, isGiven } from './given-answer.ts';
import type { ExamQuestion } from './sheet.ts';

interface HandInDialogProps {
  readonly open: boolean;
  readonly left: number;
  readonly questions: readonly ExamQuestion[];
  readonly given: (id: string) => GivenAnswer;
  /** Answers that the server has not taken. */
  readonly refused: number;
  readonly onGo: (index: number) => void;
  readonly onClose: () => void;
  readonly onSure: () => Promise<void>;
}

/** Asks before handing in, with what is open and what was marked; each of them is a way back. */
export function HandInDialog({ open, left, questions, given, refused, onGo, onClose, onSure }: HandInDialogProps) {
  const text = useExamText();
  const [busy, setBusy] = useState(false);
  const unanswered = questions.filter(({ id }) => !isGiven(given(id)));
  const marked = questions.filter(({ id }) => given(id).marked);
  const sure = (): void => {
    setBusy(true);
    void onSure().finally(() => setBusy(false));
  };
  return (
    <Dialog
      open={open}
      busy={busy}
      title={text('hand.in.title')}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {text('hand.in.back')}
          </Button>
          <Button type="primary" danger={unanswered.length > 0} loading={busy} disabled={refused > 0} onClick={sure}>
            {text(unanswered.length > 0 ? 'hand.in.anyway' : 'hand.in.sure')}
          </Button>
        </>
      }
    >
      <div className="anlan-exam-hand-in">
        <p>{text('hand.in.final', { left: clockText(left) })}</p>
        {refused > 0 && <p className="anlan-exam-fault">{text('hand.in.refused', { count: refused })}</p>}
        {unanswered.length === 0 ? (
          <p>{text('hand.in.all', { count: questions.length })}</p>
        ) : (
          <Ways title={text('hand.in.open', { count: unanswered.length })} questions={unanswered} onGo={onGo} />
        )}
        {marked.length > 0 && (
          <Ways title={text('hand.in.marked', { count: marked.length })} questions={marked} onGo={onGo} />
        )}
      </div>
    </Dialog>
  );
}

interface WaysProps {
  readonly title: string;
  readonly questions: readonly ExamQuestion[];
  readonly onGo: (index: number) => void;
}

function Ways({ title, questions, onGo }: WaysProps) {
  const text = useExamText();
  return (
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <div className="anlan-exam-numbers">
        {questions.map(({ id, number }) => (
          <button key={id} type="button" aria-label={text('question', { number })} onClick={() => onGo(number - 1)}>
            {number}
          </button>
        ))}
      </div>
    </div>
  );
}
