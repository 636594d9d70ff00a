import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { subscribeEvents } from '../../api/events.ts';
import { ApiError } from '../../api/faults.ts';
import { type ViewAnswerOf, type ViewQuery, viewAnswer } from '../../core/model/page-query.ts';
import { sameJson } from '../../core/validation/same-value.ts';
import { callOperation, MissingOperationError, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage, useShownView } from '../EntityContext.ts';
import { type ListAddress, useListAddress } from '../list/useListAddress.ts';
import { pageQuery } from '../list/useListController.ts';
import { useNewValues } from '../useNewValues.ts';

/** Milliseconds in which changes of others are gathered before they are told. */
const GATHER = 2_000;
/** Milliseconds in which the server tells of a change that was made here. */
const OWN = 3_000;

/** What a kind of page shows, and how that goes. */
export interface ViewController<Answer> {
  /** What narrows it, as on the list. */
  readonly list: ListAddress;
  /** Undefined until the first answer; the one before stays beside a failure and while the next is read. */
  readonly answer: Answer | undefined;
  readonly loading: boolean;
  readonly error: string | undefined;
  /** Why the person may not see it; undefined where he may. */
  readonly forbidden: string | undefined;
  /** Whether others changed records since it was read. */
  readonly stale: boolean;
  readonly refresh: () => void;
  /** Asks once more for a part of it, with arguments of the kind's own. */
  readonly ask: (own: Readonly<Record<string, string>>) => Promise<Answer>;
}

interface Held<Answer> {
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
  readonly forbidden: string | undefined;
  /** What it answers; undefined before the first. */
  readonly key: string | undefined;
}

/**
 * Reads what a kind of page shows, under what narrows the list.
 * @param own arguments that the kind's query takes.
 */
export function useView<Query extends ViewQuery>(
  _query: Query,
  own: Readonly<Record<string, string>> = {},
): ViewController<ViewAnswerOf<Query>> {
  type Answer = ViewAnswerOf<Query>;
  const { page, changes } = useEntityPage();
  const { view } = useShownView();
  const list = useListAddress();
  const [held, setHeld] = useState<Held<Answer>>({
    answer: undefined,
    error: undefined,
    forbidden: undefined,
    key: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const { current: _, size: _size, ...narrowing } = pageQuery(page, list.state);
  const query = JSON.stringify({ ...narrowing, _kind: view.view, ...own });
  const key = `${page.metadata.revision} ${query} ${changes} ${attempt}`;

  const read = useCallback(
    async (input: object, signal?: AbortSignal): Promise<Answer> => {
      const operation = operationOf(page.model, 'view');
      if (operation === undefined) throw new MissingOperationError(page.model.key, 'view');
      const options = { ...(signal === undefined ? {} : { signal }), quiet: true } as const;
      return viewAnswer<Query>(await callOperation(page.model, operation, { ...input }, options));
    },
    [page.model],
  );
  useEffect(() => {
    const control = new AbortController();
    read(JSON.parse(query), control.signal).then(
      (answer) => {
        if (control.signal.aborted) return;
        // What is drawn takes long; what is pressed meanwhile goes first.
        startTransition(() =>
          setHeld((before) => {
            // The same once more stands as it is: hundreds of entries are not drawn anew for it.
            const kept = before.answer !== undefined && sameJson(before.answer, answer) ? before.answer : answer;
            return { answer: kept, error: undefined, forbidden: undefined, key };
          }),
        );
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        const forbidden = error instanceof ApiError && error.status === 403 ? error.msg : undefined;
        setHeld((before) => ({ ...before, error: message, forbidden, key }));
      },
    );
    return () => control.abort();
  }, [read, query, key]);

  const refresh = useCallback(() => setAttempt((count) => count + 1), []);
  useNewValues(page.model, refresh);
  const stale = useStale(page.model.key, key, changes);

  return {
    list,
    answer: held.answer,
    loading: held.key !== key,
    error: held.key === key ? held.error : undefined,
    forbidden: held.key === key ? held.forbidden : undefined,
    stale: stale && page.model.readings === undefined,
    refresh,
    ask: useCallback((more) => read({ ...JSON.parse(query), ...more }), [read, query]),
  };
}

/**
 * Whether others changed records of the entity since what `key` stands for was read. What is heard right after a change of
 * one's own, which was read again already, tells of that.
 */
function useStale(entity: string, key: string, own: number): boolean {
  const [changed, setChanged] = useState<string>();
  const lately = useRef(false);
  const seen = useRef(own);
  useEffect(() => {
    if (seen.current === own) return;
    seen.current = own;
    lately.current = true;
    const timer = setTimeout(() => {
      lately.current = false;
    }, OWN);
    return () => clearTimeout(timer);
  }, [own]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic !== 'entity' || lately.current) return;
        clearTimeout(timer);
        timer = setTimeout(() => setChanged(key), GATHER);
      },
      { entities: [entity] },
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [entity, key]);
  return changed === key;
}
