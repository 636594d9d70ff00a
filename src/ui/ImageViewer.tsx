import {
  CaretRightOutlined,
  CloseOutlined,
  DownloadOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  SwapOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './ImageViewer.module.css';
import {
  FITTED,
  flipped,
  type ImageView,
  isSideways,
  rotated,
  SLIDE_SECONDS,
  stepped,
  transformOf,
  ZOOM_LIMITS,
  zoomed,
} from './image-view.ts';
import { viewerText } from './image-viewer-text.ts';
import { useImageContents, type ViewerImage } from './useImageContents.ts';
import { useImageGestures } from './useImageGestures.ts';

type SlideSeconds = (typeof SLIDE_SECONDS)[number];

function Tool(props: {
  label: string;
  onClick: () => void;
  icon?: ReactNode;
  text?: string;
  pressed?: boolean;
  disabled?: boolean;
}) {
  const { label, onClick, icon, text, pressed, disabled } = props;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      {icon}
      {text}
    </button>
  );
}

/**
 * Pictures over the whole window: zoom by 0.1, rotation by 90 degrees, flipping, previous and next, a slideshow of 2 or
 * 5 seconds, download. Keys: arrows, `+`, `-`, `r` (with Shift to the left), `h`, `v`, `0`, Home, End, Esc. It stands
 * open as long as it is rendered, keeps the focus inside and gives it back when it goes.
 */
