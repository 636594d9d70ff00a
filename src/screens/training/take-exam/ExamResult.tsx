import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { releaseAndSend } from '../../../api/kept/kept-sender.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { sheetPlace, takeSheetStep } from './exam-calls.ts';
import { useExamText } from './exam-text.ts';
import { chosenKeys } from './given-answer.ts';
import { QuestionText } from './QuestionText.tsx';
import { Refusals } from './Refusals.tsx';
import { SheetState } from './SheetState.tsx';
import type { ExamQuestion } from './sheet.ts';
import { attemptText, examineeName, examName, switchCountOf, switchLimitOf } from './sheet-facts.ts';
import { useDesk } from './useDesk.ts';
import type { SheetReader } from './useSheet.ts';

interface ExamResultProps {
  readonly record: WireRecord;
  readonly questions: readonly ExamQuestion[];
  readonly sheet: SheetReader;
}

/** What came of a sheet: its state, points, and the answers where they are published. */
export function ExamResult({ record, questions, sheet }: ExamResultProps) {
  const { open } = useEntityPage();
  // What this device still holds of it is told, and let go by the person.
  const desk = useDesk(record.id, questions, '');
  useEffect(() => void releaseAndSend(sheetPlace(record.id)).catch(() => undefined), [record.id]);
  return (
    <>
      <PageHeader
        title={examName(record)}
        tags={<SheetState record={record} />}
        onBack={() => open({ kind: 'list' })}
      />
      <div className="anlan-exam-over">
        <PageContainer>
          <Refusals desk={desk} questions={questions} again={false} />
          <Outcome record={record} />
          <Facts record={record} />
        </PageContainer>
        <Answers record={record} questions={questions} sheet={sheet} />
      </div>
    </>
  );
}

/** In one line what it means. */
function Outcome({ record }: { readonly record: WireRecord }) {
  const text = useExamText();
  const { status, totalScore, passScore } = record;
  if (status === '2') return <Said title={text('over.wait')} hint={text('over.wait.hint')} />;
  if (status === '5') return <Said title={text('over.absent')} hint={text('over.absent.hint')} />;
  if (status === '6') return <Said title={text('over.cancelled')} />;
  const passed = status === '3';
  return (
    <div className="anlan-exam-outcome" data-passed={passed}>
      {passed ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
      <strong>{text(passed ? 'over.passed' : 'over.failed')}</strong>
      {typeof totalScore === 'number' && <span>{text('points', { count: totalScore })}</span>}
      <small>
        {text('pass')} {text('points', { count: Number(passScore) })}
      </small>
    </div>
  );
}

function Said({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return (
    <div className="anlan-exam-outcome">
      <strong>{title}</strong>
      {hint !== undefined && <small>{hint}</small>}
    </div>
  );
}

function Facts({ record }: { readonly record: WireRecord }) {
  const text = useExamText();
  const points = (value: unknown): ReactNode =>
    typeof value === 'number' ? text('points', { count: value }) : undefined;
  const limit = switchLimitOf(record);
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    [text('examinee'), examineeName(record)],
    [text('attempt'), attemptText(record)],
    [text('over.submitted'), typeof record.submitTime === 'string' ? record.submitTime : undefined],
    [text('over.used'), typeof record.usedTime === 'number' ? text('minutes', { count: record.usedTime }) : undefined],
    [text('over.objective'), points(record.objectiveScore)],
    [text('over.subjective'), Number(record.subjectiveScore ?? 0) > 0 ? points(record.subjectiveScore) : undefined],
    [text('over.switches'), limit > 0 ? text('times', { count: switchCountOf(record) }) : undefined],
  ];
  return (
    <dl className="anlan-exam-facts">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The answers with what is right, once the person has opened them. */
function Answers({ record, questions, sheet }: ExamResultProps) {
  const { page } = useEntityPage();
  const text = useExamText();
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (record.status !== '3' && record.status !== '4') return null;
  const opened = questions.some(({ solution }) => solution !== undefined);
  // Only the examinee opens them, and only once they are published.
  const mayOpen = record.abilities?.review === true;
  const show = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    await takeSheetStep(page, 'review', { id: record.id }).catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
    await sheet.reload();
    setBusy(false);
  };
  const shown = wrong ? questions.filter((one) => markOf(one) !== 'right') : questions;
  return (
    <PageContainer>
      <div className="anlan-exam-answers-head">
        <h2>{text('over.answers')}</h2>
        {opened ? (
          <span>
            <Switch checked={wrong} onChange={setWrong} aria-label={text('over.only.wrong')} />{' '}
            {text('over.only.wrong')}
          </span>
        ) : (
          mayOpen && (
            <Button loading={busy} onClick={() => void show()}>
              {text('over.answers.show')}
            </Button>
          )
        )}
      </div>
      {!opened && !mayOpen && (
        <p className="anlan-exam-hint">
          {text(record.keyState === 'never' ? 'over.answers.never' : 'over.answers.wait')}
        </p>
      )}
      {failure !== undefined && (
        <p className="anlan-exam-fault" role="alert">
          {failure}
        </p>
      )}
      {opened && shown.map((question) => <Solved key={question.id} question={question} />)}
    </PageContainer>
  );
}

type Mark = 'right' | 'partly' | 'wrong';

function markOf({ solution, points }: ExamQuestion): Mark {
  const score = solution?.score ?? 0;
  if (score >= points) return 'right';
  return score > 0 ? 'partly' : 'wrong';
}

function Solved({ question }: { readonly question: ExamQuestion }) {
  const text = useExamText();
  const { kind, number, points, answer, solution } = question;
  const mark = markOf(question);
  return (
    <section className="anlan-exam-solved" data-mark={mark}>
      <h3>
        {text('question', { number })} <span className="anlan-exam-kind">{text(`kind.${kind}`)}</span>
        <span className="anlan-exam-verdict">
          {text(`over.${mark}`)} · {text('over.got', { score: solution?.score ?? 0, points })}
        </span>
      </h3>
      <QuestionText question={question} />
      <ReadOptions question={question} />
      <dl className="anlan-exam-compare">
        <dt>{text('over.mine')}</dt>
        <dd>{answer.trim() === '' ? text('over.none') : answer}</dd>
        <dt>{text(kind === 'essay' ? 'over.reference' : 'over.key')}</dt>
        <dd>{solution?.key}</dd>
        {solution?.analysis ? (
          <>
            <dt>{text('over.analysis')}</dt>
            <dd>{solution.analysis}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

/** The choices as they were offered: which are right, and which of the others the person took. */
function ReadOptions({ question: { kind, options, answer, solution } }: { readonly question: ExamQuestion }) {
  if (options.length === 0) return null;
  const keys = options.map(({ key }) => key);
  const chosen = chosenKeys(kind, answer, keys);
  return (
    <ol className="anlan-exam-read-options">
      {options.map(({ key, text: words }) => {
        const right = solution?.key.includes(key) === true;
        return (
          <li key={key}>
            <span
              className="anlan-exam-letter"
              data-square={kind === 'multiple' || undefined}
              data-right={right || undefined}
              data-missed={(!right && chosen.includes(key)) || undefined}
            >
              {key}
            </span>
            <span className="anlan-exam-option-text">{words}</span>
          </li>
        );
      })}
    </ol>
  );
}
