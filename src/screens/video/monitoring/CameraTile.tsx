import { CaretRightOutlined, CompressOutlined, ExpandOutlined, PauseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { machineNow } from '../../../api/plant-clock.ts';
import { useSession } from '../../../api/session.ts';
import { useOnline } from '../../../runtime/kept/useKept.ts';
import type { WallCamera } from './cameras.ts';
import { type LiveState, playLive } from './live-player.ts';
import { useVideoText } from './text.ts';
import { useInSight } from './useInSight.ts';
import { useStill } from './useStill.ts';
import styles from './video.module.css';

/** Milliseconds for which a tile is live because something moved. */
const MOVED_FOR = 20_000;

interface CameraTileProps {
  readonly camera: WallCamera;
  readonly large: boolean;
  /** Whether one more tile may go live by itself. */
  mayGoLive(id: string): boolean;
  onLive(id: string, live: boolean): void;
  onLarge(id: string | undefined): void;
}

/** One camera: a small picture now and then, and the live one while it is wanted or something moves. */
export function CameraTile({ camera, large, mayGoLive, onLive, onLarge }: CameraTileProps) {
  const { id, name, location, isAsked, statusName } = camera;
  const text = useVideoText();
  const tile = useRef<HTMLElement>(null);
  const inSight = useInSight(tile);
  const online = useOnline();
  const [wanted, setWanted] = useState(false);
  const [movedUntil, setMovedUntil] = useState(0);
  const moved = movedUntil > 0;
  const isLive = isAsked && (wanted || moved || large);
  const active = isAsked && online && inSight;
  const onMoved = useCallback(() => {
    if (mayGoLive(id)) setMovedUntil(machineNow() + MOVED_FOR);
  }, [id, mayGoLive]);
  const live = useLive(id, active && isLive);
  const playing = live.state?.phase === 'playing';
  const still = useStill(id, active && !playing, onMoved);

  useEffect(() => {
    if (movedUntil === 0) return;
    const timer = setTimeout(() => setMovedUntil(0), movedUntil - machineNow());
    return () => clearTimeout(timer);
  }, [movedUntil]);
  useEffect(() => {
    onLive(id, isLive);
    return () => onLive(id, false);
  }, [id, isLive, onLive]);

  const said = saidOf(text, live.state, still);
  const toggle = () => {
    setWanted(!isLive);
    setMovedUntil(0);
  };
  return (
    <figure
      ref={tile}
      className={large ? `${styles.tile} ${styles.large}` : styles.tile}
      data-testid="camera"
      data-camera={id}
      data-state={!isAsked ? 'off' : playing ? 'live' : still.address === undefined ? 'waiting' : 'still'}
    >
      <button
        type="button"
        className={styles.picture}
        aria-label={text('tile', { name, location })}
        data-tile
        onClick={() => onLarge(large ? undefined : id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          toggle();
        }}
      >
        {still.address !== undefined && !playing && <img src={still.address} alt="" />}
        <video ref={live.video} muted playsInline hidden={!playing || live.isPictures} />
        <img ref={live.image} alt="" hidden={!playing || !live.isPictures} />
        {!isAsked && <span className={styles.off}>{statusName}</span>}
        {isAsked && still.address === undefined && !playing && (
          <span className={styles.off}>{still.problem ?? text('still.waiting')}</span>
        )}
      </button>
      <figcaption className={styles.caption}>
        <span className={styles.name} title={`${name}　${location}`}>
          {name}
        </span>
        {playing && <span className={styles.live}>{moved && !wanted ? text('live.moved') : text('live')}</span>}
        {isAsked && (
          <Button
            type="text"
            size="small"
            className={styles.tool ?? ''}
            icon={isLive ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
            aria-label={text(isLive ? 'live.stop' : 'live.start', { name })}
            aria-pressed={isLive}
            disabled={large}
            onClick={toggle}
          />
        )}
        <Button
          type="text"
          size="small"
          className={styles.tool ?? ''}
          icon={large ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />}
          aria-label={large ? text('large.leave') : text('large', { name })}
          onClick={() => onLarge(large ? undefined : id)}
        />
      </figcaption>
      {isAsked && said !== '' && (
        <p className={styles.said} role="status">
          {said}
        </p>
      )}
    </figure>
  );
}

/** What a tile says below its picture; '' where the picture says all. */
function saidOf(
  text: ReturnType<typeof useVideoText>,
  state: LiveState | undefined,
  { address, problem, time }: ReturnType<typeof useStill>,
): string {
  if (state?.phase === 'waiting') return text('live.again', { msg: state.msg, seconds: state.seconds });
  if (state?.phase === 'ended') return state.msg;
  if (state?.phase === 'connecting') return text('live.connecting');
  if (state?.phase === 'playing' || address === undefined) return '';
  return problem === undefined ? text('still.at', { time }) : text('still.stale', { msg: problem, time });
}

interface Live {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly image: RefObject<HTMLImageElement | null>;
  /** Undefined while it is not wanted. */
  readonly state: LiveState | undefined;
  /** Whether it comes as single pictures. */
  readonly isPictures: boolean;
}

/** A camera's live picture while it is wanted; with a new token of the session it begins anew where it had ended. */
function useLive(id: string, wanted: boolean): Live {
  const text = useVideoText();
  const video = useRef<HTMLVideoElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<LiveState | undefined>(undefined);
  const ended = useRef(false);
  const token = useSession((session) => session.token);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is what it waits for.
  useEffect(() => {
    if (ended.current) setRound((before) => before + 1);
  }, [token]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew; words may change meanwhile.
  useEffect(() => {
    if (!wanted || video.current === null || image.current === null) return;
    ended.current = false;
    const words = {
      broken: text('live.broken'),
      stalled: text('live.stalled'),
      unplayable: text('live.unplayable'),
    };
    const leave = playLive(id, {
      ...{ video: video.current, image: image.current, words },
      onState(next) {
        ended.current = next.phase === 'ended';
        setState(next);
      },
    });
    return () => {
      leave();
      setState(undefined);
    };
  }, [id, wanted, round]);
  return { video, image, state, isPictures: image.current?.hasAttribute('src') === true };
}
