import { useEffect } from 'react';
import type { ViewAnswerOf } from '../../core/model/page-query.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { useKeepRead } from '../../runtime/kept/useKeepRead.ts';
import { useOpened } from '../../runtime/kept/useKept.ts';
import { useView, type ViewController } from '../../runtime/view/useView.ts';
import type { WalkSettings } from './definition.ts';
import { query } from './query.ts';

type Answer = ViewAnswerOf<typeof query>;

/** The records of a walk as the server answers them; as this device has kept them where it does not. */
export function useWalkList({ offline }: WalkSettings): ViewController<Answer> {
  const { page } = useEntityPage();
  const view = useView(query);
  const name = `walks/${page.page.code}`;
  const { value, read } = useOpened<Answer>(name);
  const { answer, error, forbidden } = view;
  const away = offline && answer === undefined && error !== undefined && forbidden === undefined;
  useEffect(() => {
    if (away) void read();
  }, [away, read]);
  // What is narrowed is a part of it only.
  useKeepRead(name, view.list.narrowed ? undefined : answer, offline);
  if (!away || value === undefined) return view;
  return { ...view, answer: value, error: undefined, stale: false };
}
