import { useCallback, useEffect, useRef, useState } from 'react';
import { CHOICE, choose, useChoice } from '../../../api/choices.ts';
import { subscribeEvents } from '../../../api/events.ts';
import { permittedActions, recordActions } from '../../../compile/toolbar/compile-toolbar.ts';
import { formatFigure } from '../../../core/wire/statistics.ts';
import { chime, maySound, wakeSound } from '../../../ui/chime.ts';
import { useActions } from '../../actions/ActionsProvider.tsx';
import { fetchRecords } from '../../calls/entity-calls.ts';
import { useEntityPage } from '../../EntityContext.ts';
import type { ListController, ListRecord } from '../useListController.ts';
import { heardRecords, keepHeard } from './heard.ts';

/** Milliseconds in which changes are gathered before it is asked what waits. */
const GATHER = 300;

/** Records that are looked at for whether they are new; beyond it their number alone is told. */
const MOST = 200;

/** What somebody who sits before a list has. */
export interface LiveList {
  /** Records that want an answer; undefined until it is known. */
  readonly waiting: number | undefined;
  readonly sound: 'none' | 'on' | 'off' | 'blocked';
  readonly switchSound: () => void;
  /** Told whether a pointer is over the rows. */
  readonly hold: (isOver: boolean) => void;
  /** Takes the step that answers; undefined where there is none. */
  readonly answer: ((record: ListRecord) => void) | undefined;
}

/**
 * Attends a list: takes over what others changed while nobody's pointer or look is on a row, asks what wants an answer,
 * and sounds once for each record of it. Undefined for a list at which nobody sits.
 * @param count rows that would be new or different
 * @param isLooked whether a record lies open beside the list
 */
export function useLiveList(list: ListController, count: number, isLooked: boolean): LiveList | undefined {
  const { page, can } = useEntityPage();
  const { run } = useActions();
  const { live } = page.page;
  const [isOver, setOver] = useState(false);
  const { waiting, sound, switchSound } = useWaiting();

  const { refresh } = list;
  useEffect(() => {
    if (live !== undefined && count > 0 && !isOver && !isLooked && !isTouched()) refresh();
  }, [live, count, isOver, isLooked, refresh]);

  const plan = permittedActions(page.toolbar.row, can).find(({ key }) => key === live?.respond);
  const answer = useCallback(
    (record: ListRecord) => {
      if (plan !== undefined && recordActions([plan], record.abilities).length > 0) run(plan, [record]);
    },
    [plan, run],
  );
  if (live === undefined) return undefined;
  return {
    waiting,
    sound,
    switchSound,
    hold: setOver,
    answer: plan === undefined ? undefined : answer,
  };
}

/** Where fingers press rows no pointer says that they are about to. */
const isTouched = (): boolean => window.matchMedia('(hover: none)').matches;

/** What wants an answer, and its sound. */
function useWaiting(): Pick<LiveList, 'waiting' | 'sound' | 'switchSound'> {
  const { page, changes, me } = useEntityPage();
  const { live, code } = page.page;
  const { model } = page;
  const [waiting, setWaiting] = useState<number>();
  const isSilent = useChoice(CHOICE.listSound) === 'off';
  const [isBlocked, setBlocked] = useState(() => live?.sound === true && !maySound());
  const person = me.userId ?? '';
  const silent = useRef(isSilent);
  silent.current = isSilent;

  // A browser plays nothing before the person has pressed something.
  useEffect(() => {
    if (!isBlocked) return;
    const wake = () => void wakeSound().then((may) => setBlocked(!may));
    window.addEventListener('pointerdown', wake);
    window.addEventListener('keydown', wake);
    return () => {
      window.removeEventListener('pointerdown', wake);
      window.removeEventListener('keydown', wake);
    };
  }, [isBlocked]);

  const figure = live === undefined ? undefined : formatFigure({ ...live, page: undefined, key: undefined });
  const sounds = live?.sound === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed here, and the sound that came free, ask anew.
  useEffect(() => {
    if (figure === undefined) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const query = { page: code, figure, current: 1, size: MOST };
      const found = await fetchRecords(model, query, { signal: control.signal, quiet: true });
      if (control.signal.aborted) return;
      setWaiting(found.total);
      const ids = found.records.map(({ id }) => id);
      const heard = heardRecords(person, code);
      const isNew = ids.some((id) => !heard.has(id));
      if (sounds && isNew && !silent.current && !(await chime('urgent'))) {
        // It sounds as soon as the browser lets it.
        setBlocked(true);
        return;
      }
      keepHeard(person, code, ids);
    };
    const soon = () => {
      clearTimeout(timer);
      // What fails here is told by the list itself, which asks the same server.
      timer = setTimeout(() => void ask().catch(() => undefined), GATHER);
    };
    soon();
    const end = subscribeEvents(
      ({ topic }) => {
        if (topic === 'entity' || topic === 'open') soon();
      },
      { entities: [model.key], hidden: true },
    );
    return () => {
      control.abort();
      clearTimeout(timer);
      end();
    };
  }, [figure, sounds, code, model, person, changes, isBlocked]);

  const switchSound = useCallback(() => {
    choose(CHOICE.listSound, isSilent ? '' : 'off');
    if (isSilent) void wakeSound().then((may) => setBlocked(!may));
  }, [isSilent]);
  const sound = !sounds ? 'none' : isSilent ? 'off' : isBlocked ? 'blocked' : 'on';
  return { waiting, sound, switchSound };
}
