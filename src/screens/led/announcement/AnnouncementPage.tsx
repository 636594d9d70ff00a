import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../../../api/faults.ts';
import { fetchPublished } from '../../../api/public.ts';
import styles from './AnnouncementPage.module.css';
import { askedAnnouncement, nextPlace, SCROLL_EVERY, scrolls } from './asked.ts';

/** Milliseconds after which a page that hangs at a gate asks for the text anew. */
const ASK_EVERY = 5 * 60_000;

/** A text on a screen: of a released LED program, in the colours of the address; without login, and silent about faults. */
export function AnnouncementPage() {
  const { search } = useLocation();
  const { id, tenantId, background, color } = askedAnnouncement(search);
  const text = useAnnouncement(id, tenantId);
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0;
    if (!scrolls(text)) return;
    const timer = setInterval(() => {
      const element = box.current;
      if (element !== null) element.scrollTop = nextPlace(element);
    }, SCROLL_EVERY);
    return () => clearInterval(timer);
  }, [text]);

  return (
    <article
      ref={box}
      className={styles.box}
      style={{ background, color }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls a long text by its keys.
      tabIndex={0}
    >
      {text}
    </article>
  );
}

/** The text of a released program, asked for anew from time to time; what is there stays while it cannot be had. */
function useAnnouncement(id: string, tenantId: string | undefined): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (id === '') return;
    const abort = new AbortController();
    const ask = () =>
      fetchPublished({ entity: 'ledProgram', id, ...(tenantId === undefined ? {} : { tenantId }) }, abort.signal).then(
        ({ lunboArchText }) => setText(typeof lunboArchText === 'string' ? lunboArchText : ''),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          // A program that was stopped or is over leaves the screen; a network that is away leaves what is there.
          if (error.status === 404) setText('');
        },
      );
    void ask();
    const timer = setInterval(ask, ASK_EVERY);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [id, tenantId]);
  return text;
}
