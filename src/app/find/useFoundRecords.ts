import { useCallback, useEffect, useState } from 'react';
import { fetchFound } from '../../api/find.ts';
import { type FoundAnswer, SHORTEST_FIND } from '../../core/wire/find.ts';

/** Milliseconds of rest after which what was typed is searched. */
const REST = 180;

interface Kept {
  readonly word: string;
  readonly answer: FoundAnswer | undefined;
}

/** How far a search is: `partial` where not all could be looked through. */
type FindState = 'idle' | 'searching' | 'done' | 'partial' | 'failed';

/** Records that hold a text, searched once the typing rests; the last answer stands until the next one is there. */
export function useFoundRecords(word: string) {
  const [kept, setKept] = useState<Kept>({ word: '', answer: undefined });
  const [failed, setFailed] = useState<string | undefined>();
  const [round, setRound] = useState(0);
  const asked = [...word].length >= SHORTEST_FIND;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    setFailed(undefined);
    if (!asked) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetchFound(word, abort.signal).then(
        (answer) => setKept({ word, answer }),
        () => {
          if (!abort.signal.aborted) setFailed(word);
        },
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [word, asked, round]);

  const retry = useCallback(() => setRound((last) => last + 1), []);
  const current = kept.word === word;
  const state: FindState = !asked
    ? 'idle'
    : failed === word
      ? 'failed'
      : !current
        ? 'searching'
        : kept.answer?.partial === true
          ? 'partial'
          : 'done';
  return { answer: asked && current ? kept.answer : undefined, state, retry };
}
