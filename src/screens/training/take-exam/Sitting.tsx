import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { useLasting } from '../../../ui/useLasting.ts';
import { AnswerCard, CardDrawer } from './AnswerCard.tsx';
import { AwayNotice } from './AwayNotice.tsx';
import { ExamTop, ModeSwitch } from './ExamTop.tsx';
import { timeUrgency, toldBetween } from './exam-clock.ts';
import { useExamText } from './exam-text.ts';
import type { GivenAnswer } from './given-answer.ts';
import { HandInDialog } from './HandInDialog.tsx';
import { PaperView } from './PaperView.tsx';
import type { PaperMode } from './paper-mode.ts';
import { Refusals } from './Refusals.tsx';
import type { Seat } from './SeatGate.tsx';
import { StepFoot } from './StepFoot.tsx';
import type { ExamQuestion } from './sheet.ts';
import { switchLimitOf } from './sheet-facts.ts';
import { TimeUp } from './TimeUp.tsx';
import { useDesk } from './useDesk.ts';
import { useExamKeys } from './useExamKeys.ts';
import { useLeaving } from './useLeaving.ts';
import { type SheetReader, useSteadyLook } from './useSheet.ts';
import { useTimeLeft } from './useTimeLeft.ts';

interface SittingProps {
  readonly record: WireRecord;
  readonly questions: readonly ExamQuestion[];
  readonly sheet: SheetReader;
  readonly seat: Seat;
}

const NOTHING: GivenAnswer = { answer: '', marked: false };
/** Milliseconds before the end from when nothing is held back any more. */
const CLOSE = 15_000;

/** The desk: the clock, the questions, the card of answers, and handing in. */
export function Sitting({ record, questions, sheet, seat }: SittingProps) {
  const phone = useIsPhone();
  const desk = useDesk(record.id, questions, seat.device);
  const left = useTimeLeft(String(record.deadline), () => void sheet.look());
  const over = left <= 0;
  const { handingIn } = desk.onItsWay;
  const locked = over || handingIn !== undefined;
  const [at, setAt] = useState(0);
  const [mode, setMode] = useState<PaperMode>('one');
  const [asked, setAsked] = useState(false);
  const [listed, setListed] = useState(false);
  const limit = switchLimitOf(record);
  const away = useAway(record, limit > 0 && !locked, desk.left);
  useSteadyLook(async () => {
    desk.settle();
    await sheet.look();
  });
  useTold(left);

  const given = useCallback((id: string): GivenAnswer => desk.given.get(id) ?? NOTHING, [desk.given]);
  const answer = useLasting((question: ExamQuestion, next: GivenAnswer, writing?: boolean): void => {
    // The other page of this browser may just have taken it over.
    if (locked || !seat.held()) return;
    desk.answer(question, next, writing === true && left > CLOSE);
  });
  const go = useLasting((next: number): void => {
    if (next < 0 || next >= questions.length) return;
    desk.settle();
    setListed(false);
    setAt(next);
    showQuestion(mode, questions[next]);
  });
  const show = (next: PaperMode): void => {
    setMode(next);
    showQuestion(next, questions[at]);
  };
  const mark = useLasting((question: ExamQuestion | undefined): void => {
    if (question === undefined) return;
    const before = given(question.id);
    answer(question, { ...before, marked: !before.marked });
  });
  const current = questions[at];
  useExamKeys({
    question: current,
    given,
    active: !locked && !asked && !listed,
    go: (by) => go(at + by),
    answer,
    mark,
  });

  const card = { questions, given, at, onChoose: go };
  return (
    <>
      <ExamTop
        record={record}
        left={left}
        urgency={timeUrgency(left)}
        desk={desk}
        mode={mode}
        onMode={show}
        onHandIn={() => setAsked(true)}
        locked={locked}
      />
      <div className="anlan-exam-body">
        <div className="anlan-exam-main">
          <Refusals desk={desk} questions={questions} />
          <PaperView
            mode={mode}
            questions={questions}
            at={at}
            given={given}
            locked={locked}
            onAnswer={answer}
            onMark={mark}
            onAt={setAt}
            onSettle={desk.settle}
          />
        </div>
        {!phone && <AnswerCard {...card} />}
      </div>
      <StepFoot
        at={at}
        count={questions.length}
        done={questions.filter(({ id }) => given(id).answer.trim() !== '').length}
        marked={current !== undefined && given(current.id).marked}
        locked={locked}
        mode={mode}
        onGo={go}
        onMark={() => mark(current)}
        onCard={() => setListed(true)}
      />
      <CardDrawer
        open={listed}
        extra={<ModeSwitch mode={mode} onMode={show} />}
        onClose={() => setListed(false)}
        {...card}
      />
      <HandInDialog
        open={asked && !locked}
        left={left}
        questions={questions}
        given={given}
        refused={desk.onItsWay.refused.length}
        onGo={(index) => {
          setAsked(false);
          go(index);
        }}
        onClose={() => setAsked(false)}
        onSure={async () => {
          await desk.handIn();
          setAsked(false);
        }}
      />
      <AwayNotice count={away.count} limit={limit} onClose={away.seen} />
      <TimeUp over={over} desk={desk} sheet={sheet} />
    </>
  );
}

/** Brings a question into sight where all of them stand on the page; the top of the page where it is one. */
function showQuestion(mode: PaperMode, question: ExamQuestion | undefined): void {
  requestAnimationFrame(() => {
    const shown = document.getElementById(`question-${question?.id}`);
    if (mode === 'all') shown?.scrollIntoView({ block: 'start' });
    else document.querySelector('.anlan-exam-main')?.scrollTo({ top: 0 });
    shown?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  });
}

/** How often the page was left: as the server counts, and what was just done. */
function useAway(record: WireRecord, active: boolean, onLeft: () => void) {
  const [told, setTold] = useState<number>();
  const own = useRef(0);
  const seen = Number(record.switchCount ?? 0);
  const base = useRef(seen);
  useLeaving(record.id, active, () => {
    own.current += 1;
    onLeft();
    setTold(Math.max(base.current + own.current, seen));
  });
  return useMemo(() => ({ count: told, seen: () => setTold(undefined) }), [told]);
}

/** Says aloud how long there is, at 15, 5 and 1 minutes. */
function useTold(left: number): void {
  const { message } = App.useApp();
  const text = useExamText();
  const before = useRef(left);
  useEffect(() => {
    const minutes = toldBetween(before.current, left);
    before.current = left;
    if (minutes !== undefined) void message.warning({ content: text('left.told', { count: minutes }), duration: 6 });
  }, [left, message, text]);
}