export function ImageViewer({
  images,
  start = 0,
  onClose,
}: {
  images: readonly ViewerImage[];
  /** Place of the picture that is shown first. Default 0. */
  start?: number;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const closer = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(() => Math.min(Math.max(0, start), Math.max(0, images.length - 1)));
  const [view, setView] = useState<ImageView>(FITTED);
  const [playing, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState<SlideSeconds>(SLIDE_SECONDS[0]);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const count = images.length;
  const image = images[index];
  const { content, retry } = useImageContents(image, count > 1 ? images[stepped(index, 1, count)] : undefined);

  // A dialog of the browser's own keeps the focus inside and the rest out of reach.
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    closer.current?.querySelector('button')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const show = (place: number) => {
    setIndex(place);
    setView(FITTED);
    setFailure(undefined);
  };
  const turn = (step: number) => {
    if (count > 1) show(stepped(index, step, count));
  };
  const gestures = useImageGestures(stage, view, setView, turn);

  const shown = content !== undefined;
  const turnLater = useRef(turn);
  turnLater.current = turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture has its time from when it is there.
  useEffect(() => {
    if (!playing || !shown) return;
    const timer = setTimeout(() => turnLater.current(1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [playing, seconds, index, shown]);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    ArrowUp: () => turn(-1),
    ArrowDown: () => turn(1),
    Home: () => show(0),
    End: () => show(count - 1),
    '+': () => setView((now) => zoomed(now, 1)),
    '=': () => setView((now) => zoomed(now, 1)),
    '-': () => setView((now) => zoomed(now, -1)),
    _: () => setView((now) => zoomed(now, -1)),
    r: () => setView((now) => rotated(now, 1)),
    R: () => setView((now) => rotated(now, -1)),
    h: () => setView((now) => flipped(now, 'across')),
    v: () => setView((now) => flipped(now, 'down')),
    '0': () => setView(FITTED),
    Escape: onClose,
  };
  const press = (event: KeyboardEvent) => {
    // What lies behind (a dialog that Esc closes, a form with shortcuts) hears nothing of it.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  if (image === undefined) return null;
  const failed = broken.includes(image.key) ? viewerText('broken') : content && 'error' in content ? content.error : '';
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={viewerText('viewer')}
      onKeyDown={press}
      onClick={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // Back on a phone.
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <span className={styles.name} title={image.name}>
          {image.name}
        </span>
        <span className={styles.counter} aria-live="polite">
          {viewerText('counter', { number: index + 1, count })}
        </span>
        <div ref={closer}>
          <Tool label={viewerText('close')} icon={<CloseOutlined />} onClick={onClose} />
        </div>
      </div>
      <div ref={stage} className={styles.stage} {...gestures}>
        {content !== undefined && 'url' in content && failed === '' && (
          <img
            key={image.key}
            className={isSideways(view) ? `${styles.picture} ${styles.sideways}` : styles.picture}
            src={content.url}
            alt={image.name}
            draggable={false}
            style={{ transform: transformOf(view) }}
            onError={() => setBroken((all) => [...all, image.key])}
          />
        )}
        {content === undefined && <span role="status">{viewerText('loading')}</span>}
        {failed !== '' && (
          <div className={styles.failed} role="alert">
            {failed}
            {content !== undefined && 'error' in content && (
              <Tool label={viewerText('retry')} text={viewerText('retry')} onClick={retry} />
            )}
          </div>
        )}
      </div>
      {failure !== undefined && (
        <div className={styles.failed} role="alert">
          {failure}
        </div>
      )}
      <div className={styles.tools} role="toolbar" aria-label={viewerText('viewer')}>
        {count > 1 && (
          <div className={styles.group}>
            <Tool label={viewerText('previous')} icon={<LeftOutlined />} onClick={() => turn(-1)} />
            <Tool label={viewerText('next')} icon={<RightOutlined />} onClick={() => turn(1)} />
          </div>
        )}
        <div className={styles.group}>
          <Tool
            label={viewerText('zoomOut')}
            icon={<ZoomOutOutlined />}
            disabled={view.scale <= ZOOM_LIMITS.least}
            onClick={() => setView((now) => zoomed(now, -1))}
          />
          <output className={styles.scale} aria-label={viewerText('scale', { percent: Math.round(view.scale * 100) })}>
            {Math.round(view.scale * 100)}%
          </output>
          <Tool
            label={viewerText('zoomIn')}
            icon={<ZoomInOutlined />}
            disabled={view.scale >= ZOOM_LIMITS.most}
            onClick={() => setView((now) => zoomed(now, 1))}
          />
        </div>
        <div className={styles.group}>
          <Tool
            label={viewerText('rotateLeft')}
            icon={<RotateLeftOutlined />}
            onClick={() => setView((now) => rotated(now, -1))}
          />
          <Tool
            label={viewerText('rotateRight')}
            icon={<RotateRightOutlined />}
            onClick={() => setView((now) => rotated(now, 1))}
          />
          <Tool
            label={viewerText('flipAcross')}
            icon={<SwapOutlined />}
            onClick={() => setView((now) => flipped(now, 'across'))}
          />
          <Tool
            label={viewerText('flipDown')}
            icon={<SwapOutlined rotate={90} />}
            onClick={() => setView((now) => flipped(now, 'down'))}
          />
          <Tool label={viewerText('reset')} icon={<UndoOutlined />} onClick={() => setView(FITTED)} />
        </div>
        {count > 1 && (
          <div className={styles.group}>
            <Tool
              label={viewerText(playing ? 'pause' : 'play')}
              icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
              onClick={() => setPlaying(!playing)}
            />
            {SLIDE_SECONDS.map((choice) => (
              <Tool
                key={choice}
                label={viewerText('secondsLabel', { seconds: choice })}
                text={viewerText('seconds', { seconds: choice })}
                pressed={choice === seconds}
                onClick={() => setSeconds(choice)}
              />
            ))}
          </div>
        )}
        {image.download !== undefined && (
          <div className={styles.group}>
            <Tool
              label={viewerText('download', { name: image.name })}
              icon={<DownloadOutlined />}
              onClick={() => {
                image.download?.().catch((error: unknown) => {
                  setFailure(error instanceof Error ? error.message : String(error));
                });
              }}
            />
          </div>
        )}
      </div>
    </dialog>
  );
}
