import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { fixedColours } from '../../../ui/theme/palette.ts';
import { useScreenText } from '../../texts/texts.ts';
import type { Playing, Program } from './playing.ts';
import styles from './Stage.module.css';
import { scrollPlace } from './scroll-place.ts';
import type { MediaAddresses } from './useMedia.ts';
import type { TicketRow } from './useTicketRows.ts';

interface StageProps {
  /** What is shown; undefined for nothing. */
  readonly now: Playing | undefined;
  /** Pixels of the screen; the whole window where they are not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Where its pictures and films are. */
  readonly media: MediaAddresses;
  /** Today's tickets; undefined where they are not known. */
  readonly tickets: readonly TicketRow[] | undefined;
  /** Told of a file that the browser cannot show. */
  onFault?(file: string): void;
}

const ALIGN: Readonly<Record<string, CSSProperties['textAlign']>> = { left: 'left', center: 'center', right: 'right' };

/** A screen at its true size with what it shows now. Where its text stands follows from the time alone. */
export function Stage({ now, width, height, media, tickets, onFault }: StageProps) {
  const { program, content, since = 0 } = now ?? {};
  const address = content !== undefined && 'file' in content ? media.get(content.file) : undefined;
  return (
    <div
      className={styles.box}
      data-testid="led-stage"
      data-program={program?.id}
      data-content={content?.kind}
      style={{
        width: width ?? '100vw',
        height: height ?? '100dvh',
        background: program?.bgColor ?? fixedColours.ledBackground,
        color: program?.textColor ?? fixedColours.ledText,
        fontSize: program?.fontSize ?? 32,
        textAlign: ALIGN[program?.align ?? 'left'] ?? 'left',
      }}
    >
      {program === undefined || content === undefined ? null : 'file' in content ? (
        address === undefined ? null : (
          <Shown
            key={address}
            address={address}
            isFilm={content.kind === 'video'}
            fills={program.fit === 'cover'}
            since={since}
            onFault={() => onFault?.(content.file)}
          />
        )
      ) : (
        <Words key={program.id} program={program} since={since} tickets={content.kind === 'tickets' ? tickets : null} />
      )}
    </div>
  );
}

/** @param tickets the table of these in place of words; null for the words. */
function Words({
  program,
  since,
  tickets,
}: {
  program: Program;
  since: number;
  tickets: readonly TicketRow[] | null | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const mode = tickets !== null && program.scrollMode === 'left' ? 'auto' : (program.scrollMode ?? 'auto');
  useLayoutEffect(() => {
    const begun = performance.now() - since * 1000;
    const draw = () => {
      const [outer, inner] = [box.current, line.current];
      if (outer === null || inner === null) return;
      const { x, y } = scrollPlace(mode, (performance.now() - begun) / 1000, {
        outer: { width: outer.clientWidth, height: outer.clientHeight },
        inner: { width: inner.scrollWidth, height: inner.scrollHeight },
      });
      inner.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    };
    draw();
    if (mode !== 'left') return;
    // A running line moves with every frame, until the next second says where it is.
    let frame = requestAnimationFrame(function next() {
      draw();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [mode, since]);
  const words = program.lunboArchText ?? '';
  return (
    <div ref={box} className={styles.words}>
      <div ref={line} className={mode === 'left' ? styles.line : styles.text}>
        {tickets !== null ? <Tickets rows={tickets} /> : mode === 'left' ? words.replace(/\s+/g, ' ') : words}
      </div>
    </div>
  );
}

function Tickets({ rows }: { rows: readonly TicketRow[] | undefined }) {
  const text = useScreenText();
  if (rows === undefined || rows.length === 0) return <p className={styles.none}>{text('led.tickets.none')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{text('led.tickets.kind')}</th>
          <th>{text('led.tickets.count')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, count, special }) => (
          <tr key={key}>
            <td>{special === 0 ? title : text('led.tickets.special', { title, special })}</td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ShownProps {
  readonly address: string;
  readonly isFilm: boolean;
  readonly fills: boolean;
  readonly since: number;
  onFault(): void;
}

/** Seconds that a film may be away from where the clock has it: every player of a screen shows the same scene. */
const AWAY = 1.5;

function Shown({ address, isFilm, fills, since, onFault }: ShownProps) {
  const film = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = film.current;
    if (video === null) return;
    const place = () => {
      const { duration, currentTime } = video;
      if (!Number.isFinite(duration) || duration <= 0) return;
      const due = since % duration;
      if (Math.abs(currentTime - due) > AWAY && Math.abs(currentTime - due) < duration - AWAY) video.currentTime = due;
      // A tab that was hidden, or whose machine slept.
      if (video.paused) void video.play().catch(() => {});
    };
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) place();
    else video.addEventListener('loadedmetadata', place, { once: true });
    return () => video.removeEventListener('loadedmetadata', place);
  }, [since]);
  const className = fills ? styles.filling : styles.whole;
  if (!isFilm) return <img src={address} alt="" className={className} onError={onFault} />;
  return (
    <video
      ref={film}
      src={address}
      className={className}
      autoPlay
      loop
      muted
      playsInline
      onError={onFault}
      // Sound alone, or a coding that the browser does not know, has no picture.
      onLoadedMetadata={({ currentTarget }) => (currentTarget.videoWidth === 0 ? onFault() : undefined)}
    />
  );
}
