import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keptOwner } from '../../../api/kept/kept-owner.ts';
import { keepAndSend, keepWriting, releaseAndSend } from '../../../api/kept/kept-sender.ts';
import { DeviceFullError } from '../../../api/kept/kept-store.ts';
import type { KeptAnswer } from '../../../api/kept/kept-types.ts';
import { newKey } from '../../../api/new-key.ts';
import { deviceMoment, plantTime } from '../../../api/plant-clock.ts';
import { KEPT_KEY } from '../../../core/wire/kept-answer.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { useKeptAnswers } from '../../../runtime/kept/useKept.ts';
import { useLasting } from '../../../ui/useLasting.ts';
import { answerToKeep, sheetPlace, stepToKeep } from './exam-calls.ts';
import { useExamText } from './exam-text.ts';
import type { GivenAnswer } from './given-answer.ts';
import { forgetGiven, lastGiven, noteGiven } from './last-given.ts';
import type { ExamQuestion } from './sheet.ts';
import { withKept } from './with-kept.ts';

/** Milliseconds after the last key until a text goes up, and the longest that one waits while it is written. */
const PAUSE = 3_000;
const LONGEST = 10_000;

/** What is on its way to the server. */
interface OnItsWay {
  /** Answers that the server does not have. */
  readonly waiting: number;
  readonly refused: readonly KeptAnswer[];
  /** Wall clock at which all was saved last; undefined before the first answer. */
  readonly savedAt: string | undefined;
  /** Whether handing in waits to go up. */
  readonly handingIn: KeptAnswer | undefined;
}

export interface Desk {
  readonly given: ReadonlyMap<string, GivenAnswer>;
  readonly onItsWay: OnItsWay;
  /** Keeps an answer; `writing` while more of it is to be expected. */
  readonly answer: (question: ExamQuestion, next: GivenAnswer, writing?: boolean) => void;
  /** Lets what is being written go up. */
  readonly settle: () => void;
  readonly handIn: () => Promise<void>;
  readonly left: () => void;
}

/** The desk at which a sheet is answered: what was given, and its way to the server by what this device keeps. */
export function useDesk(sheet: string, questions: readonly ExamQuestion[], device: string): Desk {
  const { page } = useEntityPage();
  const { message } = App.useApp();
  const text = useExamText();
  const place = sheetPlace(sheet);
  const all = useKeptAnswers();
  const kept = useMemo(() => all.filter((one) => one.place === place), [all, place]);
  const [entered, setEntered] = useState<ReadonlyMap<string, GivenAnswer>>(new Map());
  const given = useMemo(() => new Map([...withKept(questions, kept), ...entered]), [questions, kept, entered]);
  const writing = useWriting(place);
  const savedAt = useSavedAt(kept.length);

  const keep = useCallback(
    async (
      said: Pick<KeptAnswer, 'subject' | 'title' | 'call' | 'body' | 'last'>,
      still: boolean,
    ): Promise<boolean> => {
      const owner = keptOwner();
      try {
        if (owner === undefined) throw new Error('nobody is signed in');
        const more = { key: `${KEPT_KEY}${newKey()}`, owner, place, deviceTime: deviceMoment() };
        await (still ? keepWriting : keepAndSend)({ ...said, ...more, values: {}, lines: [] });
        return true;
      } catch (error) {
        void message.error({ content: text(error instanceof DeviceFullError ? 'full' : 'not.kept'), duration: 8 });
        return false;
      }
    },
    [place, message, text],
  );

  const answer = useCallback<Desk['answer']>(
    ({ id, version, number }, next, still = false) => {
      setEntered((before) => new Map(before).set(id, next));
      noteGiven(sheet, id, next);
      const body = {
        ...{ id, version, device },
        answer: next.answer === '' ? null : next.answer,
        flagged: next.marked ? '1' : '0',
      };
      const said = { subject: id, title: text('question', { number }), ...answerToKeep(page, body), last: false };
      void keep(said, still).then((kept) => {
        if (kept) forgetGiven(sheet, id, next);
      });
      if (still) writing.go();
    },
    [keep, page, text, sheet, device, writing],
  );
  const restore = useLasting((): void => {
    const before = lastGiven(sheet);
    for (const question of questions) {
      const last = before[question.id];
      if (last !== undefined) answer(question, last);
    }
  });
  // Only where the sheet may be answered: afterwards it would come too late.
  useEffect(() => {
    if (device !== '') restore();
  }, [device, restore]);

  const handIn = useCallback(async (): Promise<void> => {
    await releaseAndSend(place).catch(() => undefined);
    const step = stepToKeep(page, 'handIn', { id: sheet, device });
    await keep({ subject: sheet, title: text('hand.in'), ...step, last: true }, false);
  }, [keep, page, place, sheet, device, text]);

  const left = useCallback((): void => {
    const step = stepToKeep(page, 'leave', { id: sheet });
    void keep({ subject: `${sheet}.leave`, title: text('away.title'), ...step, last: false }, false);
  }, [keep, page, sheet, text]);

  const refused = kept.filter((one) => one.refused !== undefined);
  const onItsWay = {
    waiting: kept.length - refused.length,
    refused,
    savedAt,
    handingIn: kept.find(({ subject }) => subject === sheet),
  };
  return { given, onItsWay, answer, settle: writing.settle, handIn, left };
}

/** Lets what is being written go up when the person pauses, after a while in any case, and when the page is left. */
function useWriting(place: string): { readonly go: () => void; readonly settle: () => void } {
  const made = useMemo(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    let longest: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => {
      clearTimeout(pause);
      clearTimeout(longest);
      longest = undefined;
      void releaseAndSend(place).catch(() => undefined);
    };
    const go = (): void => {
      clearTimeout(pause);
      pause = setTimeout(settle, PAUSE);
      longest ??= setTimeout(settle, LONGEST);
    };
    return { go, settle };
  }, [place]);
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') made.settle();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      made.settle();
    };
  }, [made]);
  return made;
}

/** When all that was given had arrived last. */
function useSavedAt(waiting: number): string | undefined {
  const [savedAt, setSavedAt] = useState<string>();
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting === 0 && before.current > 0) setSavedAt(plantTime().slice(11));
    before.current = waiting;
  }, [waiting]);
  return savedAt;
}
