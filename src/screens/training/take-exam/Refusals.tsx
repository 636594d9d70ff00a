import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { keptChanged, sendKept } from '../../../api/kept/kept-sender.ts';
import { sendAgain, settleAnswer } from '../../../api/kept/kept-store.ts';
import type { KeptAnswer } from '../../../api/kept/kept-types.ts';
import { newKey } from '../../../api/new-key.ts';
import { KEPT_KEY } from '../../../core/wire/kept-answer.ts';
import { useExamText } from './exam-text.ts';
import type { ExamQuestion } from './sheet.ts';
import type { Desk } from './useDesk.ts';

interface RefusalsProps {
  readonly desk: Desk;
  readonly questions: readonly ExamQuestion[];
  /** Whether they may be sent once more. Default true. */
  readonly again?: boolean;
}

/** Answers that the server has not taken, with why; the person sends them once more over what there is now, or lets them go. */
export function Refusals({ desk, questions, again = true }: RefusalsProps) {
  const text = useExamText();
  const refused = desk.onItsWay.refused.filter(({ subject }) => questions.some(({ id }) => id === subject));
  useForgotten(desk.onItsWay.refused, questions);
  if (refused.length === 0) return null;
  const reasons = new Set(
    refused.map(({ refused: why }) => why?.errors.map(({ msg }) => msg).join(' ') || why?.msg || ''),
  );
  const all = async (work: (answer: KeptAnswer) => Promise<void>): Promise<void> => {
    for (const answer of refused) await work(answer);
    keptChanged();
    await sendKept();
  };
  const resend = (answer: KeptAnswer) => {
    const version = answer.refused?.current?.version ?? answer.body.version;
    return sendAgain(answer.key, { key: `${KEPT_KEY}${newKey()}`, body: { ...answer.body, version } });
  };
  return (
    <Alert
      className="anlan-exam-refusals"
      type="error"
      showIcon
      title={text('refused', { count: refused.length })}
      description={
        <>
          {[...reasons].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <ul>
            {refused.map(({ key, subject, body }) => (
              <li key={key}>
                {text('refused.of', {
                  number: questions.find(({ id }) => id === subject)?.number ?? 0,
                  answer: String(body.answer ?? '') || text('over.none'),
                })}
              </li>
            ))}
          </ul>
          <Button onClick={() => void all((answer) => settleAnswer(answer, answer.refused?.current))}>
            {text('refused.drop')}
          </Button>{' '}
          {again && (
            <Button type="primary" onClick={() => void all(resend)}>
              {text('refused.again')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Steps that were refused say nothing to the person and would hold up handing in: how often the page was left is counted anew. */
function useForgotten(refused: readonly KeptAnswer[], questions: readonly ExamQuestion[]): void {
  useEffect(() => {
    const left = refused.filter(({ subject }) => subject.endsWith('.leave'));
    if (left.length === 0 || questions.length === 0) return;
    void Promise.all(left.map((one) => settleAnswer(one, undefined))).then(keptChanged);
  }, [refused, questions]);
}
